import { createMonitor, type Monitor, type Refutation, type Truth } from '../../claims/monitor.ts';
import { claimText } from '../../claims/claim-text.ts';
import { expressionOf } from '../../expression/cel/expression-of.ts';
import { ExpressionError } from '../../expression/cel/expression-error.ts';
import type { Scope } from '../../expression/types/value.ts';
import type { ExpressionText } from '../../model/action.ts';
import { blockKeyOf } from '../../model/address.ts';
import { situationsOf } from '../../model/claims.ts';
import type { Property } from '../../model/map.ts';
import type { RunEvent, RunEventData, RunEventOf } from '../../model/run-event.ts';
import type { Value } from '../../model/value.ts';
import { invariant } from '../../util/invariant.ts';
import type { ClaimsWatch } from '../live/batch.ts';
import { currentTaskOf, type BlockInstance } from '../state/block-instance.ts';
import { valueText } from '../program/value-text.ts';
import type { Program } from '../program/program.ts';
import type { OpenTask } from '../state/run-state.ts';
import { ownChanges, type ReadRun } from './route.ts';
import { contextOf, taskScope, withResult } from './task-scope.ts';

/** What a run that goes on is read by, or one that is folded from its journal. */
type Watched = Omit<ReadRun, 'units'>;

/**
 * A watch of a run that has not begun; undefined where no map of it claims anything.
 *
 * It takes every event, also those of the past of a run that is resumed. Where a resume leaves the map (`--from`,
 * `--accept-changes`), the properties no longer speak of the run, and nothing is reported any more.
 */
export function watchClaims(run: Watched, program: Program): ClaimsWatch | undefined {
  if (countProperties(program) === 0) return undefined;
  const monitors = new WeakMap<BlockInstance, Monitor>();
  let isLeft = false;
  const monitorOf = (root: BlockInstance): Monitor => {
    const known = monitors.get(root);
    if (known !== undefined) return known;
    const made = createMonitor(root.program.map);
    monitors.set(root, made);
    return made;
  };
  return {
    take: (event) => {
      if (event.type === 'run.resumed') isLeft ||= leavesMap(event);
      if (isLeft) return [];
      const step = stepOf(run, event);
      if (step === undefined) return [];
      const { around, root, open, action } = step;
      const scopeOf = lazily(() => scopeAt(run, step, event));
      const monitor = monitorOf(root);
      const found =
        action === undefined
          ? []
          : monitor.take({ task: open.task.name, action, around }, (condition) => judge(condition, scopeOf));
      const ended = step.isEnd ? monitor.end(around) : [];
      return [...found, ...ended].map((each) => ({
        address: event.address,
        data: recordOf(each, step, scopeOf),
      }));
    },
  };
}

/** Whether a resume goes on otherwise than the map said. */
export function leavesMap({ data: { from, sources } }: RunEventOf<'run.resumed'>): boolean {
  return from !== null || sources !== null;
}

/** How many properties a map has, with those of the maps that it runs. */
export function countProperties({ map, maps }: Program): number {
  return [...maps.values()].reduce((sum, each) => sum + countProperties(each), map.properties.length);
}

/** What an event is to the properties. Shape: `action` is null for an entry, and undefined where none was taken. */
interface Step {
  readonly around: readonly BlockInstance[];
  readonly root: BlockInstance;
  readonly open: OpenTask;
  readonly action: string | null | undefined;
  readonly isEnd: boolean;
}

function stepOf(run: Watched, event: RunEvent): Step | undefined {
  if (event.type === 'task.started') {
    // What resumes an execution enters nothing.
    if (event.data.resumes !== null) return undefined;
    const open = run.state.open.get(event.seq);
    return stepIn(run, event, open, { action: null, isEnd: false });
  }
  if (event.type !== 'task.finished') return undefined;
  const { action } = event.data;
  const key = blockKeyOf(event.address.block);
  const open = run.state.departures.get(key)?.open;
  const instance = run.state.blocks.get(key);
  return stepIn(run, event, open, {
    action: action !== null && isTaken(instance, open, action) ? action : undefined,
    isEnd: action === null,
  });
}

function stepIn(
  { state }: Watched,
  { address }: RunEvent,
  open: OpenTask | undefined,
  step: Pick<Step, 'action' | 'isEnd'>,
): Step | undefined {
  const instance = state.blocks.get(blockKeyOf(address.block));
  if (instance === undefined || instance.program.map.properties.length === 0) return undefined;
  invariant(open !== undefined, 'what was started or finished is known');
  const around = aroundOf(state, instance);
  return { around, root: around.at(-1) ?? instance, open, ...step };
}

/** The blocks from one outwards to that of its map. */
function aroundOf({ blocks }: Watched['state'], inner: BlockInstance): readonly BlockInstance[] {
  const around = [inner];
  for (let instance = inner; instance.block !== instance.program.map.block;) {
    const outer = blocks.get(blockKeyOf(instance.path.slice(0, -1)));
    invariant(outer !== undefined, 'a block is inside of another that was entered');
    around.push(outer);
    instance = outer;
  }
  return around;
}

/** An action that a bound sends elsewhere is not taken. */
function isTaken(instance: BlockInstance | undefined, open: OpenTask | undefined, name: string): boolean {
  const task = open?.task;
  if (instance === undefined || task === undefined || task.type === 'end') return false;
  return currentTaskOf(instance)?.name === task.actions.find((each) => each.name === name)?.target;
}

function scopeAt(run: Watched, { around: [instance], open, action }: Step, event: RunEvent): Scope {
  invariant(instance !== undefined, 'a task is in a block');
  // What is evaluated here costs the other tasks of the batch nothing.
  const read = { ...run, units: { left: MAX_UNITS } };
  const context = contextOf(read, instance);
  if (action === null) return taskScope(context, open, open.task).scope;
  const { scope } = taskScope({ ...context, ...ownChanges(read, open) }, open, open.task);
  const result = event.type === 'task.finished' ? event.data.result : null;
  return withResult(scope, instance.program, open.task, result);
}

/** What the conditions of one moment may spend together. */
const MAX_UNITS = 1_000_000;

function judge(condition: ExpressionText, scopeOf: () => Scope): Truth {
  try {
    const value = expressionOf(condition).evaluate(scopeOf()) ?? false;
    return typeof value === 'boolean' ? value : { fault: 'it is neither true nor false' };
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return { fault: thrown.reason };
    throw thrown;
  }
}

function recordOf(
  { property, reason }: Refutation,
  { root, open, action }: Step,
  scopeOf: () => Scope,
): RunEventData['property.violated'] {
  return {
    property: property.name,
    map: root.program.source.path,
    claim: claimText(property.claim),
    task: open.task.name,
    action: action ?? null,
    reason,
    values: valuesOf(property, scopeOf),
  };
}

/** Units: names; UTF-16 of JSON. */
const MAX_VALUES = 20;
const MAX_VALUE = 2000;

/** What the conditions of a property read, as it was then; the start of what is long, as text. */
function valuesOf({ claim }: Property, scopeOf: () => Scope): Readonly<Record<string, Value>> {
  const conditions = situationsOf(claim).flatMap(({ when }) => (when === undefined ? [] : [when]));
  const names = new Set(conditions.flatMap((each) => expressionOf(each).names.map(({ name }) => name)));
  const values: Record<string, Value> = {};
  for (const name of [...names].slice(0, MAX_VALUES)) {
    const value = valueIn(scopeOf, name);
    if (value === undefined) continue;
    const text = valueText(value, MAX_VALUE);
    values[name] = text.length < MAX_VALUE ? value : text;
  }
  return values;
}

function valueIn(scopeOf: () => Scope, name: string): Value | undefined {
  try {
    return scopeOf().values.get(name);
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return undefined;
    throw thrown;
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
