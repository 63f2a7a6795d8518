import type { Task } from '../../model/block.ts';
import type { Program } from './program.ts';

const known = new WeakMap<Task, Map<string, boolean>>();

/** What of a task is told or shown, and is no expression. Prompts are looked at as templates. */
const WORDS = new Set(['name', 'description', 'prompt', 'choose', 'target', 'then', 'outcome', 'onError']);

/**
 * Whether a task may read a name: in an expression of its own, its templates or a partial of these.
 *
 * Of what the map writes the word decides, in whatever sense an expression says it. The blocks inside of a task speak
 * for themselves.
 */
export function saysName(program: Program, task: Task, name: string): boolean {
  const answers = known.get(task) ?? new Map<string, boolean>();
  known.set(task, answers);
  const answer = answers.get(name) ?? isSaid(program, task, name);
  answers.set(name, answer);
  return answer;
}

function isSaid({ templates, roles }: Program, task: Task, name: string): boolean {
  // Of where the work is done only the condition of a merge reads names.
  const merge = 'workspace' in task && 'merge' in task.workspace ? task.workspace.merge : undefined;
  const own = { ...task, branches: undefined, body: undefined, workspace: undefined, merge };
  const text = JSON.stringify(own, (key, value: unknown) => (WORDS.has(key) ? undefined : value));
  if (text.includes(name)) return true;
  if (task.type !== 'claude' && task.type !== 'human') return false;
  const template = templates.get(task.prompt);
  const role = task.type === 'claude' && task.agent !== undefined ? roles.get(task.agent.name) : undefined;
  return template?.names.has(name) === true || role?.names.has(name) === true;
}
