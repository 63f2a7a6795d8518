import { placeOfBlock } from '../model/place.ts';
import type { Value } from '../model/value.ts';
import { toOneLine } from '../util/to-one-line.ts';
import { agentsAtWork } from '../view/agents-at-work.ts';
import type { ChildBlocks, Execution, RunView } from '../view/run-view.ts';
import { reachedWords } from '../why/account.ts';
import { askedIn, questionCardOf, type Asked } from './question-cards.ts';
import { isSentBack } from './sent-back.ts';
import type { AgentLine, Bead, RunLine, Stand } from './shapes.ts';

/** Units: agents, questions and beads of one line; characters. */
const MAX_AGENTS = 5;
const MAX_QUESTIONS = 3;
const MAX_BEADS = 40;
const MAX_GOAL = 300;
const MAX_REASON = 400;

/** A run in one line, without its map. Linear in its executions. */
export function runLineOf(name: string, view: RunView, isDriven: boolean): RunLine {
  const { started, executions, turns, endedTurns, unpricedTurns, activeMs, costUsd, tokens } = view;
  const questions = askedIn(view);
  const stand = standOf(view, isDriven);
  return {
    run: name,
    map: started?.data.map.path ?? '',
    goal: goalOf(started?.data.fields ?? {}),
    isSimulation: started?.data.agent === 'scripted',
    stand,
    reason: toOneLine(reasonOf(view, { stand, isDriven, questions }), MAX_REASON),
    outcome: view.finished?.data.outcome ?? null,
    start: started?.at ?? '',
    lastAt: view.lastAt,
    isOver: view.status === 'finished',
    isDriven,
    activeMs,
    costUsd,
    costIsPartial: turns > endedTurns || unpricedTurns > 0,
    tokens,
    turns,
    beads: beadsOf(executions),
    items: itemsOf(executions),
    agents: agentsAtWork(view).slice(0, MAX_AGENTS).map(agentLine),
    questions: questions.slice(0, MAX_QUESTIONS).map((each) => questionCardOf(name, each, questions)),
    questionCount: questions.length,
    seq: view.seq,
  };
}

function standOf({ status, finished, questions }: RunView, isDriven: boolean): Stand {
  if (status === 'finished') return finished?.data.failed === true ? 'failed' : 'done';
  if (questions.size > 0) return 'waiting';
  return status === 'paused' || !isDriven ? 'stopped' : 'working';
}

interface Standing {
  readonly stand: Stand;
  readonly isDriven: boolean;
  readonly questions: readonly Asked[];
}

function reasonOf(view: RunView, { stand, isDriven, questions }: Standing): string {
  const { finished, paused, status } = view;
  if (finished !== undefined) return finished.data.reason ?? reachedWords(finished.data.task);
  const [first] = questions;
  if (stand === 'waiting' && first !== undefined) {
    const more = questions.length > 1 ? `, and ${questions.length - 1} more wait` : '';
    return `"${first.asked.task}" asks${more}`;
  }
  if (status === 'paused') return paused?.message ?? '';
  if (!isDriven) return 'The wfmap that drove it is gone; nobody drives it now.';
  return workOf(view);
}

function workOf({ open, held }: RunView): string {
  if (held.size > 0) return 'An agent waits to be allowed a tool call, in the terminal of the run.';
  const atWork = [...open.values()].filter(({ isAtWork }) => isAtWork);
  const [last] = atWork.slice(-1);
  if (last === undefined) return 'It is between two tasks.';
  const more = atWork.length > 1 ? `, and ${atWork.length - 1} more` : '';
  return `"${last.task}" is at work${more}`;
}

/** The inputs that say what a run is for, the best first. */
const GOALS = ['goal', 'story', 'task', 'description', 'title', 'storyId', 'storyKey'];

function goalOf(fields: Readonly<Record<string, Value>>): string {
  const isSaid = (value: Value | undefined): value is string => typeof value === 'string' && value !== '';
  const named = GOALS.map((name) => fields[name]).find(isSaid);
  const found = named ?? Object.values(fields).find(isSaid) ?? '';
  return toOneLine(found, MAX_GOAL);
}

function agentLine({ seq, task, visit, start, address }: Execution): AgentLine {
  return { start: seq, task, visit, where: placeOfBlock(address.block), since: start };
}

/** The last steps, in the order in which they began; a gap where the work went on in another block. */
function beadsOf(executions: readonly Execution[]): string {
  const steps: Execution[] = [];
  for (let at = executions.length - 1; at >= 0 && steps.length < MAX_BEADS; at -= 1) {
    const each = executions[at];
    if (each?.isStep === true && each.children === null) steps.unshift(each);
  }
  return steps
    .map((each, index) => {
      const before = steps[index - 1];
      return `${before === undefined || before.block === each.block ? '' : ' '}${beadOf(each)}`;
    })
    .join('');
}

function beadOf(execution: Execution): Bead {
  const { ending, isAsking, isCutOff } = execution;
  if (isAsking) return '?';
  if (ending === 'failed' || ending === 'cancelled' || isCutOff) return 'x';
  if (ending === null) return 'o';
  const { executions } = execution.block;
  const next = executions[executions.indexOf(execution) + 1];
  return isSentBack(execution, next) ? '<' : '.';
}

function itemsOf(executions: readonly Execution[]): RunLine['items'] {
  // Of a foreach that was entered again the last time counts.
  const last = new Map<string, ChildBlocks>();
  for (const { children, address, task } of executions) {
    if (children?.kind === 'item') last.set(`${placeOfBlock(address.block)}/${task}`, children);
  }
  if (last.size === 0) return null;
  const all = [...last.values()];
  const of = all.reduce((sum, { list }) => sum + list.length, 0);
  const open = all.reduce(
    (sum, { counts }) => sum + counts.waiting + counts.running + counts.stopped + counts.cancelled,
    0,
  );
  return { over: of - open, of };
}
