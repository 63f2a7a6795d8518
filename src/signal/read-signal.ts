import { cleanText } from '../util/clean-text.ts';
import { quoteName } from '../util/quote-name.ts';
import { findSignals, type RawLine, type RawSignal } from './find-signals.ts';
import { isStepOf, parseSignature, spellSignature, type Signature } from './signature.ts';
import { RESULTS_OF, SIGNAL_RESULTS, SIGNAL_ROLES, STOP, type SignalRole } from './words.ts';

/** How exact a block must be. `lenient` takes what models write often, with a warning; it never guesses who is next. */
export type Strictness = 'strict' | 'lenient';

/** What a SIGNAL BLOCK says. */
export interface Signal {
  readonly role: SignalRole;
  /** One of the known results; in lenient reading any other word too. */
  readonly result: string;
  readonly summary: string;
  /** From 0 to 10; undefined where the block says none. */
  readonly confidence: number | undefined;
  /** A role; in lenient reading also `STOP`. */
  readonly next: string;
  readonly context: Context;
  /** Further fields, by their name as it is written. */
  readonly fields: Readonly<Record<string, string>>;
  readonly signature: Signature | undefined;
  /** What is not as it should be and does no harm, each a sentence. */
  readonly warnings: readonly string[];
}

/** Shape: `parts` are the bullets of `text` that have a name, by that name. */
export interface Context {
  readonly text: string;
  readonly parts: Readonly<Record<string, string>>;
}

/** What was read. `fault` is a sentence that can be quoted to an agent. */
export type ReadSignal = { readonly signal: Signal } | { readonly fault: string };

/** Units: UTF-16. Longer blocks are no hand-over. */
export const MAX_SIGNAL_LENGTH = 64 * 1024;

/**
 * Reads the last SIGNAL BLOCK of a text.
 *
 * An earlier block never counts in place of a last one that cannot be read. Takes time in proportion to the text.
 * Errors: none; what cannot be read is a `fault`.
 */
export function readSignal(text: string, strictness: Strictness): ReadSignal {
  let last: RawSignal | undefined;
  for (const raw of findSignals(text)) last = raw;
  if (last === undefined) return { fault: 'The final message has no SIGNAL BLOCK outside of code fences.' };
  const length = last.lines.reduce((sum, line) => sum + line.text.length + 1, 0);
  if (length > MAX_SIGNAL_LENGTH) {
    return { fault: `The SIGNAL BLOCK is longer than ${MAX_SIGNAL_LENGTH} characters.` };
  }
  const fields = fieldsOf(last.lines);
  return 'fault' in fields ? fields : new Reader(fields.fields, strictness).read();
}

/** A field of a block: its name and value as they are written, and the lines below it. */
export interface RawField {
  readonly name: string;
  readonly value: string;
  /** Where the value begins in the text. */
  readonly at: number;
  readonly below: string[];
}

const FIELD =
  /^ ?(?:[-*+][ \t]+)?(?<open>\*{0,2})(?<name>[A-Za-z][A-Za-z /_-]{0,39}?)(?<close>\*{0,2})[ \t]*:(?<after>\*{0,2})[ \t]*(?<value>.*)$/;

/** The fields of a block in order. Lines that belong to none before the first are left out. */
export function rawFieldsOf(lines: readonly RawLine[]): RawField[] {
  const fields: RawField[] = [];
  for (const { text, at } of lines) {
    const line = text.trimEnd();
    const found = FIELD.exec(line)?.groups;
    if (found !== undefined) {
      const value = found['value'] ?? '';
      fields.push({
        name: (found['name'] ?? '').trim(),
        value,
        at: at + line.length - value.length,
        below: [],
      });
    } else if (line.trim() !== '') fields.at(-1)?.below.push(line);
  }
  return fields;
}

/** The fields that every block has, by what they are called in lower case. */
const KNOWN: Readonly<Record<string, string>> = {
  agent: 'agent',
  result: 'result',
  'loop summary': 'summary',
  'goal summary': 'summary',
  'step summary': 'summary',
  confidence: 'confidence',
  next: 'next',
  context: 'context',
  signature: 'signature',
};

/** What a field is, by its name; undefined for further ones. */
export function knownField(name: string): string | undefined {
  const key = name.toLowerCase().replaceAll(/[ \t]+/g, ' ');
  if (Object.hasOwn(KNOWN, key)) return KNOWN[key];
  return /^context for (?:human|planner|actor|judge)$/.test(key) ? 'context' : undefined;
}

interface Fields {
  readonly known: ReadonlyMap<string, RawField>;
  readonly further: ReadonlyMap<string, RawField>;
}

function fieldsOf(lines: readonly RawLine[]): { readonly fields: Fields } | { readonly fault: string } {
  const known = new Map<string, RawField>();
  const further = new Map<string, RawField>();
  for (const field of rawFieldsOf(lines)) {
    const key = knownField(field.name);
    if (key === undefined) {
      if (!further.has(field.name)) further.set(field.name, field);
    } else if (known.has(key)) {
      return { fault: `The SIGNAL BLOCK has the field ${quoteName(field.name)} more than once.` };
    } else known.set(key, field);
  }
  return { fields: { known, further } };
}

const EXACT_CONFIDENCE = /^(\d{1,2})(?:\/10)?(?:[ \t]*\(.*\))?$/;

/** A remark behind it that holds no other number. */
const LOOSE_CONFIDENCE = /^(\d{1,2})(?:\/10)?[ \t]*[-—–,;][ \t]*[^\d\s][^\d]*$/;

/** What makes reading end. */
class Malformed extends Error {}

class Reader {
  readonly #fields: Fields;
  readonly #isStrict: boolean;
  readonly #warnings: string[] = [];

  constructor(fields: Fields, strictness: Strictness) {
    this.#fields = fields;
    this.#isStrict = strictness === 'strict';
  }

  read(): ReadSignal {
    try {
      return { signal: this.#signal() };
    } catch (thrown) {
      if (thrown instanceof Malformed) return { fault: thrown.message };
      throw thrown;
    }
  }

  #signal(): Signal {
    const role = this.#roleOf();
    const result = this.#wordOf('result', 'Result', SIGNAL_RESULTS, true);
    if (SIGNAL_RESULTS.includes(result) && !isResultOf(role, result)) {
      this.#warnings.push(`${quoteName(result)} is no result of the ${role}.`);
    }
    const nexts: readonly string[] = this.#isStrict ? SIGNAL_ROLES : [...SIGNAL_ROLES, STOP];
    const next = this.#wordOf('next', 'Next', nexts, false);
    const signature = this.#signatureOf();
    if (signature !== undefined && !isStepOf(role, signature)) {
      const written = spellSignature(signature);
      this.#warnings.push(`The step of the signature ${written} is no step of the ${role}.`);
    }
    return {
      role,
      result,
      summary: this.#summaryOf(),
      confidence: this.#confidenceOf(role),
      next,
      context: this.#contextOf(),
      fields: namedTexts([...this.#fields.further.values()]),
      signature,
      warnings: this.#warnings,
    };
  }

  #roleOf(): SignalRole {
    const word = this.#wordOf('agent', 'Agent', SIGNAL_ROLES, false);
    const role = SIGNAL_ROLES.find((each) => each === word);
    if (role === undefined)
      throw new Malformed(`The Agent ${quoteName(word)} is none of ${listed(SIGNAL_ROLES)}.`);
    return role;
  }

  /** One of the words; in lenient reading the one that the value begins with, or any word if `isOpen`. */
  #wordOf(key: string, name: string, words: readonly string[], isOpen: boolean): string {
    const value = this.#required(key, name);
    if (words.includes(value)) return value;
    const bare = bareOf(value);
    if (isChoice(bare, words)) {
      throw new Malformed(`The ${name} ${quoteName(value)} is a list of choices: name one.`);
    }
    const found = this.#isStrict ? undefined : leadingWord(bare, words);
    if (found !== undefined) {
      this.#warnings.push(`The ${name} ${quoteName(value)} is read as ${found}.`);
      return found;
    }
    const other = /^[A-Z][A-Z0-9_]{0,39}\b/.exec(bare)?.[0];
    if (!this.#isStrict && isOpen && other !== undefined) {
      this.#warnings.push(`The ${name} ${quoteName(value)} is none that is known.`);
      return other;
    }
    throw new Malformed(`The ${name} ${quoteName(value)} is none of ${listed(words)}.`);
  }

  #required(key: string, name: string): string {
    const value = this.#fields.known.get(key)?.value.trim() ?? '';
    if (value === '') throw new Malformed(`The SIGNAL BLOCK has no ${name}.`);
    return value;
  }

  #summaryOf(): string {
    const field = this.#fields.known.get('summary');
    const summary = field === undefined ? '' : textOf(field);
    if (summary === '') this.#lacks('Loop Summary');
    return summary;
  }

  #confidenceOf(role: SignalRole): number | undefined {
    const value = this.#fields.known.get('confidence')?.value.trim() ?? '';
    if (value === '') {
      if (role !== 'Human') this.#lacks('Confidence');
      return undefined;
    }
    const exact = EXACT_CONFIDENCE.exec(value)?.[1];
    const given = exact ?? (this.#isStrict ? undefined : LOOSE_CONFIDENCE.exec(bareOf(value))?.[1]);
    if (given === undefined || Number(given) > 10) {
      throw new Malformed(`The Confidence ${quoteName(value)} is no whole number from 0 to 10.`);
    }
    if (exact === undefined) this.#warnings.push(`The Confidence ${quoteName(value)} is read as ${given}.`);
    return Number(given);
  }

  /** A field that a strict reader wants. */
  #lacks(name: string): void {
    if (this.#isStrict) throw new Malformed(`The SIGNAL BLOCK has no ${name}.`);
    this.#warnings.push(`The SIGNAL BLOCK has no ${name}.`);
  }

  #contextOf(): Context {
    const field = this.#fields.known.get('context');
    if (field === undefined) {
      this.#lacks('Context');
      return { text: '', parts: {} };
    }
    const nested = rawFieldsOf(field.below.map((line) => ({ text: line.trimStart(), at: 0 })));
    return { text: textOf(field), parts: namedTexts(nested) };
  }

  #signatureOf(): Signature | undefined {
    const value = this.#fields.known.get('signature')?.value.trim() ?? '';
    if (value === '') {
      this.#lacks('Signature');
      return undefined;
    }
    const exact = parseSignature(value);
    if (exact !== undefined) return exact;
    const leading = /^[`*]{0,3}([\w:]{1,40})[`*]{0,3}(?:$|[ \t])/.exec(value)?.[1] ?? '';
    const loose = this.#isStrict ? undefined : parseSignature(leading);
    if (loose === undefined) {
      throw new Malformed(
        `The Signature ${quoteName(value)} is not of the form goal:loop:step, such as 1:2:3.`,
      );
    }
    this.#warnings.push(`The Signature ${quoteName(value)} is read as ${spellSignature(loose)}.`);
    return loose;
  }
}

function isResultOf(role: SignalRole, result: string): boolean {
  const results: readonly string[] = RESULTS_OF[role];
  return results.includes(result);
}

/** A value without marks of emphasis and code around it. */
function bareOf(value: string): string {
  return value.replace(/^[*_`]{1,3}(?=[^*_`])/, '').replace(/(?<=[^*_`])[*_`]{1,3}$/, '');
}

/** Whether a value is what a template offers, or leaves two of them open. */
function isChoice(value: string, words: readonly string[]): boolean {
  if (/^\[.*\]$/.test(value) || value.includes('|')) return true;
  const first = leadingWord(value, words);
  if (first === undefined) return false;
  const second = /^[\s*_`]*(?:or|\/)[\s*_`]+(.*)$/i.exec(value.slice(first.length))?.[1];
  return second !== undefined && leadingWord(second, words) !== undefined;
}

/** The word that a value begins with, in any case. */
function leadingWord(value: string, words: readonly string[]): string | undefined {
  const word = /^[A-Za-z_]{1,40}(?![A-Za-z0-9_])/.exec(value)?.[0].toUpperCase();
  return words.find((each) => each.toUpperCase() === word);
}

/** The value, and the lines below it without the white space that all of them begin with. */
function textOf({ value, below }: RawField): string {
  const indent = Math.min(...below.map((line) => line.length - line.trimStart().length));
  const lines = [value.trim(), ...below.map((line) => line.slice(indent))];
  return cleanText(lines.join('\n')).trim();
}

/** The texts of fields by name; the first of a name counts. */
function namedTexts(fields: readonly RawField[]): Record<string, string> {
  const texts = new Map<string, string>();
  for (const field of fields) if (!texts.has(field.name)) texts.set(field.name, textOf(field));
  return Object.fromEntries(texts);
}

function listed(words: readonly string[]): string {
  return words.map((each) => `"${each}"`).join(', ');
}
