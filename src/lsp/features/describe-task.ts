import type { Action } from '../../model/action.ts';
import type { ActiveTask, ClaudeTask, PromptSource, Task } from '../../model/block.ts';

const MAX_TEXT = 300;

/** What a task does, in Markdown: a sentence, and a line for each way out. */
export function describeTask(task: Task): string {
  const head = `**${task.type}** \`${plain(task.name)}\``;
  const description = task.description === undefined ? [] : [clip(task.description)];
  if (task.type === 'end') {
    const result = task.result ? ` with \`${plain(task.result.text)}\`` : '';
    const failed = task.failed ? ', as a failure' : '';
    return [head, ...description, `Ends its block as \`${plain(task.outcome)}\`${result}${failed}.`].join(
      '\n\n',
    );
  }
  const bound = task.as === undefined ? '' : ` What it finds out is bound to \`${plain(task.as)}\`.`;
  const ways = task.actions.map((action) => `- ${describeAction(action)}`);
  if (task.onError !== undefined) ways.push(`- when it fails → \`${plain(task.onError)}\``);
  return [head, ...description, `${sentenceOf(task)}${bound}`, ways.join('\n')]
    .filter((each) => each !== '')
    .join('\n\n');
}

/** Where an action leads, and when it is taken. */
export function describeAction({ name, target, when, choose, limit, args }: Action): string {
  const passes =
    args.length === 0 ? '' : `, passing ${args.map((each) => `\`${plain(each.name)}\``).join(', ')}`;
  const guard = when ? ` when \`${plain(when.text)}\`` : '';
  const chosen = choose === undefined ? '' : `, chosen “${clip(choose)}”`;
  const bound = limit ? `, at most ${limit.max} times, then \`${plain(limit.then)}\`` : '';
  return `\`${plain(name)}\` → \`${plain(target)}\`${guard}${chosen}${passes}${bound}`;
}

function sentenceOf(task: ActiveTask): string {
  switch (task.type) {
    case 'claude':
      return `Asks an agent${roleOf(task)} with ${promptOf(task.prompt)}.`;
    case 'human':
      return `Asks a person with ${promptOf(task.prompt)}${task.signed ? ', whose answer needs a signature' : ''}${task.seen ? ', whose answer must be seen' : ''}.`;
    case 'shell':
      return `Runs a command: \`${plain(commandOf(task))}\`.`;
    case 'decide':
      return task.set.length === 0
        ? 'Chooses by its guards alone.'
        : `Sets ${task.set.map(({ name }) => `\`${plain(name)}\``).join(', ')}, and chooses by its guards.`;
    case 'parallel':
      return `Runs ${task.branches.map(({ name }) => `\`${plain(name)}\``).join(', ')} side by side.`;
    case 'foreach':
      return `Runs its body for each \`${plain(task.item)}\` of \`${plain(task.items.text)}\`.`;
    case 'workflow':
      return `Runs the map \`${plain(task.map)}\`.`;
    default:
      return task satisfies never;
  }
}

function roleOf({ agent }: ClaudeTask): string {
  return agent ? ` in the role \`${plain(agent.name)}\`` : '';
}

function promptOf(prompt: PromptSource): string {
  return prompt.kind === 'file' ? `\`${plain(prompt.path)}\`` : `“${clip(prompt.text)}”`;
}

function commandOf({ command }: Extract<ActiveTask, { type: 'shell' }>): string {
  return command.kind === 'line' ? command.line.text : command.parts.map(({ text }) => text).join(' ');
}

function clip(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT)}…` : line;
}

/** Between back-ticks. */
function plain(text: string): string {
  return clip(text).replaceAll('`', "'");
}
