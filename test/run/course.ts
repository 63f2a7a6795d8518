import type { RunEvent, RunEventOf } from '../../src/model/run-event.ts';
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
 *     pause failed 6                      with the exit code
 *     end Done outcome Done result 5 failed
 *     end                                 after a task without actions
 *
 * Keys of objects are sorted. An end's own `task.finished` has no line where it says what the run's end says.
 */
export function courseOf(events: readonly RunEvent[]): readonly string[] {
  const sessions = new Map<string, string>();
  const own = new Map<string, string>();
  return events.flatMap((event, index) => {
    if (event.type === 'agent.started') return agentLines(event, sessions, own);
    if (event.type === 'task.finished' && saysTheSame(event, events[index + 1])) return [];
    return linesOf(event);
  });
}

/** Text of a value with the keys of objects in order. */
export function told(value: Value): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map((each) => told(each)).join(',')}]`;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${told(each)}`).join(',')}}`;
}

/** What a line says of the result of a task: nothing where there is nothing to say. */
export function toldResult(result: Value): string {
  const text = told(result);
  return text === 'null' || text === '{"text":""}' ? '' : ` result ${text}`;
}

/** What a line says of arguments, fields and bindings. */
export function toldMembers(word: string, members: Readonly<Record<string, Value>>): string {
  const text = told(members);
  return text === '{}' ? '' : `${word} ${text}`;
}

/** A task with the number of its visit, from the second on. */
export function placeOf(task: string, visit: number): string {
  return visit === 1 ? task : `${task} #${visit}`;
}

function linesOf({ at, type, address, data }: RunEvent): string[] {
  switch (type) {
    case 'task.started': {
      const place = `${placeOf(data.task, address.visit ?? 1)}${toldMembers('', data.args)}`;
      return [data.resumes === null ? `start ${place}` : `go on with ${place}`];
    }
    case 'shell.started': {
      const isLine = data.command[1] === '-c';
      return [`shell ${data.task}${isLine ? '' : ` ${told(data.command)}`}`];
    }
    case 'human.asked': {
      const names = data.choices.map(({ name }) => name).join(', ');
      const within =
        data.deadline === null ? '' : ` within ${(Date.parse(data.deadline) - Date.parse(at)) / 1000}s`;
      return [`ask ${data.task}: ${names}${within}`];
    }
    case 'human.answered':
      return [`answer ${data.task} ${data.action}${toldMembers('', data.fields)}`];
    case 'action.rejected':
      return [`reject ${data.task}`];
    case 'action.chosen':
      return [`choose ${data.action} by ${data.by}`];
    case 'task.finished': {
      const outcome = data.outcome === null ? '' : ` outcome ${data.outcome}`;
      const found = `${outcome}${toldResult(data.result)}${toldMembers(' set', data.bindings)}`;
      return found === '' ? [] : [`finish ${data.task}${found}`];
    }
    case 'task.failed': {
      const way = data.target === null ? '' : ` -> ${data.target}`;
      return [`fail ${data.task} ${data.fault}${way}${toldResult(data.result)}`];
    }
    case 'limit.reached':
      return [`limit ${data.limit} ${rounded(data.used ?? 0)} of ${data.max ?? 0}`];
    case 'run.paused':
      return [`pause ${data.reason} ${data.exitCode}`];
    case 'run.resumed':
      return ['resumed'];
    case 'run.finished': {
      const end = data.task === null ? '' : ` ${data.task} outcome ${data.outcome ?? 'null'}`;
      return [`end${end}${toldResult(data.result)}${data.failed ? ' failed' : ''}`];
    }
    // What these say shows in the lines around them.
    case 'run.started':
    case 'prompt.rendered':
    case 'agent.started':
    case 'agent.finished':
    case 'shell.finished':
      return [];
  }
}

function agentLines(
  { address, data }: RunEventOf<'agent.started'>,
  sessions: Map<string, string>,
  own: Map<string, string>,
): string[] {
  const place = placeOf(data.task, address.visit ?? 1);
  const isFirst = !own.has(place);
  const said: string[] = [];
  if (data.purpose !== 'prompt') said.push(` ${data.purpose}`);
  if (data.forks !== null) said.push(` forks session ${sessions.get(data.forks) ?? '?'}`);
  else if (data.continues && own.get(place) !== data.session) {
    said.push(` in session ${sessions.get(data.session) ?? '?'}`);
  } else if (!data.continues && !isFirst) said.push(' in a new session');
  if (data.reservedUsd !== null) said.push(` reserve ${rounded(data.reservedUsd)}`);
  own.set(place, data.session);
  if (!data.continues) sessions.set(data.session, place);
  return said.length === 0 ? [] : [`agent ${data.task}${said.join('')}`];
}

function saysTheSame({ data }: RunEventOf<'task.finished'>, next: RunEvent | undefined): boolean {
  if (data.outcome === null || next?.type !== 'run.finished') return false;
  const { task, outcome, result } = next.data;
  return task === data.task && outcome === data.outcome && told(result) === told(data.result);
}

/** Sums of cents are no exact doubles. */
function rounded(amount: number): number {
  return Number(amount.toFixed(6));
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
