import type { UnruledCall } from '../../agent/unruled-call.ts';
import type { TaskEffects } from './task-effects.ts';
import { isBeyond } from './within-effects.ts';

/**
 * Why a call is refused that its task must not make, in a sentence for the agent; undefined for one that it may.
 *
 * Nobody is asked about these: a person in the middle of a turn does not widen what a map says.
 */
export function refusalOf(
  { tool, rule }: Pick<UnruledCall, 'tool' | 'rule'>,
  effects: TaskEffects | undefined,
): string | undefined {
  if (effects === undefined || effects.writes === 'anything') return undefined;
  const { writes } = effects;
  if (!isBeyond(tool, writes) && !isBeyond(rule ?? '', writes)) return undefined;
  const may = writes === 'nothing' ? 'change nothing' : `only change ${writes.join(', ')}`;
  return `This task may ${may}, so the call is refused.`;
}
