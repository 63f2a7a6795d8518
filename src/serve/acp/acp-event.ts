import { join } from 'node:path';
import { placeOfTask } from '../../model/place.ts';
import type { RunEvent, RunEventOf, RunEventType } from '../../model/run-event.ts';
import { isObjectValue, type Value } from '../../model/value.ts';
import type { Execution, RunView } from '../../view/run-view.ts';
import type { Served } from '../events/event-id.ts';
import type { Moment } from '../events/followed-run.ts';

/** A record of a run as an editor sees it: the `session/update`s that come of it. */
export interface AcpEvent extends Served {
  /** The run, as clients call it. */
  readonly of: string;
  readonly event: RunEvent;
  readonly updates: readonly object[];
}

/** What is asked of the project while events are made. */
export interface AcpSurroundings {
  /** The tasks of a run that do work, in the order of its map. Empty where that is not known. */
  readonly tasksOf: (run: Moment['run']) => readonly string[];
  /** Absolute; where agents of a run work. */
  readonly workRoot: string;
}

/** Units: UTF-16 units of a text in an update; changed files of one task that are named. */
const MAX_TEXT = 10_000;
const MAX_PATHS = 200;

/** Makes of each record what an editor shows: tasks as tool calls and as a plan, ends as messages. */
export function acpTranslation(around: AcpSurroundings) {
  return (moment: Moment, placed: (part: number) => Served): readonly AcpEvent[] => {
    const { run, event } = moment;
    return [{ ...placed(0), of: run.name, event, updates: updatesOf(moment, around) }];
  };
}

function updatesOf(moment: Moment, around: AcpSurroundings): readonly object[] {
  const { view, event, execution } = moment;
  if (event.type === 'run.started') return [requestOf(event), ...planOf(moment, around)];
  if (event.type === 'run.finished') return [message(endText(event, view))];
  if (event.type === 'run.paused') return [message(`${event.data.message}\n`)];
  if (execution === undefined) return [];
  return [...taskUpdates(event, execution, around.workRoot), ...planAfter(moment, around)];
}

/** What a person asked for, as the first words of the conversation. */
function requestOf({ data }: RunEventOf<'run.started'>): object {
  const inputs = Object.entries(data.fields).map(([name, value]) => `--${name}=${textOf(value)}`);
  const text = [`/${data.map.path}`, ...inputs].join(' ');
  return { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: cut(text) } };
}

/** The tasks at the top of the map, and the items of those that have some. */
function planOf({ run, view }: Moment, { tasksOf }: AcpSurroundings): readonly object[] {
  const byTask = new Map(view.root.executions.map((each) => [each.task, each]));
  const named = tasksOf(run);
  const others = [...byTask.values()].filter(({ task, isStep }) => isStep && !named.includes(task));
  const names = [...named, ...others.map(({ task }) => task)];
  const entries = names.flatMap((name) => {
    const execution = byTask.get(name);
    const own = entryOf(name, execution === undefined ? 'pending' : statusOf(execution));
    const items = execution?.children?.kind === 'item' ? execution.children.list.slice(0, MAX_PATHS) : [];
    return [own, ...items.map(({ key, status }) => entryOf(`${name}: ${key}`, ITEM_STATUS[status]))];
  });
  return entries.length === 0 ? [] : [{ sessionUpdate: 'plan', entries }];
}

const ITEM_STATUS = {
  waiting: 'pending',
  running: 'in_progress',
  stopped: 'in_progress',
  finished: 'completed',
  kept: 'completed',
  cancelled: 'completed',
  skipped: 'completed',
} as const;

type PlanStatus = 'pending' | 'in_progress' | 'completed';

function entryOf(content: string, status: PlanStatus): object {
  return { content, priority: 'medium', status };
}

function statusOf({ end, ending }: Execution): PlanStatus {
  return end !== null && ending === 'finished' ? 'completed' : 'in_progress';
}

/** What begins or ends a task or an item changes the plan. */
const OF_PLAN: ReadonlySet<string> = new Set([
  'task.started',
  'task.finished',
  'items.listed',
  'item.started',
  'item.finished',
  'item.skipped',
  'item.kept',
]);

function planAfter(moment: Moment, around: AcpSurroundings): readonly object[] {
  return OF_PLAN.has(moment.event.type) ? planOf(moment, around) : [];
}

/** What an update is about. */
interface OfTask {
  readonly execution: Execution;
  readonly workRoot: string;
  readonly update: (more: object) => object;
}

function taskUpdates(event: RunEvent, execution: Execution, workRoot: string): readonly object[] {
  const toolCallId = String(execution.seq);
  const update = (more: object): object => ({ sessionUpdate: 'tool_call_update', toolCallId, ...more });
  // Each entry takes the events of its own type; that `event` is one of them a type cannot say.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const take = TASK_UPDATES[event.type] as TaskUpdate<RunEventType> | undefined;
  return take?.(event, { execution, workRoot, update }) ?? [];
}

type TaskUpdate<T extends RunEventType> = (event: RunEventOf<T>, of: OfTask) => readonly object[];

function endsTask(
  event: RunEventOf<'task.finished'> | RunEventOf<'task.failed'>,
  { execution, update }: OfTask,
): readonly object[] {
  return execution.isStep && execution.question === null ? [update(endOf(event))] : [];
}

/** What is shown of a task, by the type of the record; of others nothing. */
const TASK_UPDATES: { readonly [T in RunEventType]?: TaskUpdate<T> } = {
  'agent.started': (_, { execution, update }) => [
    execution.turns === 1
      ? toolCall(execution, { kind: 'think', status: 'in_progress' })
      : update({ status: 'in_progress' }),
  ],
  'shell.started': ({ data: { command } }, { execution }) => [
    toolCall(execution, { kind: 'execute', status: 'in_progress', rawInput: { command } }),
  ],
  'changes.read': (event, { update, workRoot }) => changedUpdates(event, update, workRoot),
  'message.sent': ({ data: { text } }) => [{ sessionUpdate: 'user_message_chunk', content: textBlock(text) }],
  'task.finished': endsTask,
  'task.failed': endsTask,
};

function toolCall(execution: Execution, more: object): object {
  return {
    sessionUpdate: 'tool_call',
    toolCallId: String(execution.seq),
    title: titleOf(execution),
    ...more,
  };
}

/** How a task is called in the editor. */
export function titleOf({ address, visit }: Pick<Execution, 'address' | 'visit'>): string {
  return `${placeOfTask(address)}${visit > 1 ? ` (visit ${visit})` : ''}`;
}

function changedUpdates(
  { data: { changes } }: RunEventOf<'changes.read'>,
  update: (more: object) => object,
  workRoot: string,
): readonly object[] {
  if (changes === null) return [];
  const paths = [...changes.added, ...changes.modified, ...changes.deleted].slice(0, MAX_PATHS);
  if (paths.length === 0) return [];
  return [update({ kind: 'edit', locations: paths.map((path) => ({ path: join(workRoot, path) })) })];
}

function endOf(event: RunEventOf<'task.finished'> | RunEventOf<'task.failed'>): object {
  if (event.type === 'task.failed') {
    return { status: 'failed', content: [{ type: 'content', content: textBlock(event.data.reason) }] };
  }
  const { action, result } = event.data;
  const texts = [textOfResult(result), ...(action === null ? [] : [`→ ${action}`])].filter(
    (text) => text !== '',
  );
  const content = texts.length === 0 ? [] : [{ type: 'content', content: textBlock(texts.join('\n\n')) }];
  return { status: 'completed', content };
}

/** What an agent said, or what a command came to. */
function textOfResult(result: Value): string {
  if (!isObjectValue(result)) return '';
  const { text, stdout } = result;
  if (typeof text === 'string') return text;
  return typeof stdout === 'string' ? stdout : JSON.stringify(result, undefined, 2);
}

function endText({ data }: RunEventOf<'run.finished'>, { costUsd, turns }: RunView): string {
  const how = data.failed ? 'failed' : 'ended';
  const at = data.outcome === null ? '' : ` at "${data.outcome}"`;
  const why = data.reason === undefined ? '' : `: ${data.reason}`;
  return `The run ${how}${at}${why}. ${turns} turns, $${costUsd.toFixed(2)}.\n`;
}

/** A message of the agent. */
export function message(text: string): object {
  return { sessionUpdate: 'agent_message_chunk', content: textBlock(text) };
}

export function textBlock(text: string): object {
  return { type: 'text', text: cut(text) };
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}

function textOf(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
