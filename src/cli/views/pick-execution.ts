import { WORKFLOW_KEY, type Address } from '../../model/address.ts';
import { closest } from '../../util/closest.ts';
import type { Execution } from '../../view/run-view.ts';
import { toOneLine } from '../io/format.ts';
import { placeOfTask } from '../../model/place.ts';
import { UsageError } from '../io/usage-error.ts';

/** Units: places. More are nobody's to choose from. */
const MAX_NAMED = 10;

/**
 * The execution that a person means, among those that have a log: the last of a task, named by its
 * place (`Review/impact/Look`, with `/visit` for an earlier one) or by its name alone where only one place has it,
 * or as the progress of the run writes it (`Build/ST-001: Act`); the one
 * with a number; or the last of all.
 *
 * Errors: throws {@link UsageError} where there is none, or several places have a task of that name.
 */
export function pickExecution(all: readonly Execution[], task: string | undefined, run: string): Execution {
  if (task === undefined) {
    const last = all.findLast((each) => hasWork(each) || each.violations.length > 0);
    if (last !== undefined) return last;
    throw new UsageError(`Nothing in ${run} has a log yet.`);
  }
  const worked = all.filter((each) => hasWork(each) || each.action !== null || each.violations.length > 0);
  const isPlace = ({ address, visit }: Execution): boolean =>
    placeOfTask(address) === task || `${placeOfTask(address)}/${visit}` === task;
  const exact = worked.findLast((each) => isPlace(each) || String(each.number) === task);
  if (exact !== undefined) return exact;
  const written = task.replace(/: (?=[^:/]*$)/, '/');
  const named = worked.filter((each) => each.task === task || namesOfPlace(each.address).includes(written));
  const last = named.at(-1);
  const places = placesOf(named);
  if (last !== undefined && places.length === 1) return last;
  if (last === undefined) {
    const names = placesOf(worked);
    const near = closest(task, [...new Set([...worked.map((each) => each.task), ...names])]);
    const hint = near === undefined ? '' : `Did you mean "${toOneLine(near)}"? `;
    const help = names.length === 0 ? {} : { help: `${hint}There are logs of ${listed(names)}.` };
    throw new UsageError(`${run} has no log of "${task}".`, help);
  }
  throw new UsageError(`"${task}" is a task in ${places.length} places.`, {
    help: `Name one of ${listed(places)}.`,
  });
}

/** Whether an agent or a command worked for it; the log of any other says what was decided. */
export function hasWork({ turns, commands }: Execution): boolean {
  return turns + commands > 0;
}

/** A place as the progress of a run writes it: without the names of maps, and of the tasks that run them. */
function namesOfPlace({ block, task = '' }: Address): readonly string[] {
  const withTasks: string[] = [];
  const bare: string[] = [];
  for (const { task: outer, key, activation } of block) {
    const name = activation > 1 ? `${outer}#${activation}` : outer;
    withTasks.push(key === WORKFLOW_KEY ? name : `${name}/${key}`);
    if (key !== WORKFLOW_KEY) bare.push(`${name}/${key}`);
  }
  return [placeOfTask({ block, task }), [...withTasks, task].join('/'), [...bare, task].join('/')];
}

function placesOf(executions: readonly Execution[]): readonly string[] {
  return [...new Set(executions.map(({ address }) => placeOfTask(address)))];
}

function listed(places: readonly string[]): string {
  const some = places.slice(0, MAX_NAMED).map((place) => `"${toOneLine(place)}"`);
  const left = places.length - some.length;
  return `${some.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
