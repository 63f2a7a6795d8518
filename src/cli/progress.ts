import { styleText } from 'node:util';
import type { AgentProgress } from '../agent/agent.ts';
import { printable } from '../diagnostics/printable.ts';
import type { Address } from '../model/address.ts';
import type { RunEvent, RunEventOf } from '../model/run-event.ts';
import type { OpenTask } from '../run/run-state.ts';
import { formatCommand, formatCost, formatDuration, toOneLine } from './format.ts';
import { jsonText } from './json-text.ts';
import { createLiveView } from './live/create-live-view.ts';
import { terminalStyle } from './terminal-style.ts';

/** Who tells a person, or a program, how a run goes. */
export interface Progress {
  readonly onEvent: (event: RunEvent) => void;
  readonly onProgress: (open: OpenTask, progress: AgentProgress) => void;
  /** One line that is no event. */
  readonly say: (line: string) => void;
  /** Leaves the terminal to a question; lines that come meanwhile go to `write`. `restore` takes it again. */
  readonly suspend: (write: (text: string) => void) => void;
  readonly restore: () => void;
  /** Leaves the terminal as it was found. May be called twice. */
  readonly close: () => void;
}

/** Marks every line that comes from no real agent. */
export function simulationMark(agent: 'claude' | 'scripted'): string {
  return agent === 'scripted' ? '[simulation] ' : '';
}

/** Each event as a line of JSON on standard output, what the agent says between them as live events without `seq`. */
export function jsonProgress(agent: 'claude' | 'scripted'): Progress {
  const mark = agent === 'scripted' ? { simulation: true } : {};
  const print = (value: object): void => {
    process.stdout.write(`${jsonText({ ...value, ...mark })}\n`);
  };
  return {
    onEvent: print,
    onProgress: (open, data) => {
      const address: Address = { ...open.address, attempt: open.attempts };
      print({ type: 'agent.message', at: new Date().toISOString(), address, data });
    },
    say: (line) => process.stderr.write(`${simulationMark(agent)}${printable(line)}\n`),
    suspend: () => undefined,
    restore: () => undefined,
    close: () => undefined,
  };
}

/**
 * Plain lines on standard error: one when a task starts, one when it ends, and one for all that went wrong. On a
 * terminal a live view stands below them. `past` are the events of a run that goes on.
 */
export function plainProgress(agent: 'claude' | 'scripted', past: readonly RunEvent[] = []): Progress {
  const mark = simulationMark(agent);
  const { color } = terminalStyle(process.stderr);
  const paint = (format: Parameters<typeof styleText>[0], text: string): string =>
    color && text !== '' ? styleText(format, text, { validateStream: false }) : text;
  const live = createLiveView({ stream: process.stderr, color, isSimulation: agent === 'scripted', past });
  const say = (line: string): void => live.write(`${paint('dim', mark)}${line}\n`);
  const spent = new Map<string, Spent>();
  return {
    say: (line) => say(printable(line)),
    suspend: live.suspend,
    restore: live.restore,
    close: live.close,
    onProgress: (_open, progress) => {
      live.seeAgent(progress);
      if (progress.kind === 'retry') say(`    ${paint('yellow', toOneLine(progress.reason))}`);
    },
    onEvent: (event) => {
      live.see(event);
      if (event.type === 'agent.finished') tellTurn(event, spent, (line) => say(paint('yellow', line)));
      if (event.type === 'shell.finished') tellCommand(event, spent, (line) => say(paint('dim', line)));
      const line = lineOf(event, spent);
      if (line !== undefined) say(`${paint(line.format, line.head)}${line.rest}`);
    },
  };
}

/** Of one execution, over all its turns; `fault` is the last that was told. */
interface Spent {
  readonly ms: number;
  readonly costUsd: number;
  readonly fault: string | null;
}

const NOTHING: Spent = { ms: 0, costUsd: 0, fault: null };

function tellTurn(
  event: RunEventOf<'agent.finished'>,
  spent: Map<string, Spent>,
  warn: (line: string) => void,
): void {
  const { data } = event;
  const before = spent.get(data.task) ?? NOTHING;
  // A permanent fault ends the task, which tells it; a limit has an event of its own.
  const fault = data.fault === 'permanent' || data.fault === 'limit' ? null : data.reason;
  const costUsd = before.costUsd + (data.costUsd ?? 0);
  spent.set(data.task, { ms: before.ms + data.durationMs, costUsd, fault });
  for (const { tool, input, rule } of data.denials) {
    warn(`    refused: ${toOneLine(`${tool} ${input}`, 160)}  (${wayOutOf(rule)})`);
  }
  if (fault !== null) {
    warn(`    ${data.fault === 'reply' ? 'no usable answer' : 'transport fault'}: ${toOneLine(fault, 500)}`);
  }
}

function tellCommand(
  { data }: RunEventOf<'shell.finished'>,
  spent: Map<string, Spent>,
  tell: (line: string) => void,
): void {
  spent.set(data.task, { ...NOTHING, ms: (spent.get(data.task) ?? NOTHING).ms + data.durationMs });
  if (data.exitCode !== null && data.exitCode !== 0) tell(`    exit code ${data.exitCode}`);
}

/** What a person can do about a refused call. */
function wayOutOf(rule: string | null): string {
  if (rule === null) return 'a rule forbids it';
  const flag = formatCommand(['--allow', toOneLine(rule)]);
  return rule === 'Bash' ? `${flag} allows all commands` : `allow it with ${flag}`;
}

interface Line {
  readonly format: Parameters<typeof styleText>[0];
  readonly head: string;
  readonly rest: string;
}

function lineOf(event: RunEvent, spent: Map<string, Spent>): Line | undefined {
  return beginningLine(event) ?? waitingLine(event) ?? endingLine(event, spent);
}

function beginningLine(event: RunEvent): Line | undefined {
  if (event.type === 'task.started') {
    return {
      format: 'bold',
      head: `[${event.data.execution}] ${toOneLine(event.data.task)}`,
      rest: visitOf(event),
    };
  }
  if (event.type === 'agent.started' && event.data.purpose !== 'prompt') {
    return { format: 'dim', head: `    ${PURPOSES[event.data.purpose]}`, rest: '' };
  }
  if (event.type === 'shell.started') {
    return { format: 'dim', head: `    $ ${toOneLine(event.data.command.join(' '), 160)}`, rest: '' };
  }
  return undefined;
}

function waitingLine(event: RunEvent): Line | undefined {
  if (event.type === 'human.asked') {
    const choices = event.data.choices.map(({ name }) => toOneLine(name)).join(', ');
    return { format: 'yellow', head: '    waits for an answer', rest: `: ${choices}` };
  }
  // Who sits here may be reading the question at this very moment.
  if (event.type === 'human.answered' && event.data.via === 'answer') {
    return {
      format: 'yellow',
      head: '    Answered from elsewhere',
      rest: `: ${toOneLine(event.data.action)}.`,
    };
  }
  if (event.type === 'limit.reached' && event.data.limit === 'subscription') {
    const until = event.data.until === null ? '' : `; it resets at ${event.data.until}`;
    return { format: 'yellow', head: "    the limit of the agent's subscription is reached", rest: until };
  }
  return undefined;
}

function endingLine(event: RunEvent, spent: Map<string, Spent>): Line | undefined {
  if (event.type === 'task.finished' && event.data.action !== null) {
    const { ms, costUsd } = spent.get(event.data.task) ?? NOTHING;
    spent.delete(event.data.task);
    const rest = ms === 0 && costUsd === 0 ? '' : `  ${formatDuration(ms)}, ${formatCost(costUsd)}`;
    return { format: 'green', head: `    -> ${toOneLine(event.data.action)}`, rest };
  }
  if (event.type === 'task.failed') {
    const isTold = spent.get(event.data.task)?.fault === event.data.reason;
    spent.delete(event.data.task);
    const rest = isTold ? '' : `: ${toOneLine(event.data.reason, 500)}`;
    return { format: 'red', head: '    failed', rest };
  }
  return undefined;
}

const PURPOSES = {
  repair: 'asking again, in the same session',
  retry: 'trying again',
  resume: 'going on where it stopped',
} as const;

function visitOf({ address, data }: RunEventOf<'task.started'>): string {
  const visit = address.visit ?? 1;
  return visit > 1 && data.resumes === null ? `  (visit ${visit})` : '';
}
