import { TASK_TYPES } from '../../model/task-types.ts';
import { invariant } from '../../util/invariant.ts';
import { missDeadline, takeAnswer } from '../decide/ask-person.ts';
import { beginBatch, type Batch } from '../live/batch.ts';
import { blockKeyOf } from '../../model/address.ts';
import type { BlockInstance } from '../state/block-instance.ts';
import { dropUnbegun } from '../decide/drop-unbegun.ts';
import { limitTime } from '../decide/limit-time.ts';
import { hasSlot } from '../live/has-slot.ts';
import { isLongBatch, MAX_BATCH_UNITS } from '../live/batch-units.ts';
import { isStopping, type LiveRun } from '../live/live-run.ts';
import { recordRefusals } from '../people/look-for-answers.ts';
import { createCallsAsked, type CallsAsked } from './calls-asked.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import type { Broken, EndReadings, Message } from './message.ts';
import { createMessages, type Messages } from './messages.ts';
import { pause } from '../decide/pause.ts';
import { perform } from '../decide/perform.ts';
import { recordCommand, settleCommand } from '../decide/plan-command.ts';
import type { Planned, PlannedStep } from '../live/planned.ts';
import { settleContext } from '../decide/read-context.ts';
import { proceed } from '../decide/proceed.ts';
import { createQuestions, type Questions } from './questions.ts';
import type { OpenTask } from '../state/run-state.ts';
import { recordTurn, settle, type Settlement } from '../decide/settle.ts';
import { recordChanges, settleSnapshot } from '../decide/settle-changes.ts';
import { recordDiff, settleStep } from '../decide/settle-step.ts';
import { createReaderCopies, type ReaderCopies } from './reader-copies.ts';
import { startStep, type StepCall } from './start-step.ts';
import { startWork, type Call } from './start-work.ts';

/**
 * Drives a run until it ends, pauses or is stopped.
 *
 * Job: takes one message after another (a reply, an answer, the end of a wait, a stop), records what follows from it
 * in one batch, and performs the effects. It leaves deciding to `settle`, `turnOf`, `proceed` and the machine.
 *
 * D1. A batch is durable before any of its effects is performed (J1, J2).
 * D2. A reply or answer whose start is no longer open is dropped before it reaches the machine.
 * D3. When this returns, no call is under way: every agent and command was awaited, every question withdrawn.
 * D4. A question is taken back only when the run stops or nobody is there to answer it here.
 * D5. Where what comes next cannot be prepared or written, the reply that led there is durable all the same.
 * D6. The journal is looked at before each batch, and every ten seconds between them; in the same turn the messages.
 * D7. A batch that grows too long is committed early; the next continues, after any message that arrived meanwhile.
 * Errors: throws what the journal throws; the calls are then killed and awaited first.
 */
export async function drive(live: LiveRun, opening: (batch: Batch) => readonly Planned[]): Promise<void> {
  const mailbox = createMailbox<Message>();
  const questions = createQuestions(live, mailbox.post);
  const asked = createCallsAsked(live, mailbox.post);
  const time = limitTime(live, () => mailbox.post({ kind: 'time-up' }));
  const calls = new Map<number, Call>();
  const messages = createMessages(live, mailbox.post, calls);
  const driver: Driver = {
    live,
    mailbox,
    questions,
    asked,
    messages,
    time,
    copies: createReaderCopies(live),
    calls,
    steps: new Map(),
    waits: new Map(),
  };
  const stop = (): void => mailbox.post({ kind: 'stop' });
  const kill = (): void => {
    for (const call of callsOf(driver)) call.kill();
    stop();
  };
  live.stop.addEventListener('abort', stop);
  live.kill.addEventListener('abort', kill);
  const watch = lookAround(driver);
  try {
    takeBatch(driver, opening);
    if (live.kill.aborted) kill();
    else if (live.stop.aborted) stop();
    while (live.state.status === 'running') {
      const message = await mailbox.next();
      if (message.kind === 'broken') throw message.thrown;
      if (message.kind !== 'more') live.idling = new WeakMap();
      takeBatch(driver, (batch) => handle(driver, batch, message));
    }
  } finally {
    clearInterval(watch);
    messages.close();
    live.stop.removeEventListener('abort', stop);
    time.dispose();
    for (const wait of driver.waits.values()) wait.abort();
    kill();
    asked.withdraw();
    await Promise.all([questions.close(), ...callsOf(driver).map((call) => call.ended)]);
    await driver.copies.close();
    live.kill.removeEventListener('abort', kill);
  }
}

interface Driver {
  readonly live: LiveRun;
  readonly mailbox: Mailbox<Message>;
  readonly questions: Questions;
  readonly asked: CallsAsked;
  readonly messages: Messages;
  readonly time: { readonly rearm: () => void };
  readonly copies: ReaderCopies;
  /** Work under way and pauses between turns, by the start of their execution. */
  readonly calls: Map<number, Call>;
  readonly waits: Map<number, AbortController>;
  /** Steps under way for where blocks work. */
  readonly steps: Map<BlockInstance, StepCall>;
}

function callsOf({ calls, steps }: Driver): readonly (Call | StepCall)[] {
  return [...calls.values(), ...steps.values()];
}

function begin({ live, mailbox, steps }: Driver, work: PlannedStep): void {
  const { instance } = work;
  const call = startStep(live, work);
  steps.set(instance, call);
  void call.ended.then((reply) => mailbox.post({ kind: 'stepped', instance, reply }));
}

/** Units: ms. An agent may be at work for an hour, and a person may be away for a day. */
const LOOK_MS = 10_000;

/** What a look finds stops the run; a look that fails ends it. */
function lookAround({ live, mailbox, questions, messages }: Driver): NodeJS.Timeout {
  const watch = setInterval(() => {
    try {
      live.look();
      questions.look();
      messages.look();
    } catch (thrown) {
      clearInterval(watch);
      mailbox.post({ kind: 'broken', thrown });
    }
  }, LOOK_MS);
  return watch.unref();
}

function takeBatch(driver: Driver, decide: (batch: Batch) => readonly Planned[]): void {
  const { live, questions } = driver;
  live.look();
  live.units.left = MAX_BATCH_UNITS;
  const batch = beginBatch(live);
  const { planned, isBusy } = commitOrKeep(batch, () => {
    const work = dropUnbegun(live, batch, decide(batch));
    const busy = work.length > 0 || callsOf(driver).length > 0 || driver.waits.size > 0 || isLongBatch(live);
    if (!busy && live.state.status === 'running' && !questions.canWait()) pause(live, batch);
    return { planned: work, isBusy: busy };
  });
  driver.copies.follow((start) => live.state.open.has(start) || driver.calls.has(start));
  for (const work of planned) {
    if (work.kind === 'step') begin(driver, work);
    else driver.calls.set(work.open.start, startWork(live, work, driver));
  }
  live.changes?.moveOn();
  driver.asked.follow();
  driver.messages.follow();
  stopNeedless(driver);
  driver.time.rearm();
  questions.follow(isBusy);
  // Signals and replies are handled in between.
  if (isLongBatch(live)) setImmediate(() => driver.mailbox.post({ kind: 'more' }));
}

/** Commits what was prepared; where that fails, what is paid for and what it means (D5). */
function commitOrKeep<T>(batch: Batch, prepare: () => T): T {
  try {
    const prepared = prepare();
    batch.commit();
    return prepared;
  } catch (thrown) {
    try {
      batch.commitSettled();
    } catch {
      // The journal accepts no more writes; what was thrown first says why.
    }
    throw thrown;
  }
}

function handle(driver: Driver, batch: Batch, message: Exclude<Message, Broken>): readonly Planned[] {
  if (message.kind === 'stop' || message.kind === 'time-up') {
    stopWork(driver, message.kind);
    return [];
  }
  const { live } = driver;
  if (message.kind === 'refused') {
    recordRefusals(batch, message.refusals);
    return [];
  }
  if (message.kind === 'messages') {
    driver.messages.record(batch, message.found);
    return [];
  }
  if (message.kind === 'more') return proceedUnlessStopping(live, batch);
  if (message.kind === 'stepped') return takeStep(driver, batch, message);
  const call = forget(driver, message);
  const open = live.state.open.get(message.start);
  if (open === undefined && isPreparation(message.kind)) return proceedUnlessStopping(live, batch);
  if (open === undefined) return call === undefined ? [] : takeLate(live, batch, call, message);
  return handleWithin(driver, batch, open, message);
}

type AboutTask = Exclude<
  Message,
  { kind: 'stop' | 'time-up' | 'more' | 'stepped' | 'refused' | 'messages' | 'broken' }
>;

/** What an execution waited for. */
function handleWithin(driver: Driver, batch: Batch, open: OpenTask, message: AboutTask): readonly Planned[] {
  const { live, asked } = driver;
  if ('found' in message) recordFound(live, batch, open, message.found);
  switch (message.kind) {
    case 'snapshotted':
    case 'told':
      return handlePrepared(live, batch, open, message);
    case 'waited':
      return again(live, batch, open);
    case 'settled':
      return follow(driver, batch, open, settle(live, batch, open, message.reply));
    case 'exited':
      return follow(driver, batch, open, settleCommand(live, batch, open, message.reply));
    case 'called':
    case 'judged':
      asked.record(batch, open, message);
      return [];
    case 'answered':
    case 'overdue':
      return handleAnswer(live, batch, open, message);
    case 'unanswered':
      break;
  }
  return [];
}

/** What goes before the work of an execution. */
function handlePrepared(
  live: LiveRun,
  batch: Batch,
  open: OpenTask,
  message: Extract<AboutTask, { kind: 'snapshotted' | 'told' }>,
): readonly Planned[] {
  if (message.kind === 'snapshotted') {
    if (settleSnapshot(live, batch, open, message.reply)) return again(live, batch, open);
    batch.settle();
    return proceedUnlessStopping(live, batch);
  }
  if (message.reply === undefined) return [];
  settleContext(batch, open, message.reply);
  batch.settle();
  return again(live, batch, open);
}

function recordFound(
  live: LiveRun,
  batch: Batch,
  open: OpenTask,
  { diff, changes, edits, ...more }: EndReadings = {},
): void {
  if (edits !== undefined) live.files.writeEdits(open, edits);
  if (diff !== undefined) recordDiff(batch, open, diff);
  if (changes !== undefined) recordChanges(batch, open, changes, more);
}

function proceedUnlessStopping(live: LiveRun, batch: Batch): readonly Planned[] {
  return isStopping(live) || live.state.status !== 'running' ? [] : proceed(live, batch);
}

/** A step of a block that was left meanwhile has come to nothing. */
function takeStep(
  { live, steps }: Driver,
  batch: Batch,
  { instance, reply }: Extract<Message, { kind: 'stepped' }>,
): readonly Planned[] {
  steps.delete(instance);
  live.steps.delete(instance);
  if (live.state.blocks.get(blockKeyOf(instance.path)) === instance) settleStep(live, batch, instance, reply);
  batch.settle();
  return proceedUnlessStopping(live, batch);
}

function stopWork(driver: Driver, why: 'stop' | 'time-up'): void {
  const { live, waits, questions, asked } = driver;
  for (const wait of waits.values()) wait.abort();
  if (why === 'stop') questions.withdraw();
  asked.withdraw();
  if (!live.kill.aborted) for (const call of callsOf(driver)) call.stop();
}

/** Whether a message is the end of what is read before a task's work begins. */
function isPreparation(kind: AboutTask['kind']): boolean {
  return kind === 'snapshotted' || kind === 'told';
}

/** What has come to its end is no longer waited for. */
function forget({ live, calls, waits, asked }: Driver, { kind, start }: AboutTask): Call | undefined {
  if (kind === 'waited') waits.delete(start);
  if (isPreparation(kind)) live.preparing.delete(start);
  else if (kind !== 'settled' && kind !== 'exited') return undefined;
  const call = calls.get(start);
  asked.withdraw(start);
  calls.delete(start);
  return call;
}

/** Ends what is at work for a block that was left. */
function stopNeedless({ live, calls, steps, waits }: Driver): void {
  const { open, blocks } = live.state;
  for (const [instance, call] of steps) if (blocks.get(blockKeyOf(instance.path)) !== instance) call.stop();
  for (const [start, call] of calls) if (!open.has(start)) call.stop();
  for (const [start, wait] of waits) if (!open.has(start)) wait.abort();
}

/** An end that comes after its block was left counts for its cost alone (D2), and frees a place. */
function takeLate(live: LiveRun, batch: Batch, { open }: Call, message: AboutTask): readonly Planned[] {
  if (!live.state.leftBehind.has(open.start)) return [];
  if (message.kind === 'settled') recordTurn(live, batch, open, message.reply);
  if (message.kind === 'exited') recordCommand(batch, open, message.reply);
  batch.settle();
  return proceedUnlessStopping(live, batch);
}

function handleAnswer(
  live: LiveRun,
  batch: Batch,
  open: OpenTask,
  message: Extract<Message, { kind: 'answered' | 'overdue' }>,
): readonly Planned[] {
  if (open.question === undefined) return [];
  const isRerun = message.kind === 'answered' && takeAnswer(live, batch, open, message.answer) === 'rerun';
  if (message.kind === 'overdue') missDeadline(batch, open);
  batch.settle();
  if (isRerun) return again(live, batch, open);
  return isStopping(live) ? [] : proceed(live, batch);
}

function follow(driver: Driver, batch: Batch, open: OpenTask, settlement: Settlement): readonly Planned[] {
  const { live } = driver;
  batch.settle();
  if (isStopping(live)) return [];
  if (settlement.kind === 'ended') return proceed(live, batch);
  if (settlement.afterMs === 0) return again(live, batch, open);
  wait(driver, open.start, settlement.afterMs);
  // Whoever sleeps needs no place; but a subscription that is used up is so for all.
  const isUsedUp = live.state.reached.some(({ limit }) => limit === 'subscription');
  return isUsedUp ? [] : proceed(live, batch);
}

function again(live: LiveRun, batch: Batch, open: OpenTask): readonly Planned[] {
  if (isStopping(live)) return [];
  invariant(TASK_TYPES[open.task.type].needsSlot, 'only work is made again');
  if (!hasSlot(live)) {
    live.backlog.set(open.start, (later) => perform(live, later, open));
    return [];
  }
  const work = perform(live, batch, open);
  return work === undefined ? [] : [work];
}

function wait({ live, mailbox, waits }: Driver, start: number, ms: number): void {
  const controller = new AbortController();
  waits.set(start, controller);
  void live.clock.sleep(ms, controller.signal).then(() => mailbox.post({ kind: 'waited', start }));
}
