import type { Served } from '../events/event-id.ts';
import { isAbsolute } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Value } from '../../model/value.ts';
import { placeOfTask } from '../../model/place.ts';
import { RAISES } from '../../report/resume-line.ts';
import { startApart, type Apart } from '../../process/start-apart.ts';
import { isObject } from '../../util/is-object.ts';
import { agentsAtWork } from '../../view/agents-at-work.ts';
import type { Execution } from '../../view/run-view.ts';
import type { FollowedRun } from '../events/followed-run.ts';
import type { RunEvents } from '../events/run-events.ts';
import type {
  AnswerRequest,
  Control,
  Requester,
  ResumeRequest,
  StartRequest,
  SteerRequest,
} from './control.ts';
import { ControlError } from './control-error.ts';

export interface ControlOptions<E extends Served> {
  readonly events: RunEvents<E>;
  readonly workFolder: string;
  /** Our own program, as words. */
  readonly program: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** How long a command may take before it has done what was asked for. Units: ms. */
const MAX_MS = 60_000;
const POLL_MS = 20;

/**
 * Controls runs by wfmap's own commands, each in a process of its own: what they refuse is refused, what they record is recorded,
 * and a run lives on without the server. Without the right to control, every call is refused.
 */
export function createControl<E extends Served>(options: ControlOptions<E>): Control {
  return {
    start: (request, by) => start(options, request, by),
    answer: (request, by) => answer(options, request, by),
    steer: (request, by) => steer(options, request, by),
    stop: async (name, by) => {
      const { entry } = runFor(options, name, by);
      const { exitCode, errors } = await ended(run(options, ['stop', entry.path]));
      if (exitCode !== 0) throw refusal(errors, exitCode);
    },
    resume: (request, by) => resume(options, request, by),
  };
}

/** Refuses all of it. */
export function refusingControl(): Control {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new ControlError('read-only', 'This server only shows runs.', 'Start it without --read-only.'),
    );
  return { start: refuse, answer: refuse, steer: refuse, stop: refuse, resume: refuse };
}

async function start<E extends Served>(
  options: ControlOptions<E>,
  { map, fields, goal, session, agent, maxSteps, maxCostUsd }: StartRequest,
  by: Requester,
): Promise<string> {
  refuseInside(by, 'start a run');
  refuseOutside(map);
  const words = [
    'run',
    map,
    '--json',
    '--no-input',
    ...(agent === undefined ? [] : [`--agent=${agent}`]),
    ...(maxSteps === undefined ? [] : [`--max-steps=${maxSteps}`]),
    ...(maxCostUsd === undefined ? [] : [`--max-cost=${maxCostUsd}`]),
    ...(goal === undefined ? [] : [`--goal=${goal}`]),
    `--serve-client=${by.name}`,
    ...(session === undefined ? [] : [`--serve-session=${session}`]),
    ...fieldWords(fields),
  ];
  const process = run(options, words);
  return done(process, () => {
    const id = startedIn(process.firstLine());
    if (id === undefined) return undefined;
    options.events.lookFor();
    return options.events.findById(id)?.name;
  });
}

async function answer<E extends Served>(
  options: ControlOptions<E>,
  { run: name, start, action, fields }: AnswerRequest,
  by: Requester,
): Promise<void> {
  const followed = runFor(options, name, by);
  options.events.look();
  const execution = questionOf(followed, start);
  const choice = choiceOf(execution, action);
  refuseUnseen(followed, execution);
  const { address, visit, seq } = execution;
  const words = [
    'answer',
    followed.entry.path,
    choice,
    `--task=${placeOfTask(address)}/${visit}`,
    '--no-input',
    `--serve-client=${by.name}`,
    ...fieldWords(fields),
  ];
  await done(run(options, words), () => {
    options.events.look();
    const asked = followed.view().executions.find((each) => each.seq === seq);
    return asked?.answer === null || asked === undefined ? undefined : true;
  });
}

async function resume<E extends Served>(
  options: ControlOptions<E>,
  { run: name, raise = {}, from }: ResumeRequest,
  by: Requester,
): Promise<void> {
  const followed = runFor(options, name, by);
  const before = followed.seq;
  const { paused } = followed.view();
  const words = ['resume', followed.entry.path, '--no-input', ...raisedWords(raise)];
  await done(run(options, from === undefined ? words : [...words, `--from=${from}`]), () => {
    options.events.look();
    const view = followed.view();
    // What is recorded of the stop comes before the resume.
    const isPaused = view.status === 'paused' && view.paused === paused;
    return followed.seq > before && !isPaused ? true : undefined;
  });
}

/** Errors: throws ControlError. What a limit may be is for the command to say. */
function raisedWords(raise: NonNullable<ResumeRequest['raise']>): readonly string[] {
  return Object.entries(RAISES).flatMap(([limit, { flag }]) => {
    const more = new Map(Object.entries(raise)).get(limit);
    if (more === undefined) return [];
    if (/^\+?[0-9][0-9a-z.]{0,20}$/.test(more)) return [`${flag}=${more}`];
    throw new ControlError('bad-request', `"${more}" raises no limit.`, 'Write a number, such as +5.');
  });
}

async function steer<E extends Served>(
  options: ControlOptions<E>,
  { run: name, start, text }: SteerRequest,
  by: Requester,
): Promise<void> {
  const followed = runFor(options, name, by);
  options.events.look();
  const { address, visit } = agentAtWork(followed, start);
  const which = `--task=${placeOfTask(address)}/${visit}`;
  const words = ['steer', followed.entry.path, which, `--serve-client=${by.name}`, '--', text];
  const { exitCode, errors } = await ended(run(options, words));
  if (exitCode !== 0) throw refusal(errors, exitCode);
}

function agentAtWork<E extends Served>(followed: FollowedRun<E>, start: number | undefined): Execution {
  const atWork = agentsAtWork(followed.view());
  const meant =
    start === undefined && atWork.length === 1 ? atWork[0] : atWork.find(({ seq }) => seq === start);
  if (meant !== undefined) return meant;
  const what =
    start === undefined && atWork.length > 1
      ? `has ${atWork.length} agents at work`
      : 'has no such agent at work';
  throw new ControlError('not-at-work', `${followed.name} ${what}.`);
}

/** The run that is meant, for who may control it. Errors: throws ControlError. */
function runFor<E extends Served>(
  { events }: ControlOptions<E>,
  name: string,
  by: Requester,
): FollowedRun<E> {
  const followed = events.find(name);
  if (followed === undefined) throw new ControlError('unknown-run', `There is no run "${name}".`);
  const within = followed.entry.started?.data.within ?? [];
  const outside = by.within.filter(
    (each) => !within.some(({ run, agent }) => run === each.run && agent === each.agent),
  );
  refuseInside({ ...by, within: outside }, `control ${name}`);
  return followed;
}

function refuseInside({ within }: Requester, what: string): void {
  const [first] = within;
  if (first === undefined) return;
  throw new ControlError(
    'inside-a-run',
    `The client is inside of the run ${first.run}, so it cannot ${what}.`,
    'Agents and commands of a run control only runs that they started. Do it from outside of that run.',
  );
}

/** A person may name any file; a client names maps of the project. */
function refuseOutside(map: string): void {
  const isOutside = isAbsolute(map) || map.split(/[/\\]/).includes('..');
  if (map === '' || map.startsWith('-') || isOutside || map.includes('\0')) {
    throw new ControlError(
      'bad-request',
      `"${map}" is not a map of this project.`,
      'Name a shipped map, or a file of the project.',
    );
  }
}

function questionOf<E extends Served>(followed: FollowedRun<E>, start: number | undefined): Execution {
  const open = [...followed.view().questions];
  const asked = start === undefined && open.length === 1 ? open[0] : open.find(({ seq }) => seq === start);
  if (asked !== undefined) return asked;
  const what =
    open.length === 0
      ? 'asks nothing'
      : start === undefined
        ? `asks ${open.length} questions`
        : 'does not ask that';
  throw new ControlError('unknown-question', `${followed.name} ${what}.`);
}

function choiceOf({ question, task }: Execution, action: string): string {
  const names = question?.choices.map(({ name }) => name) ?? [];
  const isSame = (name: string): boolean => name.toLowerCase() === action.trim().toLowerCase();
  const choice = names.find((name) => name === action) ?? names.find(isSame);
  if (choice !== undefined) return choice;
  const help = `The choices are ${names.map((name) => `"${name}"`).join(', ')}.`;
  throw new ControlError('unknown-choice', `"${task}" offers no action "${action}".`, help);
}

/** What must be signed, or seen, no client can give. */
function refuseUnseen<E extends Served>(
  { name }: FollowedRun<E>,
  { question, task, address, visit }: Execution,
): void {
  const which = `'--task=${placeOfTask(address)}/${visit}'`;
  if (question?.signed === true) {
    throw new ControlError(
      'needs-person',
      `The answer to "${task}" needs a signature.`,
      `A person types: wfmap answer --export '${name}' ${which} > question.json`,
    );
  }
  if (question?.seen === true) {
    throw new ControlError(
      'needs-person',
      `"${task}" takes only an answer that is seen at a terminal.`,
      `A person types: wfmap answer '${name}' '${question.choices[0]?.name ?? ''}' ${which}`,
    );
  }
}

/** Fields as words that are no flags of the command, whatever they are called. Errors: throws ControlError. */
function fieldWords(fields: Readonly<Record<string, Value>>): readonly string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (!/^[\p{L}_][\p{L}\p{N}_-]{0,99}$/u.test(name)) {
      throw new ControlError('bad-request', `"${name}" is not the name of a field.`);
    }
    return ['--set', `${name}:=${JSON.stringify(value)}`];
  });
}

function run<E extends Served>(
  { program, workFolder, environment }: ControlOptions<E>,
  words: readonly string[],
): Apart {
  const [command, ...own] = program;
  try {
    return startApart({ command, args: [...own, ...words], folder: workFolder, environment });
  } catch (thrown) {
    throw new ControlError('failed', `wfmap ${words[0] ?? ''} could not be started: ${String(thrown)}`);
  }
}

interface Ended {
  readonly exitCode: number | null;
  readonly errors: string;
}

async function ended(process: Apart): Promise<Ended> {
  const { exitCode, fault } = await process.ended;
  const errors = fault ?? process.errors();
  process.release();
  return { exitCode, errors };
}

/** Waits until a command has done what it was started for. Errors: throws ControlError with what it said where it ends before. */
async function done<T>(process: Apart, find: () => T | undefined): Promise<T> {
  let isOver = false;
  const over = async (): Promise<void> => {
    await process.ended;
    isOver = true;
  };
  void over();
  try {
    for (const until = performance.now() + MAX_MS; performance.now() < until; await sleep(POLL_MS)) {
      const wasOver = isOver;
      const found = find();
      if (found !== undefined) return found;
      if (!wasOver) continue;
      const { exitCode, fault } = await process.ended;
      throw refusal(fault ?? process.errors(), exitCode);
    }
    throw new ControlError('failed', `Process ${process.pid ?? 0} has not done it after ${MAX_MS / 1000} s.`);
  } finally {
    process.release();
  }
}

/** Exit codes 1 and 2 mean that nothing was done. */
function refusal(errors: string, exitCode: number | null): ControlError {
  const lines = errors.split('\n').filter((line) => line.trim() !== '');
  const at = lines.findLastIndex((line) => line.startsWith(OWN));
  const [message = `wfmap ended with ${exitCode}.`, ...help] = at < 0 ? lines.slice(-1) : lines.slice(at);
  const code = exitCode === 1 || exitCode === 2 ? 'refused' : 'failed';
  const told = message.startsWith(OWN) ? message.slice(OWN.length) : message;
  return new ControlError(code, told, help.map((line) => line.trim()).join(' ') || undefined);
}

/** How an error of a command begins. */
const OWN = 'wfmap: ';

/** The id of the run in the first line of `wfmap run --json`. */
function startedIn(line: string | undefined): string | undefined {
  if (line === undefined) return undefined;
  const { type, data }: { type?: unknown; data?: unknown } = JSON.parse(line);
  return type === 'run.started' && isObject(data) && typeof data['run'] === 'string'
    ? data['run']
    : undefined;
}
