import { isObjectValue, type Value } from '../../model/value.ts';
import { neededContext } from '../../signal/words.ts';
import type { SignalAsked } from '../../signal/answer-signal.ts';
import { spellSignal } from '../../signal/spell-signal.ts';
import type { ScriptedAnswer } from './scripted-answer.ts';

/** Whom each result is handed to, where a script does not say it. */
const NEXT: Readonly<Record<string, string>> = {
  CLARIFICATION_NEEDED: 'Human',
  PLAN_CREATED: 'Actor',
  FINAL_PLAN_CREATED: 'Actor',
  SUCCESS: 'Judge',
  FAIL: 'Planner',
  PASS: 'Planner',
  INSUFFICIENT: 'Planner',
};

/**
 * The final message of a scripted agent that is asked for a SIGNAL BLOCK.
 *
 * Shape: the `text` of the output; else a block of the other members of the output, where those that
 * are not given are as asked: the action is `next`, the context an object with its parts, or a text.
 */
export function scriptedSignal({ action, output }: ScriptedAnswer, asked: SignalAsked): string {
  const given = isObjectValue(output) ? output : {};
  const whole = given['text'];
  if (typeof whole === 'string') return whole;
  const word = (name: string, otherwise: string): string => {
    const value = given[name];
    return typeof value === 'string' ? value : otherwise;
  };
  const result = word('result', asked.results[0] ?? '');
  const next = word('named', word('next', action ?? asked.nexts[0] ?? NEXT[result] ?? 'Human'));
  const confidence = given['confidence'];
  return spellSignal({
    role: word('role', asked.role),
    result,
    summary: word('summary', 'As the script says.'),
    confidence: typeof confidence === 'number' ? confidence : 8,
    named: next,
    context: contextOf(given['context'], neededContext(asked.role, result, next)),
    fields: {},
    signature: word('signature', asked.signature ?? '1:1:1'),
  });
}

/** Parts that are needed and not given say nothing. */
function contextOf(given: Value | undefined, needed: readonly (readonly string[])[]): string {
  if (typeof given === 'string') return given;
  const parts = new Map(needed.map(([name = '']) => [name, '(scripted)']));
  for (const [name, value] of Object.entries(isObjectValue(given) ? given : {})) {
    parts.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return Array.from(parts, ([name, value]) => `- **${name}**: ${value}`).join('\n');
}
