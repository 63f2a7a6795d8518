import { join } from 'node:path';
import { toReadableLog } from '../agent/claude/readable-log.ts';
import { taskFilesOf } from '../journal/task-files.ts';
import { readPartWithin, readWithin, type RefusedFile } from '../project/read-within.ts';
import type { Execution } from '../view/run-view.ts';
import { lineDifference } from '../util/line-difference.ts';
import { readEdits } from './read-edits.ts';
import type { TextPart } from './shapes.ts';

/** Where the files of a run are. Shape: absolute; nothing is read that lies out of the work root. */
export interface TextPlace {
  readonly workRoot: string;
  /** The run directory. */
  readonly folder: string;
}

/** Units: bytes. */
const MAX_FILE = 2 * 1024 * 1024;
const MAX_PART = 256 * 1024;

/** The prompt of an execution as it was sent, or the change that a person was asked about; "" where there is none. */
export function wholeText(place: TextPlace, execution: Execution, kind: 'prompt' | 'change'): TextPart {
  const path = pathOf(place, execution, kind);
  const read = readWithin(place.workRoot, path, MAX_FILE);
  if (read === undefined) return EMPTY;
  const text = 'text' in read ? read.text : unreadable(read);
  return { text, next: text.length, size: text.length };
}

/** Whole lines of what an agent or a command printed, as people read them, from a byte on. */
export function streamText(place: TextPlace, execution: Execution, from: number): TextPart {
  const path = pathOf(place, execution, 'log');
  const read = readPartWithin(place.workRoot, path, { from, maxBytes: MAX_PART });
  if (read === undefined) return EMPTY;
  if (!('bytes' in read)) return { ...EMPTY, text: unreadable(read) };
  const { bytes, sizeBytes } = read;
  const isLast = from + bytes.length >= sizeBytes;
  const end = bytes.lastIndexOf(NEW_LINE) + 1;
  // A line that is longer than a part is given in pieces; the last one may not be whole yet.
  const taken = end > 0 ? end : isLast && execution.end === null ? 0 : bytes.length;
  const text = new TextDecoder().decode(bytes.subarray(0, taken));
  const lines = execution.worker === 'command' ? text : text.split('\n').map(toReadableLog).join('');
  return { text: lines, next: from + taken, size: sizeBytes };
}

/**
 * The files that an execution changed, as it left them: what differs from how an earlier execution of the same block left each, else
 * all of it. "" where nothing was kept.
 */
export function editsText(place: TextPlace, execution: Execution): TextPart {
  const kept = readEdits(folderOf(place, execution), execution);
  if (kept === undefined) return EMPTY;
  const before = earlierTexts(place, execution, Object.keys(kept.edits));
  const files = Object.entries(kept.edits).map(([path, text]) => fileText(path, text, before.get(path)));
  const left = Object.entries(kept.left).map(([path, why]) => `--- ${path} (${why})\n`);
  const text = [...files, ...left].join('');
  return { text, next: text.length, size: text.length };
}

function fileText(path: string, text: string | null, before: string | undefined): string {
  if (text === null) return `--- ${path} (deleted)\n`;
  const lines =
    before === undefined
      ? text.replace(/\n$/, '').replaceAll(/^/gm, '+')
      : lineDifference(before, text, Infinity);
  return `+++ ${path}\n${lines.replace(/\n?$/, '\n')}`;
}

/** Units: executions before this one that are looked into. */
const MAX_EARLIER = 20;

/** How earlier executions of the same block left files. */
function earlierTexts(
  place: TextPlace,
  execution: Execution,
  paths: readonly string[],
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const earlier = execution.block.executions.filter(({ number }) => number < execution.number);
  for (const each of earlier.slice(-MAX_EARLIER)) {
    const kept = readEdits(folderOf(place, each), each)?.edits ?? {};
    for (const path of paths) {
      const text = Object.hasOwn(kept, path) ? kept[path] : undefined;
      if (typeof text === 'string') texts.set(path, text);
      else if (text === null) texts.delete(path);
    }
  }
  return texts;
}

function folderOf({ workRoot, folder }: TextPlace, { block: { slip } }: Execution): string {
  return slip === null ? folder : join(workRoot, slip);
}

function pathOf(place: TextPlace, execution: Execution, kind: 'prompt' | 'change' | 'log'): string {
  return join(folderOf(place, execution), taskFilesOf(execution.number, execution.task)[kind]);
}

const EMPTY: TextPart = { text: '', next: 0, size: 0 };
const NEW_LINE = 0x0a;

function unreadable({ reason }: RefusedFile): string {
  return `[the file cannot be shown: ${reason}]`;
}
