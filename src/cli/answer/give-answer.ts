import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { printable } from '../../diagnostics/printable.ts';
import {
  answerNameOf,
  answerPathOf,
  createAnswerBox,
  type AnswerBox,
  type KeptAnswer,
  type QuestionKey,
} from '../../journal/answer-box.ts';
import type { FileSystem } from '../../journal/file-system.ts';
import { JournalError } from '../../journal/journal-error.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { createProjectFileSystem } from '../../journal/project-file-system.ts';
import { lookAtProcess } from '../../process/look-at-process.ts';
import { createProcessTable } from '../../process/process-table.ts';
import type { ProjectConfig } from '../../project/config.ts';
import { systemClock } from '../../run/host/clock.ts';
import type { Mask } from '../../run/host/mask.ts';
import { answerMismatch } from '../../run/people/answer-mismatch.ts';
import type { Program } from '../../run/program/program.ts';
import { RunError } from '../../run/state/run-error.ts';
import { foldAll } from '../../run/start/resume-run.ts';
import { refuseAnswers } from '../../run/start/refuse-answers.ts';
import { formatCommand, toOneLine } from '../io/format.ts';
import type { OpenQuestion } from '../../report/open-questions.ts';
import { eventsOf, type RunOnDisk } from '../../report/run-on-disk.ts';
import { resumeHere, type ResumeFlags } from '../running/resume-here.ts';
import { refusalText } from '../../report/answer-words.ts';
import { awaitTaken, type Receipt } from './await-taken.ts';

/** An answer that fits its question, as a command line gives it. */
export interface AnswerToGive {
  readonly argv: ResumeFlags & { readonly continue: boolean };
  readonly config: ProjectConfig;
  readonly workRoot: string;
  readonly opened: RunOnDisk;
  readonly question: OpenQuestion;
  readonly answer: Omit<KeptAnswer, 'sender'>;
  readonly program: Program;
  readonly mask: Mask;
}

/** An answer on its way to the run. */
interface Giving extends AnswerToGive {
  readonly fs: FileSystem;
  readonly box: AnswerBox;
  readonly key: QuestionKey;
  readonly path: string;
  readonly answer: KeptAnswer;
}

/** What became of an answer, as a sentence. */
export interface Outcome {
  readonly isRecorded: boolean;
  readonly message: string;
}

/**
 * Gives an answer to a run, and resumes it where no process drives it.
 *
 * Shape: what became of it; the exit code of the run where it was resumed here. Errors: as `resumeHere`.
 */
export async function giveAnswer(given: AnswerToGive): Promise<Outcome | number> {
  const { question, workRoot, answer } = given;
  const { folder } = given.opened.run;
  const sender = { pid: process.pid, start: lookAtProcess(process.pid, folder)?.start ?? null };
  const fs = createProjectFileSystem(workRoot);
  const box = createAnswerBox(fs, folder, { holdsOpen: true });
  const key = { start: question.start, nonce: question.asked.nonce };
  const path = answerPathOf(folder, key);
  const giving: Giving = { ...given, fs, box, key, path, answer: { ...answer, sender } };
  const refusal = await claim(giving);
  return refusal === undefined ? goOn(giving) : { isRecorded: false, message: refusal };
}

/** How often to try when something takes the place of the answer, and the pause between tries. Units: ms. */
const MAX_TURNS = 50;
const POLL_MS = 100;

/** Keeps the answer, unless it comes too late. Shape: why it did, as a sentence. */
async function claim(giving: Giving): Promise<string | undefined> {
  const { box, key, path, answer } = giving;
  const { run } = giving.opened;
  const { task, deadline } = giving.question.asked;
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const before = box.find(key);
    const first = before !== undefined && 'answer' in before ? before.answer : undefined;
    if (first !== undefined && (await counts(giving, first))) {
      return alreadyAnswered(giving, first, `${run.path}answers/${answerNameOf(key)}`);
    }
    if (deadline !== null && Date.parse(deadline) <= Date.now()) {
      return `The time to answer "${toOneLine(task)}" ended at ${deadline}; nothing was recorded.`;
    }
    if (before === undefined && box.claim(key, answer)) return undefined;
    if (before !== undefined) await makeRoom(giving);
  }
  return `Something keeps taking the place of the answer to "${toOneLine(task)}": ${path}.`;
}

/** Its process may have been killed before the run continued. */
function alreadyAnswered({ opened, question }: Giving, { action, sender }: KeptAnswer, path: string): string {
  const task = toOneLine(question.asked.task);
  const by = sender === null ? '' : ` by process ${sender.pid}, according to the file`;
  const sentence = `"${task}" is already answered with "${toOneLine(action)}"${by}; it is kept in ${path}.`;
  return opened.pid === undefined ? `${sentence} ${resumeWith(opened)}` : sentence;
}

function resumeWith({ run }: RunOnDisk): string {
  return `Resume with: ${formatCommand(['wfmap', 'resume', run.name])}`;
}

/** Whether an answer that is there already counts: by the rules by which the run would take it. */
async function counts({ fs, opened, question, program }: Giving, first: KeptAnswer): Promise<boolean> {
  const state = foldAll(eventsOf(fs, opened), program);
  const open = state.open.get(question.start);
  if (open === undefined || answerMismatch(state, open, first) !== undefined) return false;
  if (question.asked.signed !== true) return true;
  return (await import('../signed/signed-question.ts')).isProved(opened, question, first);
}

/** Has a file that is not an answer set aside: by the process that drives the run, or by this one where there is none. */
async function makeRoom({ fs, opened: { run }, box, program, mask }: Giving): Promise<void> {
  const runId = run.started?.data.run;
  if (runId === undefined) return;
  const host = {
    fs,
    clock: systemClock,
    processes: createProcessTable(),
    mask,
    answerBox: () => box,
    lookAt: lookAtProcess,
  };
  try {
    for (const { data } of await refuseAnswers(host, { directory: run, runId, program })) {
      process.stderr.write(`${printable(refusalText(data))}\n`);
    }
  } catch (thrown) {
    if (!(thrown instanceof JournalError) || thrown.code !== 'run-is-held') throw thrown;
    await sleep(POLL_MS);
  }
}

/** What becomes of the run now that it has an answer. Shape: the exit code. */
async function goOn(giving: Giving): Promise<Outcome | number> {
  const { argv, config, opened, question, box, key, path, answer: given } = giving;
  const { run } = opened;
  const { asked } = question;
  // Not opened: a process that has the file open counts as the one that gave it.
  const waiting = {
    start: key.start,
    file: answerNameOf(key),
    isThere: () => nodeFileSystem.kindOf(path) !== undefined,
  };
  const sentence = `Answered "${toOneLine(asked.task)}" with "${toOneLine(given.action)}".`;
  const say = (line: string): boolean => process.stderr.write(`${printable(line)}\n`);
  let isSaid = false;
  for (;;) {
    const receipt = await awaitTaken(run, waiting, say);
    if (receipt.kind !== 'abandoned') return outcomeOf(giving, receipt);
    // The file stays open: a process that resumes the run in the meantime must see which process gave the answer.
    if (!argv.continue) return { isRecorded: true, message: `${sentence} ${resumeWith(opened)}` };
    if (!isSaid) say(sentence);
    isSaid = true;
    try {
      return await resumeHere({ ...argv, from: undefined }, run, [], {
        config,
        answerBox: () => ownBox(box),
      });
    } catch (thrown) {
      if (!isOfAnother(thrown)) throw thrown;
    }
  }
}

/** The box of a run that is this process's now: it knows its own answers. */
function ownBox(box: AnswerBox): AnswerBox {
  box.release();
  return box;
}

/** Whether another process resumed the run first, maybe with this answer, and may have ended it. */
function isOfAnother(thrown: unknown): boolean {
  if (thrown instanceof JournalError) return thrown.code === 'run-is-held';
  return thrown instanceof RunError && thrown.code === 'run-is-finished';
}

/** What the process that drives the run made of an answer. */
function outcomeOf(
  { question: { asked }, answer }: Giving,
  receipt: Exclude<Receipt, { kind: 'abandoned' }>,
): Outcome {
  const task = toOneLine(asked.task);
  const who = receipt.pid === undefined ? 'The run' : `Process ${receipt.pid}`;
  if (receipt.kind === 'refused') {
    const kept = receipt.kept === null ? '' : `; it is kept in ${receipt.kept}`;
    return {
      isRecorded: false,
      message: `${who} refused the answer to "${task}": ${toOneLine(receipt.reason)}${kept}.`,
    };
  }
  if (receipt.kind === 'lost') {
    return {
      isRecorded: false,
      message: `The file with the answer to "${task}" was removed; nothing was recorded.`,
    };
  }
  const { answered } = receipt;
  if (answered === undefined) {
    return { isRecorded: false, message: `"${task}" was closed without an answer.` };
  }
  if (!isSame(answered, answer)) {
    const message = `"${task}" was answered with "${toOneLine(answered.action)}" by somebody else.`;
    return { isRecorded: false, message };
  }
  const claimed = answered.origin === 'claimed' ? ` ${CLAIMED}` : '';
  return {
    isRecorded: true,
    message: `Answered "${task}" with "${toOneLine(answer.action)}". ${who} continues with it.${claimed}`,
  };
}

const CLAIMED = 'It is recorded as claimed: this process has no terminal.';

function isSame(
  one: Pick<KeptAnswer, 'action' | 'fields'>,
  other: Pick<KeptAnswer, 'action' | 'fields'>,
): boolean {
  return one.action === other.action && isDeepStrictEqual(one.fields, other.fields);
}
