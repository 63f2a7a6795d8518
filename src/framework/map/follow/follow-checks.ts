import type { RunEventOf } from '../../../model/run-event.ts';
import type { BlockView, Execution } from '../../../view/run-view.ts';
import { mapOf, noteOf, type Following } from './following.ts';
import type { CheckRun } from './map-run.ts';
import { lineOf } from './member.ts';
import { recipesIn } from './task-notes.ts';

// What commands do to the checks of a run. The checks of a map are made together: once one begins, what the others came to before
// no longer counts.

export function startCheck(
  following: Following,
  { data, at }: RunEventOf<'shell.started'>,
  execution: Execution,
): void {
  if (noteOf(following, execution)?.recipe === undefined) return;
  following.commands.set(execution, commandOf(data.command));
  const { block, notes } = mapOf(following, execution.block);
  if (following.checked.has(block)) return;
  following.checked.set(block, new Set());
  for (const recipe of recipesIn(notes)) skip(following, recipe, 'the run has not come to it', at);
}

export function endCheck(
  following: Following,
  { data, at }: RunEventOf<'shell.finished'>,
  execution: Execution,
): void {
  const { outcome, exitCode, durationMs, reason } = data;
  const note = noteOf(following, execution);
  // It is run again when the run resumes.
  if (note?.recipe === undefined || outcome === 'interrupted') return;
  const command = following.commands.get(execution) ?? '';
  const end = exitCode === null ? (reason ?? 'it did not come to an end') : `exit code ${exitCode}`;
  const status = exitCode === 0 ? 'pass' : 'fail';
  const check: CheckRun = { status, text: `${lineOf(command)}: ${end}`, durationMs, at };
  following.run.checks.set(note.recipe, check);
  following.checked.get(mapOf(following, execution.block).block)?.add(note.recipe);
}

/** A map is over: the checks that it has not come to were skipped. */
export function skipChecks(following: Following, ended: BlockView, at: string): void {
  const { checked, run } = following;
  const { block, notes } = mapOf(following, ended);
  // Of a map that nothing is known of the one around it is not over.
  if (block !== ended) return;
  const made = checked.get(block) ?? new Set();
  checked.delete(block);
  const failed = [...made].find((recipe) => run.checks.get(recipe)?.status === 'fail');
  for (const recipe of recipesIn(notes)) {
    if (made.has(recipe)) continue;
    skip(following, recipe, failed === undefined ? passedBy(following, recipe) : `"${failed}" failed`, at);
  }
}

function skip({ run }: Following, recipe: string, text: string, at: string): void {
  run.checks.set(recipe, { status: 'skipped', text, durationMs: 0, at });
}

function passedBy({ run }: Following, recipe: string): string {
  const command = COMMANDS.get(recipe);
  const isUnknown = command !== undefined && (run.project?.[command] ?? '') === '';
  return isUnknown ? 'the project names no command for it' : 'the map passed it by';
}

/** Which command of a project makes a check. */
const COMMANDS: ReadonlyMap<string, 'build' | 'test' | 'lint'> = new Map([
  ['build', 'build'],
  ['test', 'test'],
  ['tests', 'test'],
  ['lint', 'lint'],
]);

/** A command as a person would type it: without the shell that runs it, and the group that joins what it prints. */
function commandOf(words: readonly string[]): string {
  const [program, flag, line] = words;
  if (program !== 'sh' || flag !== '-c' || line === undefined) return words.join(' ');
  const joined = /^\(([^]*)\)\s*2>&1$/.exec(line.trim())?.[1];
  return (joined ?? line).trim();
}
