/**
 * Hides secrets in what a run leaves behind and shows.
 *
 * Shape: `text` and `value` replace every occurrence; `stream` does so over chunks of bytes and `lines` over lines,
 * also where a secret lies across several of them.
 */
import { createAnyOf, type AnyOf } from '../../util/find-any.ts';
import { formsOf } from './secrets.ts';

/** Hides secrets. Shape: `value` goes through lists and objects, and leaves names that the format gives. */
export interface Mask {
  readonly text: (text: string) => string;
  readonly value: <T>(value: T) => T;
  readonly stream: () => MaskedStream;
  readonly lines: (report: (line: string) => void) => MaskedLines;
}

/** Gives back what may be written already; what could be the start of a secret is held until `end`. */
export interface MaskedStream {
  readonly push: (chunk: Uint8Array) => Uint8Array;
  readonly end: () => Uint8Array;
}

/** Tells each line once no secret can begin in it any more. */
export interface MaskedLines {
  readonly push: (line: string) => void;
  readonly end: () => void;
}

const MASKED = '[masked]';

/** Names of the map, ids and digests: what a run is found by is never masked. */
const KEPT: ReadonlySet<string> = new Set([
  'task',
  'action',
  'target',
  'from',
  'session',
  'run',
  'path',
  'digest',
]);

/** In what was given to a run or a task, such a name is one that the map's author chose. */
const GIVEN: ReadonlySet<string> = new Set(['fields', 'args', 'params']);
const NONE: ReadonlySet<string> = new Set();

/**
 * Hides these texts, in all their forms.
 *
 * Errors: none.
 */
export function createMask(secrets: readonly string[]): Mask {
  if (secrets.length === 0) return NO_MASK;
  const forms = [...new Set(secrets.flatMap(formsOf))];
  const anyOf = createAnyOf(forms);
  // Bytes are searched as Latin-1, one unit a byte, so that a character cut in two is no matter.
  let inBytes: AnyOf | undefined;
  const text = (each: string): string => {
    const { done, rest } = hide(anyOf, each, true);
    return done + rest;
  };
  return {
    text,
    // The shape stays as it is: only strings are replaced, by strings.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    value: <T>(value: T): T => maskValue(value, text) as T,
    stream: () => {
      inBytes ??= createAnyOf(forms.map((each) => Buffer.from(each).toString('latin1')));
      const pieces = maskPieces(inBytes);
      return {
        push: (chunk) => Buffer.from(pieces.push(Buffer.from(chunk).toString('latin1')), 'latin1'),
        end: () => Buffer.from(pieces.end(), 'latin1'),
      };
    },
    lines: (report) => maskLines(maskPieces(anyOf), report),
  };
}

const AS_IT_IS: MaskedStream = { push: (chunk) => chunk, end: () => new Uint8Array() };
const NO_MASK: Mask = {
  text: (text) => text,
  value: (value) => value,
  stream: () => AS_IT_IS,
  lines: (report) => ({ push: report, end: () => undefined }),
};

function maskValue(value: unknown, text: (text: string) => string, kept = KEPT): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((each) => maskValue(each, text, kept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      kept.has(key) && typeof each === 'string' ? each : maskValue(each, text, GIVEN.has(key) ? NONE : kept),
    ]),
  );
}

/** Text that comes in pieces. */
interface MaskedPieces {
  readonly push: (piece: string) => string;
  readonly end: () => string;
}

function maskPieces(anyOf: AnyOf): MaskedPieces {
  let held = '';
  const take = (piece: string, isEnd: boolean): string => {
    const { done, rest } = hide(anyOf, held + piece, isEnd);
    held = rest;
    return done;
  };
  return { push: (piece) => take(piece, false), end: () => take('', true) };
}

/** What can be told of a text already, secrets hidden; `rest` may begin with one, of which more is to come. */
function hide(anyOf: AnyOf, text: string, isEnd: boolean): { readonly done: string; readonly rest: string } {
  let done = '';
  let at = 0;
  let broken = isEnd ? text.length : anyOf.findBroken(text, 0);
  for (let found = anyOf.find(text, 0); found !== undefined; found = anyOf.find(text, at)) {
    // What is broken off there may become a longer secret, which goes before this one.
    if (found.start >= broken) break;
    done += text.slice(at, found.start) + MASKED;
    at = found.end;
    if (broken < at) broken = anyOf.findBroken(text, at);
  }
  return { done: done + text.slice(at, broken), rest: text.slice(broken) };
}

function maskLines(pieces: MaskedPieces, report: (line: string) => void): MaskedLines {
  let begun = '';
  return {
    push: (line) => {
      const lines = (begun + pieces.push(`${line}\n`)).split('\n');
      begun = lines.pop() ?? '';
      for (const each of lines) report(each);
    },
    end: () => {
      const rest = begun + pieces.end();
      begun = '';
      if (rest === '') return;
      for (const each of rest.replace(/\n$/, '').split('\n')) report(each);
    },
  };
}
