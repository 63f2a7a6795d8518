import { ErrorCodes, ResponseError, type WorkspaceEdit } from 'vscode-languageserver/node';
import { WORDS } from '../../expression/cel/words.ts';
import type { Diagnostic, Edit } from '../../diagnostics/diagnostic.ts';
import { pathOfUri } from '../documents/file-uri.ts';
import { renamingOf } from '../symbols/spell-symbol.ts';
import { allOccurrences, byPlace } from '../symbols/symbol-index.ts';
import type { PlacedOccurrence } from '../symbols/occurrence.ts';
import { counterpartKeysOf } from '../documents/counterpart.ts';
import { withEdits } from '../documents/with-edits.ts';
import type { Workspace } from '../documents/workspace.ts';
import { toWorkspaceEdit } from '../documents/to-workspace-edit.ts';

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const MAX_NAME = 200;

/**
 * Gives what stands at a place another name, wherever it is named: in maps, templates and scenarios.
 *
 * R1. What meant the same before means the same afterwards, and nothing else does. R2. Nothing is wrong with a map
 * afterwards that was not before. Where either fails, nothing is renamed, and it is told why.
 * Errors: throws ResponseError.
 */
export function rename(workspace: Workspace, found: PlacedOccurrence, newName: string): WorkspaceEdit {
  if (newName === found.name) return {};
  refuseName(found, newName);
  const before = allOccurrences(workspace);
  const keys = keysLinkedTo(workspace, found, before);
  refuseTaken(before, keys, { name: found.name, newName });
  const meant = before.filter((each) => each.keys.some((key) => keys.has(key)));
  for (const { uri } of meant) refuseForeign(workspace, uri);
  const edits = Map.groupBy(meant, ({ uri }) => uri);
  const changes = new Map(
    [...edits].map(([uri, group]) => [uri, once(group.map((each) => renamingOf(each, newName)))]),
  );
  const after = withEdits(workspace, changes);
  refuseFaults(workspace, after, [...changes.keys()]);
  refuseOtherMeaning({ before, after: allOccurrences(after), keys, name: found.name, newName });
  return toWorkspaceEdit(workspace, changes);
}

function refuse(message: string): never {
  throw new ResponseError(ErrorCodes.InvalidRequest, message);
}

function refuseName({ kind }: PlacedOccurrence, name: string): void {
  if (name.trim() === '') refuse('A name has at least one sign.');
  if (name !== name.trim()) refuse('A name neither begins nor ends with a blank.');
  // oxlint-disable-next-line no-control-regex -- none of them is part of a name
  if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(name))
    refuse('A name stands on one line, without control characters.');
  if (name.length > MAX_NAME) refuse(`A name has at most ${MAX_NAME} signs.`);
  if (kind === 'task' || kind === 'action') return;
  if (!IDENTIFIER.test(name)) {
    refuse('The name of a value is made of letters, digits and "_", and does not begin with a digit.');
  }
  if (WORDS.has(name)) refuse(`"${name}" means something else in expressions.`);
}

/** All that must get the new name too: an occurrence with several meanings ties them together. */
function keysLinkedTo(
  workspace: Workspace,
  found: PlacedOccurrence,
  all: readonly PlacedOccurrence[],
): ReadonlySet<string> {
  const keys = new Set(found.keys);
  for (let size = -1; size < keys.size;) {
    size = keys.size;
    for (const each of all) {
      if (each.keys.some((key) => keys.has(key))) for (const key of each.keys) keys.add(key);
    }
    for (const key of counterpartKeysOf(workspace, keys)) keys.add(key);
  }
  return keys;
}

function refuseTaken(
  all: readonly PlacedOccurrence[],
  keys: ReadonlySet<string>,
  names: { readonly name: string; readonly newName: string },
): void {
  const wanted = new Set([...keys].map((key) => renamedKey(key, keys, names)));
  const isTaken = all.some((each) => each.isDefinition && each.keys.some((key) => wanted.has(key)));
  if (isTaken) refuse(`"${names.newName}" is taken here already.`);
}

/** Only files of the projects that are open are changed. */
function refuseForeign(workspace: Workspace, uri: string): void {
  const path = pathOfUri(uri);
  if (path === undefined || workspace.isOurs(path)) return;
  refuse(`It is also named in "${path}", which is not in this project.`);
}

/** Two occurrences of one token are one edit: an action without a name of its own and its target. */
function once(edits: readonly Edit[]): readonly Edit[] {
  return [...new Map(edits.toReversed().map((edit) => [edit.span.end, edit])).values()].toReversed();
}

function refuseFaults(before: Workspace, after: Workspace, changed: readonly string[]): void {
  for (const uri of before.mapUris()) {
    const was = before.analysisOf(uri);
    const concerns =
      was &&
      (changed.includes(uri) ||
        [...was.lookups.values()].some(
          (lookup) =>
            lookup.kind === 'found' && changed.includes(before.uriOfSource(was.file, lookup.source.name)),
        ));
    if (!was || !concerns) continue;
    const is = after.analysisOf(uri)?.checked.diagnostics ?? [];
    const known = countsOf(was.checked.diagnostics);
    for (const each of is) {
      const left = known.get(each.code) ?? 0;
      if (left === 0) refuse(`It cannot be called so: ${each.message}`);
      known.set(each.code, left - 1);
    }
  }
}

function countsOf(diagnostics: readonly Diagnostic[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of diagnostics) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

interface Renaming {
  readonly before: readonly PlacedOccurrence[];
  readonly after: readonly PlacedOccurrence[];
  readonly keys: ReadonlySet<string>;
  readonly name: string;
  readonly newName: string;
}

/** Holds what everything meant against what it means then, one place after the other. */
function refuseOtherMeaning({ before, after, keys, name, newName }: Renaming): void {
  const taken = `"${newName}" is taken here already.`;
  const [was, is] = [before.toSorted(byPlace), after.toSorted(byPlace)];
  if (was.length !== is.length) refuse(taken);
  for (const [index, each] of was.entries()) {
    const now = is[index];
    const wanted = each.keys.map((key) => renamedKey(key, keys, { name, newName })).toSorted();
    const got = (now?.keys ?? []).toSorted();
    if (now?.uri !== each.uri || wanted.join() !== got.join()) refuse(taken);
  }
}

/** A key with the new name in it. The actions of a task have the name of that in their keys. */
function renamedKey(
  key: string,
  keys: ReadonlySet<string>,
  { name, newName }: { readonly name: string; readonly newName: string },
): string {
  // It was written by JSON.stringify from a list.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const parts = JSON.parse(key) as (string | number)[];
  if (keys.has(key)) return JSON.stringify([...parts.slice(0, -1), newName]);
  const [kind, uri, at, task] = parts;
  const isOfTask = (kind === 'action' || kind === 'parameter') && task === name;
  if (!isOfTask || !keys.has(JSON.stringify(['task', uri, at, task]))) return key;
  return JSON.stringify([kind, uri, at, newName, ...parts.slice(4)]);
}
