import { messagePathOf, type KeptMessage, type MessageBox } from '../../journal/message-box.ts';
import { ROOT_ADDRESS, type Address } from '../../model/address.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { OpenTask } from '../state/run-state.ts';
import { judgeSender, type Judged } from './judge-sender.ts';

/** A message that counts, and how it is known who sent it. `start` is the execution that it is for. */
export interface TakenMessage extends Pick<KeptMessage, 'text' | 'client'> {
  readonly id: string;
  readonly file: string;
  readonly start: number;
  readonly origin: 'seen' | 'claimed';
  readonly sender: Judged['sender'];
}

/** A file that reaches no agent. `address` is that of the task whose agent it was for, or of the run. */
export interface RefusedMessage {
  readonly address: Address;
  readonly data: RunEventData['message.refused'];
}

export interface FoundMessages {
  readonly messages: readonly TakenMessage[];
  readonly refusals: readonly RefusedMessage[];
}

/** Units: names. */
const MAX_NAMES = 100;

/** What of a run is needed to look for messages to its agents. */
type Looking = Pick<LiveRun, 'state' | 'runFolder' | 'lookAt' | 'processes'> & { readonly box: MessageBox };

/** Looks for messages to agents at work, and sets aside all that is none. Errors: throws what the box throws. */
export function lookForMessages(looking: Looking): FoundMessages {
  const { box, state } = looking;
  const messages: TakenMessage[] = [];
  const refusals: RefusedMessage[] = [];
  for (const file of box.list(MAX_NAMES).names) {
    // It was sent, and the process that sent it on ended before it could take it out.
    if (state.told.has(idOf(file))) box.remove(file);
    else {
      const judged = judge(looking, file);
      if (judged === undefined) continue;
      if ('reason' in judged) refusals.push(...refuseMessage(box, file, judged.reason, judged.open));
      else messages.push(judged);
    }
  }
  return { messages, refusals };
}

/** Sets one aside. */
export function refuseMessage(
  box: MessageBox,
  file: string,
  reason: string,
  open?: Pick<OpenTask, 'task' | 'address'>,
): readonly RefusedMessage[] {
  const kept = box.setAside(file);
  // The process that put it there has removed it.
  if (kept === undefined) return [];
  const data = { task: open?.task.name ?? null, file, reason, kept };
  return [{ address: open?.address ?? ROOT_ADDRESS, data }];
}

function idOf(file: string): string {
  return /^\d+-(.*)\.json$/.exec(file)?.[1] ?? '';
}

/** Undefined for one that is gone. */
function judge(
  looking: Looking,
  file: string,
): TakenMessage | { readonly reason: string; readonly open?: OpenTask | undefined } | undefined {
  const found = looking.box.find(file);
  if (found === undefined) return undefined;
  if ('fault' in found) return { reason: found.fault };
  const { start, message } = found;
  const open = looking.state.open.get(start);
  if (open?.isWorking !== true) return { reason: NOT_AT_WORK, open };
  const { text, sender, client } = message;
  const path = messagePathOf(looking.runFolder, file);
  const judged = judgeSender(looking, {
    sender,
    by: 'steer',
    word: text,
    isOwn: false,
    file: path,
    point: 'live',
  });
  if ('reason' in judged) return { ...judged, open };
  const origin = judged.origin === 'seen' ? 'seen' : 'claimed';
  const by = client === undefined ? {} : { client };
  return { id: idOf(file), file, start, text, origin, sender: judged.sender, ...by };
}

export const NOT_AT_WORK = 'the agent that it is for is not at work';
