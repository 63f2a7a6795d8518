import { join } from 'node:path';
import { readGateKey } from '../../gate/gate-key.ts';
import { isSignedBy, type GateAnswer, type Statement } from '../../gate/statement.ts';
import type { FileSystem } from '../../journal/file-system.ts';
import { JOURNAL_FILE } from '../../journal/find-runs.ts';
import { headWith } from '../../journal/journal-heads.ts';
import type { ProofRecord } from '../../model/event-records.ts';
import { invariant } from '../../util/invariant.ts';
import { gateQuestionOf } from './gate-question.ts';
import type { OpenTask, RunState } from '../state/run-state.ts';

/** A run as it is in its folder, with the state of its journal. */
export interface RunInFolder {
  readonly fs: FileSystem;
  readonly runFolder: string;
  readonly state: RunState;
}

/** The statement that an answer to an open question would sign, here and now. Undefined while the question is not on disk. */
export function statementOf(
  { fs, runFolder, state }: RunInFolder,
  open: OpenTask,
  answer: GateAnswer,
): Statement | undefined {
  const { started } = state;
  invariant(started !== undefined && open.askedAt !== undefined, 'a run that asks was started');
  const asked = { run: started.run, seq: open.askedAt };
  const head = headWith(fs, join(runFolder, JOURNAL_FILE), asked);
  if (head === undefined) return undefined;
  const { action, fields } = answer;
  return {
    run: started.run,
    map: started.map.digest,
    head,
    question: gateQuestionOf(state, open),
    answer: { action, fields },
  };
}

/**
 * Why an answer to a signed question does not count: a clause; undefined where its signature is valid.
 *
 * This is a hurdle, not a proof: code that can change this program or the journal passes it. The proof is
 * `wfmap show --verify`, elsewhere.
 */
export function proofFault(
  run: RunInFolder,
  open: OpenTask,
  { proof, ...answer }: GateAnswer & { readonly proof?: ProofRecord | undefined },
): string | undefined {
  const gate = run.state.started?.gate;
  if (proof === undefined) return 'it is not signed';
  if (gate === undefined) return 'the run was started without a key';
  if (proof.key !== gate.key) return 'it is signed with a key other than that of the run';
  const statement = statementOf(run, open, answer);
  if (statement === undefined) return 'its question is not on disk';
  if (proof.head !== statement.head) return 'it is signed for another history of the run';
  const key = readGateKey(gate.pem, 'the key of the run');
  if (key.digest !== gate.key) return 'the key of the run is not the one named at its start';
  return isSignedBy(statement, proof.signature, key)
    ? undefined
    : 'its signature is not valid for this answer';
}
