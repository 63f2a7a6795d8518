import type { AgentProgress } from '../../agent/agent.ts';
import { blockKeyOf, childPathOf, visitKeyOf, type Address } from '../../model/address.ts';
import type { ChangesRecord, PutBackRecord, Survivor } from '../../model/event-records.ts';
import type { RunEvent, RunEventOf, RunEventType } from '../../model/run-event.ts';
import type { Execution, RunView } from '../../view/run-view.ts';
import { formatCost, formatCount, formatDuration, toOneLine } from '../io/format.ts';
import { createProgressGroups, endLine, placeOf, plainLine, type ProgressGroups } from './progress-groups.ts';
import { refusalText, refusedMessageText, senderText } from '../../report/answer-words.ts';
import { callText, verdictText } from '../views/judged-call.ts';
import { refusedCall } from '../views/refused-call.ts';
import { violatedLines } from '../views/violation-lines.ts';
import type { ProgressLine } from './progress-line.ts';
import { runsOnlyMap, shortNamesAt } from '../views/short-places.ts';

/** What is said of a run, event by event. */
export interface ProgressLines {
  /** What is to be said of an event that the view has taken, with the execution that it is about. */
  readonly linesOf: (event: RunEvent, execution: Execution | undefined) => readonly ProgressLine[];
  readonly linesOfAgent: (address: Address, progress: AgentProgress) => readonly ProgressLine[];
}

/**
 * A line when a task starts, one when it ends, and one for all that went wrong. Of what takes no time, a decision or the
 * end of an inner block, nothing is said: others show where it led.
 *
 * Tasks of inner blocks go on side by side: each of their lines names the execution and the task. Where very many of
 * them go on, only what is exceptional is reported, in lines that say where.
 */
export function createProgressLines(view: RunView): ProgressLines {
  const state: ProgressState = { view, groups: createProgressGroups(), begins: new WeakMap() };
  return {
    linesOf: (event, execution) => linesOf(state, event, execution),
    linesOfAgent: (address, progress) => {
      if (progress.kind !== 'retry') return [];
      const about = { ...state, address, execution: view.open.get(visitKeyOf(address)) };
      const head = subject(about, ': ') + toOneLine(progress.reason);
      return bounded(about, [{ format: 'yellow', head, rest: '' }]);
    },
  };
}

interface ProgressState {
  readonly view: RunView;
  readonly groups: ProgressGroups;
  /** The first line about an execution, until there is more to say of it. */
  readonly begins: WeakMap<Execution, ProgressLine>;
}

/** What lines are about; without an execution they are about the run, or about one that has ended. */
interface About extends ProgressState {
  readonly address: Address;
  readonly execution: Execution | undefined;
}

function linesOf(
  state: ProgressState,
  event: RunEvent,
  execution: Execution | undefined,
): readonly ProgressLine[] {
  if (event.type === 'task.started') {
    if (execution !== undefined && state.groups.crowdOf(execution.block) === undefined) {
      state.begins.set(execution, beginningLine(state, event));
    }
    return [];
  }
  const begun = execution === undefined ? [] : beginOf(state, event, execution);
  if (begun === undefined) return [];
  const about: About = { ...state, address: event.address, execution };
  // Each entry takes the events of its own type; that `event` is one of them a type cannot say.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const say = LINES[event.type] as Say<RunEventType> | undefined;
  return [...begun, ...(say?.(event, about) ?? [])];
}

/** The first line about an execution, when its time has come; undefined where nothing is to be said of it at all. */
function beginOf(
  { begins }: ProgressState,
  event: RunEvent,
  execution: Execution,
): readonly ProgressLine[] | undefined {
  const begin = begins.get(execution);
  if (begin === undefined || event.type === 'action.chosen') return [];
  const isOver = event.type === 'task.finished';
  const isEndOfMap = isOver && event.data.action === null && event.address.block.length === 0;
  if (isOver && !isEndOfMap) return undefined;
  begins.delete(execution);
  return [begin];
}

/** Among very many tasks only lines of a warning are said, and only so many. */
function bounded(about: About, lines: readonly ProgressLine[]): readonly ProgressLine[] {
  if (lines.length === 0) return lines;
  const crowd = crowdAround(about);
  if (crowd === undefined) return lines;
  return lines.filter(
    ({ format }) => (format === 'yellow' || format === 'red') && about.groups.takeLine(crowd),
  );
}

function crowdAround({ view, groups, address }: About): Execution | undefined {
  return address.block.length === 0 ? undefined : groups.crowdOf(view.blocks.get(blockKeyOf(address.block)));
}

/** How a line about a task begins: nothing but space for the only one at work, else its number and name. */
function subject(about: About, between: string): string {
  const { address, execution } = about;
  const { block, task = '' } = address;
  if (block.length === 0 && (execution?.children ?? null) === null) return '    ';
  const number = execution === undefined ? '' : `[${execution.number}] `;
  const place = crowdAround(about) === undefined ? '' : placeBefore(about, block);
  return `    ${number}${place}${toOneLine(task)}${between}`;
}

function placeBefore({ view }: ProgressState, block: Address['block']): string {
  return block.length === 0 ? '' : `${placeOfBlock(view, block)}: `;
}

function beginningLine(state: ProgressState, { address, data }: RunEventOf<'task.started'>): ProgressLine {
  const visit = address.visit ?? 1;
  const rest = visit > 1 && data.resumes === null ? `  (visit ${visit})` : '';
  return {
    format: 'bold',
    head: `[${data.execution}] ${placeBefore(state, address.block)}${toOneLine(data.task)}`,
    rest,
  };
}

type Say<T extends RunEventType> = (event: RunEventOf<T>, about: About) => readonly ProgressLine[];

/** Lines about a task. */
function ofTask<T extends RunEventType>(lines: Say<T>): Say<T> {
  return (event, about) => bounded(about, lines(event, about));
}

/** The line about a child block of a task, where that is said; among very many it is said where it `isExceptional`. */
function ofChild<T extends RunEventType>(
  line: (event: RunEventOf<T>, about: About) => ProgressLine | undefined,
  isExceptional: (event: RunEventOf<T>) => boolean = () => false,
): Say<T> {
  return (event, about) => {
    const one = line(event, about);
    if (about.execution === undefined) return one === undefined ? [] : [one];
    return about.groups.linesAfter(about.execution, one, isExceptional(event));
  };
}

/** Where a block is; "" for the block of the map itself. */
function placeOfBlock(view: RunView, path: Address['block']): string {
  return toOneLine(shortNamesAt(view, path).join('/'));
}

/** Where a child block of the task is. */
function childPlace({ view, address }: About, key: string): string {
  return placeOfBlock(view, childPathOf(address, key));
}

const always = (): boolean => true;
const isFailure = ({ data }: RunEventOf<'item.finished' | 'branch.finished'>): boolean => data.failed;

/** What is said of each type of event; the compiler asks for every type. */
const LINES: { readonly [T in RunEventType]: Say<T> | undefined } = {
  'run.started': undefined,
  'run.paused': undefined,
  'run.resumed': undefined,
  'run.finished': undefined,
  // Its line is kept until there is more to say.
  'task.started': undefined,
  'prompt.rendered': undefined,
  'action.rejected': undefined,
  'action.chosen': undefined,
  'agent.started': ofTask(({ data }, about) =>
    data.purpose === 'prompt' ? [] : [plainLine(subject(about, ': ') + PURPOSES[data.purpose])],
  ),
  'shell.started': ofTask(({ data }, about) => [
    plainLine(`${subject(about, ': ')}$ ${shownCommand(data.command)}`),
  ]),
  'call.asked': ofTask(({ data }, about) => [
    { format: 'yellow', head: `${subject(about, ' ')}asks a person`, rest: `: ${callText(data)}` },
  ]),
  'call.answered': ofTask(({ data }, about) => {
    const call = about.execution?.calls.findLast(({ id }) => id === data.call);
    // What was refused is said at the end of the turn.
    if (call === undefined || data.allow === 'never') return [];
    const head = `${subject(about, ': ')}allowed: ${callText(call)}`;
    return [{ format: 'yellow', head, rest: `  (${verdictText(call)})` }];
  }),
  'message.sent': ofTask(({ data }, about) => {
    const sender = senderText(data);
    const rest = `: ${toOneLine(data.text)}${sender === undefined ? '' : `  (${sender})`}`;
    return [{ format: 'yellow', head: `${subject(about, ' ')}was sent a message`, rest }];
  }),
  'message.refused': ofTask(({ data }) => [
    { format: 'yellow', head: `    ${refusedMessageText(data)}`, rest: '' },
  ]),
  'agent.finished': ofTask((event, about) => turnLines(event, subject(about, ': '))),
  'shell.finished': ofTask((event, about) => commandLines(event, subject(about, ': '))),
  'human.asked': ofTask(({ data }, about) => {
    const choices = data.choices.map(({ name }) => toOneLine(name)).join(', ');
    return [{ format: 'yellow', head: `${subject(about, ' ')}waits for an answer`, rest: `: ${choices}` }];
  }),
  'human.answered': ofTask(({ data }, about) => {
    // Who sits here may be reading the question at this very moment.
    if (data.via !== 'answer') return [];
    const sender = senderText(data);
    const from = data.sender?.pid === process.pid ? 'Answered' : 'Answered from elsewhere';
    const rest = `: ${toOneLine(data.action)}${sender === undefined ? '' : `, ${sender}`}.`;
    return [{ format: 'yellow', head: subject(about, ': ') + from, rest }];
  }),
  'human.refused': ofTask(({ data }) => [{ format: 'yellow', head: `    ${refusalText(data)}`, rest: '' }]),
  'property.violated': ofTask((event, about) => {
    const [head = '', ...rest] = violatedLines(event);
    return [
      { format: 'red', head: subject(about, ': ') + head, rest: '' },
      ...rest.map((line) => plainLine(`    ${line}`)),
    ];
  }),
  'limit.reached': ofTask(({ data }) => {
    if (data.limit !== 'subscription') return [];
    const rest = data.until === null ? '' : `; it resets at ${data.until}`;
    return [{ format: 'yellow', head: "    the limit of the agent's subscription is reached", rest }];
  }),
  'task.finished': ofTask((event, about) => endLines(event, about.execution, subject(about, ' '))),
  'task.failed': ofTask(({ data }, about) => {
    const description = faultOf(about.execution?.fault);
    const rest = description === data.reason ? '' : `: ${toOneLine(data.reason, 500)}`;
    return [{ format: 'red', head: `${subject(about, ' ')}failed`, rest }];
  }),
  'items.listed': ({ data }, { execution, groups }) =>
    execution === undefined || groups.crowdOf(execution.block) !== undefined
      ? []
      : [plainLine(`    ${placeOf(execution)}: ${formatCount(data.items.length, 'item')}`)],
  'item.started': undefined,
  'item.finished': ofChild(({ data }, about) => endLine(childPlace(about, data.key), data), isFailure),
  'item.skipped': ofChild(({ data }, about) => {
    const head = `    ${childPlace(about, data.key)} skipped`;
    return { format: 'yellow', head, rest: `: ${toOneLine(data.reason)}` };
  }),
  'item.kept': ofChild(({ data }, about) =>
    plainLine(`    ${childPlace(about, data.key)} kept`, ': it is as it was the last time'),
  ),
  'branch.started': undefined,
  'branch.finished': ofChild(({ data }, about) => endLine(childPlace(about, data.key), data), isFailure),
  'branch.cancelled': ofChild(({ data }, about) =>
    plainLine(`    ${childPlace(about, data.key)} cancelled`, ': it no longer counts'),
  ),
  'worktree.planned': undefined,
  'worktree.made': undefined,
  'worktree.opened': undefined,
  'workspace.read': undefined,
  'snapshot.taken': undefined,
  'outline.read': ofTask(({ data: { reason } }, about) =>
    reason === null
      ? []
      : [
          {
            format: 'yellow',
            head: `${subject(about, ': ')}goes without an outline of the project`,
            rest: `: ${reason}`,
          },
        ],
  ),
  'attempts.read': undefined,
  'changes.read': ofTask(({ data: { changes, reason, putBack, meanwhile } }, about) => {
    const begin = subject(about, ': ');
    const undone = [
      ...(putBack === undefined ? [] : [namedLine(`${begin}what it may not change was put back`, putBack)]),
      ...(meanwhile === undefined
        ? []
        : [namedLine(`${begin}changed meanwhile, by whom is not known`, meanwhile)]),
    ];
    if (changes === null) {
      return [{ format: 'yellow', head: `${begin}its changes could not be read`, rest: `: ${reason}` }];
    }
    // Most tasks only read, and are compared all the same.
    if (changes.count + changes.commits.length === 0) return undone;
    return [...undone, plainLine(begin + changesText(changes))];
  }),
  'worktree.left': undefined,
  'worktree.committed': undefined,
  'worktree.merged': undefined,
  'worktree.removed': undefined,
  'worktree.conflicted': ofChild(({ data: { key, paths } }, about) => {
    const more = paths.length - MAX_PATHS;
    const rest = `: ${toOneLine(paths.slice(0, MAX_PATHS).join(', '))}${more > 0 ? ` and ${more} more` : ''}`;
    const head = `    ${childPlace(about, key)} conflicts with what was merged before`;
    return { format: 'yellow', head, rest };
  }, always),
  'worktree.kept': ofChild(({ data }, about) => {
    const head = `    ${childPlace(about, data.key)}: its worktree is kept`;
    const { worktree } = about.view.blocks.get(blockKeyOf(childPathOf(about.address, data.key))) ?? {};
    const where = worktree ? ` in ${toOneLine(worktree.path)}, branch ${toOneLine(worktree.branch)}` : '';
    return plainLine(head, `${where}: ${toOneLine(data.reason)}`);
  }, always),
  'worktree.failed': ofChild(({ data }, about) => {
    const head = `    ${childPlace(about, data.key)}: its worktree failed`;
    return { format: 'red', head, rest: `: ${toOneLine(data.reason, 500)}` };
  }, always),
  'workflow.started': ofChild(({ data: { map, slip } }, { execution }) => {
    if (execution === undefined) return undefined;
    const kept = slip === null ? '' : `, kept in ${toOneLine(slip)}`;
    return plainLine(`    ${placeOf(execution)}: runs ${toOneLine(map)}${kept}`);
  }),
  'workflow.finished': ofChild(({ data }, { execution }) => {
    // How the item ends says how its only map did.
    if (execution === undefined || (runsOnlyMap(execution) && !data.failed)) return undefined;
    return endLine(placeOf(execution), data);
  }),
};

const MAX_NAMED = 5;

function namedLine(head: string, { paths, commits }: PutBackRecord): ProgressLine {
  const named = [...paths.map((path) => JSON.stringify(path)), ...commits.map((id) => id.slice(0, 12))];
  const rest = named.length - MAX_NAMED;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return { format: 'yellow', head, rest: `: ${named.slice(0, MAX_NAMED).join(', ')}${more}` };
}

function changesText({ count, commits, ...kinds }: ChangesRecord): string {
  const named = kinds.added.length + kinds.modified.length + kinds.deleted.length;
  const cut = named < count ? `, of which the map sees ${named}` : '';
  const made = commits.length === 0 ? '' : `, ${formatCount(commits.length, 'commit')}`;
  return count === 0 ? `changed no file${made}` : `changed ${formatCount(count, 'file')}${cut}${made}`;
}

/** Units: paths. The events have all. */
const MAX_PATHS = 5;

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

/** What is reported of a turn's fault: a permanent one ends the task, which reports it; a limit has an event of its own. */
function faultOf(turn: Execution['fault'] | undefined): string | null | undefined {
  return turn?.fault === 'permanent' || turn?.fault === 'limit' ? null : turn?.reason;
}

function turnLines({ data }: RunEventOf<'agent.finished'>, begin: string): readonly ProgressLine[] {
  const fault = faultOf(data) ?? null;
  const refused = data.denials.map((denial) => `refused: ${refusedCall(denial)}`);
  const kind = data.fault === 'reply' ? 'no usable answer' : 'transport fault';
  const broken = fault === null ? [] : [`${kind}: ${toOneLine(fault, 500)}`];
  return [...refused, ...broken, ...survivorTexts(data)].map((text) => ({
    format: 'yellow',
    head: begin + text,
    rest: '',
  }));
}

function commandLines({ data }: RunEventOf<'shell.finished'>, begin: string): readonly ProgressLine[] {
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
  execution: Execution | undefined,
  begin: string,
): readonly ProgressLine[] {
  if (data.action === null) return [];
  const { workMs = 0, costUsd = 0, endedTurns = 0 } = execution ?? {};
  const cost = endedTurns === 0 ? '' : `, ${formatCost(costUsd)}`;
  const rest = workMs === 0 && costUsd === 0 ? '' : `  ${formatDuration(workMs)}${cost}`;
  return [{ format: 'green', head: `${begin}-> ${toOneLine(data.action)}`, rest }];
}
