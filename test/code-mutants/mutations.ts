import ts from 'typescript';
import { mutationsOfNode, type Replacement } from './operators.ts';

/** A change of one line of a source file. Units: half-open UTF-16 offsets; the line counts from 1. */
export interface Mutation extends Replacement {
  readonly line: number;
}

/** All changes of one line that the operators know, in order of place. Imports, types and comments are left alone. */
export function mutationsIn(path: string, text: string): readonly Mutation[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    if (isLeftAlone(node)) return;
    for (const each of mutationsOfNode(node, source)) {
      const line = source.getLineAndCharacterOfPosition(each.start).line;
      const endLine = source.getLineAndCharacterOfPosition(each.end).line;
      if (line === endLine && text.slice(each.start, each.end) !== each.text)
        found.push({ ...each, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** The text with a change made. */
export function withMutation(text: string, { start, end, text: changed }: Replacement): string {
  return text.slice(0, start) + changed + text.slice(end);
}

/** A line before and after a change, without the blanks around it. */
export function shownChange(
  text: string,
  mutation: Mutation,
): { readonly before: string; readonly after: string } {
  const lineOf = (all: string): string => (all.split('\n')[mutation.line - 1] ?? '').trim();
  return { before: lineOf(text), after: lineOf(withMutation(text, mutation)) };
}

/** What a compiler or a reader judges, and no test: types, imports, and what an invariant says. */
function isLeftAlone(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  const callee = ts.isCallExpression(node) || ts.isNewExpression(node) ? node.expression.getText() : '';
  return callee === 'invariant' || callee === 'InvariantError' || callee === 'super';
}
