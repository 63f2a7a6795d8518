/**
 * Messages to agents at work, sent from any process: `messages/<start>-<unique>.json` in the run directory.
 *
 * The process that drives the run takes a message out once it stands in the journal. For all else see `drop-box.ts`.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isObject } from '../util/is-object.ts';
import {
  createDropBox,
  isClientOrNone,
  isSender,
  type DropBox,
  type DropBoxOptions,
  type Sender,
} from './drop-box.ts';
import type { FileSystem } from './file-system.ts';

/** A message as it is kept. `sender` is the process that claims to have sent it. */
export interface KeptMessage {
  readonly text: string;
  readonly sender: Sender;
  /** The client of a server that it came over, as that calls itself. */
  readonly client?: string;
}

/** What lies in a box: `start` is the execution that a message is for, by the `seq` of its start. */
export type FoundMessage =
  { readonly start: number; readonly message: KeptMessage } | { readonly fault: string };

/** Where messages to agents come in. Names are bare. Errors: all throw `storage-failed`. */
export interface MessageBox extends Pick<DropBox, 'list' | 'setAside' | 'remove' | 'release' | 'watch'> {
  /** Sends one, durably. Shape: its name. Errors: `record-too-large`. */
  readonly send: (start: number, message: KeptMessage) => string;
  /** Undefined for none. */
  readonly find: (name: string) => FoundMessage | undefined;
}

/** Units: UTF-16. What is longer belongs into a file that the message names. */
export const MAX_MESSAGE = 16_384;

/** Units: bytes: of the longest message, each character escaped. */
const MAX_BYTES = 6 * MAX_MESSAGE + 1024;

/** `holdsOpen`: keeps the file of a sent message open until `release`, so that others can see who sent it. */
export function createMessageBox(
  fs: FileSystem,
  runFolder: string,
  { holdsOpen = false, watch }: Pick<DropBoxOptions, 'holdsOpen' | 'watch'> = {},
): MessageBox {
  const box = createDropBox(fs, runFolder, {
    folder: FOLDER,
    thing: 'message',
    maxBytes: MAX_BYTES,
    holdsOpen,
    watch,
  });
  return {
    ...box,
    send: (start, message) => {
      const name = `${start}-${randomUUID()}.json`;
      box.put(name, message);
      return name;
    },
    find: (name) => {
      const start = Number(NAME.exec(name)?.[1]);
      if (!Number.isSafeInteger(start)) return { fault: 'it does not have the name of a message' };
      const found = box.read(name);
      return found === undefined || 'fault' in found ? found : decodeMessage(start, found.content);
    },
  };
}

const FOLDER = 'messages';
const NAME = /^([1-9]\d{0,15})-[0-9a-f-]{36}\.json$/;

/** Where a message lies. */
export function messagePathOf(runFolder: string, name: string): string {
  return join(runFolder, FOLDER, name);
}

function decodeMessage(start: number, value: unknown): FoundMessage {
  const fault = { fault: 'it does not have the shape of a message' };
  if (!isObject(value)) return fault;
  const { text, sender, client } = value;
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_MESSAGE) return fault;
  if (!isSender(sender) || !isClientOrNone(client)) return fault;
  return { start, message: { text, sender, ...(client === undefined ? {} : { client }) } };
}
