"""`pbem proof` and `pbem verify`, as a person at a terminal meets them."""

from tests.pbem.test_cli import PLAYERS, out, pbem, sorry


def test_a_record_is_written_and_checked_without_a_database(tmp_path):
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()
    out(pbem(home, "new", "Lindy", *PLAYERS, "--start"))

    said = out(pbem(home, "proof", "lindy", "--out", "record.txt"))
    assert said == "Wrote record.txt: 0 deals are over. Check it with `pbem verify record.txt`."
    record = (home / "record.txt").read_bytes()
    assert " ".join(record.decode().split()) == out(pbem(home, "proof", "Lindy"))

    (elsewhere / "record.txt").write_bytes(record)
    said = out(pbem(elsewhere, "verify", "record.txt"))
    assert said.startswith("Lindy: 0 deals, the game so far.")
    assert [file.name for file in elsewhere.iterdir()] == ["record.txt"]
    done = sorry(pbem(elsewhere, "verify", "record.txt", "--seen", "abcdefgh"))
    assert "mails told what this record does not" in done

    at = record.index(b"secret ") + 7
    (elsewhere / "record.txt").write_bytes(record[:at] + b"x" + record[at + 1 :])
    done = sorry(pbem(elsewhere, "verify", "record.txt"))
    assert "does not hold: deal 0, the draw for dealer: its secret" in done
    assert "cannot be read" in sorry(pbem(elsewhere, "verify", "nothing.txt"))
