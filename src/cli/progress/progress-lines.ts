import type { AgentProgress } from '../../agent/agent.ts';
import type { Address } from '../../model/address.ts';
import type { Survivor } from '../../model/event-records.ts';
import type { RunEvent, RunEventOf } from '../../model/run-event.ts';
import { takeFrom, type EventTable } from '../io/event-table.ts';
import { formatCommand, formatCost, formatDuration, toOneLine } from '../io/format.ts';
import { visitKeyOf } from '../views/place.ts';
import { createProgressGroups, type ProgressGroups } from './progress-groups.ts';
import { giverText, refusalText } from '../views/answer-words.ts';
import type { ProgressLine } from './progress-line.ts';
import { createShortPlaces, type ShortPlaces } from '../views/short-places.ts';

/** What is said of a run, event by event. */
export interface ProgressLines {
  readonly linesOf: (event: RunEvent) => readonly ProgressLine[];
  readonly linesOfAgent: (address: Address, progress: AgentProgress) => readonly ProgressLine[];
}

/**
 * A line when a task starts, one when it ends, and one for all that went wrong. Of what takes no time, a decision or the
 * end of an inner block, nothing is said: others show where it led.
 *
 * Tasks of inner blocks go on side by side: each of their lines names the execution and the task. Where very many of
 * them go on, only what is exceptional is told, in lines that say where. `past` are the events of a run that goes on.
 */
export function createProgressLines(past: readonly RunEvent[] = []): ProgressLines {
  const places = createShortPlaces();
  const told: Told = { visits: new Map(), places, groups: createProgressGroups(places) };
  for (const event of past) linesOf(told, event);
  return {
    linesOf: (event) => linesOf(told, event),
    linesOfAgent: (address, progress) =>
      progress.kind === 'retry'
        ? bounded(told, address, [
            { format: 'yellow', head: subject(told, address, ': ') + toOneLine(progress.reason), rest: '' },
          ])
        : [],
  };
}

/**
 * An execution, over all its turns; `begin` is its first line, until there is more to say of it, and `fault` the last
 * that was told. Units: ms, US dollars.
 */
interface Visit {
  readonly execution: number;
  begin: ProgressLine | undefined;
  ms: number;
  /** Null where no agent was at work. */
  costUsd: number | null;
  fault: string | null;
}

interface Told {
  readonly visits: Map<string, Visit>;
  readonly groups: ProgressGroups;
  readonly places: ShortPlaces;
}

function linesOf(told: Told, event: RunEvent): readonly ProgressLine[] {
  const { visits, groups, places } = told;
  const { address } = event;
  places.follow(event);
  const key = visitKeyOf(address);
  if (event.type === 'task.started') {
    const begin = groups.crowdOf(address) === undefined ? beginningLine(event, places) : undefined;
    visits.set(key, { execution: event.data.execution, begin, ms: 0, costUsd: null, fault: null });
    return [];
  }
  const begun = beginOf(visits.get(key), event);
  const lines = begun === undefined ? [] : bounded(told, address, ownLines(told, event));
  const ofParts = groups.linesOf(event);
  if (event.type === 'task.finished' || event.type === 'task.failed') visits.delete(key);
  return [...(begun ?? []), ...lines, ...ofParts];
}

/** The first line about an execution, when its time has come; undefined where nothing is to be said of it at all. */
function beginOf(visit: Visit | undefined, event: RunEvent): readonly ProgressLine[] | undefined {
  if (visit?.begin === undefined || event.type === 'action.chosen') return [];
  const isOver = event.type === 'task.finished';
  const isEndOfMap = isOver && event.data.action === null && event.address.block.length === 0;
  if (isOver && !isEndOfMap) return undefined;
  const { begin } = visit;
  visit.begin = undefined;
  return [begin];
}

/** Among very many tasks only lines of a warning are said, and only so many. */
function bounded(
  { groups }: Told,
  address: Address,
  lines: readonly ProgressLine[],
): readonly ProgressLine[] {
  if (lines.length === 0) return lines;
  const crowd = groups.crowdOf(address);
  if (crowd === undefined) return lines;
  return lines.filter(({ format }) => (format === 'yellow' || format === 'red') && crowd.tell());
}

/** How a line about a task begins: nothing but space for the only one at work, else its number and name. */
function subject({ visits, groups, places }: Told, address: Address, between: string): string {
  const { block, task = '' } = address;
  if (block.length === 0 && !groups.hasParts(address)) return '    ';
  const number = visits.get(visitKeyOf(address))?.execution;
  const place = groups.crowdOf(address) === undefined ? '' : placeBefore(places, block);
  return `    ${number === undefined ? '' : `[${number}] `}${place}${toOneLine(task)}${between}`;
}

function placeBefore(places: ShortPlaces, block: Address['block']): string {
  return block.length === 0 ? '' : `${toOneLine(places.namesOf(block).join('/'))}: `;
}

function beginningLine({ address, data }: RunEventOf<'task.started'>, places: ShortPlaces): ProgressLine {
  const place = placeBefore(places, address.block);
  const visit = address.visit ?? 1;
  const rest = visit > 1 && data.resumes === null ? `  (visit ${visit})` : '';
  return { format: 'bold', head: `[${data.execution}] ${place}${toOneLine(data.task)}`, rest };
}

function ownLines(told: Told, event: RunEvent): readonly ProgressLine[] {
  const own = (between: string): string => subject(told, event.address, between);
  const visit = told.visits.get(visitKeyOf(event.address));
  return takeFrom(OWN_LINES, event, { visit, own }) ?? [];
}

/** How a line begins, with what stands between its subject and the rest; and the execution that it is about. */
interface Own {
  readonly own: (between: string) => string;
  readonly visit: Visit | undefined;
}

const OWN_LINES: EventTable<Own, readonly ProgressLine[]> = {
  'agent.started': ({ data }, { own }) =>
    data.purpose === 'prompt' ? [] : [{ format: 'dim', head: own(': ') + PURPOSES[data.purpose], rest: '' }],
  'shell.started': ({ data }, { own }) => {
    const head = `${own(': ')}$ ${shownCommand(data.command)}`;
    return [{ format: 'dim', head, rest: '' }];
  },
  'agent.finished': (event, { visit, own }) => turnLines(event, visit, own(': ')),
  'shell.finished': (event, { visit, own }) => commandLines(event, visit, own(': ')),
  'human.asked': ({ data }, { own }) => {
    const choices = data.choices.map(({ name }) => toOneLine(name)).join(', ');
    return [{ format: 'yellow', head: `${own(' ')}waits for an answer`, rest: `: ${choices}` }];
  },
  'human.answered': ({ data }, { own }) => {
    // Who sits here may be reading the question at this very moment.
    if (data.via !== 'answer') return [];
    const giver = giverText(data);
    const from = data.sender?.pid === process.pid ? 'Answered' : 'Answered from elsewhere';
    const rest = `: ${toOneLine(data.action)}${giver === undefined ? '' : `, ${giver}`}.`;
    return [{ format: 'yellow', head: own(': ') + from, rest }];
  },
  'human.refused': ({ data }) => [{ format: 'yellow', head: `    ${refusalText(data)}`, rest: '' }],
  'limit.reached': ({ data }) => {
    if (data.limit !== 'subscription') return [];
    const rest = data.until === null ? '' : `; it resets at ${data.until}`;
    return [{ format: 'yellow', head: "    the limit of the agent's subscription is reached", rest }];
  },
  'task.finished': (event, { visit, own }) => endLines(event, visit, own(' ')),
  'task.failed': ({ data }, { visit, own }) => {
    const rest = visit?.fault === data.reason ? '' : `: ${toOneLine(data.reason, 500)}`;
    return [{ format: 'red', head: `${own(' ')}failed`, rest }];
  },
};

/** Units: UTF-16. The whole is in the task's log. */
const MAX_COMMAND = 100;

/** A command as a person would type it: of one for the shell, the line alone. */
function shownCommand(command: readonly string[]): string {
  const [program, flag, line] = command;
  const isLine = program === 'sh' && flag === '-c' && command.length === 3;
  return toOneLine((isLine ? line : undefined) ?? command.join(' '), MAX_COMMAND);
}

const PURPOSES = {
  repair: 'asking again, in the same session',
  retry: 'trying again',
  resume: 'going on where it stopped',
} as const;

function turnLines(
  { data }: RunEventOf<'agent.finished'>,
  visit: Visit | undefined,
  begin: string,
): readonly ProgressLine[] {
  // A permanent fault ends the task, which tells it; a limit has an event of its own.
  const fault = data.fault === 'permanent' || data.fault === 'limit' ? null : data.reason;
  if (visit !== undefined) {
    visit.ms += data.durationMs;
    visit.costUsd = (visit.costUsd ?? 0) + (data.costUsd ?? 0);
    visit.fault = fault;
  }
  const refused = data.denials.map(
    ({ tool, input, rule }) => `refused: ${toOneLine(`${tool} ${input}`, 160)}  (${wayOutOf(rule)})`,
  );
  const kind = data.fault === 'reply' ? 'no usable answer' : 'transport fault';
  const broken = fault === null ? [] : [`${kind}: ${toOneLine(fault, 500)}`];
  return [...refused, ...broken, ...survivorTexts(data)].map((text) => ({
    format: 'yellow',
    head: begin + text,
    rest: '',
  }));
}

/** What a person can do about a refused call. */
function wayOutOf(rule: string | null): string {
  if (rule === null) return 'a rule forbids it';
  const flag = formatCommand(['--allow', toOneLine(rule)]);
  return rule === 'Bash' ? `${flag} allows all commands` : `allow it with ${flag}`;
}

function commandLines(
  { data }: RunEventOf<'shell.finished'>,
  visit: Visit | undefined,
  begin: string,
): readonly ProgressLine[] {
  if (visit !== undefined) visit.ms += data.durationMs;
  const hasExitCode = data.exitCode !== null && data.exitCode !== 0;
  return [
    ...(hasExitCode
      ? [{ format: 'dim', head: `${begin}exit code ${data.exitCode}`, rest: '' } as const]
      : []),
    ...survivorTexts(data).map((text) => ({ format: 'yellow', head: begin + text, rest: '' }) as const),
  ];
}

function survivorTexts({ survivors = [] }: { readonly survivors?: readonly Survivor[] }): readonly string[] {
  return survivors.map(({ pid, command, isOurs }) => {
    const why = isOurs
      ? 'could not be ended'
      : 'started in this folder meanwhile and may not belong to the run: not ended';
    return `still there: process ${pid}, ${toOneLine(command, 100)}  (${why})`;
  });
}

function endLines(
  { data }: RunEventOf<'task.finished'>,
  visit: Visit | undefined,
  begin: string,
): readonly ProgressLine[] {
  if (data.action === null) return [];
  const { ms = 0, costUsd = null } = visit ?? {};
  const cost = costUsd === null ? '' : `, ${formatCost(costUsd)}`;
  const rest = ms === 0 && (costUsd ?? 0) === 0 ? '' : `  ${formatDuration(ms)}${cost}`;
  return [{ format: 'green', head: `${begin}-> ${toOneLine(data.action)}`, rest }];
}
