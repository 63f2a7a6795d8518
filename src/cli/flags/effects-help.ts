import { printable } from '../../diagnostics/printable.ts';
import type { Task } from '../../model/block.ts';
import type { MapEffect } from '../../report/shapes.ts';
import type { Program } from '../../run/program/program.ts';
import { statedWrites } from '../../run/program/stated-writes.ts';
import { terminalStyle } from '../io/terminal-style.ts';
import { wrapWords } from '../io/wrap-words.ts';
import { tasksWithin, type Written } from './find-prompted.ts';

/** What a task may change, in words that follow "may change"; undefined for one that changes nothing by its type. */
export function effectsText({ task, program, isReadonly }: Written<Task>): string | undefined {
  if (task.type !== 'claude' && task.type !== 'shell') return undefined;
  const writes = statedWrites(program, task, isReadonly);
  if (writes === undefined)
    return task.type === 'claude' ? 'what its permissions allow' : 'what its command does';
  const frozen = task.frozen === undefined ? '' : ` but ${task.frozen.text}`;
  if (writes.includes('nothing')) return 'nothing';
  return `${writes.join(', ')}${frozen}${task.mayCommit ? ', and commit' : ''}`;
}

/** The tasks of a map and of the maps in it by what they may change. */
export function effectsOf(program: Program): readonly MapEffect[] {
  const kinds = new Map<string, Set<string>>();
  for (const written of tasksWithin(program)) {
    const text = effectsText(written);
    if (text !== undefined) kinds.set(text, (kinds.get(text) ?? new Set<string>()).add(written.task.name));
  }
  return Array.from(kinds, ([text, names]) => ({ text, tasks: [...names] }));
}

/** Whether a map, or one that it runs, asks for a wall around its tasks. */
export function needsWall(program: Program): boolean {
  return tasksWithin(program).some((written) => written.program.map.needsWall);
}

/** The same as lines of help. Units: `width` in columns. */
export function effectsHelp(
  program: Program,
  width = Math.min(terminalStyle(process.stderr).width, 110),
): string {
  const lines = effectsOf(program).flatMap(({ text, tasks }) => [
    `  ${printable(text)}`,
    ...wrapWords(printable(tasks.join(', ')), width - INDENT.length).map((line) => INDENT + line),
  ]);
  if (lines.length === 0) return 'No task of this map changes files.';
  const wall = needsWall(program) ? [NEEDS_WALL] : [];
  return [...wall, 'What its tasks may change:', ...lines].join('\n');
}

const NEEDS_WALL =
  'It needs a wall around each task; where one is missing you are asked, or --no-wall does without.';

const INDENT = ' '.repeat(6);
