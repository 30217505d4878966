"""Applies replies with Aider's coders: `python run_aider.py IN OUT FOLDER`, one JSON object a line."""
import contextlib
import io
import json
import os
import shutil
import sys
from pathlib import Path

source, target, folder = sys.argv[1:]
os.environ.update(HOME=folder, AIDER_ANALYTICS="false", OPENAI_API_KEY="none")
root = Path(folder, "a", "b", "repo")

from aider.coders import Coder  # noqa: E402
from aider.io import InputOutput  # noqa: E402
from aider.models import Model  # noqa: E402

model = Model("gpt-4o")


def fill(files):
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def left():
    return {str(p.relative_to(root)): p.read_bytes().decode() for p in root.rglob("*") if p.is_file()}


def coder_of(format, files, new):
    talk = InputOutput(pretty=False, yes=True, fancy_input=False, chat_history_file=None, input_history_file=None)
    coder = Coder.create(
        main_model=model,
        edit_format=format,
        io=talk,
        fnames=[str(root / name) for name in files],
        use_git=False,
        auto_commits=False,
        dirty_commits=False,
        map_tokens=0,
        stream=False,
        suggest_shell_commands=False,
    )
    # The only question that can come is whether to make a file: yes for one that the reply means to make, as its user would say. A yes
    # to all would also let it write outside of the folder, to /home/dev/project for example.
    talk.confirm_ask = lambda *_, subject=None, **__: subject in new
    # without git it takes the folder that all files share for the root
    coder.root = str(root)
    coder.choose_fence()
    return coder


def answer(one):
    fill(one["files"])
    os.chdir(root)
    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.redirect_stderr(said):
        coder = coder_of(one["format"], one["files"], one["new"])
        coder.init_before_message()
        coder.partial_response_content = one["text"]
        coder.partial_response_function_call = {}
        edited = coder.apply_updates()
    refusal = coder.reflected_message
    # a reply in which it sees no edit is talk to Aider: nothing is written, and the user sees that
    if refusal is None and not edited:
        refusal = "no edit was found\n" + said.getvalue()
    return {"files": left(), **({} if refusal is None else {"refusal": refusal})}


with open(source) as replies, open(target, "w") as out:
    for line in replies:
        out.write(json.dumps(answer(json.loads(line))) + "\n")
