"""What a public forge reads is what it understands, and runs what there is."""

import subprocess
import sys

import pytest
import yaml

import dev
from tests.docs.blocks import README

ROOT = README.parent
FORGE = ROOT / ".github"
FORMS = sorted((FORGE / "ISSUE_TEMPLATE").glob("*.yml"))
CONFIG = FORGE / "ISSUE_TEMPLATE" / "config.yml"
SCHEMAS = {
    "vendor.github-issue-forms": [form for form in FORMS if form != CONFIG],
    "vendor.github-issue-config": [CONFIG],
    "vendor.github-workflows": sorted((FORGE / "workflows").glob("*.yml")),
    "custom.github-workflows-require-timeout": sorted((FORGE / "workflows").glob("*.yml")),
}
"""The schemas lie within the checker: nothing is fetched."""


def checked(schema, *files):
    words = ["-m", "check_jsonschema", "--builtin-schema", schema, *map(str, files)]
    return subprocess.run([sys.executable, *words], capture_output=True, text=True)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_forms_and_workflows_keep_to_their_schemas(schema):
    done = checked(schema, *SCHEMAS[schema])

    assert SCHEMAS[schema]
    assert done.returncode == 0, done.stdout


def test_a_form_with_a_slip_is_found(tmp_path):
    form = tmp_path / "bug.yml"
    form.write_text(
        (FORGE / "ISSUE_TEMPLATE" / "bug.yml").read_text().replace("type: input", "type: inptu")
    )

    assert checked("vendor.github-issue-forms", form).returncode == 1


def test_the_workflow_runs_the_three_tasks_on_every_python():
    [file] = SCHEMAS["vendor.github-workflows"]
    job = yaml.safe_load(file.read_text())["jobs"]["tests"]
    runs = [step["run"].split() for step in job["steps"] if "run" in step]

    assert job["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert [words[-1] for words in runs if words[:2] == ["python3", "dev.py"]] == [
        *("check", "test", "long"),
    ]
    for words in runs:
        assert (ROOT / words[0]).exists() if words[0] != "python3" else words[-1] in dev.TASKS


def test_hooks_before_a_commit_are_tasks_of_the_project():
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]

    assert [repository["repo"] for repository in hooks] == ["local"]
    for hook in hooks[0]["hooks"]:
        assert hook["entry"].split()[:2] == ["python3", "dev.py"]
        assert hook["entry"].split()[2] in dev.TASKS
