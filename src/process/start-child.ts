/**
 * Runs one program: feeds its standard input, hands over its output, ends it and all that it left behind.
 *
 * What the output means is the caller's business.
 *
 * C1. No shell: the command is a path or a name, each argument one argument.
 * C2. The child leads a session of its own, so that a terminal's Ctrl-C reaches wfmap alone.
 * C3. Ending is SIGINT to a child that knows what to do with it, SIGTERM, then after the grace time SIGKILL to its whole tree, since killing the child
 *     alone (or its group) leaves the tools that it started in sessions of their own.
 * C4. `end` is settled once, after the child and all that is known to be its offspring is gone; what survives is named.
 * C5. No buffer grows with the output: lines are bounded, of stderr the tail is kept.
 * C6. A child that is to come to its end without wfmap has no pipe to it: whoever writes into a pipe that nobody reads
 *     any more is killed by SIGPIPE, in the middle of what it does.
 */
import { spawn, type ChildProcessByStdio, type StdioOptions } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { createByteTail } from './byte-tail.ts';
import { drained } from './drained.ts';
import type { WallRequest } from '../wall/wall.ts';
import { createEnclosure, type Enclosure } from './enclosure.ts';
import { createErrorFile, type ErrorFile } from './error-file.ts';
import { createLineReader } from './line-reader.ts';
import { marksToEnvironment } from './marks.ts';
import type { Survivor } from '../model/event-records.ts';
import { createOffspring, type Offspring } from './offspring.ts';
import type { GroupPlace } from './platform/control-group.ts';
import { toError } from '../util/error.ts';
import { createStopwatch } from './create-stopwatch.ts';
import { startFaultOf, type StartFault } from './start-fault.ts';

/** Units: bytes, milliseconds. */
export interface ChildRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly marker: string;
  /** Where it gets a control group of its own, by which all that it starts ends with it. Default: none. */
  readonly within?: GroupPlace | undefined;
  /** What keeps it, and all that it starts, from writing where it must not. Default: nothing does. */
  readonly wall?: WallRequest | undefined;
  /** All of its standard input; without it that is at its end from the start. */
  readonly input?: string | Uint8Array;
  /** Whether more can be written to its standard input after `input`, until `finish` or its end. Default false. */
  readonly staysOpen?: boolean;
  /** Longer lines of its standard output are not handed over. Default 64 KiB. */
  readonly maxLineBytes?: number;
  readonly timeoutMs: number | undefined;
  /** How long it may print nothing. Default: any time. */
  readonly silenceMs?: number | undefined;
  /** How long it may take to answer a SIGINT, as to tell what it has cost, before SIGTERM. Default 0: no SIGINT. */
  readonly interruptMs?: number;
  /** Whether it is to come to its end also when wfmap is killed (C6): its standard output is dropped then. Default false. */
  readonly outlivesUs?: boolean;
  /** From the first signal to SIGKILL. Default 5,000. */
  readonly graceMs?: number;
  /** Takes standard output and standard error as they come, but for those of a child that outlives us. */
  readonly onOutput: (chunk: Uint8Array, stream: 'stdout' | 'stderr') => void;
  /** Takes the lines of standard output, each without its line break. */
  readonly onLine?: (line: string) => void;
}

/** A program that was started. All of its methods may be called at any time, and twice. */
export interface Child {
  readonly end: Promise<ChildEnd>;
  /** Ends it in order (C3). */
  readonly stop: () => void;
  /** Ends it at once, with its tree. */
  readonly kill: () => void;
  /** Gives it the grace time to end by itself, then stops it: for a child whose work is done. */
  readonly finish: () => void;
  /** Writes to the standard input of a child that `staysOpen`; what it no longer reads is dropped. */
  readonly write: (text: string) => void;
  /** Stops the clock of its time-out and of `durationMs`, as while it waits for a person; the result lets it go on. */
  readonly hold: () => () => void;
  /** Notes what it has started until now, so that this is known when it leaves later. */
  readonly note: () => void;
  /** Whether the program itself has ended; others that it left may still be there. */
  readonly isOver: () => boolean;
}

/** How a program ended. Shape: `exitCode` and `signal` are both null when it did not start. */
export interface ChildEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The last 4 KiB of standard error. */
  readonly stderr: string;
  readonly timedOut: boolean;
  /** Whether it was stopped because it printed nothing. */
  readonly wasSilent: boolean;
  readonly startFault: StartFault | undefined;
  /** Processes that it had left behind. */
  readonly leftovers: number;
  /** Processes that it has left for good. */
  readonly survivors: readonly Survivor[];
  /** Without the time in which it was held. */
  readonly durationMs: number;
}

interface Started {
  readonly child: Spawned;
  readonly enclosure: Enclosure;
}

type Spawned = ChildProcessByStdio<Writable | null, Readable | null, Readable | null>;

const STDERR_BYTES = 4096;
const LINE_BYTES = 65_536;

/** Starts a program. Errors: none thrown; a program that does not start has a `startFault`. */
export function startChild(request: ChildRequest): Child {
  const startedAt = performance.now();
  const offspring = createOffspring({ within: undefined, ...request });
  const errorFile = request.outlivesUs === true ? createErrorFile() : undefined;
  const started = spawnOrFault(request, offspring, errorFile);
  if ('kind' in started || started.child.pid === undefined) {
    errorFile?.takeTail(STDERR_BYTES);
    return notStarted('kind' in started ? Promise.resolve(started) : faultOf(started, request), startedAt);
  }
  const { child, enclosure } = started;

  const graceMs = request.graceMs ?? 5_000;
  const facts = { exited: false, stopping: false, killed: false };
  const timers = new Set<NodeJS.Timeout>();
  const after = (ms: number, act: () => void): void => {
    if (!facts.exited) timers.add(setTimeout(act, ms));
  };
  const kill = (): void => {
    facts.killed = true;
    look(request, () => offspring.kill(facts.exited));
    if (!facts.exited) child.kill('SIGKILL');
  };
  const note = (): void => {
    if (!facts.exited) look(request, offspring.note);
  };
  const stop = (): void => {
    if (facts.stopping || facts.exited) return;
    facts.stopping = true;
    // Once it is gone, nothing tells any more what was below it.
    note();
    const ask = (name: 'SIGINT' | 'SIGTERM'): void => look(request, () => enclosure.signal(child, name));
    askToEnd(ask, request.interruptMs ?? 0, after);
    after(graceMs, kill);
  };
  const watches = createWatches(request, stop);
  enclosure.watch(child);
  const streams = connectStreams(child, heardBy(watches, request), errorFile);
  const end = exitOf(child).then(async (exit): Promise<ChildEnd> => {
    facts.exited = true;
    const exitedAt = performance.now();
    for (const timer of timers) clearTimeout(timer);
    const ranMs = watches.end();
    const parts = { offspring, enclosure, streams, graceMs: facts.killed ? 0 : graceMs };
    const settled = await settle(request, exit, parts);
    return { ...settled, ...watches.usedUp(), durationMs: ranMs + since(exitedAt) };
  });
  return {
    end,
    stop,
    kill,
    finish: () => {
      streams.closeInput();
      after(graceMs, stop);
    },
    write: streams.write,
    hold: watches.hold,
    note,
    isOver: () => facts.exited,
  };
}

/** The watches of a child: over all of its time, and over its silence. */
function createWatches({ timeoutMs, silenceMs }: ChildRequest, stop: () => void) {
  const time = createStopwatch(timeoutMs, stop);
  const silence = createStopwatch(silenceMs, stop);
  return {
    heard: silence.restart,
    hold: () => {
      const releases = [time.hold(), silence.hold()];
      return () => {
        for (const release of releases) release();
      };
    },
    end: () => {
      silence.end();
      return time.end();
    },
    usedUp: () => ({ timedOut: time.isUsedUp(), wasSilent: silence.isUsedUp() }),
  };
}

/** Each output begins the silence anew. */
function heardBy({ heard }: ReturnType<typeof createWatches>, request: ChildRequest): ChildRequest {
  if (request.silenceMs === undefined) return request;
  return {
    ...request,
    onOutput: (chunk, stream) => {
      heard();
      request.onOutput(chunk, stream);
    },
  };
}

function askToEnd(
  ask: (name: 'SIGINT' | 'SIGTERM') => void,
  interruptMs: number,
  after: (ms: number, act: () => void) => void,
): void {
  if (interruptMs > 0) {
    ask('SIGINT');
    after(interruptMs, () => ask('SIGTERM'));
  } else {
    ask('SIGTERM');
  }
}

interface Parts {
  readonly offspring: Offspring;
  readonly enclosure: Enclosure;
  readonly streams: Streams;
  readonly graceMs: number;
}

/** Clears up after a child that is over, and says how it ended. */
async function settle(
  request: ChildRequest,
  exit: Exit,
  { offspring, enclosure, streams, graceMs }: Parts,
): Promise<Omit<ChildEnd, 'timedOut' | 'wasSilent' | 'durationMs'>> {
  await enclosure.reported();
  // What is left may still write into our pipes; only without it the output is known to be whole.
  const left = await endLeft(request, { offspring, keeper: enclosure.keeper() }, graceMs);
  enclosure.release();
  await streams.drained();
  const stderr = streams.stderr();
  const startFault = enclosure.faultOf(exit.exitCode, stderr);
  return { ...exit, ...(startFault === undefined ? {} : { exitCode: null, startFault }), stderr, ...left };
}

/** Ends what the child has left. */
async function endLeft(
  request: ChildRequest,
  { offspring, keeper }: { readonly offspring: Offspring; readonly keeper: number | undefined },
  graceMs: number,
): Promise<Pick<ChildEnd, 'leftovers' | 'survivors'>> {
  try {
    return await offspring.end(graceMs, keeper);
  } catch (thrown) {
    noteFault(request, thrown);
    return { leftovers: 0, survivors: [] };
  }
}

function look(request: ChildRequest, work: () => void): void {
  try {
    work();
  } catch (thrown) {
    noteFault(request, thrown);
  }
}

/** A machine that does not list its processes must not cost the child's result: the log says it. */
function noteFault(request: ChildRequest, thrown: unknown): void {
  const message = `wfmap could not look for processes left behind: ${toError(thrown).message}\n`;
  request.onOutput(Buffer.from(message), 'stderr');
}

function spawnOrFault(
  request: ChildRequest,
  offspring: Offspring,
  errorFile: ErrorFile | undefined,
): Started | StartFault {
  let enclosure: Enclosure | undefined;
  try {
    const environment = { ...request.environment, ...marksToEnvironment(offspring.marks) };
    enclosure = createEnclosure({ ...request, environment });
    const { command, args, environment: env, reports } = enclosure;
    const options = { cwd: request.folder, env, detached: true };
    const input = request.input === undefined ? 'ignore' : 'pipe';
    const output = errorFile === undefined ? 'pipe' : 'ignore';
    const stdio: StdioOptions = [
      input,
      output,
      errorFile?.stdio ?? 'pipe',
      ...(reports ? ['pipe' as const] : []),
    ];
    const child = offspring.start(() => spawn(command, args, { ...options, stdio }));
    return { child, enclosure };
  } catch (thrown) {
    enclosure?.release();
    // An argument that is too long, or one with a NUL byte, is refused at once.
    return startFaultOf(thrown, request.command, request.folder);
  }
}

function notStarted(fault: Promise<StartFault>, startedAt: number): Child {
  const nothing = {
    exitCode: null,
    signal: null,
    stderr: '',
    timedOut: false,
    wasSilent: false,
    leftovers: 0,
    survivors: [],
  };
  const end = fault.then((startFault) => ({ ...nothing, startFault, durationMs: since(startedAt) }));
  const doNothing = (): void => undefined;
  return {
    end,
    stop: doNothing,
    kill: doNothing,
    finish: doNothing,
    write: doNothing,
    hold: () => doNothing,
    note: doNothing,
    isOver: () => true,
  };
}

/** The reason that the system gives, a moment after the call, for a child without a process. */
function faultOf({ child, enclosure }: Started, request: ChildRequest): Promise<StartFault> {
  enclosure.release();
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(startFaultOf(error, request.command, request.folder)));
  });
}

interface Streams {
  readonly write: (text: string) => void;
  readonly closeInput: () => void;
  readonly stderr: () => string;
  readonly drained: () => Promise<void>;
}

/** Connects the three streams. `drained` is settled when both outputs are at their end, or are held open by something else. */
function connectStreams(child: Spawned, request: ChildRequest, errorFile: ErrorFile | undefined): Streams {
  const tail = createByteTail(STDERR_BYTES);
  const lines = request.onLine && createLineReader(request.maxLineBytes ?? LINE_BYTES, request.onLine);
  child.stdout?.on('data', (chunk: Uint8Array) => {
    request.onOutput(chunk, 'stdout');
    lines?.push(chunk);
  });
  child.stderr?.on('data', (chunk: Uint8Array) => {
    request.onOutput(chunk, 'stderr');
    tail.push(chunk);
  });
  // A program that ends before it has read its input breaks the pipe (EPIPE); its end tells more than that.
  child.stdin?.on('error', () => undefined);
  if (request.staysOpen === true) child.stdin?.write(request.input ?? '');
  else child.stdin?.end(request.input);
  const outputs = [child.stdout, child.stderr].filter((stream) => stream !== null);
  return {
    write: (text) => {
      if (child.stdin?.writable === true) child.stdin.write(text);
    },
    closeInput: () => {
      child.stdin?.end();
    },
    stderr: () => errorFile?.takeTail(STDERR_BYTES) ?? tail.text(),
    drained: async () => {
      await drained(outputs);
      lines?.end();
    },
  };
}

type Exit = Pick<ChildEnd, 'exitCode' | 'signal' | 'startFault'>;

function exitOf(child: Spawned): Promise<Exit> {
  // Errors of a child that runs, such as a signal that could not be sent, are not its end.
  child.on('error', () => undefined);
  return new Promise((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal, startFault: undefined }));
  });
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
