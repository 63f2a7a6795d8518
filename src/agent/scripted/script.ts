import type { Address } from '../../model/address.ts';
import type { Field } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import type { SignalAsked } from '../../signal/answer-signal.ts';
import type { Sleep } from './delayed-reply.ts';
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

/** What an answer must have. Shape: `actions`, `output` and `fields` are empty for a command and for the merges of a task. */
export interface ScriptedRequest {
  readonly of: 'agent' | 'command' | 'person' | 'merge';
  /** Where in the run it is asked; undefined outside of one. */
  readonly address: Address | undefined;
  readonly actions: readonly string[];
  /** The JSON Schema of the output; undefined where none is asked for. */
  readonly output: Value | undefined;
  readonly fields: readonly Field[];
  /** What a SIGNAL BLOCK must say; absent where none is asked for. */
  readonly signal?: SignalAsked;
}

/** What performers that play one script have in common. */
export interface ScriptedStage {
  /** How their work passes its time. Default: in real time. */
  readonly sleep?: Sleep;
  /** Does in a project what an answer says was done there, once its time is over. Default: nothing is done. */
  readonly perform?: (answer: ScriptedAnswer) => Promise<void>;
  /** Counts turns for all of them: whether a command is to be run again is a person's turn. Default: each for itself. */
  readonly turnOf?: TurnCount;
}

/** Gives the number of a turn within its visit, one more each time it is asked about that visit. */
export type TurnCount = (task: string, visit: number, address: Address | undefined) => number;

/** Counts the turns of each visit: the first time it is asked about one it says 1. */
export function countTurns(): TurnCount {
  const turns = new Map<string, number>();
  return (task, visit, address) => {
    // Items of a list have tasks of the same names, each with visits of its own.
    const key = JSON.stringify([address?.block ?? [], task, visit]);
    const turn = (turns.get(key) ?? 0) + 1;
    turns.set(key, turn);
    return turn;
  };
}
