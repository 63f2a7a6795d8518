import type { GateQuestion } from '../../gate/statement.ts';
import { digestOf } from '../../journal/source-store.ts';
import type { Task } from '../../model/block.ts';
import type { Field } from '../../model/field.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { Value } from '../../model/value.ts';
import { invariant } from '../../util/invariant.ts';
import { blocksIn } from '../program/blocks-in.ts';
import { instanceWith } from '../state/in-state.ts';
import type { Program } from '../program/program.ts';
import { RunError } from '../state/run-error.ts';
import type { OpenTask, RunState } from '../state/run-state.ts';

/** Whether the answer to a task needs a signature in this run: a simulation asks no person, so none signs. */
export function needsSignature({ started }: Pick<RunState, 'started'>, task: Task): boolean {
  return task.type === 'human' && task.signed && started?.agent !== 'scripted';
}

/** Whether the answer to a task must be seen in this run: a simulation runs nothing that a person would have to allow. */
export function mustBeSeen({ started }: Pick<RunState, 'started'>, task: Task): boolean {
  return task.type === 'human' && task.seen && started?.agent !== 'scripted';
}

/** Whether some task of a program needs an answer that is seen. */
export function asksToBeSeen(program: Program): boolean {
  return blocksIn(program).some(({ tasks }) => tasks.some((task) => task.type === 'human' && task.seen));
}

/** Whether some task of a program needs signatures. */
export function asksForSignatures(program: Program): boolean {
  return blocksIn(program).some(({ tasks }) => tasks.some((task) => task.type === 'human' && task.signed));
}

/** A run that needs signatures has the key that they are checked by. Errors: throws RunError `key-missing`. */
export function requireKey(
  program: Program,
  started: Pick<RunEventData['run.started'], 'agent' | 'gate'>,
): void {
  if (started.agent === 'scripted' || started.gate !== undefined || !asksForSignatures(program)) return;
  throw new RunError(
    'key-missing',
    `"${program.source.path}" has a signed task, and there is no key to check its answer.`,
    {
      help:
        'Make one where no agent works, on another machine or account: wfmap key new\n' +
        '  Start a run with its public key: wfmap run MAP --gate-key=KEY.pub (or WFMAP_GATE_KEY, or ~/.config/wfmap/gate-key.pub)',
    },
  );
}

/** The question of an execution that waits, as it is signed. */
export function gateQuestionOf(state: RunState, open: OpenTask): GateQuestion {
  const { question, address, task, start } = open;
  invariant(question !== undefined && task.type === 'human', 'a signed question is that of a human task');
  const { nonce = '', choices, text } = question;
  const { program } = instanceWith(state, open);
  const fields = task.fields.map((each) => declarationOf(each, program));
  return { address, task: task.name, start, nonce, choices, fields, textDigest: digestOf(text) };
}

/** What a field asks for, with its schema, also where the map names a file. */
function declarationOf(field: Field, { schemas }: Program): Readonly<Record<string, Value>> {
  const { name, type, description, required, default: value, enum: allowed, schema } = field;
  const whole = schema && (schemas.get(schema) ?? (schema.kind === 'inline' ? schema.schema : undefined));
  return {
    name,
    type,
    description,
    required,
    ...(value === undefined ? {} : { default: value }),
    ...(allowed === undefined ? {} : { enum: allowed }),
    ...(whole === undefined ? {} : { schema: whole }),
  };
}
