import type { Ear } from '../../agent/agent.ts';
import type { MessageBox } from '../../journal/message-box.ts';
import {
  lookForMessages,
  NOT_AT_WORK,
  refuseMessage,
  type FoundMessages,
  type TakenMessage,
} from '../people/look-for-messages.ts';
import type { Batch } from '../live/batch.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { Message } from './message.ts';

/**
 * Messages of people on their way to agents at work.
 *
 * M1. A message reaches its agent once it is durable that it was sent; its file is removed after that.
 * M2. What no agent can be told is set aside, and recorded with the reason.
 * M3. Nobody looks for messages while no agent takes any.
 */
export interface Messages {
  /** Records what was found. */
  readonly record: (batch: Batch, found: FoundMessages) => void;
  /** Tells agents what the last batch recorded, and looks for messages as long as some agent takes any. */
  readonly follow: () => void;
  /** Looks for what a watched box did not tell of. */
  readonly look: () => void;
  readonly close: () => void;
}

/** How often the box is looked into at most, and where nothing tells that a message has come. Units: ms. */
const POLL_MS = 250;

/** `calls` are those under way, by the start of their execution. */
export function createMessages(
  live: LiveRun,
  post: (message: Message) => void,
  calls: ReadonlyMap<number, { readonly ear?: Ear | undefined }>,
): Messages {
  const { messageBox: box } = live;
  let due: (() => void)[] = [];
  const doNothing = (): void => undefined;
  if (box === undefined) return { record: doNothing, follow: doNothing, look: doNothing, close: doNothing };
  const listening = createListening(box, () => look());
  const look = (): void => {
    try {
      const found = lookForMessages({ ...live, box });
      if (found.messages.length + found.refusals.length > 0) post({ kind: 'messages', found });
    } catch (thrown) {
      listening.stop();
      post({ kind: 'broken', thrown });
    }
  };
  const take = (batch: Batch, message: TakenMessage): void => {
    const { id, file, start, text, origin, sender, client } = message;
    const open = live.state.open.get(start);
    const ear = calls.get(start)?.ear;
    if (live.state.told.has(id)) return;
    if (open === undefined || ear?.isOpen() !== true) {
      addRefusals(batch, refuseMessage(box, file, ear === undefined ? NOT_AT_WORK : ANSWERED, open));
      return;
    }
    const address = { ...open.address, attempt: open.attempts };
    const by = client === undefined ? {} : { client: live.mask.text(client) };
    const told = { task: open.task.name, message: id, text: live.mask.text(text), origin, sender, ...by };
    batch.add('message.sent', address, told, start);
    due.push(() => {
      ear.tell({ id, text });
      box.remove(file);
    });
  };
  return {
    record: (batch, { messages, refusals }) => {
      addRefusals(batch, refusals);
      for (const message of messages) take(batch, message);
    },
    follow: () => {
      const acts = due;
      due = [];
      for (const act of acts) act();
      const isHeard = [...calls.values()].some(({ ear }) => ear?.isOpen() === true);
      if (isHeard) listening.begin();
      else listening.stop();
    },
    look: () => {
      if (listening.isWatched()) look();
    },
    close: listening.stop,
  };
}

/** Looks when something may have come, or every now and then where nothing tells. */
function createListening({ watch }: Pick<MessageBox, 'watch'>, look: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let unwatch: (() => void) | undefined;
  // However much is written there, it is looked at no more often than where nothing tells.
  const lookSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      look();
    }, POLL_MS).unref();
  };
  return {
    begin: () => {
      if (watch === undefined) timer ??= setInterval(look, POLL_MS).unref();
      else if (unwatch === undefined) {
        unwatch = watch(lookSoon);
        lookSoon();
      }
    },
    isWatched: () => unwatch !== undefined,
    stop: () => {
      clearInterval(timer);
      timer = undefined;
      unwatch?.();
      unwatch = undefined;
    },
  };
}

const ANSWERED = 'the agent that it is for has already answered';

function addRefusals(batch: Batch, refusals: FoundMessages['refusals']): void {
  for (const { address, data } of refusals) batch.add('message.refused', address, data);
}
