/**
 * Answers to the questions of a run, given from any process: `answers/<start>-<nonce>.json` in its run directory.
 *
 * `run` decides about asking and about what an answer leads to; the giver and then `run` check that it fits the question.
 *
 * B1. Of all that answer a question exactly one gives the answer; the file never changes after that.
 * B2. An answer that can be found is whole and on disk: it is written and synced before it gets its name.
 * B3. When `claim` returns, whichever way, the name of the answer that counts is on disk.
 * B4. Whatever the folder contains, looking into it is bounded and does not throw for its content.
 * B5. An answer belongs to its question: the nonce that was made when it was asked is in its name and in the file.
 * B6. A file that is not an answer is never removed: it is set aside, under a unique name.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ProofRecord } from '../model/event-records.ts';
import type { Value } from '../model/value.ts';
import { systemCodeOf } from '../util/error.ts';
import { isObject } from '../util/is-object.ts';
import { invariant } from '../util/invariant.ts';
import type { FileSystem, OpenFile } from './file-system.ts';
import { JournalError, withStorage } from './journal-error.ts';

/** What an answer must name. Shape: `nonce` is that of `human.asked`, absent in journals of before there was one. */
export interface QuestionKey {
  readonly start: number;
  readonly nonce?: string | undefined;
}

/** An answer as it is kept. `sender` is the process that claims to have given it; null where the file names none. */
export interface KeptAnswer {
  readonly action: string;
  readonly fields: Readonly<Record<string, Value>>;
  readonly sender: Sender | null;
  /** Its signature, where it has one. */
  readonly proof?: ProofRecord;
  /** The client of a server that it came over, as that calls itself. */
  readonly client?: string;
}

/** Shape: `start` is the system's spelling of when the process began; null where it does not tell. */
export interface Sender {
  readonly pid: number;
  readonly start: string | null;
}

/** What is in the place of an answer: `fault` says why it is not one. `isOwn`: this box gave it. */
export type FoundAnswer =
  { readonly answer: KeptAnswer; readonly isOwn: boolean } | { readonly fault: string };

/** What lies among answers. `isComplete`: nothing else does; else these are some of at least `max` names in the folder. */
export interface ListedNames {
  readonly names: readonly string[];
  readonly isComplete: boolean;
}

/**
 * Where answers come in.
 *
 * Each question takes one answer: the first to claim it gives it, and every later claim fails.
 */
export interface AnswerBox {
  /** Gives an answer, durably; false where its name is taken. Errors: `storage-failed`, `record-too-large`. */
  readonly claim: (question: QuestionKey, answer: KeptAnswer) => boolean;
  /** Undefined for none. Errors: throws `storage-failed`. */
  readonly find: (question: QuestionKey) => FoundAnswer | undefined;
  /** Names in the folder, except for what is being written and what was set aside. Errors: `storage-failed`. */
  readonly list: (max: number) => ListedNames;
  /** Moves a name away and returns its new path from the run directory; undefined where it is gone. Errors: `storage-failed`. */
  readonly setAside: (name: string) => string | undefined;
  /** Closes what is held open. */
  readonly release: () => void;
  /** How often it is worth looking into; `Infinity` for one that no other process can reach. Default: 250. Units: ms. */
  readonly pollMs?: number;
}

/** Units: bytes. A person types less; a file given as a field may be long. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** `holdsOpen`: keeps the file of a given answer open until `release`, so that others can see who gave it. */
export function createAnswerBox(
  fs: FileSystem,
  runFolder: string,
  { holdsOpen = false }: { readonly holdsOpen?: boolean } = {},
): AnswerBox {
  const folder = join(runFolder, FOLDER);
  const own = new Map<string, KeptAnswer>();
  const held: OpenFile[] = [];
  const hold = holdsOpen ? (file: OpenFile): unknown => held.push(file) : undefined;
  return {
    claim: (question, answer) => {
      const { nonce } = question;
      const bytes = Buffer.from(`${JSON.stringify(nonce === undefined ? answer : { nonce, ...answer })}\n`);
      if (bytes.length > MAX_ANSWER_BYTES) {
        const message = 'The answer is larger than a run takes (4 MiB).';
        throw new JournalError('record-too-large', message, { help: 'Name a file that holds the text.' });
      }
      const name = answerNameOf(question);
      return withStorage('keep the answer', folder, () => {
        makeFolder(fs, folder);
        fs.syncFolder(runFolder);
        const isFirst = place(fs, bytes, { folder, path: join(folder, name), hold });
        fs.syncFolder(folder);
        if (isFirst) own.set(name, answer);
        return isFirst;
      });
    },
    find: (question) => {
      const name = answerNameOf(question);
      const path = join(folder, name);
      return withStorage('read the answer', path, () => {
        const found = readAnswer(fs, path, question.nonce);
        const given = own.get(name);
        // This process knows what it gave; the file shows only that it has not been removed.
        return found === undefined || given === undefined ? found : { answer: given, isOwn: true };
      });
    },
    list: (max) =>
      withStorage('look for answers', folder, () => {
        const all = fs.list(folder, max);
        const names = all.filter((name) => name !== REFUSED && !DRAFT.test(name));
        return { names, isComplete: all.length < max };
      }),
    setAside: (name) => withStorage('set aside', folder, () => setAside(fs, runFolder, name)),
    release: () => {
      for (const file of held.splice(0)) file.close();
    },
  };
}

const FOLDER = 'answers';
/** In the folder of the answers: what was refused. */
const REFUSED = 'refused';
const DRAFT = /^answer-[0-9a-f-]{36}\.tmp$/;

/** Where the answer to a question lies. */
export function answerPathOf(runFolder: string, question: QuestionKey): string {
  return join(runFolder, FOLDER, answerNameOf(question));
}

/** The bare name of the answer to a question. */
export function answerNameOf({ start, nonce }: QuestionKey): string {
  invariant(Number.isSafeInteger(start) && start > 0, 'a start is the number of a record');
  return nonce === undefined ? `${start}.json` : `${start}-${nonce}.json`;
}

/** Each means that another process moved something meanwhile. */
const MAX_TURNS = 20;

/**
 * Two processes at once may both make it. Anything but a folder is moved away, because otherwise no answer could be given;
 * so is a link, because nothing may be moved to where it leads.
 */
function makeFolder(fs: FileSystem, folder: string): void {
  for (let turn = 1; ; turn += 1) {
    try {
      fs.makeFolder(folder);
      return;
    } catch (thrown) {
      if (systemCodeOf(thrown) !== 'EEXIST' || turn === MAX_TURNS) throw thrown;
      if (fs.kindOf(folder) === 'folder' && !fs.isLink(folder)) return;
      moveAway(fs, folder, `${folder}-${REFUSED}-${randomUUID()}`);
    }
  }
}

function setAside(fs: FileSystem, runFolder: string, name: string): string | undefined {
  const folder = join(runFolder, FOLDER);
  makeFolder(fs, join(folder, REFUSED));
  // Names may be as long as the system takes, so that nothing can be added to them.
  const kept = join(FOLDER, REFUSED, `${randomUUID()}-${name.slice(0, 60)}`);
  return moveAway(fs, join(folder, name), join(runFolder, kept)) ? kept : undefined;
}

/** False where it is gone: another process has moved it. */
function moveAway(fs: FileSystem, from: string, to: string): boolean {
  try {
    fs.rename(from, to);
    return true;
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return false;
    throw thrown;
  }
}

interface Place {
  readonly folder: string;
  readonly path: string;
  readonly hold: ((file: OpenFile) => unknown) | undefined;
}

function place(fs: FileSystem, bytes: Uint8Array, { folder, path, hold }: Place): boolean {
  if (fs.kindOf(path) !== undefined) return false;
  const draft = join(folder, `answer-${randomUUID()}.tmp`);
  let file: OpenFile | undefined;
  let isFirst = false;
  try {
    file = fs.open(draft, 'create');
    file.write(bytes);
    file.sync();
    fs.link(draft, path);
    isFirst = true;
    return true;
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  } finally {
    if (isFirst && hold !== undefined && file !== undefined) hold(file);
    else file?.close();
    if (fs.kindOf(draft)) fs.remove(draft);
  }
}

function readAnswer(fs: FileSystem, path: string, nonce: string | undefined): FoundAnswer | undefined {
  let bytes: Uint8Array;
  try {
    const kind = fs.kindOf(path);
    if (kind === undefined) return undefined;
    if (kind !== 'file' || fs.isLink(path)) return { fault: 'it is not a file' };
    bytes = fs.readPart(path, 0, MAX_ANSWER_BYTES + 1);
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
  return bytes.length > MAX_ANSWER_BYTES
    ? { fault: 'it is too large for an answer' }
    : decodeAnswer(bytes, nonce);
}

function decodeAnswer(bytes: Uint8Array, nonce: string | undefined): FoundAnswer {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // No JSON, or no text at all: somebody else wrote it.
    return { fault: 'it is not JSON' };
  }
  const shape = { fault: 'it does not have the shape of an answer' };
  if (!isObject(value)) return shape;
  const { action, fields, sender = null } = value;
  const more = moreOf(value);
  if (typeof action !== 'string' || !areFields(fields)) return shape;
  if (!isSenderOrNull(sender) || more === undefined) return shape;
  if (value['nonce'] !== nonce) return { fault: 'it does not name its question' };
  // Every version of wfmap that knows nonces names the sender; earlier ones did not.
  if (nonce !== undefined && sender === null) return { fault: 'it does not say who gave it' };
  return { answer: { action, fields, sender, ...more }, isOwn: false };
}

/** What only some answers have; undefined where it is not of its shape. */
function moreOf({
  proof,
  client,
}: Readonly<Record<string, unknown>>): Pick<KeptAnswer, 'proof' | 'client'> | undefined {
  if (!isProofOrNone(proof) || !isClientOrNone(client)) return undefined;
  return { ...(proof === undefined ? {} : { proof }), ...(client === undefined ? {} : { client }) };
}

/** Deeper values than this are nobody's to compute with. */
const MAX_DEPTH = 100;

function areFields(value: unknown): value is KeptAnswer['fields'] {
  return isObject(value) && isShallow(value);
}

/** JSON gives nothing but values, so the depth is all there is to look at, and numbers such as 1e999. */
function isShallow(value: unknown, depth = MAX_DEPTH): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isShallow(each, depth - 1));
}

function isSenderOrNull(value: unknown): value is Sender | null {
  if (!isObject(value)) return value === null;
  const { pid, start } = value;
  return Number.isSafeInteger(pid) && Number(pid) > 0 && (start === null || typeof start === 'string');
}

/** Units: characters. */
export const MAX_CLIENT = 100;

function isClientOrNone(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === 'string' && value !== '' && value.length <= MAX_CLIENT);
}

/** The meaning of any other member is unknown. */
function isProofOrNone(value: unknown): value is ProofRecord | undefined {
  if (value === undefined) return true;
  if (!isObject(value) || Object.keys(value).length !== 3) return false;
  return ['signature', 'head', 'key'].every((name) => typeof value[name] === 'string');
}
