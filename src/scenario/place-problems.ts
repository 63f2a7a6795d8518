import type { Task } from '../model/block.ts';
import type { Program } from '../run/program/program.ts';
import type { Span } from '../text/source.ts';
import { closest } from '../util/closest.ts';
import type { Problem } from './problem.ts';
import type { PlacedAnswers, ScenarioFile } from './scenario-file.ts';
import { canMean, writtenPlaces, type WrittenPlace } from './written-places.ts';

/** What is wrong with the places of a scenario file: those that no task of the map can be at, and answers to who asks nothing. */
export function placeProblems(file: ScenarioFile, program: Program): readonly Problem[] {
  const places = writtenPlaces(program);
  const own = file.scenarios.flatMap(({ answers }) => [...answers].filter(([, each]) => !each.isCommon));
  return [
    ...[...file.answers, ...own].flatMap(([place, answers]) => answerProblems(place, answers, places)),
    ...file.scenarios.flatMap(({ expect }) =>
      expect.named.flatMap(({ place, span }) =>
        places.some((each) => canMean(place, each)) ? [] : [unknown(place, span, places)],
      ),
    ),
  ].toSorted((a, b) => a.span.start - b.span.start);
}

const ASKS: ReadonlySet<Task['type']> = new Set(['claude', 'shell', 'human']);

function answerProblems(
  place: string,
  { span, visits }: PlacedAnswers,
  places: readonly WrittenPlace[],
): readonly Problem[] {
  const meant = places.filter((each) => canMean(place, each));
  const [first] = meant;
  if (first === undefined) return [unknown(place, span, places)];
  const conflicts = visits.flat().filter((each) => each.conflicts !== undefined);
  if (conflicts.length > 0) return conflictProblems(place, span, first.task);
  if (meant.some(({ task }) => ASKS.has(task.type))) return [];
  const message = `"${place}" is a task of type "${first.task.type}", which asks for no answer.`;
  return [{ span, message, help: 'Answer the agents, commands and people inside of it.' }];
}

/** Only what works in worktrees is merged. */
function conflictProblems(place: string, span: Span, task: Task): readonly Problem[] {
  const { workspace } = 'workspace' in task ? task : {};
  if (workspace?.kind === 'worktree' && workspace.merge !== 'never') return [];
  const message = `"${place}" merges nothing, so nothing of it can meet other changes.`;
  return [{ span, message, help: 'Write "conflicts" for a task whose branches or items work in worktrees.' }];
}

/** Units: names. */
const MAX_LISTED = 12;

function unknown(place: string, span: Span, places: readonly WrittenPlace[]): Problem {
  const wholes = places.map(wholeOf);
  const names = new Set(places.map(({ task }) => task.name));
  const near = closest(place, [...names, ...wholes]) ?? closest(lastOf(place), names);
  const some = [...names].slice(0, MAX_LISTED).map((name) => `"${name}"`);
  const more = names.size > some.length ? ` and ${names.size - some.length} more` : '';
  const help = near === undefined ? `There are ${some.join(', ')}${more}.` : `Did you mean "${near}"?`;
  return { span, message: `No task of the map can be at "${place}".`, help };
}

function wholeOf({ steps, task }: WrittenPlace): string {
  return [...steps.map((step) => step ?? '*'), task.name].join('/');
}

function lastOf(place: string): string {
  return place.slice(place.lastIndexOf('/') + 1);
}
