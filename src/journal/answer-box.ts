/**
 * Answers to the questions of a run, given from any process: `answers/<start>.json` in its slip folder.
 *
 * Asking, and what an answer leads to, is `run`'s to decide; whether it fits the question, the giver's.
 *
 * B1. Of all that answer a question exactly one gives the answer; the file never changes after that.
 * B2. An answer that can be found is whole and on disk: it is written and synced before it gets its name.
 * B3. When `claim` returns, whichever way, the name of the answer that counts is on disk.
 * B4. Whatever stands in the file, reading it is bounded and does not throw for its content.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Value } from '../model/value.ts';
import { systemCodeOf } from '../util/error.ts';
import { invariant } from '../util/invariant.ts';
import type { FileSystem } from './file-system.ts';
import { JournalError, withStorage } from './journal-error.ts';

/** An answer as it is kept. Shape: that of `Answer` in `agent`, which this folder stands below. */
export interface KeptAnswer {
  readonly action: string;
  readonly fields: Readonly<Record<string, Value>>;
  readonly via: 'terminal' | 'answer' | 'scripted';
}

export interface AnswerFolder {
  /** Gives an answer, durably; false where there is one already. Errors: `storage-failed`, `record-too-large`. */
  readonly claim: (start: number, answer: KeptAnswer) => boolean;
  /** Undefined for none, and for one that makes no sense. Errors: throws `storage-failed`. */
  readonly find: (start: number) => KeptAnswer | undefined;
}

/** Units: bytes. A person types less; a file given as a field may be long. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

export function createAnswerBox(fs: FileSystem, slipFolder: string): AnswerFolder {
  const folder = join(slipFolder, 'answers');
  return {
    claim: (start, answer) => {
      const bytes = Buffer.from(`${JSON.stringify(answer)}\n`);
      if (bytes.length > MAX_ANSWER_BYTES) {
        const message = 'The answer is larger than a run takes (4 MiB).';
        throw new JournalError('record-too-large', message, { help: 'Name a file that holds the text.' });
      }
      return withStorage('keep the answer', folder, () => {
        makeFolder(fs, folder);
        fs.syncFolder(slipFolder);
        const isFirst = place(fs, bytes, { folder, path: answerPath(folder, start) });
        fs.syncFolder(folder);
        return isFirst;
      });
    },
    find: (start) => {
      const path = answerPath(folder, start);
      return withStorage('read the answer', path, () => readAnswer(fs, path));
    },
  };
}

/** Where the answer to a question lies. */
export function answerPathOf(slipFolder: string, start: number): string {
  return answerPath(join(slipFolder, 'answers'), start);
}

function answerPath(folder: string, start: number): string {
  invariant(Number.isSafeInteger(start) && start > 0, 'a start is the number of a record');
  return join(folder, `${start}.json`);
}

/** Two at once both want it to be there. */
function makeFolder(fs: FileSystem, folder: string): void {
  try {
    fs.makeFolder(folder);
  } catch (thrown) {
    if (systemCodeOf(thrown) !== 'EEXIST') throw thrown;
  }
}

function place(
  fs: FileSystem,
  bytes: Uint8Array,
  { folder, path }: { readonly folder: string; readonly path: string },
): boolean {
  if (fs.kindOf(path) !== undefined) return false;
  const draft = join(folder, `answer-${randomUUID()}.tmp`);
  try {
    const file = fs.open(draft, 'create');
    try {
      file.write(bytes);
      file.sync();
    } finally {
      file.close();
    }
    fs.link(draft, path);
    return true;
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  } finally {
    if (fs.kindOf(draft)) fs.remove(draft);
  }
}

function readAnswer(fs: FileSystem, path: string): KeptAnswer | undefined {
  let bytes: Uint8Array;
  try {
    if (fs.kindOf(path) !== 'file') return undefined;
    bytes = fs.readPart(path, 0, MAX_ANSWER_BYTES + 1);
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
  return bytes.length > MAX_ANSWER_BYTES ? undefined : decodeAnswer(bytes);
}

function decodeAnswer(bytes: Uint8Array): KeptAnswer | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // No JSON, or no text at all: somebody else wrote it.
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { action, fields, via } = value;
  if (typeof action !== 'string' || !isVia(via) || !isObject(fields) || !isShallow(fields)) return undefined;
  return { action, fields, via };
}

/** Deeper values than this are nobody's to compute with. */
const MAX_DEPTH = 100;

/** JSON gives nothing but values, so the depth is all there is to look at, and numbers such as 1e999. */
function isShallow(value: unknown, depth = MAX_DEPTH): value is Readonly<Record<string, Value>> {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isShallow(each, depth - 1));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isVia(value: unknown): value is KeptAnswer['via'] {
  return value === 'terminal' || value === 'answer' || value === 'scripted';
}
