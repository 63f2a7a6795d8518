import type { Action } from '../../src/model/action.ts';
import type { Block, ClaudeTask, EndTask, Task } from '../../src/model/block.ts';

/** A block that starts with its first task. */
export function block(...tasks: readonly Task[]): Block {
  return { start: tasks[0]?.name ?? '', tasks };
}

/** A claude task with a verbatim prompt and nothing else set. */
export function claude(name: string, ...actions: readonly Action[]): ClaudeTask {
  return {
    type: 'claude',
    name,
    description: undefined,
    prompt: { kind: 'verbatim', text: `Do ${name}.` },
    params: [],
    actions,
    as: undefined,
    onError: undefined,
    timeoutMs: undefined,
    retry: { max: undefined, reply: undefined },
    maxVisits: undefined,
    agent: undefined,
    model: undefined,
    permissionMode: undefined,
    unruledCalls: undefined,
    allowedTools: undefined,
    disallowedTools: undefined,
    reminder: undefined,
    writes: undefined,
    frozen: undefined,
    mayCommit: false,
    maxTurns: undefined,
    silenceMs: undefined,
    outlineTokens: undefined,
    outlineFocus: undefined,
    budgetUsd: undefined,
    session: { kind: 'new' },
    output: undefined,
    signal: undefined,
    appendActions: true,
  };
}

export function end(name: string, failed = false): EndTask {
  return {
    type: 'end',
    name,
    description: undefined,
    outcome: name,
    reason: undefined,
    result: undefined,
    failed,
  };
}

export function action(name: string, target: string): Action {
  return { name, target, args: [], choose: undefined, when: undefined, limit: undefined, resets: [] };
}
