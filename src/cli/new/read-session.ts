import { readConfig } from '../../project/config.ts';
import { readText } from '../../project/read-text.ts';
import { createMask } from '../../run/host/mask.ts';
import { secretsOf } from '../../run/host/secrets.ts';
import { isObject } from '../../util/is-object.ts';
import { UsageError } from '../io/usage-error.ts';

/** Units: bytes. */
const MAX_FILE_BYTES = 4 * 1_048_576;
/** Of what is said at the beginning and at the end of a longer session. Units: UTF-16. */
const MAX_START = 20_000;
const MAX_END = 40_000;

/** What is handed on of a recorded session. Shape: `text` is what was said, with secrets masked; `left` is how many messages are not in it. */
export interface SessionText {
  readonly text: string;
  readonly messages: number;
  readonly left: number;
}

/**
 * Reads a session that Claude Code has recorded: what the person and the agent said, and the names of the tools that it used. What
 * tools were given and gave back is left out.
 *
 * Masked are the secrets of this environment, logins in URLs, and what has the shape of a well-known key.
 * Errors: throws {@link UsageError} and ProjectError.
 */
export function readSession(path: string, workRoot: string): SessionText {
  const transcript = readText(path, MAX_FILE_BYTES);
  const said = transcript.split('\n').flatMap(messageIn);
  if (said.length === 0) {
    throw new UsageError(`"${path}" is not a recorded session: nobody says anything in it.`, {
      help: 'Name a file of JSON lines, as Claude Code keeps them in ~/.claude/projects.',
    });
  }
  // Keys that came up in the session need not be those of this environment.
  const mask = createMask(
    secretsOf({ ...process.env, TRANSCRIPT: said.join('\n') }, readConfig(workRoot).secrets),
  );
  const masked = said.map((each) => mask.text(each));
  const start = countWithin(masked, MAX_START);
  const end = countWithin(masked.slice(start).toReversed(), MAX_END);
  const left = masked.length - start - end;
  const parts = [
    ...masked.slice(0, start),
    ...(left === 0 ? [] : [`(${left} messages are left out here)`]),
    ...masked.slice(masked.length - end),
  ];
  return { text: parts.join('\n\n'), messages: masked.length - left, left };
}

/** How many texts from the front fit. */
function countWithin(texts: readonly string[], most: number): number {
  let size = 0;
  const over = texts.findIndex((text) => (size += text.length + 2) > most);
  return over === -1 ? texts.length : over;
}

/** What a line of a session says, with who says it; nothing for what tools gave back, and for what is no message. */
function messageIn(line: string): readonly string[] {
  const record = parsed(line);
  if (!isObject(record) || record['isMeta'] === true || record['isSidechain'] === true) return [];
  const { type, message } = record;
  if ((type !== 'user' && type !== 'assistant') || !isObject(message)) return [];
  const text = textOf(message['content']).trim();
  return text === '' ? [] : [`${type === 'user' ? 'Person' : 'Agent'}: ${text}`];
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.flatMap(partOf).join('\n');
}

function partOf(part: unknown): readonly string[] {
  if (!isObject(part)) return [];
  if (part['type'] === 'text' && typeof part['text'] === 'string') return [part['text']];
  if (part['type'] === 'tool_use' && typeof part['name'] === 'string') return [`(uses ${part['name']})`];
  return [];
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The last line of a session under way may be half written.
    return undefined;
  }
}
