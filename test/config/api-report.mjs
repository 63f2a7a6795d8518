// What the entry points of the library promise: all that they export, and every type that those name, without comments. One text
// for each entry point, in `test/fixtures/api`; a test compares them. `node test/config/api-report.mjs` writes them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'test/fixtures/api');

/** The entry points, by how they are imported. Shape: `[specifier, path of the declarations in dist/types]`. */
export function entryPoints() {
  const { exports, name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return Object.entries(exports).flatMap(([path, target]) =>
    target.types === undefined ? [] : [[join(name, path), target.types.replace('./dist/types/', '')]],
  );
}

/** The declarations that the library is published with, by their path from its folder. Slow: the compiler writes all of them. */
export function emitDeclarations() {
  const { config } = ts.readConfigFile(join(ROOT, 'test/config/types.json'), (path) => ts.sys.readFile(path));
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, join(ROOT, 'test/config'));
  const files = new Map();
  // Whether the types are right is for `npm run types`.
  const program = ts.createProgram(parsed.fileNames, { ...parsed.options, noCheck: true });
  const { diagnostics } = program.emit(undefined, (path, text) => {
    files.set(path.slice(`${parsed.options.outDir}/`.length), text);
  });
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, FORMAT_HOST));
  return files;
}

const FORMAT_HOST = {
  getCanonicalFileName: (path) => path,
  getCurrentDirectory: () => ROOT,
  getNewLine: () => '\n',
};

/** What one entry point exports. Shape: the name, its declarations, and the comment before the first of them. */
export function exportsOf(modules, entry) {
  return modules.exportsOf(entry).map(([name, place]) => {
    const nodes = modules.declarationsOf(place);
    return { name, place, nodes, comment: nodes.map(commentOf).find((text) => text !== '') ?? '' };
  });
}

/** The text for one entry point. */
export function reportOf(modules, specifier, entry) {
  const exported = exportsOf(modules, entry);
  const shown = new Set(exported.map(({ place }) => keyOf(place)));
  const lines = [`// ${specifier}`, ''];
  for (const { name, place, nodes } of exported) lines.push(...textOf(nodes, name, place.name), '');
  const queue = exported.flatMap(({ place }) => modules.namedBy(place));
  const inner = new Map();
  for (const place of queue) {
    const key = keyOf(place);
    if (shown.has(key)) continue;
    shown.add(key);
    inner.set(`${place.name} ${place.file}`, place);
    queue.push(...modules.namedBy(place));
  }
  if (inner.size > 0) lines.push('// named by these', '');
  for (const [, place] of [...inner].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    lines.push(...textOf(modules.declarationsOf(place).map(namesOnly), place.name, place.name), '');
  return `${lines.join('\n').trimEnd()}\n`;
}

function keyOf({ file, name }) {
  return `${file} ${name}`;
}

const printer = ts.createPrinter({ removeComments: true });

function textOf(nodes, name, own) {
  const texts = nodes.map((node) =>
    printer
      .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
      .replace(/^export (?:declare )?|^declare /, ''),
  );
  return name === own ? texts : [`// exported as ${name}`, ...texts];
}

/** Of a constant that only types name, such as the catalogue of diagnostics, the names of its members. */
function namesOnly(node) {
  if (!ts.isVariableStatement(node)) return node;
  const [{ name, type }] = node.declarationList.declarations;
  const members = type?.members?.map((member) => member.name.getText()) ?? [];
  const text = `const ${name.text}: { ${members.toSorted().join(', ')} }`;
  return members.length === 0
    ? node
    : ts.createSourceFile('names.d.ts', text, ts.ScriptTarget.Latest, true).statements[0];
}

function commentOf(node) {
  const text = node.getSourceFile().text;
  const ranges = ts.getLeadingCommentRanges(text, node.pos) ?? [];
  return ranges.map(({ pos, end }) => text.slice(pos, end)).findLast((each) => each.startsWith('/**')) ?? '';
}

/** Looks things up in emitted declarations. A place is a file and a name declared in it. */
export function readModules(files) {
  const sources = new Map();
  const sourceOf = (file) => {
    if (!sources.has(file)) sources.set(file, toModule(file, files));
    return sources.get(file);
  };
  /** Where a name of a file is declared; undefined for what is of a package or of the language itself. */
  const find = (file, name) => {
    if (!files.has(file)) return undefined;
    const { declared, imported } = sourceOf(file);
    if (declared.has(name)) return { file, name };
    const from = imported.get(name);
    return from === undefined ? undefined : find(from.file, from.name);
  };
  const placeOfImport = (file, { argument, qualifier }) => {
    const path = argument.literal.text;
    return path.startsWith('.') && qualifier ? find(declarationsAt(file, path), qualifier.text) : undefined;
  };
  return {
    exportsOf: (entry) => {
      const names = [...sourceOf(entry).exported].map(([name, from]) => [name, find(from.file, from.name)]);
      const lost = names.find(([, place]) => place === undefined);
      if (lost !== undefined) throw new Error(`${entry} exports ${lost[0]}, which is not declared.`);
      return names.toSorted(([one], [other]) => (one < other ? -1 : 1));
    },
    declarationsOf: ({ file, name }) => sourceOf(file).declared.get(name) ?? [],
    namedBy: ({ file, name }) =>
      (sourceOf(file).declared.get(name) ?? []).flatMap((node) => {
        const places = [];
        const visit = (each) => {
          if (ts.isIdentifier(each)) places.push(find(file, each.text));
          if (ts.isImportTypeNode(each)) places.push(placeOfImport(file, each));
          ts.forEachChild(each, visit);
        };
        visit(node);
        return places.filter((place) => place !== undefined);
      }),
  };
}

function toModule(file, files) {
  const text = files.get(file);
  if (text === undefined) throw new Error(`There are no declarations in ${file}.`);
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const declared = new Map();
  const imported = new Map();
  const exported = new Map();
  const module = { declared, imported, exported };
  for (const node of source.statements) {
    if (ts.isImportDeclaration(node)) takeImport(node, file, module);
    else if (ts.isExportDeclaration(node)) takeExport(node, file, module);
    else for (const name of namesDeclaredBy(node)) declared.set(name, [...(declared.get(name) ?? []), node]);
  }
  return module;
}

/** Undefined for a package. */
function fileOf({ text: path }, file) {
  return path.startsWith('.') ? declarationsAt(file, path) : undefined;
}

function takeImport({ moduleSpecifier, importClause }, file, { imported }) {
  const from = fileOf(moduleSpecifier, file);
  for (const { name, propertyName } of importClause?.namedBindings?.elements ?? [])
    if (from !== undefined) imported.set(name.text, { file: from, name: (propertyName ?? name).text });
}

function takeExport({ moduleSpecifier, exportClause }, file, { imported, exported }) {
  const from = moduleSpecifier === undefined ? file : fileOf(moduleSpecifier, file);
  for (const { name, propertyName } of exportClause?.elements ?? []) {
    const target = { file: from, name: (propertyName ?? name).text };
    exported.set(name.text, target);
    if (from !== file) imported.set(name.text, target);
  }
}

function namesDeclaredBy(node) {
  const named = ts.isVariableStatement(node) ? node.declarationList.declarations : [node];
  return named.flatMap(({ name }) => (name === undefined ? [] : [name.text]));
}

function declarationsAt(file, path) {
  return join(dirname(file), path.replace(/[.](?:ts|js)$/, '.d.ts'));
}

/** Where the text for an entry point is kept. */
export function reportPath(specifier) {
  return join(FOLDER, `${specifier.replace('/', '-')}.txt`);
}

if (process.argv[1] === import.meta.filename) {
  const modules = readModules(emitDeclarations());
  mkdirSync(FOLDER, { recursive: true });
  for (const [specifier, entry] of entryPoints())
    writeFileSync(reportPath(specifier), reportOf(modules, specifier, entry));
}
