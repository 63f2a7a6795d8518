/**
 * Answers to the questions of a run, given from any process: `answers/<start>-<nonce>.json` in its run directory.
 *
 * `run` decides about asking and about what an answer leads to; the giver and then `run` check that it fits the question. Of all
 * that answer a question exactly one gives the answer, and an answer belongs to its question: the nonce that was made when it was
 * asked is in its name and in the file. For all else see `drop-box.ts`.
 */
import { join } from 'node:path';
import type { ProofRecord } from '../model/event-records.ts';
import type { Value } from '../model/value.ts';
import { isObject } from '../util/is-object.ts';
import { invariant } from '../util/invariant.ts';
import {
  createDropBox,
  isClientOrNone,
  isSender,
  type DropBoxOptions,
  type ListedNames,
  type Sender,
} from './drop-box.ts';
import type { FileSystem } from './file-system.ts';

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

/** What is in the place of an answer: `fault` says why it is not one. `isOwn`: this box gave it. */
export type FoundAnswer =
  { readonly answer: KeptAnswer; readonly isOwn: boolean } | { readonly fault: string };

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
  /** Calls `wake` when an answer may have come, until the result is called; may miss some. Absent where nothing tells. */
  readonly watch?: (wake: () => void) => () => void;
  /** How often it is worth looking into; `Infinity` for one that no other process can reach. Default: 250, or 10,000 where it is watched. Units: ms. */
  readonly pollMs?: number;
}

/** Units: bytes. A person types less; a file given as a field may be long. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/**
 * `holdsOpen`: keeps the file of a given answer open until `release`, so that others can see who gave it.
 *
 * Errors: none; its methods throw JournalError.
 */
export function createAnswerBox(
  fs: FileSystem,
  runFolder: string,
  { holdsOpen = false, watch }: Pick<DropBoxOptions, 'holdsOpen' | 'watch'> = {},
): AnswerBox {
  const own = new Map<string, KeptAnswer>();
  const box = createDropBox(fs, runFolder, {
    folder: FOLDER,
    thing: 'answer',
    maxBytes: MAX_ANSWER_BYTES,
    holdsOpen,
    watch,
  });
  return {
    ...box,
    claim: (question, answer) => {
      const { nonce } = question;
      const name = answerNameOf(question);
      const isFirst = box.put(name, nonce === undefined ? answer : { nonce, ...answer });
      if (isFirst) own.set(name, answer);
      return isFirst;
    },
    find: (question) => {
      const name = answerNameOf(question);
      const found = box.read(name);
      if (found === undefined) return undefined;
      const given = own.get(name);
      // This process knows what it gave; the file shows only that it has not been removed.
      if (given !== undefined) return { answer: given, isOwn: true };
      return 'fault' in found ? found : decodeAnswer(found.content, question.nonce);
    },
  };
}

const FOLDER = 'answers';

/** Where the answer to a question lies. */
export function answerPathOf(runFolder: string, question: QuestionKey): string {
  return join(runFolder, FOLDER, answerNameOf(question));
}

/** The bare name of the answer to a question. */
export function answerNameOf({ start, nonce }: QuestionKey): string {
  invariant(Number.isSafeInteger(start) && start > 0, 'a start is the number of a record');
  return nonce === undefined ? `${start}.json` : `${start}-${nonce}.json`;
}

function decodeAnswer(value: unknown, nonce: string | undefined): FoundAnswer {
  const shape = { fault: 'it does not have the shape of an answer' };
  if (!isObject(value)) return shape;
  const { action, fields, sender = null } = value;
  const more = moreOf(value);
  if (typeof action !== 'string' || !areFields(fields)) return shape;
  if ((sender !== null && !isSender(sender)) || more === undefined) return shape;
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

/** The meaning of any other member is unknown. */
function isProofOrNone(value: unknown): value is ProofRecord | undefined {
  if (value === undefined) return true;
  if (!isObject(value) || Object.keys(value).length !== 3) return false;
  return ['signature', 'head', 'key'].every((name) => typeof value[name] === 'string');
}
