import type {
  ClaudeTask,
  Effects,
  ForeachTask,
  HumanTask,
  ParallelTask,
  ShellCommand,
  Task,
  Workspace,
} from '../model/block.ts';
import type { Fact } from './map-graph.ts';

/** What a picture says of a task beside its name and type, most telling first. */
export function factsOf(task: Task): readonly Fact[] {
  switch (task.type) {
    case 'claude':
      return [...roleOf(task), ...effectsOf(task)];
    case 'shell':
      return [code(commandOf(task.command)), ...effectsOf(task)];
    case 'decide':
      return task.set.length > 0 ? [code(task.set.map(({ name }) => name).join(', '))] : [];
    case 'parallel':
      return [words(joined(joinOf(task), task.workspace))];
    case 'foreach':
      return [code(`${task.item} in ${oneLine(task.items.text)}`), ...scheduleOf(task)];
    case 'workflow':
      return [code(task.map)];
    case 'end':
      return task.outcome === task.name ? [] : [code(task.outcome)];
    case 'human':
      break;
  }
  return gateOf(task);
}

function gateOf({ signed, seen }: HumanTask): readonly Fact[] {
  return [...(signed ? [words('signed')] : []), ...(seen ? [words('seen')] : [])];
}

function roleOf({ agent }: ClaudeTask): readonly Fact[] {
  return agent ? [words(`as ${agent.name}`)] : [];
}

function effectsOf({ writes, mayCommit }: Effects): readonly Fact[] {
  const text = [
    ...(writes === undefined ? [] : [`writes ${writes.join(', ')}`]),
    ...(mayCommit ? ['may commit'] : []),
  ];
  return text.length === 0 ? [] : [words(text.join(', '))];
}

function joinOf({ atLeast, branches }: ParallelTask): string {
  return atLeast === undefined ? 'all branches' : `at least ${atLeast} of ${branches.length} branches`;
}

function scheduleOf({ concurrency, workspace }: ForeachTask): readonly Fact[] {
  const pace =
    concurrency === undefined ? '' : concurrency === 1 ? 'one after another' : `${concurrency} at once`;
  const text = joined(pace, workspace);
  return text === '' ? [] : [words(text)];
}

function joined(text: string, { kind }: Workspace): string {
  const where = kind === 'shared' ? '' : kind === 'readonly' ? 'read only' : 'in worktrees';
  return [text, where].filter((each) => each !== '').join(', ');
}

function commandOf(command: ShellCommand): string {
  const text = command.kind === 'line' ? command.line.text : command.parts.map((part) => part.text).join(' ');
  return oneLine(text);
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

function words(text: string): Fact {
  return { text, isCode: false };
}

function code(text: string): Fact {
  return { text, isCode: true };
}
