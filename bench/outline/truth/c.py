# Which names of a C project most other files use: definitions by Universal Ctags, uses by the words of each file outside of
# comments and strings. C has one space of names, so a name that is defined in one file alone means that definition.
# python3 bench/outline/truth/c.py FOLDER FILE... prints {"file\tname": files that use it} as JSON.
import json, re, subprocess, sys
from collections import defaultdict

root, files = sys.argv[1].rstrip("/"), sys.argv[2:]
tags = subprocess.run(
    ["ctags", "-f", "-", "--languages=C,C++", "--langmap=C:.c.h", "--kinds-C=dfgstuv", "--fields=k", *files],
    cwd=root, capture_output=True, text=True, check=True,
).stdout
places = defaultdict(set)
for line in tags.splitlines():
    if not line.startswith("!"):
        name, path, *_rest = line.split("\t")
        places[name].add(path)

NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
uses = {}
for path in files:
    with open(f"{root}/{path}", encoding="utf8", errors="replace") as file:
        uses[path] = set(re.findall(r"[A-Za-z_]\w*", NOISE.sub(" ", file.read())))

counts = {}
for name, paths in places.items():
    if len(paths) == 1:
        [place] = paths
        used = sum(1 for path in files if path != place and name in uses[path])
        if used:
            counts[f"{place}\t{name}"] = used
print(json.dumps(counts))
