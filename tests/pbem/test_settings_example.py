"""config.example.yaml: every setting there is, commented out, with what it is without it."""

import re
from pathlib import Path

import pytest
import yaml
from pydantic import BaseModel

from pbem.config.backups import Backups
from pbem.config.dkim import Dkim
from pbem.config.load import example
from pbem.config.settings import (
    EarlierMailbox,
    Limits,
    Mailbox,
    Metrics,
    Receiver,
    Settings,
    Smarthost,
)
from tests.effort import of_each

PARTS = {"doors": Receiver, "imap": Mailbox, "smarthost": Smarthost, "limits": Limits}
PARTS |= {"metrics": Metrics, "dkim": Dkim, "backups": Backups}
PARTS |= {"earlier_mailboxes": EarlierMailbox}
ONLY_SHOWN = {"organisers", "authserv_id", "answer_domain", "operator", "user", "password", "host"}
ONLY_SHOWN |= {"selectors", "domain", "oauth", "an_hour", "a_day", "then", "recipient", "archive"}
ONLY_SHOWN |= {"ask_index", "replica", "source"}
"""What has no usual value, or none that a test can share: the example shows what one looks like."""


def shown() -> dict:
    """The example with all of its settings let in."""
    lines = example().splitlines()
    return yaml.safe_load("\n".join(re.sub(r"^#(?=\S|  )", "", one) for one in lines))


def usual(part: type[BaseModel]) -> dict[str, object]:
    """The settings of a part with what they are when nobody sets them."""
    return {name: field.default for name, field in part.model_fields.items()}


@of_each("name", Settings.model_fields)
def test_every_setting_is_explained(name):
    assert name in shown()


@pytest.mark.parametrize("name", [n for n in Settings.model_fields if n not in PARTS])
def test_what_is_commented_out_is_the_default(name):
    if name not in ONLY_SHOWN:
        default = usual(Settings)[name]
        assert shown()[name] == (str(default) if isinstance(default, Path) else default)


@pytest.mark.parametrize("part", PARTS)
def test_every_setting_of_a_part_is_explained_with_its_default(part):
    told = shown()[part]
    [told] = told if isinstance(told, list) else [told]

    assert told.keys() == PARTS[part].model_fields.keys()
    for name, default in usual(PARTS[part]).items():
        if name not in ONLY_SHOWN | {"trusted_hosts", "mailbox", "until", "imap"}:
            assert told[name] == (str(default) if isinstance(default, Path) else default)
