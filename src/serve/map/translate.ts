import type { RunEvent, RunEventType } from '../../model/run-event.ts';
import type { Execution } from '../../view/run-view.ts';
import { eventIdOf, type Served } from '../events/event-id.ts';
import type { Moment } from '../events/followed-run.ts';
import { mapEventOf, type EventFacts, type MapEvent } from './map-event.ts';
import {
  agentIdOf,
  executionAgentOf,
  executionStateOf,
  lineageOf,
  mapScopeOf,
  mapTaskOf,
  runAgentOf,
  runStateOf,
  taskStatusOf,
  withoutNonce,
} from './participants.ts';

/** What a record is to clients that know nothing of wfmap. Every other one keeps its own name, behind `wfmap.`. */
const TYPES: { readonly [T in RunEventType]?: string } = {
  'run.started': 'scope_created',
  'task.started': 'task.created',
  'human.asked': 'task.status',
  'human.answered': 'task.status',
  'task.failed': 'task.status',
  'task.finished': 'task.completed',
};

/**
 * The events that a record is to clients: first the record itself, then what it changes of agents.
 *
 * The states that clients know are kept with the view, so that the same journal gives the same events whenever it is read.
 */
export function createTranslation(): (
  moment: Moment,
  placed: (part: number) => Served,
) => readonly MapEvent[] {
  const told = new WeakMap<object, string>();
  return (moment, placed) => {
    const { run, view, event, execution } = moment;
    const events: MapEvent[] = [];
    const add = (
      whose: Execution | undefined,
      of: Omit<EventFacts, 'source' | 'role' | 'scope' | 'record' | 'causedBy' | 'lineage'>,
    ): void => {
      const served = placed(events.length);
      events.push(
        mapEventOf(served, {
          ...of,
          source: agentIdOf(run, whose),
          role: whose?.task ?? 'run',
          lineage: () => lineageOf(run, whose),
          scope: run.name,
          record: event.type,
          causedBy: causesOf(moment, served),
        }),
      );
    };
    add(execution, {
      type: TYPES[event.type] ?? `wfmap.${event.type}`,
      data: { scopeId: run.name, ...factsOf(moment), record: shownRecord(event) },
    });
    const tell = (whose: Execution | undefined): void => {
      const state = whose === undefined ? runStateOf(view) : executionStateOf(whose, view);
      const previousState = told.get(whose ?? view);
      if (previousState === state) return;
      told.set(whose ?? view, state);
      const agentId = agentIdOf(run, whose);
      const agent = whose === undefined ? runAgentOf(run, view) : executionAgentOf(run, whose, view);
      if (previousState === undefined) {
        add(whose, { type: 'agent_registered', data: { scopeId: run.name, agentId, agent } });
        return;
      }
      const data = { scopeId: run.name, agentId, previousState, newState: state };
      add(whose, { type: 'agent_state_changed', data });
      if (whose !== undefined && (state === 'stopped' || state === 'failed')) {
        add(whose, { type: 'agent_unregistered', data: { scopeId: run.name, agentId, reason: state } });
      }
    };
    for (const each of whoseStateMayChange(moment)) tell(each);
    tell(undefined);
    return events;
  };
}

/** Units: agents whose states one record is looked at for; the others follow with their next record. */
const MAX_CHANGED = 100;

/** What pauses, resumes or ends a run changes all that is under way in it. */
function whoseStateMayChange({ view, event, execution }: Moment): readonly Execution[] {
  const own = execution === undefined ? [] : [execution];
  if (!event.type.startsWith('run.') && event.type !== 'branch.cancelled') return own;
  return [...own, ...[...view.open.values()].slice(0, MAX_CHANGED)];
}

/** What a record changes of agents comes of the record. */
function causesOf({ run, event }: Moment, { part, atMs }: Served): readonly string[] {
  return part === 0 ? [] : [eventIdOf({ atMs, run: run.digest, seq: event.seq, part: 0 })];
}

/** What a record says, in the protocol's words. */
function factsOf({ run, view, event, execution }: Moment): Readonly<Record<string, unknown>> {
  if (event.type === 'run.started') return { scope: mapScopeOf(run, runStateOf(view)) };
  if (execution === undefined) return {};
  return { taskId: agentIdOf(run, execution), ...FACTS[event.type]?.(event, { run, execution }) };
}

type Fact = (event: RunEvent, of: { readonly run: Moment['run']; readonly execution: Execution }) => object;

/** What is said of a task, by the type of a record. */
const FACTS: { readonly [T in RunEventType]?: Fact } = {
  'task.started': (_, { run, execution }) => ({ task: mapTaskOf(run, execution) }),
  'task.finished': (event) =>
    event.type === 'task.finished' ? { result: event.data.result, action: event.data.action } : {},
  'human.asked': ({ data }) => ({
    previous: 'in_progress',
    current: 'blocked',
    question: withoutNonce(data),
  }),
  'human.answered': (_, { execution }) => ({ previous: 'blocked', current: taskStatusOf(execution) }),
  'task.failed': (_, { execution }) => ({
    previous: 'in_progress',
    current: 'failed',
    reason: execution.reason,
  }),
};

/** A record without what an answer must name. */
function shownRecord(event: RunEvent): Readonly<Record<string, unknown>> {
  return event.type === 'human.asked' ? { ...event, data: withoutNonce(event.data) } : { ...event };
}
