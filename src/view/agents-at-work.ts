import type { Execution, RunView } from './run-view.ts';

/** The executions whose agent has a turn under way, in the order of their starts. */
export function agentsAtWork({ executions, working }: RunView): readonly Execution[] {
  return executions.filter(({ seq, worker }) => worker === 'agent' && working.has(seq));
}
