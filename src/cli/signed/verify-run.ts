import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import type { GateKey } from '../../gate/gate-key.ts';
import { isSignedBy } from '../../gate/statement.ts';
import type { FileSystem } from '../../journal/file-system.ts';
import { JOURNAL_FILE } from '../../journal/find-runs.ts';
import { journalHeads, type JournalHead } from '../../journal/journal-heads.ts';
import { readJournal } from '../../journal/read-journal.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import { readSource } from '../../journal/source-store.ts';
import { placeOfTask } from '../../model/place.ts';
import type { RunEvent, RunEventData, RunEventOf } from '../../model/run-event.ts';
import type { Value } from '../../model/value.ts';
import { blockKeyOf } from '../../model/address.ts';
import { fold } from '../../run/state/fold.ts';
import { gateQuestionOf } from '../../run/people/gate-question.ts';
import type { Program } from '../../run/program/program.ts';
import { createRunState, type OpenTask, type RunState } from '../../run/state/run-state.ts';
import { toError, WfmapError } from '../../util/error.ts';
import { loadStoredProgram } from '../io/load-program.ts';
import { leapFault } from './leap-fault.ts';
import { runViewOf } from '../../view/apply-event.ts';
import { totalsFault } from '../../view/run-totals.ts';

/** An answer to a signed task whose signature is valid. Shape: `covers` is the last record that the signature covers. */
export interface HeldGate {
  readonly place: string;
  readonly visit: number;
  readonly action: string;
  readonly fields: Readonly<Record<string, Value>>;
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly covers: number;
  readonly head: string;
}

/**
 * What a run proves to a person who has the public key.
 *
 * Shape: it is verified where there is a gate and no fault. `end` is how the run ended, as its journal says; null where
 * it has not. `tornBytes` do not belong to a whole batch.
 */
export interface Verdict {
  readonly started: RunEventData['run.started'] | undefined;
  readonly key: string;
  readonly gates: readonly HeldGate[];
  readonly faults: readonly string[];
  readonly records: number;
  readonly end: string | null;
  readonly tornBytes: number;
}

/**
 * Checks a run by its folder and a public key alone.
 *
 * V1. Every byte of the journal is in a whole record, and every source and value is the one that its digest names.
 * V2. Each record follows from the map that the run was started with, by the engine's own fold.
 * V3. Each execution of a signed task ended by the action of a signed answer, was resumed by another, or is open.
 * V4. Each signature is of the run, map, question and answer as they are in the journal, and of its bytes up to
 *     the batch of the question.
 * V5. A run whose map was changed, or that was moved by hand, proves nothing: nobody can tell what was bypassed.
 * Errors: none for what is wrong with the run; all of it is reported.
 */
export function verifyRun(fs: FileSystem, directory: RunDirectory, key: GateKey): Verdict {
  const check: Check = {
    key,
    faults: [],
    gates: [],
    heads: [],
    open: new Map(),
  };
  const nothing = { started: undefined, key: key.digest, gates: [], records: 0, end: null, tornBytes: 0 };
  try {
    const path = join(directory.folder, JOURNAL_FILE);
    const { events, totals, end, size } = readJournal(fs, path);
    const [first] = events;
    if (first?.type !== 'run.started') return { ...nothing, faults: ['The journal has no start.'] };
    const started = first.data;
    check.faults.push(...startFaults(started, key));
    const fault = totalsFault(runViewOf(events), totals);
    if (fault !== undefined) check.faults.push(fault);
    check.heads = headsOfQuestions(journalHeads(fs, path, started.run), events);
    const program = programOf(fs, directory, started);
    const state = replay(events, program, check);
    const { faults, gates } = check;
    if (gates.length === 0) faults.push('It contains no signed answer.');
    const outcome = state.finished === undefined ? null : (state.finished.task ?? 'its last task');
    return {
      started,
      key: key.digest,
      gates,
      faults,
      records: events.length,
      end: outcome,
      tornBytes: size - end,
    };
  } catch (thrown) {
    // Anybody may have written the start of the run, too: a check that fails on it is reported, never ignored.
    const { message } = toError(thrown);
    const fault =
      thrown instanceof WfmapError ? message : `Its first record is not a valid start of a run: ${message}.`;
    return { ...nothing, faults: [...check.faults, fault] };
  }
}

interface Check {
  readonly key: GateKey;
  readonly faults: string[];
  readonly gates: HeldGate[];
  /** Those after the batches that ask, in order. */
  heads: readonly JournalHead[];
  /** Executions of signed tasks that have not ended, by their start, with the signed answer once there is one. */
  readonly open: Map<number, SignedTask>;
}

/** Shape: `answer` is the one with a valid signature, once it is given. */
interface SignedTask {
  readonly open: OpenTask;
  answer: HeldGate | undefined;
}

function startFaults({ agent, gate, run }: RunEventData['run.started'], key: GateKey): readonly string[] {
  if (agent === 'scripted') return ['It is a simulation, which proves nothing.'];
  if (gate === undefined) return ['It was started without a key, so nothing in it is signed.'];
  if (gate.key === key.digest) return [];
  return [`The run ${run} was started with another key: ${gate.key}.`];
}

/** Every kept text is read: one that no other check needs may have been changed as well. */
function programOf(fs: FileSystem, directory: RunDirectory, started: RunEventData['run.started']): Program {
  for (const { digest } of Object.values(started.templates)) readSource(fs, directory.folder, digest);
  return loadStoredProgram(fs, directory, started).program;
}

function headsOfQuestions(heads: Iterable<JournalHead>, events: readonly RunEvent[]): readonly JournalHead[] {
  const asked = events.flatMap(({ type, seq }) => (type === 'human.asked' ? [seq] : []));
  const found: JournalHead[] = [];
  for (const each of heads) {
    const [next = Infinity] = asked;
    if (each.seq < next) continue;
    found.push(each);
    while ((asked[0] ?? Infinity) <= each.seq) asked.shift();
  }
  return found;
}

function replay(events: readonly RunEvent[], program: Program, check: Check): RunState {
  const state = createRunState();
  for (const event of events) {
    try {
      if (!look(state, event, check)) return state;
      fold(state, event, program);
      follow(state, event, check);
    } catch (thrown) {
      // Anybody may have written a record: one that cannot be folded is a fault, and what follows depends on it.
      const { message } = toError(thrown);
      check.faults.push(
        thrown instanceof WfmapError
          ? message
          : `Record ${event.seq} (${event.type}) is not a valid record of a run: ${message}.`,
      );
      return state;
    }
  }
  return state;
}

/** Checks a record before it is folded into the state; false where nothing after it can be judged. */
function look(state: RunState, event: RunEvent, check: Check): boolean {
  const { faults } = check;
  if (event.type === 'run.started' && event.seq > 1) {
    faults.push(`Record ${event.seq} starts the run again.`);
    return false;
  }
  if (event.type === 'run.resumed' && event.data.sources !== null) {
    faults.push(
      `The map or what it names was changed at record ${event.seq}; what follows cannot be judged.`,
    );
    return false;
  }
  if (event.type === 'run.resumed' && event.data.from !== null) {
    faults.push(
      `The run was moved to "${event.data.from}" by --from at record ${event.seq}, past anything before it.`,
    );
  }
  const leap = leapFault(state, event);
  if (leap !== undefined) faults.push(`Record ${event.seq} (${event.type}) skips something: ${leap}.`);
  if (event.type === 'human.answered') lookAtAnswer(state, event, check);
  if (event.type === 'task.finished') lookAtEnd(state, event, check);
  return true;
}

/** The signed task that a record is about; undefined for any other. */
function signedAt(state: RunState, { address }: RunEvent, { open }: Check): SignedTask | undefined {
  return open.get(state.blocks.get(blockKeyOf(address.block))?.open ?? 0);
}

function lookAtAnswer(state: RunState, event: RunEventOf<'human.answered'>, check: Check): void {
  const signed = signedAt(state, event, check);
  if (signed === undefined) return;
  const held = heldBy(state, signed.open, event, check);
  if (typeof held === 'object') signed.answer = held;
  else check.faults.push(`The answer to "${nameOf(event)}" at record ${event.seq} is not valid: ${held}.`);
}

/** What an answer proves, or why it proves nothing: a clause. */
function heldBy(
  state: RunState,
  open: OpenTask,
  { data, seq }: RunEventOf<'human.answered'>,
  { key, heads }: Check,
): HeldGate | string {
  const { askedAt, question, address } = open;
  const { action, fields, proof } = data;
  const { started } = state;
  if (askedAt === undefined || question === undefined || started === undefined) return 'nothing was asked';
  if (proof === undefined) return 'it is not signed';
  if (proof.key !== key.digest) return 'it names another key';
  if (!question.choices.some(({ name }) => name === action)) return `"${action}" was not offered`;
  const before = heads.find((each) => each.seq >= askedAt);
  if (before === undefined || before.seq >= seq) return 'it is in the same batch as its question';
  const { head, seq: covers } = before;
  if (proof.head !== head) return 'the journal before it is not the one that was signed';
  const statement = {
    run: started.run,
    map: started.map.digest,
    head,
    question: gateQuestionOf(state, open),
    answer: { action, fields },
  };
  if (!isSignedBy(statement, proof.signature, key)) {
    return 'its signature is not valid for this answer to this question';
  }
  return {
    place: nameOf(open),
    visit: address.visit ?? 1,
    action,
    fields,
    askedAt,
    answeredAt: seq,
    covers,
    head,
  };
}

/** The action that a signed task took is the one that was answered. */
function lookAtEnd(state: RunState, event: RunEventOf<'task.finished'>, check: Check): void {
  const signed = signedAt(state, event, check);
  if (signed === undefined) return;
  const { open, answer } = signed;
  check.open.delete(open.start);
  const name = nameOf(event);
  if (answer === undefined) {
    check.faults.push(`"${name}" was left at record ${event.seq} without a signed answer.`);
    return;
  }
  const { action, fields } = answer;
  if (event.data.action === action && isDeepStrictEqual(event.data.result, { action, fields })) {
    check.gates.push(answer);
    return;
  }
  check.faults.push(`"${name}" did not end at record ${event.seq} with its answer, which is "${action}".`);
}

/** Notes signed tasks that start, and those that ended in another way than by their answer. */
function follow(state: RunState, event: RunEvent, check: Check): void {
  // An execution that resumes another asks again.
  if (event.type === 'task.started' && event.data.resumes !== null) check.open.delete(event.data.resumes);
  const started = event.type === 'task.started' ? state.open.get(event.seq) : undefined;
  if (started?.task.type === 'human' && started.task.signed) {
    check.open.set(started.start, { open: started, answer: undefined });
  }
  for (const [start, { open }] of check.open) {
    if (state.open.has(start)) continue;
    check.open.delete(start);
    check.faults.push(
      `"${nameOf(open)}" was left at record ${event.seq} without a signed answer: ${wayOut(event)}.`,
    );
  }
}

function wayOut(event: RunEvent): string {
  if (event.type === 'task.failed') {
    return event.data.fault === 'deadline'
      ? 'its time ran out'
      : 'it failed, and the map continued by "onError"';
  }
  if (event.type === 'run.resumed') return 'the run was moved by --from';
  return 'its block was ended';
}

function nameOf({ address }: Pick<RunEvent, 'address'>): string {
  return placeOfTask({ ...address, task: address.task ?? '' });
}
