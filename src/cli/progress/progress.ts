import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import type { Agent, AgentProgress } from '../../agent/agent.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { Fold } from '../../journal/read-journal.ts';
import type { Address } from '../../model/address.ts';
import type { RunEvent } from '../../model/run-event.ts';
import type { OpenTask } from '../../run/state/run-state.ts';
import { applyEvent } from '../../view/apply-event.ts';
import { createRunView, type Execution, type RunView } from '../../view/run-view.ts';
import { jsonText } from '../io/json-text.ts';
import { createLiveView } from '../live/create-live-view.ts';
import type { ProgressLine } from './progress-line.ts';
import { createProgressLines, type ProgressLines } from './progress-lines.ts';
import { terminalStyle } from '../io/terminal-style.ts';

/** Who tells a person, or a program, how a run goes. */
export interface Progress {
  readonly onEvent: (event: RunEvent) => void;
  readonly onProgress: (open: Pick<OpenTask, 'address' | 'attempts'>, progress: AgentProgress) => void;
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
export function simulationMark(agent: Agent['kind']): string {
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
export function jsonProgress(agent: Agent['kind']): Progress {
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

/** Lines are said of what goes on. Units: executions. */
const KEPT = 1000;

/** A run, and the lines about it so far. */
interface SaidRun {
  readonly view: RunView;
  readonly lines: ProgressLines;
}

/** Begins the lines of a run, of which nothing past is said again. */
export function beginLines(): Fold<SaidRun> {
  const view = createRunView({ keepsEnded: KEPT });
  const lines = createProgressLines(view);
  return { made: { view, lines }, take: (event) => lines.linesOf(event, applyEvent(view, event)) };
}

/**
 * Plain lines on standard error. On a terminal a live view stands below them. A run that is resumed brings its lines so
 * far; `isBrief` leaves out what a story is not about, and the mark of each line.
 */
export function plainProgress(
  agent: Agent['kind'],
  { view, lines }: SaidRun = beginLines().made,
  { isBrief = false }: { readonly isBrief?: boolean } = {},
): Progress {
  return progressOn(process.stderr, {
    agent,
    view,
    lines: isBrief ? briefLines(lines) : lines,
    isMarked: !isBrief,
  }).progress;
}

/** The lines of a story at a terminal: agents, people and the ends of items, without commands and without steps of inner blocks. */
function briefLines({ linesOf, linesOfAgent }: ProgressLines): ProgressLines {
  return {
    linesOf: (event, execution) => {
      const lines = linesOf(event, execution);
      if (isBrief(event, execution)) return lines;
      const isInner = event.address.block.length > 0;
      return lines.filter(({ format }) => format === 'red' || (format === 'bold' && !isInner));
    },
    linesOfAgent,
  };
}

const NOT_BRIEF: ReadonlySet<RunEvent['type']> = new Set([
  'shell.started',
  'workflow.started',
  'workflow.finished',
  'changes.read',
  'items.listed',
]);

function isBrief({ type, address }: RunEvent, execution: Execution | undefined): boolean {
  if (NOT_BRIEF.has(type)) return false;
  return type !== 'task.finished' || (address.block.length === 0 && execution?.worker !== 'command');
}

/**
 * The same on standard output, of a run that another process drives: with the lines of its `past`, and the view as it stands by
 * now.
 */
export function watchingProgress(agent: Agent['kind'], past: readonly RunEvent[]): Progress {
  const view = createRunView({ keepsEnded: KEPT });
  const lines = createProgressLines(view);
  const { progress, live, sayAll } = progressOn(process.stdout, { agent, view, lines });
  const before: string[] = [];
  const nowMs = Date.now();
  live.suspend((text) => before.push(text));
  for (const event of past) {
    const execution = applyEvent(view, event);
    live.recall(event, execution, nowMs - Date.parse(event.at) || 0);
    sayAll(lines.linesOf(event, execution));
  }
  live.restore();
  if (before.length > 0) live.write(before.join(''));
  return progress;
}

interface Shown {
  readonly agent: Agent['kind'];
  readonly view: RunView;
  readonly lines: ProgressLines;
  /** Whether each line of a simulation says that it is one. Default: it does. */
  readonly isMarked?: boolean;
}

function progressOn(stream: WriteStream, { agent, view, lines, isMarked = true }: Shown) {
  const mark = isMarked ? simulationMark(agent) : '';
  const { color } = terminalStyle(stream);
  const paint = (format: ProgressLine['format'], text: string): string =>
    color && text !== '' ? styleText(format, text, { validateStream: false }) : text;
  const live = createLiveView({ stream, color, isSimulation: agent === 'scripted', view });
  const say = (line: string): void => live.write(`${paint('dim', mark)}${line}\n`);
  const sayAll = (all: readonly ProgressLine[]): void => {
    for (const { format, head, rest } of all) say(`${paint(format, head)}${rest}`);
  };
  const progress: Progress = {
    say: (line) => say(printable(line)),
    suspend: live.suspend,
    restore: live.restore,
    close: live.close,
    isAtWork: () => view.working.size > 0,
    onProgress: ({ address }, said) => {
      live.seeAgent(address, said);
      sayAll(lines.linesOfAgent(address, said));
    },
    onEvent: (event) => {
      const execution = applyEvent(view, event);
      live.see(event, execution);
      sayAll(lines.linesOf(event, execution));
    },
  };
  return { progress, live, sayAll };
}
