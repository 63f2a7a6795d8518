import { isListValue, isObjectValue, type Value } from '../../../model/value.ts';
import { blueprintJson, toBlueprint } from '../files/blueprint.ts';
import { lineOf, listIn, memberOf, textIn, textsIn } from '../follow/member.ts';
import { blueprintFaults } from '../functions/blueprint-faults.ts';
import { cleanText } from '../../../util/clean-text.ts';
import { cleanValue } from './clean-value.ts';
import { readProgress } from './read-progress.ts';

/** The files that a checkpoint can be in. */
export type CheckpointKind = 'progress' | 'step_state' | 'blueprint';

/** A file that the first three layers let pass. Shape: `path` as a person knows it. */
export interface CheckpointFile {
  readonly kind: CheckpointKind;
  readonly path: string;
  readonly text: string;
}

/** How far work had come, as one file says it. Shape: `at` is its own date, "" for none. */
interface Standing {
  readonly file: string;
  readonly kind: CheckpointKind;
  readonly at: string;
  readonly phase: string;
  readonly current: string;
  readonly done: readonly string[];
  readonly value: Value;
}

export interface Unusable {
  readonly file: string;
  readonly reason: string;
}

/** As many as efficient works on. */
const MAX_SUBTASKS = 20;
const MAX_TEXT = 2000;
const MAX_READ = 1000;
const ID = /^ST-\d{3,}$/;
const DONE: ReadonlySet<string> = new Set(['complete', 'completed', 'done', 'valid', 'no-op', 'noop']);

/**
 * What the files of a checkpoint come to: of several the one with the newest date of its own says how far the work is, and
 * `blueprint.json` says what the subtasks are.
 *
 * Shape: the JSON of `wfmap checkpoint`. `files` are all that say how far the work is, the one that counts first; `done`
 * and `left` are ids as the plan has them; `blueprint` and `state` are what the map efficient reads; `faults` say why the
 * plan cannot be worked off. Of texts the characters that could fool a terminal are gone.
 */
export function toCheckpoint(files: readonly CheckpointFile[]): { readonly checkpoint: Value } | Unusable {
  const standings: Standing[] = [];
  let plan: Value = null;
  for (const file of files) {
    const read = readValue(file);
    if ('problem' in read) return { file: file.path, reason: read.problem };
    const value = cleanValue(read.value);
    if (value === undefined) return { file: file.path, reason: 'it is nested too deep' };
    if (file.kind === 'blueprint') plan = value;
    standings.push({ ...standingOf(file.kind, value), file: cleanText(file.path), value });
  }
  const order = standings.toSorted(
    (one, other) => rankOf(other) - rankOf(one) || timeOf(other) - timeOf(one),
  );
  const [newest] = order;
  return { checkpoint: newest === undefined ? null : checkpointOf(newest, order, plan) };
}

/** A plan says nothing of how far it is worked off, so that anything else counts before it. */
function rankOf({ kind }: Standing): number {
  return kind === 'blueprint' ? 0 : 1;
}

function timeOf({ at }: Standing): number {
  const time = Date.parse(at);
  return Number.isNaN(time) ? 0 : time;
}

function readValue({ kind, text }: CheckpointFile): { readonly value: Value } | { readonly problem: string } {
  if (kind === 'progress') return readProgress(text);
  try {
    const value: Value = JSON.parse(text);
    return { value };
  } catch {
    return { problem: 'it is not JSON' };
  }
}

function standingOf(kind: CheckpointKind, value: Value): Omit<Standing, 'file' | 'value'> {
  const at = lineOf(textIn(value, 'updated_at', 'completed_at', 'started_at') ?? '', 40);
  if (kind === 'blueprint') return { kind, at, phase: 'planned', current: '', done: [] };
  const isState = kind === 'step_state';
  const phase = isState
    ? textIn(value, 'current_step_phase', 'workflow_status')
    : textIn(value, 'current_phase');
  return {
    kind,
    at,
    phase: lineOf(phase ?? '', 60),
    current: isState ? lineOf(textIn(value, 'current_subtask_id') ?? '', 60) : '',
    done: isState
      ? doneInState(value)
      : [...textsIn(value, 'completed_subtasks'), ...finishedIn(listIn(value, 'subtasks'))],
  };
}

function finishedIn(subtasks: readonly Value[]): readonly string[] {
  return subtasks
    .filter((each) => DONE.has(textIn(each, 'status') ?? ''))
    .flatMap((each) => idOf(each) ?? []);
}

/** Results say it; a state without any says only how far the sequence is. */
function doneInState(value: Value): readonly string[] {
  const sequence = textsIn(value, 'subtask_sequence');
  if (textIn(value, 'workflow_status') === 'WORKFLOW_COMPLETE') return sequence;
  const results = memberOf(value, 'subtask_results');
  const entries = results !== null && typeof results === 'object' ? Object.entries(results) : [];
  if (entries.length > 0) {
    return entries.filter(([, each]) => DONE.has(textIn(each, 'status') ?? '')).map(([id]) => id);
  }
  const at = memberOf(value, 'subtask_index');
  return typeof at === 'number' && at > 0 ? sequence.slice(0, at) : [];
}

/** Ids may be numbers. */
function idOf(subtask: Value): string | undefined {
  const id = memberOf(subtask, 'id');
  return typeof id === 'number' ? String(id) : textIn(subtask, 'id');
}

function checkpointOf(newest: Standing, order: readonly Standing[], plan: Value): Value {
  const source = plan ?? plannedBy(order);
  const ids = newIds(source, newest.value);
  const idFor = (id: string): string => ids.get(id) ?? id;
  const made = toBlueprint(renamed(source, idFor), new Map());
  const goal = goalOf(order, source);
  const blueprint = blueprintJson(made, goal);
  const done = new Set(newest.done.map(idFor));
  const states = made.subtasks.map(({ id, title, criteria }) => {
    const status = done.has(id) ? 'complete' : 'pending';
    return { id, title, status, validation_criteria: criteria };
  });
  const withStatus = (status: string): readonly string[] =>
    states.filter((each) => each.status === status).map(({ id }) => id);
  return {
    files: order
      .filter((each) => each === newest || each.kind !== 'blueprint')
      .map(({ file, kind, at, phase, current, done: all }) => {
        return { file, kind, at, phase, current, done: [...new Set(all.map(idFor))] };
      }),
    goal,
    current: idFor(newest.current),
    done: withStatus('complete'),
    left: withStatus('pending'),
    faults: blueprintFaults(memberOf(blueprint, 'subtasks') ?? [], MAX_SUBTASKS),
    blueprint,
    state: { workflow: 'map-efficient', terminal_status: 'pending', ended_early: null, subtasks: states },
  };
}

/** Without a plan the checkpoint has what there was to do: an id and a description, which is then what is checked. */
function plannedBy(order: readonly Standing[]): Value {
  const subtasks = order.flatMap(({ value }) => listIn(value, 'subtasks').slice(0, MAX_READ));
  const seen = new Set<string>();
  return {
    subtasks: subtasks.flatMap((each) => {
      const id = idOf(each);
      const description = textIn(each, 'description', 'title');
      if (id === undefined || description === undefined || seen.has(id)) return [];
      seen.add(id);
      return [{ id, title: lineOf(description, 200), description, validation_criteria: [description] }];
    }),
  };
}

/** A plan whose subtasks have other ids, and need each other by them. */
function renamed(plan: Value, idFor: (id: string) => string): Value {
  const inner = innerOf(plan);
  const subtasks = subtasksIn(plan).map((each): Value => {
    if (!isObjectValue(each)) return each;
    const { depends_on: _needed, ...rest } = each;
    const needed = [...listIn(each, 'dependencies'), ...listIn(each, 'depends_on')].map((name) =>
      typeof name === 'number' || typeof name === 'string' ? idFor(String(name)) : name,
    );
    const id = idOf(each);
    return { ...rest, ...(id === undefined ? {} : { id: idFor(id) }), dependencies: [...new Set(needed)] };
  });
  return isObjectValue(inner) ? { ...inner, subtasks } : subtasks;
}

/** A plan may be wrapped. */
function innerOf(plan: Value): Value {
  return memberOf(plan, 'blueprint') ?? plan;
}

function subtasksIn(plan: Value): readonly Value[] {
  const inner = innerOf(plan);
  return (isListValue(inner) ? inner : listIn(inner, 'subtasks')).slice(0, MAX_READ);
}

/**
 * What ids that are not the framework's become: numbers in the order of the plan.
 *
 * Those of the checkpoint too, by its own order: its plan may have been given such ids already.
 */
function newIds(plan: Value, checkpoint: Value): ReadonlyMap<string, string> {
  const own = listIn(checkpoint, 'subtasks').flatMap((each) => idOf(each) ?? []);
  const ids = new Map<string, string>();
  for (const list of [subtasksIn(plan).map(idOf), [...textsIn(checkpoint, 'subtask_sequence'), ...own]]) {
    if (list.every((id) => id !== undefined && ID.test(id))) continue;
    for (const [index, id] of list.entries()) {
      if (id !== undefined && !ids.has(id)) ids.set(id, `ST-${String(index + 1).padStart(3, '0')}`);
    }
  }
  return ids;
}

/** What a plan is for; a checkpoint names the file of its plan, or has it as a text. */
function goalOf(order: readonly Standing[], plan: Value): string {
  const said = textIn(plan, 'goal') ?? textIn(innerOf(plan), 'goal', 'summary');
  const planned = order.flatMap(({ value }) => textIn(value, 'goal', 'task_plan') ?? []);
  const text = said ?? planned.find((each) => !/\.md\s*$/.test(each)) ?? 'The work of the checkpoint';
  return text.slice(0, MAX_TEXT);
}
