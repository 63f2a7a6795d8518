import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withoutSection } from '../../context/sections/put-section.ts';
import { digestOf } from '../../journal/source-store.ts';
import { writeWhole } from '../../journal/write-whole.ts';
import { ProjectError } from '../../project/project-error.ts';
import { placeText } from '../../project/write-text.ts';
import { systemCodeOf } from '../../util/error.ts';
import { unlessRefused } from '../../util/unless-refused.ts';
import {
  initHomeOf,
  openInitHome,
  whileHeld,
  readInitRecord,
  writeInitRecord,
  type CopiedFile,
  type InitHome,
  type InitRecord,
  type RecordedFile,
} from './init-record.ts';
import type { Plan, PlannedFile } from './plan.ts';
import { digestAt } from './project-file.ts';

/**
 * Writes what was planned, in its order, each file in one step; before the first of them, copies of what is there and the record.
 *
 * Killed anywhere, it leaves each file as it was or as it is to be; it can be run again, and be taken back.
 * Errors: throws {@link ProjectError} where a file was changed since the plan was made, JournalError and system errors.
 */
export function writePlan(root: string, plan: Plan): void {
  readInitRecord(initHomeOf(root));
  const home = openInitHome(root);
  whileHeld(home, () => writeHeld(root, home, plan));
}

function writeHeld(root: string, home: InitHome, plan: Plan): void {
  const before = readInitRecord(home) ?? { folders: [], files: [] };
  for (const name of home.fs.list(home.folder)) {
    if (name.startsWith('draft-')) home.fs.remove(join(home.folder, name));
  }
  writeInitRecord(home, recordOf(root, { home, plan, before }));
  for (const file of plan.files) writeFile(root, home, file);
  for (const { path, target } of plan.links) makeLink(join(root, path), target);
  for (const path of plan.removed) rmSync(join(root, path), { force: true });
}

/** Puts a text in its place by way of a draft in the folder of the record. Shape: `real` is from the root. */
export function placeInProject(
  root: string,
  home: InitHome,
  { real, text, mode }: { readonly real: string; readonly text: string; readonly mode: number | undefined },
): void {
  const draft = join(home.folder, `draft-${process.pid}`);
  const path = join(root, real);
  placeText(path, text, lstatSync(path, { throwIfNoEntry: false }) ? 'replace' : 'create', { draft, mode });
}

function writeFile(root: string, home: InitHome, { path, real, text, next, mode }: PlannedFile): void {
  const now = digestAt(join(root, real));
  if (now === digestOf(next)) return;
  if (now !== (text === undefined ? undefined : digestOf(text))) {
    throw new ProjectError(
      'unwritable-file',
      `"${path}" was changed meanwhile, so nothing was written to it.`,
      {
        help: 'Run the command again: what it has written so far it leaves alone.',
      },
    );
  }
  mkdirSync(dirname(join(root, real)), { recursive: true });
  placeInProject(root, home, { real, text: next, mode });
}

function makeLink(path: string, target: string): void {
  if (unlessRefused(() => readlinkSync(path)) === target) return;
  try {
    symlinkSync(target, path);
  } catch (thrown) {
    if (systemCodeOf(thrown) === undefined) throw thrown;
    throw new ProjectError('unwritable-file', `"${path}" cannot be made a link.`, { cause: thrown });
  }
}

interface Recording {
  readonly home: InitHome;
  readonly plan: Plan;
  readonly before: InitRecord;
}

/** The record with what is planned; copies of what is there are kept on the way. */
function recordOf(root: string, { home, plan, before }: Recording): InitRecord {
  const files = new Map(before.files.map((each) => [each.path, each]));
  for (const file of plan.files) {
    const known = files.get(file.real);
    const copied = stoodThere(file, known);
    files.set(file.real, {
      path: file.real,
      kind: file.kind,
      before: copied === AS_RECORDED ? (known?.before ?? null) : keepCopy(home, file, copied),
      after: digestOf(file.next),
    });
  }
  for (const { path, target } of plan.links)
    files.set(path, { path, kind: 'link', before: null, after: target });
  const paths = [...files.values()].map(({ path }) => path);
  return {
    folders: [...new Set([...before.folders, ...newFolders(root, paths)])],
    files: [...files.values()],
  };
}

/** It is what the record has, which is in a copy already. */
const AS_RECORDED = Symbol('as recorded');

/** What is to come back when all is taken back: what a person last had. Undefined for no file. */
function stoodThere(
  { text, kind }: PlannedFile,
  known: RecordedFile | undefined,
): string | undefined | typeof AS_RECORDED {
  if (known === undefined || text === undefined) return text;
  const digest = digestOf(text);
  if (digest === known.after || digest === known.before?.digest) return AS_RECORDED;
  // Somebody has written into it since: that is not to be lost, and what wfmap put in is.
  const rest = kind === 'section' ? (withoutSection(text) ?? text) : text;
  return rest === '' && known.before === null ? undefined : rest;
}

function keepCopy(home: InitHome, { real, mode }: PlannedFile, text: string | undefined): CopiedFile | null {
  if (text === undefined) return null;
  const copies = join(home.folder, 'before');
  const digest = digestOf(text);
  const plain = basename(real)
    .replaceAll(/[^\w.-]/g, '_')
    .slice(0, 80);
  const names = new Set(home.fs.list(copies));
  for (let n = 1; ; n += 1) {
    const copy = `${n}-${plain}`;
    if (names.has(copy) && digestAt(join(copies, copy)) !== digest) continue;
    if (!names.has(copy)) writeWhole(home.fs, join(copies, copy), text, true);
    return { copy, digest, mode: mode ?? 0o644 };
  }
}

/** The folders of files that are not there, the outer ones first. */
function newFolders(root: string, paths: readonly string[]): readonly string[] {
  const all = paths.flatMap((path) =>
    path
      .split('/')
      .slice(0, -1)
      .map((_part, at) =>
        path
          .split('/')
          .slice(0, at + 1)
          .join('/'),
      ),
  );
  return [...new Set(all)].filter(
    (folder) => unlessRefused(() => lstatSync(join(root, folder))) === undefined,
  );
}
