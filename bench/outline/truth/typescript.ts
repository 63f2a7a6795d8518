// Which symbols of a project in TypeScript or JavaScript most other files use, as the TypeScript compiler resolves names.
// node bench/outline/truth/typescript.ts FOLDER FILES… prints the first twenty as JSON. Knows nothing of wfmap's own tags.
import { isAbsolute, relative, resolve } from 'node:path';
import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  allowJs: true,
  checkJs: false,
  noEmit: true,
  skipLibCheck: true,
  jsx: ts.JsxEmit.Preserve,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
};

/** How many other files use each symbol of some files. Shape: by `file\tname`. */
export function countUses(root: string, files: readonly string[]): ReadonlyMap<string, number> {
  const program = ts.createProgram(
    files.map((file) => resolve(root, file)),
    OPTIONS,
  );
  const checker = program.getTypeChecker();
  const own = new Set(files.map((file) => resolve(root, file)));
  const users = new Map<string, Set<string>>();
  for (const source of program.getSourceFiles().filter(({ fileName }) => own.has(fileName))) {
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) {
        for (const place of declarationsOf(checker, node)) {
          const { fileName } = place.getSourceFile();
          if (fileName === source.fileName || !own.has(fileName)) continue;
          const key = `${nameFrom(root, fileName)}\t${nameOf(place) ?? node.text}`;
          users.set(key, (users.get(key) ?? new Set()).add(source.fileName));
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return new Map([...users].map(([key, { size }]) => [key, size]));
}

function declarationsOf(checker: ts.TypeChecker, node: ts.Identifier): readonly ts.Declaration[] {
  const symbol = checker.getSymbolAtLocation(node);
  if (symbol === undefined) return [];
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  return ((isAlias ? checker.getAliasedSymbol(symbol) : symbol).declarations ?? []).filter(isOfInterest);
}

/** What an outline lists: no properties, parameters or local variables. */
function isOfInterest(node: ts.Declaration): boolean {
  if (ts.isVariableDeclaration(node)) return ts.isSourceFile(node.parent.parent.parent);
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isShorthandPropertyAssignment(node)
  );
}

function nameOf(node: ts.Declaration): string | undefined {
  const name = ts.getNameOfDeclaration(node);
  return name !== undefined && ts.isIdentifier(name) ? name.text : undefined;
}

function nameFrom(root: string, path: string): string {
  const name = relative(root, path);
  return isAbsolute(name) ? path : name;
}
