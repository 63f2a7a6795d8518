import { isSameMap } from '../../print/convert.ts';
import type { Analysis } from './analysis.ts';
import { otherFormOf } from './other-form.ts';
import type { Workspace } from './workspace.ts';

const known = new WeakMap<Analysis, { readonly other: Analysis; readonly isSame: boolean }>();

/** The URI of a map's other form beside it: what a `.wfmap` is compiled to, or what a JSON comes from; it says the same. */
export function counterpartOf(workspace: Workspace, uri: string): string | undefined {
  const counterpart = otherFormOf(uri);
  if (counterpart === undefined) return undefined;
  const [one, other] = [workspace.analysisOf(uri), workspace.analysisOf(counterpart)];
  if (!one?.document || !other?.document) return undefined;
  const before = known.get(one);
  const isSame = before?.other === other ? before.isSame : isSameMap(one.file.source, other.file.source);
  known.set(one, { other, isSame });
  return isSame ? counterpart : undefined;
}

/** Keys of what means the same in the other form of its map. */
export function counterpartKeysOf(workspace: Workspace, keys: Iterable<string>): readonly string[] {
  return [...keys].flatMap((key) => {
    // It was written by JSON.stringify from a list.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const [kind, uri, ...rest] = JSON.parse(key) as [string, string, ...(string | number)[]];
    const counterpart = kind === 'file' ? undefined : counterpartOf(workspace, uri);
    return counterpart === undefined ? [] : [JSON.stringify([kind, counterpart, ...rest])];
  });
}
