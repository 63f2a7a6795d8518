import type { BlockStep } from '../../../model/address.ts';
import type { RunEventOf } from '../../../model/run-event.ts';
import type { Following } from './following.ts';
import { visitKeyOf } from './follow-steps.ts';
import type { CheckRun } from './map-run.ts';
import { lineOf } from './member.ts';
import { recipesIn } from './task-notes.ts';

// What commands do to the checks of a run. The checks of a map are made together: once one begins, what the others came to before
// no longer counts.

export function startCheck(following: Following, event: RunEventOf<'shell.started'>): void {
  const { address, data, at } = event;
  const visit = following.visits.get(visitKeyOf(address));
  if (visit?.note?.recipe === undefined) return;
  visit.command = commandOf(data.command);
  const { key, notes } = following.places.activationOf(address.block);
  if (following.checked.has(key)) return;
  following.checked.set(key, new Set());
  for (const recipe of recipesIn(notes)) skip(following, recipe, 'the run has not come to it', at);
}

export function endCheck(following: Following, event: RunEventOf<'shell.finished'>): void {
  const { address, data, at } = event;
  const { outcome, exitCode, durationMs, reason } = data;
  const { note, command = '' } = following.visits.get(visitKeyOf(address)) ?? {};
  // It is run again when the run goes on.
  if (note?.recipe === undefined || outcome === 'interrupted') return;
  const end = exitCode === null ? (reason ?? 'it did not come to an end') : `exit code ${exitCode}`;
  const status = exitCode === 0 ? 'pass' : 'fail';
  const check: CheckRun = { status, text: `${lineOf(command)}: ${end}`, durationMs, at };
  following.run.checks.set(note.recipe, check);
  following.checked.get(following.places.activationOf(address.block).key)?.add(note.recipe);
}

/** A map is over: the checks that it has not come to were skipped. */
export function skipChecks(following: Following, block: readonly BlockStep[], at: string): void {
  const { places, checked, run } = following;
  const { key, notes } = places.activationOf(block);
  // Of a map that nothing is known of the one around it is not over.
  if (!places.isActivation(block)) return;
  const made = checked.get(key) ?? new Set();
  checked.delete(key);
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
