import { isDeepStrictEqual } from 'node:util';
import { answerNameOf, answerPathOf, type FoundAnswer, type KeptAnswer } from '../../journal/answer-box.ts';
import { ROOT_ADDRESS, type Address } from '../../model/address.ts';
import type { RunEventData } from '../../model/run-event.ts';
import { invariant } from '../../util/invariant.ts';
import type { Batch } from '../live/batch.ts';
import { answerMismatch } from './answer-mismatch.ts';
import { judgeSender, senderOf, type Judged, type ProgramPoint } from './judge-sender.ts';
import type { LiveRun } from '../live/live-run.ts';
import { proofFault } from './proof-fault.ts';
import { questionKeyOf } from '../state/question-key.ts';
import type { OpenTask } from '../state/run-state.ts';

/** An answer that counts, and how it is known who gave it. */
export type TakenAnswer = Pick<KeptAnswer, 'action' | 'fields' | 'proof' | 'client'> &
  Judged & { readonly via: RunEventData['human.answered']['via'] };

/** A file that is not an answer. `address` is that of the question whose place it took, or of the run. */
export interface Refusal {
  readonly address: Address;
  readonly data: RunEventData['human.refused'];
}

/** What was in the box. Shape: `answers` by the start of the execution that waits for them. */
export interface BoxContent {
  readonly answers: ReadonlyMap<number, TakenAnswer>;
  readonly refusals: readonly Refusal[];
}

/** Units: names. A folder may be full of other files; expected answers are found all the same. */
const MAX_NAMES = 1000;
/** How many unexpected files one process sets aside. They take the place of no answer. */
const MAX_STRAYS = 100;

/** What of a run is needed to look for its answers. */
export type Looking = Pick<
  LiveRun,
  'fs' | 'state' | 'answers' | 'runFolder' | 'strays' | 'lookAt' | 'processes' | 'mask'
>;

/**
 * Looks for answers to the open questions of a run, and sets aside any other file in the folder.
 *
 * A file in the place of an answer is always set aside, so that the real one can come. Of other files so many are; the
 * rest is left and not reported. Errors: throws what the box throws.
 */
export function lookForAnswers(live: Looking, point: ProgramPoint): BoxContent {
  const { names, isComplete } = live.answers.list(MAX_NAMES);
  if (names.length === 0 && isComplete) return { answers: new Map(), refusals: [] };
  const present = new Set(names);
  const answers = new Map<number, TakenAnswer>();
  const refusals: Refusal[] = [];
  for (const open of questionsOf(live)) {
    const name = answerNameOf(questionKeyOf(open));
    const isThere = present.delete(name);
    if (!isThere && isComplete) continue;
    const found = live.answers.find(questionKeyOf(open));
    if (found === undefined) continue;
    const judged = judge(live, open, found, point);
    if ('reason' in judged) refusals.push(...refuse(live, name, judged.reason, open));
    else answers.set(open.start, judged);
  }
  for (const name of present) {
    if (!live.state.answered.has(name)) refusals.push(...refuseStray(live, name));
  }
  return { answers, refusals };
}

/** Records what was refused. */
export function recordRefusals(batch: Batch, refusals: readonly Refusal[]): void {
  for (const { address, data } of refusals) batch.add('human.refused', address, data);
}

/** The executions that wait for a person. */
export function questionsOf({ state }: Pick<LiveRun, 'state'>): readonly OpenTask[] {
  if (state.waiting === 0) return [];
  return [...state.open.values()].filter(({ question }) => question !== undefined);
}

function judge(
  live: Looking,
  open: OpenTask,
  found: FoundAnswer,
  point: ProgramPoint,
): TakenAnswer | { readonly reason: string } {
  if ('fault' in found) return { reason: found.fault };
  const { action, fields } = found.answer;
  const reason = answerMismatch(live.state, open, found.answer);
  if (reason !== undefined) return { reason };
  const file = answerPathOf(live.runFolder, questionKeyOf(open));
  const { signed: isSigned = false, seen: mustSee = false } = open.question ?? {};
  if (isSigned && !mustSee) return judgeSigned(live, open, found.answer, file);
  const judged = judgeSender(live, {
    sender: found.answer.sender,
    by: 'answer',
    word: action,
    isOwn: found.isOwn,
    file,
    point,
  });
  if ('reason' in judged) return judged;
  if (mustSee && judged.origin !== 'seen') return { reason: UNSEEN };
  return isSigned
    ? judgeSigned(live, open, found.answer, file)
    : { action, fields, via: 'answer', ...judged, ...clientOf(found.answer) };
}

function clientOf({ client }: KeptAnswer): Pick<KeptAnswer, 'client'> {
  return client === undefined ? {} : { client };
}

const UNSEEN =
  'the task takes only an answer that is seen: by a person at a terminal, outside of all runs, whose wfmap answer is still there';

/** Who brought a signed answer does not matter: its signature says who gave it. */
function judgeSigned(
  live: Looking,
  open: OpenTask,
  answer: KeptAnswer,
  file: string,
): TakenAnswer | { readonly reason: string } {
  const { action, fields, proof } = answer;
  const reason = proofFault(live, open, answer);
  if (reason !== undefined) return { reason };
  invariant(proof !== undefined, 'an answer that is not signed has a fault');
  // The record would say something else than what was signed.
  if (!isDeepStrictEqual(live.mask.value({ fields }), { fields })) {
    return { reason: 'it contains a secret of this machine, which must not be recorded' };
  }
  return {
    action,
    fields,
    proof,
    via: 'answer',
    origin: 'signed',
    sender: senderOf(live, answer.sender, file),
  };
}

function refuse(live: Looking, file: string, reason: string, open?: OpenTask): readonly Refusal[] {
  const kept = live.answers.setAside(file);
  // The process that put it there has removed it.
  if (kept === undefined) return [];
  const data = { task: open?.task.name ?? null, file, reason, kept };
  return [{ address: open?.address ?? ROOT_ADDRESS, data }];
}

function refuseStray(live: Looking, file: string): readonly Refusal[] {
  live.strays += 1;
  if (live.strays <= MAX_STRAYS) return refuse(live, file, 'no open question has this name');
  if (live.strays > MAX_STRAYS + 1) return [];
  const reason = `there are more than ${MAX_STRAYS} such files; the others are left where they are`;
  return [{ address: ROOT_ADDRESS, data: { task: null, file, reason, kept: null } }];
}
