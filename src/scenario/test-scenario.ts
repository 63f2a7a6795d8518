import { placeOfTask } from '../model/place.ts';
import { toError } from '../util/error.ts';
import { entriesOf, judgeExpectation, type Failure } from './judge-scenario.ts';
import { playScenario, type Played, type PlayedProgram } from './play-scenario.ts';
import { knowsTheSame, replay } from './replay.ts';
import type { Scenario } from './scenario-file.ts';
import type { MissingAnswer, UnusedAnswer } from './scenario-script.ts';
import { startFields } from './start-fields.ts';
import { takenBy, type TakenTransition } from './taken-transitions.ts';
import { violationFailures } from './violation-failures.ts';

/** What came of one scenario. Shape: no failures where all was as it says. */
export interface ScenarioOutcome {
  readonly failures: readonly Failure[];
  readonly taken: readonly TakenTransition[];
  /** The tasks of the map itself, in order of entry. */
  readonly path: readonly string[];
}

/**
 * Plays a scenario and says what is not as it was to be; also whether the journal alone gives the state that the run had.
 *
 * Errors: none thrown but for faults of wfmap itself.
 */
export async function testScenario(loaded: PlayedProgram, scenario: Scenario): Promise<ScenarioOutcome> {
  const fields = startFields(loaded.program, scenario.fields);
  if ('problems' in fields) {
    return { failures: fields.problems.map((problem) => [problem]), taken: [], path: [] };
  }
  const played = await playScenario(loaded, scenario, fields.values);
  const taken: TakenTransition[] = [];
  const failures = judged(scenario, played, taken);
  const notes = failures.length > 0 ? notesOn(played) : [];
  return { failures: [...failures, ...notes], taken, path: pathOf(played) };
}

function judged(scenario: Scenario, played: Played, taken: TakenTransition[]): readonly Failure[] {
  const missing = played.missing();
  const durability = durabilityFailures(played, taken);
  if (missing.length > 0)
    return [...missing.map(missingFailure), ...violationFailures(played), ...durability];
  const failures: Failure[] = [
    ...judgeExpectation(scenario.expect, played),
    ...violationFailures(played),
    ...durability,
  ];
  if (played.isEndless) failures.unshift(['It goes on without end: nothing happens but that time passes.']);
  failures.push(...played.problems.map((problem) => [problem]));
  // What it did not come to it could not use.
  const isWhole = failures.length === 0;
  if (isWhole) failures.push(...played.unused().map(unusedFailure));
  return failures;
}

function durabilityFailures(
  { events, program, state }: Played,
  taken: TakenTransition[],
): readonly Failure[] {
  try {
    const folded = replay(events, program, (before, event) => taken.push(...takenBy(before, event)));
    if (knowsTheSame(folded, state)) return [];
    return [['Its journal gives another state than the run had. This is a bug in wfmap.']];
  } catch (thrown) {
    return [[`Its journal cannot be read back: ${toError(thrown).message} This is a bug in wfmap.`]];
  }
}

/** Units: notes. The first are what the others come from. */
const MAX_NOTES = 3;

/** What went wrong in the run itself, which may be why it went elsewhere; but not that an answer is missing. */
function notesOn({ events, missing }: Played): readonly Failure[] {
  const reported = new Set(missing().map(({ place }) => place));
  const notes = events.flatMap((event): readonly string[] => {
    const place = placeOfTask(event.address);
    if (reported.has(place)) return [];
    if (event.type === 'action.rejected') {
      return [`Note: the answer of "${place}" was rejected: ${event.data.fault}`];
    }
    return event.type === 'task.failed' ? [`Note: "${place}" failed: ${event.data.reason}`] : [];
  });
  return [...new Set(notes)].slice(0, MAX_NOTES).map((note) => [note]);
}

/** Units: UTF-16 units. */
const MAX_SKELETON = 2000;

function missingFailure({ place, visit, of, actions, skeleton }: MissingAnswer): Failure {
  const who = { agent: 'The agent', command: 'The command', person: 'A person', merge: 'The merge' }[of];
  const which = visit > 1 ? `, visit ${visit},` : '';
  const chosen = actions.length === 0 ? '' : ` It chooses one of ${actions.map(quote).join(', ')}.`;
  const text = JSON.stringify(skeleton, undefined, 1).replaceAll(/\n\s*/g, ' ');
  const filled = text.length > MAX_SKELETON ? `${text.slice(0, MAX_SKELETON)}…` : text;
  return [
    `${who} of "${place}"${which} has no answer.${chosen}`,
    'To fill in:',
    `  ${key(place)}: [${filled}]`,
  ];
}

function unusedFailure({ place, visits }: UnusedAnswer): Failure {
  if (visits === undefined) return [`The answers to "${place}" were never asked for.`];
  const which = visits.length === 1 ? `Answer ${visits[0]}` : `Answers ${visits.join(', ')}`;
  return [`${which} to "${place}" ${visits.length === 1 ? 'was' : 'were'} never asked for.`];
}

function quote(name: string): string {
  return `"${name}"`;
}

/** As a key of YAML, in quotes where it may need them. */
function key(place: string): string {
  return /^[A-Za-z][\w /.-]*\w$/.test(place) ? place : JSON.stringify(place);
}

function pathOf({ view }: Played): readonly string[] {
  return entriesOf(view).flatMap(({ block, task }) => (block === view.root ? [task] : []));
}
