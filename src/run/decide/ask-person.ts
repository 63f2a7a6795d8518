import { ExpressionError } from '../../expression/cel/expression-error.ts';
import type { Question } from '../../agent/human/asker.ts';
import { evidenceLines } from '../../findings/evidence-lines.ts';
import type { HumanTask } from '../../model/block.ts';
import type { QuestionEvidence } from '../../model/event-records.ts';
import type { Field } from '../../model/field.ts';
import { fieldsOfChoice } from '../../model/field-uses.ts';
import { fieldsOf } from '../../model/tasks.ts';
import type { Scope } from '../../expression/types/value.ts';
import { invariant } from '../../util/invariant.ts';
import type { Batch } from '../live/batch.ts';
import { conclude } from './conclude.ts';
import { excerpt } from '../program/excerpt.ts';
import { explainGuards } from '../scope/explain-guards.ts';
import { fail } from './fail.ts';
import { evidenceOf } from '../people/evidence-of.ts';
import { mustBeSeen, needsSignature } from '../people/gate-question.ts';
import { instanceWith } from '../state/in-state.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { TakenAnswer } from '../people/look-for-answers.ts';
import { renderOrFail } from './plan-turn.ts';
import { RUN_AGAIN, TAKE_AS_FAILED } from '../state/rerun-choices.ts';
import { holds } from '../scope/route.ts';
import type { OpenTask, RunState } from '../state/run-state.ts';
import { contextOf, taskScope } from '../scope/task-scope.ts';

/** Records the question of a human task; where its guards offer nothing, that it failed. */
export function askPerson(live: LiveRun, batch: Batch, open: OpenTask, task: HumanTask): void {
  const rendered = renderOrFail(live, batch, open, task);
  if (rendered === undefined) return;
  const instance = instanceWith(live.state, open);
  const { fieldUses } = instance.program;
  const context = contextOf(live, instance);
  const scope = (): Scope => taskScope(context, open, task).scope;
  try {
    const offered = task.actions.filter((action) => holds(action, scope));
    if (offered.length === 0) {
      fail(batch, open, { reason: explainGuards(task, scope()), fault: 'guards' });
      return;
    }
    const { timeoutMs } = task;
    const isSigned = needsSignature(live.state, task);
    const evidence = evidenceOf(live, open, task, scope());
    const nowMs = live.clock.now().getTime();
    batch.add('human.asked', open.address, {
      task: task.name,
      about: 'task',
      // What is signed is read whole, wherever that is.
      text: isSigned
        ? withEvidence(rendered.text, evidence)
        : excerpt(live.mask.text(rendered.text), MAX_TEXT),
      ...(evidence === undefined || isSigned ? {} : { evidence }),
      choices: offered.map(({ name, choose }) => ({ name, choose: choose ?? null })),
      ...(task.fields.length === 0
        ? {}
        : { fields: offered.map(({ name }) => namesOf(fieldsOfChoice(task.fields, fieldUses, name))) }),
      required: task.fields.flatMap(({ name, required, default: value }) =>
        required && value === undefined ? [name] : [],
      ),
      deadline: timeoutMs === undefined ? null : new Date(nowMs + timeoutMs).toISOString(),
      ...(isSigned ? { signed: true as const } : {}),
      ...(mustBeSeen(live.state, task) ? { seen: true as const } : {}),
      nonce: live.newNonce(),
    });
  } catch (thrown) {
    if (!(thrown instanceof ExpressionError)) throw thrown;
    fail(batch, open, { reason: thrown.message, fault: 'expression' });
  }
}

/** What is signed is one text: what the person decides by is part of it. */
function withEvidence(text: string, evidence: QuestionEvidence | undefined): string {
  if (evidence === undefined) return text;
  return [text.trimEnd(), '', ...evidenceLines(evidence).map((each) => each.text), ''].join('\n');
}

function namesOf(fields: readonly Field[]): readonly string[] {
  return fields.map(({ name }) => name);
}

/** Units: UTF-16. The whole text is in the prompt file. */
const MAX_TEXT = 20_000;

/** Records the question whether a command is to be run again that has done a part of its work or all of it. */
export function askWhetherToRerun(
  live: LiveRun,
  batch: Batch,
  open: OpenTask,
  { command, failed }: { readonly command: readonly string[]; readonly failed: OpenTask['failed'] },
): void {
  const what =
    failed === undefined
      ? 'This command was interrupted, and may have done a part of its work or all of it:'
      : `${excerpt(failed.reason, 2000)}\n\nThis command was run, and may have done a part of its work or all of it:`;
  batch.add('human.asked', open.address, {
    task: open.task.name,
    about: 'rerun',
    text:
      `${what}\n\n    ${excerpt(live.mask.text(command.join(' ')), 2000)}\n\n` +
      'Look at what it has done. The map does not say that it may be run twice ("idempotent").',
    choices: [
      { name: RUN_AGAIN, choose: 'it did nothing that a second run would spoil' },
      { name: TAKE_AS_FAILED, choose: 'it must not be run again; the task fails' },
    ],
    required: [],
    deadline: null,
    nonce: live.newNonce(),
  });
}

/** A question that is open, as whoever is asked sees it. */
export function questionOf(state: RunState, open: OpenTask): Question {
  const { start, address, task, question } = open;
  invariant(question !== undefined, 'an execution that waits has a question');
  const { text, choices, deadline, about, evidence } = question;
  const fields = about === 'task' ? fieldsOf(task) : [];
  const uses = instanceWith(state, open).program.fieldUses;
  return { start, address, task: task.name, text, choices, fields, uses, deadline, evidence };
}

/** What follows an answer: the task is over, or its command is to be run again. */
export type Answered = 'concluded' | 'rerun';

/** Records an answer, and what it means for its task. */
export function takeAnswer(live: LiveRun, batch: Batch, open: OpenTask, answer: TakenAnswer): Answered {
  const about = open.question?.about;
  invariant(about !== undefined, 'an answer is to a question');
  const { action, fields } = answer;
  batch.add('human.answered', open.address, { task: open.task.name, ...answer }, open.start);
  if (about === 'rerun') {
    if (action === RUN_AGAIN) return 'rerun';
    const reason = 'The command did not come to a result, and is not to be run again.';
    fail(batch, open, { reason, fault: 'unfinished' });
    return 'concluded';
  }
  conclude(live, batch, open, { result: { action, fields }, action, by: 'person' });
  return 'concluded';
}

/** Records that nobody answered in time. */
export function missDeadline(batch: Batch, open: OpenTask): void {
  const until = open.question?.deadline ?? '';
  fail(batch, open, { reason: `Nobody answered before ${until}.`, fault: 'deadline' });
}
