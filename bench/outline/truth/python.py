# Which module-level names of a Python project most other files use, by Python's own parser and the imports of each file.
# python3 bench/outline/truth/python.py FOLDER FILE... prints {"file\tname": files that use it} as JSON.
import ast, json, sys
from collections import defaultdict

root, files = sys.argv[1].rstrip("/"), sys.argv[2:]


def module_of(path):
    parts = path[: -len(".py")].split("/")
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


trees = {}
for path in files:
    try:
        with open(f"{root}/{path}", encoding="utf8") as file:
            trees[path] = ast.parse(file.read())
    except (SyntaxError, UnicodeDecodeError):
        pass

modules = {module_of(path): path for path in trees}
defined, imported = defaultdict(set), defaultdict(dict)


def statements(body):
    """Of a module, also those under `if` and `try`."""
    for node in body:
        yield node
        for name in ("body", "orelse", "handlers", "finalbody"):
            if isinstance(node, (ast.If, ast.Try, ast.ExceptHandler)):
                yield from statements(getattr(node, name, []))


def base_of(path, node):
    if node.level == 0:
        return node.module or ""
    package = module_of(path).split(".")
    if not path.endswith("__init__.py"):
        package = package[:-1]
    package = package[: len(package) - (node.level - 1)]
    return ".".join(package + ([node.module] if node.module else []))


for path, tree in trees.items():
    for node in statements(tree.body):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            defined[path].add(node.name)
        elif isinstance(node, ast.Assign):
            defined[path].update(each.id for each in node.targets if isinstance(each, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            defined[path].add(node.target.id)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for each in node.names:
                imported[path][each.asname or each.name] = (base_of(path, node), each.name)
        elif isinstance(node, ast.Import):
            for each in node.names:
                imported[path][each.asname or each.name] = (each.name, None)


def place_of(module, name, depth=0):
    """Where a name of a module is defined, through what passes it on."""
    path = modules.get(module)
    if path is None or depth > 5:
        return None
    if name in defined[path]:
        return path, name
    if name in imported[path] and imported[path][name][1] is not None:
        return place_of(*imported[path][name], depth + 1)
    return None


users = defaultdict(set)


def use(path, module, name):
    place = place_of(module, name)
    if place is not None and place[0] != path:
        users["\t".join(place)].add(path)


def dotted(node):
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        left = dotted(node.value)
        return left and f"{left}.{node.attr}"
    return None


for path, tree in trees.items():
    for module, name in imported[path].values():
        if name is not None:
            use(path, module, name)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute):
            continue
        left = dotted(node.value)
        if left is None:
            continue
        if left in modules:
            use(path, left, node.attr)
        elif left in imported[path]:
            module, name = imported[path][left]
            use(path, module if name is None else f"{module}.{name}", node.attr)

print(json.dumps({key: len(paths) for key, paths in users.items()}))
