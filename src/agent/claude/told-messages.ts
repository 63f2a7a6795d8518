import type { Ear } from '../agent.ts';
import { claudeInput } from './claude-arguments.ts';

/**
 * The messages that one process was given while it worked.
 *
 * Claude Code puts a message beside the next result of a tool. One that comes after the last tool call is answered in a turn of its
 * own, after the result: the turn goes on until that has come, too.
 */
export interface ToldMessages extends Ear {
  /** Takes that the agent reads one; says whether its answer to it is awaited. */
  readonly read: (id: string) => boolean;
  /** Takes a result; says whether nothing more is to come. */
  readonly takeResult: () => boolean;
  /** Takes the end of the process. Shape: the ids of messages that were not read. */
  readonly close: () => readonly string[];
}

/** After a result an unread message is read at once, if it ever is. Units: ms. */
const UNREAD_MS = 10_000;

/** `giveUp` is called where a message is not read after the result. */
export function createToldMessages(write: (text: string) => void, giveUp: () => void): ToldMessages {
  const unread = new Set<string>();
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    isOver = true;
    giveUp();
  };
  return {
    isOpen: () => !isOver,
    tell: ({ id, text }) => {
      unread.add(id);
      if (!isOver) write(claudeInput(text, id));
    },
    read: (id) => {
      if (isOver || !unread.delete(id)) return false;
      clearTimeout(timer);
      return true;
    },
    takeResult: () => {
      clearTimeout(timer);
      isOver = unread.size === 0;
      if (!isOver) timer = setTimeout(end, UNREAD_MS);
      return isOver;
    },
    close: () => {
      isOver = true;
      clearTimeout(timer);
      return [...unread];
    },
  };
}
