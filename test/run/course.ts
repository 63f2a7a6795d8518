import type { RunEvent, RunEventData, RunEventOf, RunEventType } from '../../src/model/run-event.ts';
import type { Value } from '../../src/model/value.ts';

/**
 * The course of a run: its journal as short lines, without what differs from run to run.
 *
 * A line is one of
 *
 *     start Code                          a task is entered for the first time
 *     start Code #2 {"again":"true"}      for the second, with these arguments
 *     go on with Code #2                  taken up again after a pause
 *     agent Code repair                   a turn that is not simply the prompt in a session of its own:
 *                                         repair | retry | resume, in session Code #1, forks session Code #1,
 *                                         reserve 0.5 (US dollars, where there is a budget)
 *     shell Test ["npm","test"]           a command is started; a line for `sh -c` is not shown
 *     ask Ship: Yes, No within 600s       a person is asked, with the time that is left
 *     answer Ship Yes {"why":"it works"}
 *     reject Code                         a reply is not an answer
 *     choose Accept by agent              agent | guard | person
 *     finish Code result {…} set {…}      what it found out and bound; no line where both are nothing, or {"text":""}
 *     fail Code transport -> Mend         with the class of the fault, onError's target, and a result as above
 *     limit steps 3 of 3
 *     violate Approved: "Gate" …          a property of a map, and how
 *     pause failed 6                      with the exit code
 *     end Done outcome Done result 5 failed
 *     end                                 after a task without actions
 *
 *     branch Review/impact                a block inside of a task is entered; also item Build/a, map Ship
 *     branch Review/impact -> Done result {…} failed
 *     cancel Review/impact                skip Build/b, keep Build/c
 *     worktree Build/a wfmap/…            a git worktree is planned, then: open worktree Build/a, leave worktree Build/a
 *                                         -> Done, to be merged; merge Build/a or conflict Build/a: paths; keep worktree
 *                                         Build/a, but no line where it is removed; stuck Build/a: why, for a step of it
 *                                         that git refused
 *     Review/impact: start Look           what happens inside; Review#2/impact at the second visit of Review
 *
 * Keys of objects are sorted. An end's own `task.finished` has no line where it says what the run's end says.
 */
export function courseOf(events: readonly RunEvent[]): readonly string[] {
  const sessions: Sessions = { names: new Map(), ofVisit: new Map() };
  const lines = events.map((event, index) => {
    if (event.type === 'agent.started') return agentLine(event, sessions);
    if (event.type === 'task.finished' && saysTheSame(event, events[index + 1])) return '';
    return lineOf(event);
  });
  return lines.filter((line) => line !== '');
}

/** Text of a value with the keys of objects in order, without the reasons of ends, which are words for people. */
export function reported(value: Value): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map((each) => reported(each)).join(',')}]`;
  const isEnd = 'outcome' in value && 'result' in value;
  const members = Object.entries(value)
    .filter(([key]) => !(isEnd && key === 'reason'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${reported(each)}`).join(',')}}`;
}

/** What a line says of the result of a task: nothing where there is nothing to say. */
export function resultText(result: Value): string {
  const text = reported(result);
  return text === 'null' || text === '{"text":""}' ? '' : ` result ${text}`;
}

/** What a line says of arguments, fields and bindings. */
export function membersText(word: string, members: Readonly<Record<string, Value>>): string {
  const text = reported(members);
  return text === '{}' ? '' : `${word} ${text}`;
}

/** A task with the number of its visit, from the second on. */
export function placeOf(task: string, visit: number): string {
  return visit === 1 ? task : `${task} #${visit}`;
}

/** The line of each type of event; none where the lines around it say the same. */
const LINES: { readonly [T in RunEventType]: (event: RunEventOf<T>) => string } = {
  'run.started': () => '',
  'task.started': ({ address, data }) => {
    const place = `${placeOf(data.task, address.visit ?? 1)}${membersText('', data.args)}`;
    return data.resumes === null ? `start ${place}` : `go on with ${place}`;
  },
  'prompt.rendered': () => '',
  'agent.started': () => '',
  'call.asked': ({ data }) => `ask about ${data.tool} ${JSON.stringify(data.input)}`,
  'call.answered': ({ data }) => `allow ${data.allow}${data.reason === '' ? '' : `: ${data.reason}`}`,
  'message.sent': ({ data }) => `tell ${data.task}: ${data.text}`,
  'message.refused': ({ data }) => `refuse ${data.file}: ${data.reason}`,
  'agent.finished': () => '',
  'action.rejected': ({ data }) => `reject ${data.task}`,
  'action.chosen': ({ data }) => `choose ${data.action} by ${data.by}`,
  'shell.started': ({ data }) =>
    `shell ${data.task}${data.command[1] === '-c' ? '' : ` ${reported(data.command)}`}`,
  'shell.finished': () => '',
  'human.asked': ({ at, data }) => {
    const names = data.choices.map(({ name }) => name).join(', ');
    if (data.deadline === null) return `ask ${data.task}: ${names}`;
    return `ask ${data.task}: ${names} within ${(Date.parse(data.deadline) - Date.parse(at)) / 1000}s`;
  },
  'human.refused': ({ data }) => `refuse ${data.file}: ${data.reason}`,
  'human.answered': ({ data }) => `answer ${data.task} ${data.action}${membersText('', data.fields)}`,
  'items.listed': ({ data }) => `items ${data.task}: ${data.items.map(({ key }) => key).join(', ')}`,
  'item.started': ({ data }) => `item ${data.task}/${data.key}`,
  'item.finished': ({ data }) => `item ${data.task}/${data.key} -> ${endText(data)}`,
  'item.skipped': ({ data }) => `skip ${data.task}/${data.key}`,
  'item.kept': ({ data }) => `keep ${data.task}/${data.key}`,
  'branch.started': ({ data }) => `branch ${data.task}/${data.key}`,
  'branch.finished': ({ data }) => `branch ${data.task}/${data.key} -> ${endText(data)}`,
  'branch.cancelled': ({ data }) => `cancel ${data.task}/${data.key}`,
  'worktree.planned': ({ data }) => `worktree ${data.task}/${data.key} ${data.branch}`,
  'worktree.made': () => '',
  'worktree.opened': ({ data }) => `open worktree ${data.task}/${data.key}`,
  'workspace.read': () => '',
  'snapshot.taken': () => '',
  'outline.read': ({ data: { task, text, reason } }) =>
    `outline of ${task}: ${reason ?? `${text.length} characters`}`,
  'attempts.read': ({ data: { task } }) => `attempts before ${task}`,
  'changes.read': ({ data: { task, changes } }) =>
    `changes of ${task}: ${changes === null ? 'unknown' : changes.count}`,
  'worktree.left': ({ data }) =>
    `leave worktree ${data.task}/${data.key} -> ${endText(data)}${data.merges ? ', to be merged' : ''}`,
  'worktree.committed': () => '',
  'worktree.merged': ({ data }) => `merge ${data.task}/${data.key}`,
  'worktree.conflicted': ({ data }) => `conflict ${data.task}/${data.key}: ${data.paths.join(', ')}`,
  'worktree.removed': () => '',
  'worktree.kept': ({ data }) => `keep worktree ${data.task}/${data.key}`,
  'worktree.failed': ({ data }) => `stuck ${data.task}/${data.key}: ${data.reason}`,
  'workflow.started': ({ data }) => `map ${data.task}${membersText('', data.fields)}`,
  'workflow.finished': ({ data }) => `map ${data.task} -> ${endText(data)}`,
  'task.finished': ({ data }) => {
    const outcome = data.outcome === null ? '' : ` outcome ${data.outcome}`;
    const found = `${outcome}${resultText(data.result)}${membersText(' set', data.bindings)}`;
    return found === '' ? '' : `finish ${data.task}${found}`;
  },
  'task.failed': ({ data }) => {
    const way = data.target === null ? '' : ` -> ${data.target}`;
    return `fail ${data.task} ${data.fault}${way}${resultText(data.result)}`;
  },
  'property.violated': ({ data }) => `violate ${data.property}: ${data.reason}`,
  'limit.reached': ({ data }) => `limit ${data.limit} ${rounded(data.used ?? 0)} of ${data.max ?? 0}`,
  'run.paused': ({ data }) => `pause ${data.reason} ${data.exitCode}`,
  'run.resumed': () => 'resumed',
  'run.finished': ({ data }) => {
    const end = data.task === null ? '' : ` ${data.task} outcome ${data.outcome ?? 'null'}`;
    return `end${end}${resultText(data.result)}${data.failed ? ' failed' : ''}`;
  },
};

function lineOf(event: RunEvent): string {
  // The table has for each type a function of just that type.
  const line = (LINES[event.type] as (event: RunEvent) => string)(event);
  return line === '' ? '' : `${insideOf(event)}${line}`;
}

/** A course as it is where no money is set aside: a turn of which nothing else is told has no line then. */
export function withoutReserves(lines: readonly string[]): readonly string[] {
  const reported = lines.map((line) => line.replace(/ reserve [\d.]+$/, ''));
  return reported.filter((line, at) => line === lines[at] || / (?:repair|retry|session .*)$/.test(line));
}

/** The lines of each block by itself, by the blocks around it; a key never holds white space, nor a quote. */
export function perBlock(lines: readonly string[]): Record<string, string[]> {
  const blocks: Record<string, string[]> = {};
  for (const line of lines) {
    const [, inside = '', rest = line] = /^((?:[^\s"]+\/[^\s"]+ ?)+: )?(.*)$/.exec(line) ?? [];
    (blocks[inside] ??= []).push(rest);
  }
  return blocks;
}

/** The blocks that an event is inside of. */
export function insideOf({ address }: Pick<RunEvent, 'address'>): string {
  const steps = address.block.map(
    ({ task, key, activation }) => `${task}${activation > 1 ? `#${activation}` : ''}/${key}`,
  );
  return steps.length === 0 ? '' : `${steps.join(' ')}: `;
}

/** What a line says of how a block ended. */
export function endText({
  outcome,
  result,
  failed,
}: {
  readonly outcome: string;
  readonly result: Value;
  readonly failed: boolean;
}): string {
  return `${outcome}${resultText(result)}${failed ? ' failed' : ''}`;
}

/** Sessions by id, named after the visit that began them; and the session of each visit. */
interface Sessions {
  readonly names: Map<string, string>;
  readonly ofVisit: Map<string, string>;
}

function agentLine(event: RunEventOf<'agent.started'>, sessions: Sessions): string {
  const { address, data } = event;
  const place = placeOf(data.task, address.visit ?? 1);
  const purpose = data.purpose === 'prompt' ? '' : ` ${data.purpose}`;
  const reserve = data.reservedUsd === null ? '' : ` reserve ${rounded(data.reservedUsd)}`;
  const visit = `${insideOf(event)}${place}`;
  const said = `${purpose}${sessionIn(data, visit, sessions)}${reserve}`;
  sessions.ofVisit.set(visit, data.session);
  if (!data.continues) sessions.names.set(data.session, place);
  return said === '' ? '' : `${insideOf(event)}agent ${data.task}${said}`;
}

function sessionIn(
  { session, continues, forks }: RunEventData['agent.started'],
  place: string,
  { names, ofVisit }: Sessions,
): string {
  if (forks !== null) return ` forks session ${names.get(forks) ?? '?'}`;
  const own = ofVisit.get(place);
  if (continues) return own === session ? '' : ` in session ${names.get(session) ?? '?'}`;
  return own === undefined ? '' : ' in a new session';
}

const ENDS: ReadonlySet<RunEventType> = new Set([
  'run.finished',
  'branch.finished',
  'item.finished',
  'workflow.finished',
]);

function saysTheSame({ data }: RunEventOf<'task.finished'>, next: RunEvent | undefined): boolean {
  if (data.outcome === null || next === undefined || !ENDS.has(next.type)) return false;
  const { task, outcome, result } = next.data as RunEventData['run.finished'];
  return (
    (next.type !== 'run.finished' || task === data.task) &&
    outcome === data.outcome &&
    reported(result) === reported(data.result)
  );
}

/** Sums of cents are no exact doubles. */
function rounded(amount: number): number {
  return Number(amount.toFixed(6));
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
