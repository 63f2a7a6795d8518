import type { AskedIn, GateQuestion, Statement } from '../../gate/statement.ts';
import { digestOf } from '../../journal/source-store.ts';
import { readOpenText, readText } from '../../project/read-text.ts';
import { isObject } from '../../util/is-object.ts';
import { UsageError } from '../io/usage-error.ts';

/**
 * A question on its way to where it is signed.
 *
 * Shape: `name` is what the run is called where it lies, `mapPath` the path of its map there; `key` is the digest of the
 * public key that checks the answer; `text` is what the person reads.
 */
export interface QuestionFile extends AskedIn {
  readonly kind: 'wfmap-question';
  readonly version: 1;
  readonly name: string;
  readonly mapPath: string;
  readonly key: string;
  readonly question: GateQuestion;
  readonly text: string;
}

/** A signed answer on its way back: the whole statement, so that the mismatch can be named. */
export interface AnswerFile extends Statement {
  readonly kind: 'wfmap-answer';
  readonly version: 1;
  readonly key: string;
  readonly signature: string;
}

/** Units: bytes. A text to be signed is read by a person. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** Reads a question. Errors: throws {@link UsageError} for any other file, and where the text is not what is signed. */
export function readQuestionFile(path: string): QuestionFile {
  const value = readJson(path);
  if (!isQuestionFile(value)) throw isNone(path, 'question', 'wfmap answer --export');
  if (digestOf(value.text) !== value.question.textDigest) {
    throw new UsageError(`The text in "${path}" does not match its digest, which is what would be signed.`, {
      help: 'Somebody has changed it. Export the question again: wfmap answer --export',
    });
  }
  return value;
}

/** Reads a signed answer. Errors: throws {@link UsageError} for any other file. */
export function readAnswerFile(path: string): AnswerFile {
  const value = readJson(path);
  if (!isAnswerFile(value)) throw isNone(path, 'signed answer', 'wfmap answer --sign');
  return value;
}

function isNone(path: string, what: string, madeBy: string): UsageError {
  return new UsageError(`"${path}" is not a ${what}.`, { help: `Write one with: ${madeBy}` });
}

function readJson(path: string): unknown {
  const text =
    path === '-' ? readOpenText(0, 'standard input', MAX_FILE_BYTES) : readText(path, MAX_FILE_BYTES);
  try {
    return JSON.parse(text);
  } catch {
    // A file that is not JSON is not a question either; the caller reports that.
    return undefined;
  }
}

function isQuestionFile(value: unknown): value is QuestionFile {
  return isAsked(value, 'wfmap-question') && [value['name'], value['mapPath'], value['text']].every(isText);
}

function isAnswerFile(value: unknown): value is AnswerFile {
  if (!isAsked(value, 'wfmap-answer') || !isText(value['signature'])) return false;
  const { answer } = value;
  return isObject(answer) && isText(answer['action']) && isObject(answer['fields']);
}

function isAsked(value: unknown, kind: string): value is Readonly<Record<string, unknown>> {
  if (!isObject(value) || value['kind'] !== kind || value['version'] !== 1) return false;
  const { run, map, head, key, question } = value;
  return [run, map, head, key].every(isText) && isQuestion(question);
}

function isQuestion(value: unknown): value is GateQuestion {
  if (!isObject(value) || !isObject(value['address'])) return false;
  const { task, start, nonce, choices, fields, textDigest, address } = value;
  return (
    [task, nonce, textDigest].every(isText) &&
    Number.isSafeInteger(start) &&
    isList(address['block'], (each) => isObject(each) && isText(each['task']) && isText(each['key'])) &&
    isList(choices, (each) => isObject(each) && isText(each['name'])) &&
    isList(fields, (each) => isObject(each) && isText(each['name']) && isText(each['type']))
  );
}

function isList(value: unknown, holds: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(holds);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
