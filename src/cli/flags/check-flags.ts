import { BARE_FLAGS } from '../git/bare-flags.ts';
import { flagFaults } from './flag-faults.ts';

/** The flags of a command, as yargs keeps them. Shape: names without dashes; `alias` has each name with its others. */
export interface DeclaredFlags {
  readonly key: Readonly<Record<string, unknown>>;
  readonly boolean: readonly string[];
  readonly array: readonly string[];
  readonly alias: Readonly<Record<string, readonly string[]>>;
  readonly choices: Readonly<Record<string, readonly unknown[]>>;
  readonly hiddenOptions: readonly string[];
}

const MAY_BE_BARE: ReadonlySet<string> = new Set([...BARE_FLAGS, 'from-checkpoint']);

/** An empty value turns these off, where settings have one. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['notify']);

/** Commands that maps call with texts of their own: a value may be empty there. */
const FOR_MAPS: ReadonlySet<string> = new Set(['commit', 'set-aside', 'snapshot', 'checkpoint', 'draft']);

/** Commands that begin with two words. */
const TWO_WORDS: ReadonlySet<string> = new Set(['runs prune']);

/** Commands that pass flags they do not know to a map, for its fields. */
const WITH_FIELDS: ReadonlySet<string> = new Set(['run', 'resume', 'answer', 'prompt']);

/**
 * Refuses flags that lack a value, have one too many, are given twice, or that a command does not have: yargs takes these for
 * something else.
 *
 * `words` is the command line behind `wfmap`. A value that begins with a dash is written with "=".
 * Errors: throws UsageError for the first.
 */
export function checkFlags(words: readonly string[], declared: DeclaredFlags): void {
  const command = commandOf(words);
  const rest = words.slice(1);
  const seen = new Set<string>();
  for (let word = rest.shift(); word !== undefined && word !== '--'; word = rest.shift()) {
    const typed = flagIn(word);
    if (typed === undefined) continue;
    const flag = declaredFlag(typed.name, declared);
    if (flag === undefined) {
      refuseUnknown(command, typed, declared);
      continue;
    }
    if (seen.has(flag.name) && !flag.isRepeatable) throw flagFaults.twice(typed.flag);
    seen.add(flag.name);
    const value = takeValue(
      { ...typed, ...flag, mayBeEmpty: FOR_MAPS.has(command) || MAY_BE_EMPTY.has(flag.name) },
      rest,
    );
    checkChoice(typed.flag, value, declared.choices[flag.name]?.map(String));
  }
}

function commandOf([first = '', second = '']: readonly string[]): string {
  const both = `${first} ${second}`;
  return TWO_WORDS.has(both) ? both : first;
}

/** A map may have a field for it: but "no-" and a flag of ours that is no switch is none. */
function refuseUnknown(command: string, { flag, name }: Typed, declared: DeclaredFlags): void {
  const isOurs = nameOf(name.replace(/^no-/, ''), declared) !== undefined;
  if (!WITH_FIELDS.has(command) || isOurs) throw flagFaults.unknown(flag, command, shownFlags(declared));
}

function checkChoice(flag: string, value: string, choices: readonly string[] | undefined): void {
  if (choices !== undefined && !choices.includes(value)) throw flagFaults.noChoice(flag, value, choices);
}

interface Typed {
  /** As it was typed, without a value. */
  readonly flag: string;
  readonly name: string;
  readonly value: string | undefined;
}

interface Flag {
  readonly name: string;
  readonly isSwitch: boolean;
  readonly isRepeatable: boolean;
}

/** A word as a flag, with the value behind its `=`. */
export function flagIn(word: string): Typed | undefined {
  const [, long, longValue] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  if (long !== undefined) return { flag: `--${long}`, name: long, value: longValue };
  const [, short, value] = /^-([a-zA-Z])=?(.*)$/s.exec(word) ?? [];
  if (short === undefined) return undefined;
  return { flag: `-${short}`, name: short, value: value === '' ? undefined : value };
}

/** A flag by one of its names: declared, short, in camel case, or behind "no-" where it is a switch. */
function declaredFlag(typed: string, declared: DeclaredFlags): Flag | undefined {
  const found = nameOf(typed, declared);
  const name = found ?? nameOf(typed.replace(/^no-/, ''), declared);
  if (name === undefined) return undefined;
  const isSwitch = declared.boolean.includes(name);
  if (found === undefined && !isSwitch) return undefined;
  return { name, isSwitch, isRepeatable: declared.array.includes(name) };
}

/** The flag of a field as people like to write it: `selfMoa` and `self-moa` are both `--self-moa`. */
export function kebabOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The name that a flag is declared by. */
function nameOf(typed: string, { key, alias }: DeclaredFlags): string | undefined {
  const long = Object.entries(alias).find(([, others]) => others.includes(typed))?.[0];
  return long ?? [typed, kebabOf(typed)].find((each) => Object.hasOwn(key, each));
}

/** Takes the value of a flag off the words behind it. Shape: "" where it has none and needs none. */
function takeValue(
  { flag, name, value, isSwitch, mayBeEmpty }: Typed & Flag & { readonly mayBeEmpty: boolean },
  rest: string[],
): string {
  if (isSwitch) {
    if (value !== undefined && value !== 'true' && value !== 'false') throw flagFaults.takesNoValue(flag);
    return '';
  }
  if (MAY_BE_BARE.has(name) && value === undefined) return '';
  const given = value ?? (isValue(rest[0]) ? rest.shift() : undefined);
  if (given === undefined || (given === '' && !mayBeEmpty)) throw flagFaults.noValue(flag);
  return given;
}

/** Whether a word can be the value of the flag before it. */
export function isValue(word: string | undefined): boolean {
  return word !== undefined && !/^-[^\d]/.test(word);
}

function shownFlags({ key, hiddenOptions }: DeclaredFlags): readonly string[] {
  return Object.keys(key).filter((name) => name.length > 1 && !hiddenOptions.includes(name));
}
