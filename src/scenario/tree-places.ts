import type { Span } from '../text/source.ts';
import type { YamlTree } from './yaml-tree.ts';

/** A way into a value: the steps from its root. */
export type TreePath = readonly (string | number)[];

/** Where a part of a value is written; of what is missing, the nearest around it. */
export function spanAt(tree: YamlTree, path: TreePath): Span {
  let at = tree;
  for (const step of path) {
    const next = typeof step === 'number' ? at.items?.[step] : at.members?.get(step)?.tree;
    if (next === undefined) break;
    at = next;
  }
  return at.span;
}

/** Where the key of a member is written; the object where it has none. */
export function keySpanAt(tree: YamlTree, path: TreePath, key: string): Span {
  return treeAt(tree, path)?.members?.get(key)?.key ?? spanAt(tree, path);
}

export function treeAt(tree: YamlTree, path: TreePath): YamlTree | undefined {
  let at: YamlTree | undefined = tree;
  for (const step of path) {
    at = typeof step === 'number' ? at?.items?.[step] : at?.members?.get(step)?.tree;
  }
  return at;
}

/** The steps of a path as the faults of a schema write it: `$.scenarios[0]["a b"]`. */
export function stepsOf(path: string): TreePath {
  const steps = path.matchAll(/\.([A-Za-z_]\w*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g);
  return Array.from(steps, ([, name, index, quoted]) => {
    if (index !== undefined) return Number(index);
    return name ?? String(JSON.parse(quoted ?? '""'));
  });
}
