import { sign, verify, type KeyObject } from 'node:crypto';
import type { Address } from '../model/address.ts';
import type { Value } from '../model/value.ts';
import { canonicalJson } from './canonical-json.ts';
import type { GateKey } from './gate-key.ts';

/**
 * A question as it is signed: all by which it differs from any other.
 *
 * Shape: `start` is the number of the execution that waits, `nonce` was made when it was asked; `fields` are the
 * declarations of the map; `textDigest` is SHA-256 of the text that the person reads, hex.
 */
export interface GateQuestion {
  readonly address: Address;
  readonly task: string;
  readonly start: number;
  readonly nonce: string;
  readonly choices: readonly { readonly name: string; readonly choose: string | null }[];
  readonly fields: readonly Readonly<Record<string, Value>>[];
  readonly textDigest: string;
}

/** Where a question was asked: `map` is the digest of the run's map, `head` that of its journal up to the question. */
export interface AskedIn {
  readonly run: string;
  readonly map: string;
  readonly head: string;
}

export interface GateAnswer {
  readonly action: string;
  readonly fields: Readonly<Record<string, Value>>;
}

/** What a signature says: this answer, to this question, of this run, after this history. */
export interface Statement extends AskedIn {
  readonly question: GateQuestion;
  readonly answer: GateAnswer;
}

/**
 * The bytes that are signed: a line that says what they are, so that no signature made for another purpose fits, and the
 * canonical JSON of `{version, run, map, question, head, answer}`.
 */
export function bytesOf({ run, map, question, head, answer }: Statement): Buffer {
  const { address, task, start, nonce, choices, fields, textDigest } = question;
  const { action } = answer;
  const statement = {
    version: 1,
    run,
    map,
    question: { address: plain(address), task, start, nonce, choices: plain(choices), fields, textDigest },
    head,
    answer: { action, fields: answer.fields },
  };
  return Buffer.from(`wfmap-answer-1\n${canonicalJson(statement)}`);
}

/** Shape: base64. */
export function signStatement(statement: Statement, key: KeyObject): string {
  return sign(null, bytesOf(statement), key).toString('base64');
}

/** Whether a signature is of this statement, by this key. Errors: none; false for what is not a signature. */
export function isSignedBy(statement: Statement, signature: string, { key }: GateKey): boolean {
  const bytes = Buffer.from(signature, 'base64');
  // Only one spelling: otherwise a record could be changed and stay valid.
  if (bytes.length !== 64 || bytes.toString('base64') !== signature) return false;
  return verify(null, bytesOf(statement), key, bytes);
}

/** The same as a plain value, without absent members. */
function plain(value: unknown): Value {
  // What is made of JSON stays JSON.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(JSON.stringify(value)) as Value;
}
