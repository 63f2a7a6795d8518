import type { IParserErrorMessageProvider, TokenType } from 'chevrotain';
import { PRODUCTIONS } from './productions.ts';

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
    return this.#counted(expectedAt('mapItem'));
  }

  buildNoViableAltMessage({ ruleName }: { readonly ruleName: string }): string {
    return this.#counted(expectedAt(ruleName));
  }

  buildEarlyExitMessage({ ruleName }: { readonly ruleName: string }): string {
    return this.#counted(expectedAt(ruleName));
  }

  #counted(words: string): string {
    this.#count += 1;
    if (this.#count > MAX_FAULTS) throw new TooManyFaults('Too many faults.');
    return words;
  }
}

function expectedAt(rule: string): string {
  return PRODUCTIONS[rule]?.expected ?? rule;
}
