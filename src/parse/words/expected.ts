import { fieldsOf } from '../../language/fields.ts';
import type { IParserErrorMessageProvider, TokenType } from 'chevrotain';

/** What may stand at the place of a production with alternatives, as a part of a sentence. */
const PRODUCTIONS: Readonly<Record<string, string>> = {
  mapItem: 'a task, an input or another part of the map',
  taskItem: 'an action "Name -> Target" or a clause of the task',
  blockItem: 'a task, "start", "end" or "}"',
  field: '":" and a type, or "=" and a value',
  claim: 'a claim, such as "never Blocked" or "Review precedes Done"',
  property: '":" and a claim, or "=" and a value',
  operand: 'an operand of the expression',
  name: 'a name',
  word: 'a name of one word, or in double quotes',
  words: 'a name of one word or in quotes, or [] for none',
  path: 'a path, or a text in double quotes',
  output: 'the path of a schema, or a schema { … }',
  json: 'a value: a text in double quotes, a number, true, false, null, [ or {',
  duration: 'a duration such as 30m',
  names: 'a name, or [] for none',
  actionName: 'the name of an action',
  setting: 'a setting, such as "model" or "timeout"',
  limit: eitherOf(fieldsOf('limits')),
  command: 'a line in quotes, or a list ["program", "argument"]',
  join: '"all" or "at least" and a number',
  workspace: '"shared", "readonly" or "worktree merge" and when',
  retry: 'a number, or "reply" and a number',
};

function eitherOf(words: readonly string[]): string {
  const quoted = words.map((each) => `"${each}"`);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}`;
}

const TOKENS: Readonly<Record<string, string>> = {
  Word: 'a name',
  Identifier: 'a name',
  Text: 'a text in double quotes',
  Number: 'a number',
  TaskType: 'a type of task',
  Operator: 'an operator',
};

/** Thrown through the parser, which would go on to look for what follows each of a million faults. */
export class TooManyFaults extends Error {}

/** More than anybody is told. */
const MAX_FAULTS = 500;

/** Says nothing but what was expected, from which the diagnostic is made. Errors: throws TooManyFaults. */
export class WordsExpected implements IParserErrorMessageProvider {
  #count = 0;

  /** Begins to count anew: for each text. */
  reset(): void {
    this.#count = 0;
  }

  buildMismatchTokenMessage({ expected }: { readonly expected: TokenType }): string {
    return this.#counted(TOKENS[expected.name] ?? expected.name);
  }

  buildNotAllInputParsedMessage(): string {
    return this.#counted(PRODUCTIONS['mapItem'] ?? '');
  }

  buildNoViableAltMessage({ ruleName }: { readonly ruleName: string }): string {
    return this.#counted(PRODUCTIONS[ruleName] ?? ruleName);
  }

  buildEarlyExitMessage({ ruleName }: { readonly ruleName: string }): string {
    return this.#counted(PRODUCTIONS[ruleName] ?? ruleName);
  }

  #counted(words: string): string {
    this.#count += 1;
    if (this.#count > MAX_FAULTS) throw new TooManyFaults('Too many faults.');
    return words;
  }
}
