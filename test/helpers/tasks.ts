import type { Action } from '../../src/model/action.ts';
import type {
  Block,
  DecideTask,
  EndTask,
  ForeachTask,
  HumanTask,
  ParallelTask,
  ShellTask,
} from '../../src/model/block.ts';
import { claude, end } from './block.ts';

/** What every task that is no end has, with nothing set. */
function head(name: string, actions: readonly Action[]) {
  const { description, as, onError, timeoutMs, retry, maxVisits } = claude(name);
  return { name, description, actions, as, onError, timeoutMs, retry, maxVisits };
}

export function shell(name: string, command: readonly string[], ...actions: readonly Action[]): ShellTask {
  const parts = command.map((text) => ({ text }));
  const effects = { writes: undefined, frozen: undefined, mayCommit: false };
  return {
    ...head(name, actions),
    type: 'shell',
    command: { kind: 'argv', parts },
    idempotent: false,
    ...effects,
  };
}

export function human(name: string, ...actions: readonly Action[]): HumanTask {
  const prompt = { kind: 'verbatim', text: `Decide about ${name}.` } as const;
  return {
    ...head(name, actions),
    type: 'human',
    prompt,
    params: [],
    fields: [],
    signed: false,
    evidence: undefined,
    seen: false,
  };
}

export function decide(
  name: string,
  set: Readonly<Record<string, string>>,
  ...actions: readonly Action[]
): DecideTask {
  const assignments = Object.entries(set).map(([each, text]) => ({ name: each, expression: { text } }));
  return { ...head(name, actions), type: 'decide', set: assignments };
}

/** The action with a guard. */
export function when(text: string, action: Action): Action {
  return { ...action, when: { text } };
}

export function parallel(
  name: string,
  branches: Readonly<Record<string, Block>>,
  ...actions: readonly Action[]
): ParallelTask {
  return {
    ...head(name, actions),
    type: 'parallel',
    branches: Object.entries(branches).map(([each, block]) => ({ name: each, block })),
    atLeast: undefined,
    workspace: { kind: 'shared' },
  };
}

export function foreach(
  name: string,
  items: string,
  body: Block,
  ...actions: readonly Action[]
): ForeachTask {
  return {
    ...head(name, actions),
    type: 'foreach',
    items: { text: items },
    item: 'item',
    key: undefined,
    after: undefined,
    exclusive: undefined,
    concurrency: undefined,
    onItemFailure: 'stop',
    carry: false,
    body,
    workspace: { kind: 'shared' },
  };
}

/** An end with a result. */
export function ending(name: string, result: string, failed = false): EndTask {
  return { ...end(name, failed), result: { text: result } };
}
