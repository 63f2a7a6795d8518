/** The bare names of what one execution of a task leaves in the run directory. */
export interface TaskFiles {
  readonly prompt: string;
  readonly reminder: string;
  readonly log: string;
  /** Both versions of files that it changed and must not. */
  readonly patch: string;
  /** The whole of the change that a person was asked about. */
  readonly change: string;
  /** What it changed, for a record of the run. */
  readonly edits: string;
  /** When the lines of the log came; in {@link TIMES_FOLDER}. */
  readonly times: string;
}

/** Holds what nobody reads by itself. */
export const TIMES_FOLDER = 'log-times';

/** As well, but for a record of the run. */
export const EDITS_FOLDER = 'edits';

/** Units: `execution` is the position among all executions of the run, from 1. */
export function taskFilesOf(execution: number, task: string): TaskFiles {
  const stem = `task-${String(execution).padStart(3, '0')}-${kebabOf(task)}`;
  return {
    prompt: `${stem}-prompt.md`,
    reminder: `${stem}-reminder.json`,
    log: `${stem}.log`,
    patch: `${stem}.patch`,
    change: `${stem}.diff`,
    edits: `${EDITS_FOLDER}/${stem}.json`,
    times: `${TIMES_FOLDER}/${stem}`,
  };
}

/** A name as part of a file name: lower case, all that is no letter or digit of any script as one hyphen. */
export function kebabOf(name: string): string {
  const kebab = cut(
    name
      .slice(0, MAX_BYTES)
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
  );
  return kebab.replace(/^-|-$/g, '') || 'task';
}

/** File systems take 255 bytes a name; this leaves room for the rest of it. */
const MAX_BYTES = 180;

function cut(text: string): string {
  let size = 0;
  let kept = '';
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > MAX_BYTES) break;
    kept += character;
  }
  return kept;
}
