import type { Address } from '../../model/address.ts';
import type { Field } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import type { ScriptedAnswer } from './scripted-answer.ts';

/**
 * How scripted performers answer: by task, visit, and which turn of that visit it is (both from 1), and by what is
 * asked for. The same for agents, commands and people, so that one script plays a whole run.
 */
export type Script = (
  task: string,
  visit: number,
  turn: number,
  asked: ScriptedRequest,
) => ScriptedAnswer | undefined;

/** What an answer must have. Shape: `actions`, `output` and `fields` are empty for a command. */
export interface ScriptedRequest {
  readonly of: 'agent' | 'command' | 'person';
  /** Where in the run it is asked; undefined outside of one. */
  readonly address: Address | undefined;
  readonly actions: readonly string[];
  /** The JSON Schema of the output; undefined where none is asked for. */
  readonly output: Value | undefined;
  readonly fields: readonly Field[];
}

/** Counts the turns of each visit: the first time it is asked about one it says 1. */
export function countTurns(): (task: string, visit: number, address: Address | undefined) => number {
  const turns = new Map<string, number>();
  return (task, visit, address) => {
    // Items of a list have tasks of the same names, each with visits of its own.
    const key = JSON.stringify([address?.block ?? [], task, visit]);
    const turn = (turns.get(key) ?? 0) + 1;
    turns.set(key, turn);
    return turn;
  };
}
