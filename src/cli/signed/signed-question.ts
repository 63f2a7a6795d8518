import { isDeepStrictEqual } from 'node:util';
import type { GateAnswer, Statement } from '../../gate/statement.ts';
import { signStatement } from '../../gate/statement.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import type { ProofRecord } from '../../model/event-records.ts';
import { gateQuestionOf } from '../../run/people/gate-question.ts';
import { proofFault, statementOf, type RunInFolder } from '../../run/people/proof-fault.ts';
import { foldAll } from '../../run/start/resume-run.ts';
import type { OpenTask } from '../../run/state/run-state.ts';
import { invariant } from '../../util/invariant.ts';
import { formatCommand, toOneLine } from '../io/format.ts';
import { signingLines, type OpenQuestion } from '../../report/open-questions.ts';
import { eventsOf, type RunOnDisk } from '../../report/run-on-disk.ts';
import { programToResume } from '../running/resume-program.ts';
import { UsageError } from '../io/usage-error.ts';
import { openSigningKey } from './open-signing-key.ts';
import { readAnswerFile, type AnswerFile, type QuestionFile } from './question-file.ts';

/** A signed question that is open, in the state of its run. */
interface Asked {
  readonly run: RunInFolder;
  readonly open: OpenTask;
}

/** Errors: throws {@link UsageError} for a question whose answer needs no signature, RunError and JournalError. */
function askedIn(opened: RunOnDisk, { start, asked }: OpenQuestion): Asked {
  const { run: entry } = opened;
  if (asked.signed !== true) {
    throw new UsageError(`The answer to "${asked.task}" needs no signature.`, {
      help: `Answer it with: ${formatCommand(['wfmap', 'answer', entry.name, asked.choices[0]?.name ?? ''])}`,
    });
  }
  // The copies that the run keeps: what is in the project now does not affect what was asked.
  const { program } = programToResume(opened, '', { acceptChanges: false, asStarted: true });
  const state = foldAll(eventsOf(nodeFileSystem, opened), program);
  const open = state.open.get(start);
  invariant(open?.question !== undefined, 'an open question is that of an execution');
  return { run: { fs: nodeFileSystem, runFolder: entry.folder, state }, open };
}

function statementIn({ run, open }: Asked, answer: GateAnswer): Statement {
  const statement = statementOf(run, open, answer);
  invariant(statement !== undefined, 'what is read from the disk is on it');
  return statement;
}

/** A question as it goes to where it is signed. */
export function questionFileOf(opened: RunOnDisk, question: OpenQuestion): QuestionFile {
  const asked = askedIn(opened, question);
  const { started } = asked.run.state;
  const { answer: _, ...where } = statementIn(asked, { action: '', fields: {} });
  return {
    kind: 'wfmap-question',
    version: 1,
    name: opened.run.name,
    mapPath: started?.map.path ?? '',
    key: started?.gate?.key ?? '',
    ...where,
    text: question.asked.text,
  };
}

/** Signs an answer with a key of this machine. Errors: those of {@link openSigningKey}. */
export async function proofOf(
  opened: RunOnDisk,
  question: OpenQuestion,
  {
    answer,
    key,
    all,
  }: { readonly answer: GateAnswer; readonly key: string | undefined; readonly all: readonly OpenQuestion[] },
): Promise<ProofRecord> {
  const asked = askedIn(opened, question);
  const digest = asked.run.state.started?.gate?.key ?? '';
  const help = signingLines(opened.run.name, question, all).join('\n  ');
  const signing = await openSigningKey(key, digest, help);
  const statement = statementIn(asked, answer);
  return { signature: signStatement(statement, signing), head: statement.head, key: digest };
}

/** Whether the signature of an answer is valid here. */
export function isProved(
  opened: RunOnDisk,
  question: OpenQuestion,
  answer: GateAnswer & { readonly proof?: ProofRecord },
): boolean {
  const { run, open } = askedIn(opened, question);
  return proofFault(run, open, answer) === undefined;
}

/** A signed answer that was brought here, and the question that it is for. */
export interface Brought {
  readonly question: OpenQuestion;
  readonly answer: GateAnswer & { readonly proof: ProofRecord };
}

/**
 * Reads a signed answer and compares it with the open questions of a run.
 *
 * Errors: throws {@link UsageError} with the reason why it is not one of them.
 */
export function readBrought(path: string, opened: RunOnDisk, questions: readonly OpenQuestion[]): Brought {
  const file = readAnswerFile(path);
  const question = questions.find(({ asked }) => asked.nonce === file.question.nonce);
  const refuse = (reason: string): UsageError =>
    new UsageError(`The answer in "${path}" was refused: ${toOneLine(reason, 1000)}.`);
  const id = opened.run.started?.data.run;
  if (file.run !== id)
    throw refuse(`it is for the run ${file.run}, and ${opened.run.name} is ${id ?? 'none'}`);
  if (question === undefined) {
    throw refuse(
      `its question to "${file.question.task}" is not open; it was answered, asked again or abandoned`,
    );
  }
  const asked = askedIn(opened, question);
  const fault = questionFault(asked, file);
  if (fault !== undefined) throw refuse(fault);
  const { action, fields } = file.answer;
  const proof = { signature: file.signature, head: file.head, key: file.key };
  const reason = proofFault(asked.run, asked.open, { action, fields, proof });
  if (reason !== undefined) throw refuse(reason);
  return { question, answer: { action, fields, proof } };
}

/** What of the question differs from the one here. */
function questionFault({ run, open }: Asked, { question, map }: AnswerFile): string | undefined {
  if (map !== run.state.started?.map.digest) return 'it is for another map';
  const own = gateQuestionOf(run.state, open);
  if (question.textDigest !== own.textDigest) return 'it is for another text of the question';
  if (!isDeepStrictEqual(question.choices, own.choices)) return 'it is for other choices';
  if (!isDeepStrictEqual(question.fields, own.fields)) return 'it is for other fields';
  return undefined;
}
