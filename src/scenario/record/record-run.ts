import type { ScriptedAnswer } from '../../agent/scripted/scripted-answer.ts';
import { WORKFLOW_KEY, type Address } from '../../model/address.ts';
import type { Task } from '../../model/block.ts';
import { childBlocksOf } from '../../model/child-blocks.ts';
import { UNKNOWN_PROJECT } from '../../model/project-insight.ts';
import type { RecordedEdits } from '../../model/recorded-edits.ts';
import type { RunEvent, RunEventData } from '../../model/run-event.ts';
import type { Program } from '../../run/program/program.ts';
import { runViewOf } from '../../view/apply-event.ts';
import type { RunView } from '../../view/run-view.ts';
import { entriesOf } from '../judge-scenario.ts';
import type { Values } from '../scenario-file.ts';
import { recordedAnswers } from './recorded-answers.ts';
import { recordedPlaces, type RecordedPlaces } from './recorded-places.ts';
import { recordedVisits, type RecordedExecution } from './recorded-visits.ts';

/** A run that is to be recorded. */
export interface RunToRecord {
  readonly events: readonly RunEvent[];
  /** The map that it went by; undefined where that has errors by now. */
  readonly program: Program | undefined;
  /** What an execution changed, by its number; undefined where nothing was kept. */
  readonly editsOf: (execution: number, address: Address) => RecordedEdits | undefined;
}

type Answers = Readonly<Record<string, readonly (string | ScriptedAnswer | readonly ScriptedAnswer[])[]>>;

/** A run as a scenario. */
export interface RecordedRun {
  readonly fields: Values;
  readonly project: Values;
  readonly branch: string | undefined;
  readonly answers: Answers;
  readonly expect: Readonly<Record<string, unknown>>;
  readonly steps: number;
  /** Where it ends, as a sentence; the outcome, null for a run that has none. */
  readonly end: string;
  readonly outcome: string | null;
  readonly isFinished: boolean;
  /** How many answers there are, how many files were edited, and what is not here, as sentences. */
  readonly answered: number;
  readonly edited: number;
  readonly left: readonly string[];
}

/**
 * Makes a scenario of a run: the answers of each visit, and what is to come of them.
 *
 * A play goes through a map in one go. So what was interrupted and done again is here once, and a run that was resumed at another
 * task is recorded until then. Errors: none.
 */
export function recordRun({ events: all, ...known }: RunToRecord): RecordedRun {
  const cut = all.findIndex((event) => event.type === 'run.resumed' && isElsewhere(event.data));
  const events = cut < 0 ? all : all.slice(0, cut);
  const view = runViewOf(events);
  const visits = recordedVisits(events);
  const places = recordedPlaces(visits.map(({ address }) => address));
  const { left, ...given } = answersOf({ visits, places, isTimed: hasOverlap(view) }, events, known);
  const cutOff = 'The run was resumed at another task: what came after that is not recorded.';
  return {
    ...startOf(view),
    ...given,
    ...expectedOf(view, visits, places.plain),
    steps: entriesOf(view).length,
    left: [...(cut < 0 ? [] : [cutOff]), ...leftIn(view, left)],
  };
}

function startOf({ started }: RunView): Pick<RecordedRun, 'fields' | 'project' | 'branch'> {
  const { fields = {}, project, git = null } = started?.data ?? {};
  const named = Object.entries(project ?? {}).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(UNKNOWN[name]),
  );
  return {
    fields,
    project: Object.fromEntries(named),
    branch: git?.created ?? git?.branch ?? undefined,
  };
}

interface Visits {
  readonly visits: readonly RecordedExecution[];
  readonly places: RecordedPlaces;
  readonly isTimed: boolean;
}

/** The answers of all visits by place. */
function answersOf(
  { visits, places, isTimed }: Visits,
  events: readonly RunEvent[],
  { program, editsOf }: Omit<RunToRecord, 'events'>,
): Pick<RecordedRun, 'answers' | 'answered' | 'edited' | 'left'> {
  const left: string[] = [];
  const byPlace = new Map<string, (readonly ScriptedAnswer[])[]>();
  const edited = new Set<string>();
  let answered = 0;
  for (const visit of visits) {
    const kept = editsOf(visit.number, visit.address);
    const place = places.exact(visit.address);
    for (const path of Object.keys(kept?.edits ?? {})) edited.add(path);
    left.push(...leftOf(place, visit, kept));
    const task = program && taskAt(program, visit.address);
    const answers = recordedAnswers(visit, { task, edits: kept?.edits, isTimed });
    if (answers.length === 0) continue;
    answered += answers.length;
    putVisit(byPlace, place, { visit: visit.address.visit ?? 1, answers });
  }
  for (const [address, keys] of conflictsIn(events)) {
    putVisit(byPlace, places.exact(address), { visit: address.visit ?? 1, answers: [{ conflicts: keys }] });
  }
  const answers = Object.fromEntries(Array.from(byPlace, ([place, list]) => [place, list.map(shortest)]));
  return { answers, answered, edited: edited.size, left };
}

/** A simulation writes no files, so that none of their texts can be missing. */
function leftIn({ started }: RunView, left: readonly string[]): readonly string[] {
  return started?.data.agent === 'scripted' ? [] : [...new Set(left)];
}

const UNKNOWN: Readonly<Record<string, unknown>> = { ...UNKNOWN_PROJECT };

function isElsewhere({ from, args }: RunEventData['run.resumed']): boolean {
  return from !== null || Object.keys(args).length > 0;
}

/** Whether two agents or commands worked at once: then their times say which ended first. */
function hasOverlap(view: RunView): boolean {
  const working = view.executions.filter(({ workMs }) => workMs > 0);
  let until = '';
  return working.some(({ start, end }) => {
    const isBeside = start < until;
    if ((end ?? '') > until) until = end ?? '';
    return isBeside;
  });
}

/** What of the changes of a visit is not recorded. */
function leftOf(
  place: string,
  { turns }: RecordedExecution,
  kept: RecordedEdits | undefined,
): readonly string[] {
  const changes = turns.findLast((turn) => turn.changes !== undefined)?.changes;
  if (changes === undefined || changes.count === 0) return [];
  if (kept === undefined)
    return [`The texts of what "${place}" changed were not kept: only the paths are recorded.`];
  return Object.entries(kept.left).map(
    ([path, why]) => `"${path}", changed by "${place}", is recorded without its text: ${why}.`,
  );
}

/** A task of a program, or of a map inside of it. */
function taskAt(program: Program, { block: path, task: name }: Address): Task | undefined {
  let at: Pick<Program, 'map' | 'maps'> | undefined = program;
  let block = program.map.block;
  for (const step of path) {
    const task: Task | undefined = block.tasks.find((each) => each.name === step.task);
    if (task === undefined) return undefined;
    if (task.type === 'workflow' && step.key === WORKFLOW_KEY) {
      at = at?.maps.get(task.map);
      if (at === undefined) return undefined;
      block = at.map.block;
      continue;
    }
    const child = childBlocksOf(task).find(({ key }) => key === undefined || key === step.key);
    if (child === undefined) return undefined;
    block = child.block;
  }
  return block.tasks.find((each) => each.name === name);
}

function putVisit(
  byPlace: Map<string, (readonly ScriptedAnswer[])[]>,
  place: string,
  { visit, answers }: { readonly visit: number; readonly answers: readonly ScriptedAnswer[] },
): void {
  const list = byPlace.get(place) ?? [];
  // A visit that asked nobody is answered like the next one, which nobody will ask for.
  while (list.length < visit - 1) list.push(list.at(-1) ?? answers);
  list[visit - 1] = answers;
  byPlace.set(place, list);
}

/** As it is written: an action alone is its name. */
function shortest(turns: readonly ScriptedAnswer[]): string | ScriptedAnswer | readonly ScriptedAnswer[] {
  const [first] = turns;
  if (turns.length !== 1 || first === undefined) return turns;
  return first.action !== undefined && Object.keys(first).length === 1 ? first.action : first;
}

function conflictsIn(events: readonly RunEvent[]): ReadonlyMap<Address, readonly string[]> {
  const byVisit = new Map<string, { readonly address: Address; readonly keys: string[] }>();
  for (const event of events) {
    if (event.type !== 'worktree.conflicted') continue;
    const key = JSON.stringify(event.address);
    const found = byVisit.get(key) ?? { address: event.address, keys: [] };
    found.keys.push(event.data.key);
    byVisit.set(key, found);
  }
  return new Map(Array.from(byVisit.values(), ({ address, keys }) => [address, keys]));
}

type Expected = Pick<RecordedRun, 'expect' | 'end' | 'outcome' | 'isFinished'>;

/** What is to come of a play: the same steps, and the same end. */
function expectedOf(
  view: RunView,
  visits: readonly RecordedExecution[],
  placeOf: (address: Address) => string,
): Expected {
  const entered = entriesOf(view).map(({ address }) => address);
  const steps = {
    path: entered.flatMap(({ block, task = '' }) => (block.length === 0 ? [task] : [])),
    ...inner(entered, placeOf),
  };
  const finished = view.finished?.data;
  if (finished !== undefined) {
    const { outcome, failed, task, result } = finished;
    const end = task === null ? 'It ended.' : `It reached the ${failed ? 'failed ' : ''}end "${task}".`;
    return {
      expect: {
        ...steps,
        ...(outcome === null ? {} : { outcome }),
        failed,
        ...(result === null ? {} : { result }),
      },
      end,
      outcome,
      isFinished: true,
    };
  }
  return unfinishedOf(view, visits, { steps, placeOf });
}

/** Units: places. */
const MAX_PLACES = 500;

/** How often tasks of inner blocks were entered. */
function inner(entered: readonly Address[], placeOf: (address: Address) => string): object {
  const counts = new Map<string, number>();
  for (const address of entered) {
    if (address.block.length === 0) continue;
    const place = placeOf(address);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return counts.size === 0 ? {} : { visits: Object.fromEntries([...counts].slice(0, MAX_PLACES)) };
}

function unfinishedOf(
  { paused }: RunView,
  visits: readonly RecordedExecution[],
  { steps, placeOf }: { readonly steps: object; readonly placeOf: (address: Address) => string },
): Expected {
  const open = visits.filter(isOpen);
  const failed = open.find((each) => each.failed !== undefined && each.failed.target === null);
  const asking = open.find(({ isAsking }) => isAsking);
  const stopped = open.filter(({ turns, failed: fault }) => turns.length > 0 && fault === undefined);
  const none = { outcome: null, isFinished: false };
  if (paused?.reason === 'failed' && failed !== undefined) {
    const at = placeOf(failed.address);
    return {
      ...none,
      expect: { ...steps, paused: { reason: 'failed', at } },
      end: `It has not ended: "${at}" failed.`,
    };
  }
  if (stopped.length === 0 && asking !== undefined) {
    const at = placeOf(asking.address);
    return {
      ...none,
      expect: { ...steps, paused: { reason: 'human', at } },
      end: `It has not ended: "${at}" waits for a person.`,
    };
  }
  const [first, ...others] = stopped;
  if (first !== undefined) {
    const at = placeOf(first.address);
    return {
      ...none,
      expect: { ...steps, paused: { reason: 'interrupted', ...(others.length === 0 ? { at } : {}) } },
      end: `It has not ended: "${at}" was at work.`,
    };
  }
  // A play goes on to the next task, which is not known here.
  return {
    ...none,
    expect: { paused: { reason: 'interrupted' } },
    end: 'It has not ended: it was stopped between two tasks.',
  };
}

/** Whether nothing says how a visit ended, or a person has to see to that. */
function isOpen({ finished, failed, isCancelled }: RecordedExecution): boolean {
  return !isCancelled && finished === undefined && (failed === undefined || failed.target === null);
}
