import type { Program } from '../../run/program/program.ts';
import { statedWrites, writesOf } from '../../run/program/stated-writes.ts';
import { isBeyond } from '../../run/program/within-effects.ts';
import { tasksWithin } from '../flags/find-prompted.ts';
import { toOneLine } from '../io/format.ts';

/** Which tasks a rule of the command line does not hold for, because it would let them change what they must not: sentences. */
export function allowNotes(program: Program, rules: readonly string[]): readonly string[] {
  return rules.flatMap((rule) => {
    const tasks = tasksWithin(program).filter(({ task, program: own, isReadonly }) => {
      if (task.type !== 'claude') return false;
      const stated = statedWrites(own, task, isReadonly);
      return stated !== undefined && isBeyond(rule, writesOf(stated));
    });
    const names = [...new Set(tasks.map(({ task }) => task.name))];
    return names.length === 0 ? [] : [noteOn(rule, names)];
  });
}

const MAX_NAMES = 5;

function noteOn(rule: string, names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  const listed = names.slice(0, MAX_NAMES).map((name) => `"${toOneLine(name, 80)}"`);
  const rest = more > 0 ? ` and ${more} more` : '';
  return `The rule ${toOneLine(rule)} does not hold for ${listed.join(', ')}${rest}: "writes" says what a task may change, and --allow does not widen it.`;
}
