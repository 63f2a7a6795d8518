import { lstatSync, readlinkSync, rmdirSync, rmSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { findSection, isFault } from '../../context/sections/find-section.ts';
import { isEdited, withoutSection } from '../../context/sections/put-section.ts';
import { readText } from '../../project/read-text.ts';
import { refuseWayOut } from '../../project/write-text.ts';
import { unlessRefused } from '../../util/unless-refused.ts';
import {
  INIT_FOLDER,
  initHomeOf,
  openInitHome,
  whileHeld,
  readInitRecord,
  removeInitHome,
  type InitHome,
  type RecordedFile,
} from './init-record.ts';
import { digestAt } from './project-file.ts';
import { placeInProject } from './write-plan.ts';

/** What becomes of one file when all is taken back. */
export interface UndoStep {
  readonly path: string;
  /** `back`: as it was before; `out`: the section is taken out of what was written since; `stays`: left as it is. */
  readonly how: 'removed' | 'back' | 'out' | 'stays' | 'done';
  /** Why it stays, a whole sentence; empty otherwise. */
  readonly why: string;
}

/** What would be done to take back all that `init` and `update` have written; undefined where there is nothing to take back. */
export function planUndo(root: string): readonly UndoStep[] | undefined {
  const home = initHomeOf(root);
  const record = readInitRecord(home);
  return record?.files.map((file) => {
    refuseWayOut(root, join(root, file.path));
    return stepOf(root, home, file);
  });
}

/**
 * Takes back what `init` and `update` have written: each file becomes what it was before, to the byte; where somebody has changed it
 * since, only the section goes, and anything else stays.
 *
 * Killed anywhere, it can be run again. Shape: what was done, as {@link planUndo} says it.
 */
export function undoInit(root: string): readonly UndoStep[] {
  const home = initHomeOf(root);
  // A record of somebody else is refused before anything is made beside it.
  readInitRecord(home);
  if (home.fs.kindOf(home.folder) !== undefined) {
    const opened = openInitHome(root);
    return whileHeld(opened, () => undoHeld(root, opened));
  }
  removeInitHome(root, new Set());
  return [];
}

function undoHeld(root: string, home: InitHome): readonly UndoStep[] {
  const steps = planUndo(root) ?? [];
  const kept = new Set<string>();
  const record = readInitRecord(home);
  if (record !== undefined) {
    record.files.forEach((file, index) => {
      const step = steps[index];
      if (step?.how === 'stays' && file.before !== null) kept.add(file.before.copy);
      if (step !== undefined) takeBack(root, home, { file, step });
    });
    for (const folder of record.folders.toSorted((a, b) => b.length - a.length))
      removeEmpty(join(root, folder));
  }
  removeInitHome(root, kept);
  return steps;
}

function stepOf(root: string, home: InitHome, file: RecordedFile): UndoStep {
  const { path, kind, before } = file;
  const place = join(root, path);
  const step = stepAt(path);
  const there = unlessRefused(() => lstatSync(place));
  if (there === undefined)
    return before === null ? step('done') : step('stays', `${path} is gone, and stays so.`);
  if (kind === 'link') return stepOfLink(file, place, there);
  return stepOfText(home, file, place);
}

const stepAt =
  (path: string) =>
  (how: UndoStep['how'], why = ''): UndoStep => ({ path, how, why });

function stepOfLink({ path, after }: RecordedFile, place: string, there: Stats): UndoStep {
  const isOurs = there.isSymbolicLink() && unlessRefused(() => readlinkSync(place)) === after;
  return isOurs ? stepAt(path)('removed') : stepAt(path)('stays', `${path} was replaced since, so it stays.`);
}

function stepOfText(home: InitHome, { path, kind, before, after }: RecordedFile, place: string): UndoStep {
  const step = stepAt(path);
  const now = digestAt(place);
  if (now === after) {
    if (before === null) return step('removed');
    return digestAt(copyOf(home, before.copy)) === before.digest
      ? step('back')
      : step('stays', `${path} stays: its copy in ${INIT_FOLDER} is gone.`);
  }
  if (before !== null && now === before.digest) return step('done');
  const copy = before === null ? '' : ` What it was before is in ${INIT_FOLDER}/before/${before.copy}.`;
  const stays = step('stays', `${path} was changed since, so it stays.${copy}`);
  return kind === 'section' && now !== undefined
    ? sectionStep(path, readText(place, MAX_BYTES), stays)
    : stays;
}

/** Units: bytes. */
const MAX_BYTES = 1_048_576;

function sectionStep(path: string, text: string, stays: UndoStep): UndoStep {
  const found = findSection(text);
  if (found === undefined || isFault(found)) return stays;
  if (isEdited(found))
    return { path, how: 'stays', why: `${path} stays: its section was edited. Remove what you do not want.` };
  return { path, how: 'out', why: '' };
}

function takeBack(
  root: string,
  home: InitHome,
  { file, step }: { readonly file: RecordedFile; readonly step: UndoStep },
): void {
  const place = join(root, file.path);
  if (step.how === 'removed') rmSync(place, { force: true });
  if (step.how === 'back' && file.before !== null) {
    const { copy, mode } = file.before;
    placeInProject(root, home, { real: file.path, text: readText(copyOf(home, copy), MAX_BYTES), mode });
  }
  if (step.how !== 'out') return;
  const rest = withoutSection(readText(place, MAX_BYTES)) ?? '';
  if (rest === '' && file.before === null) rmSync(place, { force: true });
  else placeInProject(root, home, { real: file.path, text: rest, mode: lstatSync(place).mode & 0o777 });
}

function copyOf({ folder }: InitHome, copy: string): string {
  return join(folder, 'before', copy);
}

/** A folder that init made goes when nothing is left in it. */
function removeEmpty(folder: string): void {
  if (unlessRefused(() => lstatSync(folder))?.isDirectory() === true) unlessRefused(() => rmdirSync(folder));
}
