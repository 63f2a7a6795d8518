import { wrapWords } from '../io/wrap-words.ts';

/** A file as the tree shows it. Shape: `path` has forward slashes; `note` stands behind its name, "" for none. */
export interface ShownFile {
  readonly path: string;
  readonly note: string;
}

/** Units: columns. */
const WIDTH = 96;

/**
 * Files as a tree of few lines: a line for each folder that has files in it, and below it the names of its files.
 *
 * Shape: folders in order of their paths, names in order, as many on a line as fit.
 */
export function fileTree(files: readonly ShownFile[]): readonly string[] {
  const folders = new Map<string, string[]>();
  for (const { path, note } of files.toSorted((a, b) => compare(a.path, b.path))) {
    const at = path.lastIndexOf('/') + 1;
    const names = folders.get(path.slice(0, at)) ?? [];
    names.push(`${path.slice(at)}${note}`);
    folders.set(path.slice(0, at), names);
  }
  return [...folders]
    .toSorted(([a], [b]) => compare(a, b))
    .flatMap(([folder, names]) => [folder, ...wrapWords(names.join(', '), WIDTH).map((line) => `  ${line}`)]);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
