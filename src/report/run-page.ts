import { placeOfBlock } from '../model/place.ts';
import type { RunNames } from '../run/host/projection.ts';
import type { Program } from '../run/program/program.ts';
import { formatCommand } from '../util/format-command.ts';
import { toOneLine } from '../util/to-one-line.ts';
import type { RunEvent } from '../model/run-event.ts';
import type { Execution, RunView } from '../view/run-view.ts';
import { accountOf, type RunAccount } from '../why/account.ts';
import { sameWords, valuesOf, wayOf } from './account-words.ts';
import { askedIn, fullQuestionOf } from './question-cards.ts';
import { limitsAt, RAISES, resumeFlagsOf } from './resume-line.ts';
import { runLineOf } from './run-line.ts';
import type { Account, HeldCall, RunInput, RunPage } from './shapes.ts';

/** A run as it is shown: `program` is undefined where its copies cannot be read any more. */
export interface ShownRun {
  readonly name: string;
  readonly view: RunView;
  readonly isDriven: boolean;
  readonly program: Program | undefined;
  readonly run: RunNames;
  /** Read when they are needed. Errors: throws JournalError. */
  readonly events: () => readonly RunEvent[];
}

/** Units: questions, held calls, inputs; characters of one. */
const MAX_QUESTIONS = 50;
const MAX_CALLS = 50;
const MAX_INPUTS = 200;
const MAX_INPUT = 2000;

/** All of a run but its rows. Errors: throws JournalError. */
export function runPageOf(shown: ShownRun): RunPage {
  const { name, view, isDriven, program } = shown;
  const asked = askedIn(view);
  const line = runLineOf(name, view, isDriven);
  return {
    line,
    limits: view.started?.data.limits ?? null,
    inputs: inputsOf(view),
    branch: view.started?.data.git?.branch ?? null,
    questions: asked
      .slice(0, MAX_QUESTIONS)
      .map((question) => fullQuestionOf(name, { question, all: asked }, program)),
    heldCalls: [...view.held].flatMap(heldCalls).slice(0, MAX_CALLS),
    mapDigest: view.sources?.map.digest ?? '',
    account: line.stand === 'failed' || line.stand === 'stopped' ? accountFor(shown) : null,
  };
}

function inputsOf({ started }: RunView): readonly RunInput[] {
  return Object.entries(started?.data.fields ?? {})
    .slice(0, MAX_INPUTS)
    .map(([name, value]) => ({ name, text: toOneLine(JSON.stringify(value), MAX_INPUT) }));
}

function heldCalls({ seq, task, calls }: Execution): readonly HeldCall[] {
  return calls
    .filter(({ isOver }) => !isOver)
    .map(({ id, tool, input, rule }) => ({ id, tool, input, rule, start: seq, task }));
}

function accountFor({ name, view, program, run, events }: ShownRun): Account | null {
  if (program === undefined) return null;
  const account = accountOf(events(), view, { program, run });
  const { reason, steps, costs, advice } = account;
  return {
    reason,
    steps: steps.map((step) => ({
      start: step.execution.seq,
      task: step.execution.task,
      where: placeOfBlock(step.execution.address.block),
      visit: step.execution.visit,
      depth: step.depth,
      way: wayOf(step),
      because: [...valuesOf(step.end), ...sameWords(step.end)],
    })),
    costs,
    advice,
    resume: resumeWords(name, view, account),
    raises: limitsAt(view).flatMap((limit) =>
      limit === 'subscription' ? [] : [{ limit, more: RAISES[limit].more }],
    ),
  };
}

/** The line that resumes a run; null for one that has ended well, and where a person is to answer. */
function resumeWords(name: string, view: RunView, account: RunAccount): string | null {
  const { failed, from } = account;
  const line = (...more: readonly string[]): string => formatCommand(['wfmap', 'resume', name, ...more]);
  if (view.questions.size > 0) return null;
  if (view.status === 'finished') return failed && from !== null ? line('--from', from) : null;
  return line(...resumeFlagsOf(view));
}
