import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readText } from '../../project/read-text.ts';
import { refuseWayOut, writeNewText, writeText } from '../../project/write-text.ts';
import { formatCount } from '../io/format.ts';
import { UsageError } from '../io/usage-error.ts';
import { fileTree } from './file-tree.ts';

/** A file for a project. `path` is from the root that it is written below, with forward slashes. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

export interface WriteOptions {
  /** An absolute path. */
  readonly root: string;
  /** The folder in the root that a person named: nothing is written out of it. Default: the root. */
  readonly base?: string;
  /** The folder that shown paths start from. */
  readonly workFolder: string;
  /** Whether files that differ are written over. */
  readonly force: boolean;
  /** What somebody can do instead of that. */
  readonly orElse: string;
}

/** Units: bytes. */
const MAX_FILE_BYTES = 16 * 1_048_576;

/**
 * Writes files in their order; those that are there as they should be are left alone.
 *
 * Shape: lines that say what was done, the files as a tree.
 * Errors: throws {@link UsageError} with the files that would be lost, and ProjectError for a link that leads out,
 * before anything is written.
 */
export function writeFiles(
  files: readonly NewFile[],
  { root, base = root, workFolder, force, orElse }: WriteOptions,
): readonly string[] {
  for (const { path } of files) refuseWayOut(base, join(root, path));
  const found = files.map((file) => lookAt(file, root));
  const way = relative(workFolder, root).replaceAll('\\', '/');
  if (!force) refuseToOverwrite(found, way, orElse);
  for (const { path, text, state } of found) {
    if (state === 'missing') writeNewText(join(root, path), text);
    else if (state === 'different') writeText(join(root, path), text);
  }
  const up = way === '' ? '' : `${way}/`;
  const tree = fileTree(found.map(({ path, state }) => ({ path: `${up}${path}`, note: NOTES[state] })));
  return [summaryOf(found), ...tree.map((line) => `  ${line}`)];
}

type State = 'missing' | 'same' | 'different';
type Found = NewFile & { readonly state: State };

const NOTES: Readonly<Record<State, string>> = { missing: '', different: ' (replaced)', same: ' (kept)' };

function lookAt(file: NewFile, root: string): Found {
  const path = join(root, file.path);
  if (!existsSync(path)) return { ...file, state: 'missing' };
  return { ...file, state: readText(path, MAX_FILE_BYTES) === file.text ? 'same' : 'different' };
}

function refuseToOverwrite(found: readonly Found[], way: string, orElse: string): void {
  const lost = found.filter(({ state }) => state === 'different');
  if (lost.length === 0) return;
  const these = lost.length === 1 ? 'this file' : 'these files';
  const list = lost.map(({ path }) => `  ${join(way, path)}`);
  throw new UsageError(`Nothing was written: ${these} would be lost.\n${list.join('\n')}`, {
    help: `Write over what differs with --force, or ${orElse}.`,
  });
}

function summaryOf(found: readonly Found[]): string {
  const count = (state: State): number => found.filter((each) => each.state === state).length;
  const replaced = count('different') > 0 ? `, ${count('different')} replaced` : '';
  const kept = count('same') > 0 ? `, ${count('same')} kept as they were` : '';
  return `${formatCount(count('missing'), 'file')} written${replaced}${kept}:`;
}
