import type { AgentCall, AgentReply } from '../agent/agent.ts';
import { beginBatch, type Batch } from './batch.ts';
import { isStopping, type LiveRun } from './live-run.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { pause } from './pause.ts';
import { planTurn, proceed, type PlannedTurn } from './proceed.ts';
import type { OpenTask } from './run-state.ts';
import { settle } from './settle.ts';

type Message =
  | { readonly kind: 'settled'; readonly start: number; readonly reply: AgentReply }
  | { readonly kind: 'waited'; readonly start: number }
  | { readonly kind: 'stop' };

/**
 * Drives a run until it ends, pauses or is stopped.
 *
 * Job: takes one message after another (a reply, the end of a wait, a stop), records what follows from it in one
 * batch, and performs the effects. It leaves deciding to `settle`, `turnOf`, `proceed` and the machine.
 *
 * D1. A batch is durable before any of its effects is performed (J1, J2).
 * D2. A reply whose start is no longer open is dropped before it reaches the machine.
 * D3. When this returns, no call is under way: every agent was awaited.
 * Errors: throws what the journal throws; the calls are then killed and awaited first.
 */
export async function drive(live: LiveRun, opening: (batch: Batch) => readonly PlannedTurn[]): Promise<void> {
  const mailbox = createMailbox<Message>();
  const driver: Driver = { live, mailbox, calls: new Map(), waits: new Map() };
  const stop = (): void => mailbox.post({ kind: 'stop' });
  const kill = (): void => {
    for (const call of driver.calls.values()) call.kill();
    stop();
  };
  live.stop.addEventListener('abort', stop);
  live.kill.addEventListener('abort', kill);
  try {
    takeBatch(driver, opening);
    if (live.kill.aborted) kill();
    else if (live.stop.aborted) stop();
    while (live.state.status === 'running') {
      const message = await mailbox.next();
      takeBatch(driver, (batch) => handle(driver, batch, message));
    }
  } finally {
    live.stop.removeEventListener('abort', stop);
    for (const wait of driver.waits.values()) wait.abort();
    kill();
    await Promise.all([...driver.calls.values()].map((call) => call.reply));
    live.kill.removeEventListener('abort', kill);
  }
}

interface Driver {
  readonly live: LiveRun;
  readonly mailbox: Mailbox<Message>;
  /** Turns under way and pauses between turns, by the start of their execution. */
  readonly calls: Map<number, AgentCall>;
  readonly waits: Map<number, AbortController>;
}

function takeBatch(driver: Driver, decide: (batch: Batch) => readonly PlannedTurn[]): void {
  const { live } = driver;
  const batch = beginBatch(live);
  const planned = decide(batch);
  const isIdle = planned.length === 0 && driver.calls.size === 0 && driver.waits.size === 0;
  if (isIdle && live.state.status === 'running') pause(live, batch);
  batch.commit();
  for (const turn of planned) perform(driver, turn);
}

function handle(driver: Driver, batch: Batch, message: Message): readonly PlannedTurn[] {
  const { live, calls, waits } = driver;
  if (message.kind === 'stop') {
    for (const wait of waits.values()) wait.abort();
    if (!live.kill.aborted) for (const call of calls.values()) call.stop();
    return [];
  }
  const { start } = message;
  if (message.kind === 'waited') waits.delete(start);
  else calls.delete(start);
  const open = live.state.open.get(start);
  if (open === undefined) return [];
  if (message.kind === 'waited') return again(live, batch, open);
  return take(driver, batch, open, message.reply);
}

function take(driver: Driver, batch: Batch, open: OpenTask, reply: AgentReply): readonly PlannedTurn[] {
  const { live } = driver;
  const settlement = settle(live.state, batch, open, reply);
  if (isStopping(live)) return [];
  if (settlement.kind === 'ended') return proceed(live, batch);
  if (settlement.afterMs === 0) return again(live, batch, open);
  wait(driver, open.start, settlement.afterMs);
  return [];
}

function again(live: LiveRun, batch: Batch, open: OpenTask): readonly PlannedTurn[] {
  if (isStopping(live)) return [];
  const turn = planTurn(live, batch, open);
  return turn === undefined ? [] : [turn];
}

function wait({ live, mailbox, waits }: Driver, start: number, ms: number): void {
  const controller = new AbortController();
  waits.set(start, controller);
  void live.clock.sleep(ms, controller.signal).then(() => mailbox.post({ kind: 'waited', start }));
}

function perform({ live, mailbox, calls }: Driver, turn: PlannedTurn): void {
  const { open, text, session, budgetUsd } = turn;
  const { task, start, execution } = open;
  if (task.type === 'end') return;
  const call = live.agent.start({
    task: task.name,
    visit: open.address.visit ?? 1,
    prompt: text,
    session,
    actions: task.actions,
    channel: live.settings.channel,
    model: task.model,
    permissionMode: task.permissionMode,
    allowedTools: [...(task.allowedTools ?? []), ...live.settings.allowedTools],
    deniedTools: live.settings.deniedTools,
    timeoutMs: task.timeoutMs,
    budgetUsd,
    workFolder: live.settings.workFolder,
    marker: live.settings.marker,
    log: (chunk) => live.files.appendLog(execution, task.name, chunk),
    onProgress: (progress) => live.onProgress(open, live.mask.value(progress)),
  });
  calls.set(start, call);
  void call.reply.then((reply) => mailbox.post({ kind: 'settled', start, reply }));
}
