import { styleText } from 'node:util';
import type { AgentProgress } from '../../agent/agent.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { Address } from '../../model/address.ts';
import type { RunEvent } from '../../model/run-event.ts';
import type { OpenTask } from '../../run/state/run-state.ts';
import { applyEvent } from '../../view/apply-event.ts';
import { createRunView } from '../../view/run-view.ts';
import { jsonText } from '../io/json-text.ts';
import { createLiveView } from '../live/create-live-view.ts';
import type { ProgressLine } from './progress-line.ts';
import { createProgressLines } from './progress-lines.ts';
import { terminalStyle } from '../io/terminal-style.ts';

/** Who tells a person, or a program, how a run goes. */
export interface Progress {
  readonly onEvent: (event: RunEvent) => void;
  readonly onProgress: (open: OpenTask, progress: AgentProgress) => void;
  /** Whether an agent or a command works now. */
  readonly isAtWork: () => boolean;
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

const WORK: ReadonlyMap<RunEvent['type'], number> = new Map([
  ['agent.started', 1],
  ['shell.started', 1],
  ['agent.finished', -1],
  ['shell.finished', -1],
]);

/**
 * A line of `--json` of a command that runs a map: an event of the journal, or what an agent says meanwhile, which is not kept.
 */
export type RunLine = (RunEvent | AgentMessage) & {
  /** Absent where real agents work. */
  readonly simulation?: true;
};

interface AgentMessage {
  readonly type: 'agent.message';
  readonly at: string;
  readonly address: Address;
  readonly data: AgentProgress;
}

/** Each event as a line of JSON on standard output, what the agent says between them as live events without `seq`. */
export function jsonProgress(agent: 'claude' | 'scripted'): Progress {
  const mark = agent === 'scripted' ? ({ simulation: true } as const) : {};
  const print = (value: RunEvent | AgentMessage): void => {
    const line: RunLine = { ...value, ...mark };
    process.stdout.write(`${jsonText(line)}\n`);
  };
  let working = 0;
  return {
    onEvent: (event) => {
      working += WORK.get(event.type) ?? 0;
      print(event);
    },
    isAtWork: () => working > 0,
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
 * Plain lines on standard error. On a terminal a live view stands below them. `past` are the events of a run that goes
 * on.
 */
export function plainProgress(agent: 'claude' | 'scripted', past: readonly RunEvent[] = []): Progress {
  const mark = simulationMark(agent);
  const { color } = terminalStyle(process.stderr);
  const paint = (format: ProgressLine['format'], text: string): string =>
    color && text !== '' ? styleText(format, text, { validateStream: false }) : text;
  const view = createRunView();
  const lines = createProgressLines(view);
  for (const event of past) lines.linesOf(event, applyEvent(view, event));
  const live = createLiveView({ stream: process.stderr, color, isSimulation: agent === 'scripted', view });
  const say = (line: string): void => live.write(`${paint('dim', mark)}${line}\n`);
  const sayAll = (all: readonly ProgressLine[]): void => {
    for (const { format, head, rest } of all) say(`${paint(format, head)}${rest}`);
  };
  return {
    say: (line) => say(printable(line)),
    suspend: live.suspend,
    restore: live.restore,
    close: live.close,
    isAtWork: () => view.working.size > 0,
    onProgress: ({ address }, progress) => {
      live.seeAgent(address, progress);
      sayAll(lines.linesOfAgent(address, progress));
    },
    onEvent: (event) => {
      const execution = applyEvent(view, event);
      live.see(event, execution);
      sayAll(lines.linesOf(event, execution));
    },
  };
}
