import type { AgentProgress } from '../agent.ts';
import { parseObject, toAmount, toList, toObject, toText, type JsonObject } from './json.ts';
import { toolText } from './tool-line.ts';

/** What the message stream of one `claude` process said that matters for its end. */
export interface StreamFacts {
  /** The process got as far as its session: there is one to continue. */
  readonly initialised: boolean;
  /** The first result message after which nothing is awaited; later ones answer something else than the prompt. */
  readonly result: JsonObject | undefined;
  /** The kind of the last API error, such as `authentication_failed`. */
  readonly apiError: string | undefined;
  /** What the last word on the subscription's limits said, where that was a refusal. */
  readonly refusedLimit: JsonObject | undefined;
  /** The last text of the agent itself (not of a subagent), cut. */
  readonly lastText: string;
  /** The ids of tool calls that a permission rule forbids; calls that only lack one are not among them. */
  readonly forbidden: ReadonlySet<string>;
  /** The ids of those of them that a hook refused, in order. */
  readonly hooked: ReadonlySet<string>;
}

export interface StreamReader {
  readonly line: (line: string) => void;
  readonly facts: () => StreamFacts;
}

/** Called in the order of the stream. */
export interface StreamWatcher {
  readonly onProgress: (progress: AgentProgress) => void;
  /** Says whether the turn is over: a message that has not been read yet makes it go on. */
  readonly onResult: () => boolean;
  /** The agent reads a message, by its id; says whether it was given while it worked, and an answer to it is awaited. */
  readonly onRead: (id: string) => boolean;
  /** A tool is used, or has given its result; a subagent's tools too. */
  readonly onTool: () => void;
  /** The program asks something of us, such as whether a tool may be used. */
  readonly onRequest: (message: JsonObject) => void;
  /** The login is refused; the program itself would try again for minutes. */
  readonly onRefused: () => void;
}

const MAX_TEXT = 100_000;
const MAX_FORBIDDEN = 10_000;

/**
 * Reads the lines that `claude --output-format stream-json` writes.
 *
 * Lines that are no JSON objects, and messages of an unknown type, are passed over.
 */
export function createStreamReader(watcher: StreamWatcher): StreamReader {
  const forbidden = new Set<string>();
  const hooked = new Set<string>();
  const state: State = {
    initialised: false,
    result: undefined,
    apiError: undefined,
    refusedLimit: undefined,
    lastText: '',
    forbidden,
    hooked,
    refusals: 0,
    isOver: false,
  };
  return {
    line: (line) => {
      // What comes after the result belongs to no prompt of ours.
      if (state.isOver) return;
      const message = parseObject(line);
      const type = toText(message?.['type']) ?? '';
      if (message !== undefined && Object.hasOwn(READERS, type)) READERS[type]?.(state, message, watcher);
    },
    facts: () => ({ ...state }),
  };
}

/** Reads the kept lines of such a stream, of one turn or more, for what was worth showing while it came. */
export function createProgressReader(onProgress: (progress: AgentProgress) => void): (line: string) => void {
  const nothing = (): void => undefined;
  const { line } = createStreamReader({
    onProgress,
    onResult: () => false,
    onRead: () => false,
    onTool: nothing,
    onRequest: nothing,
    onRefused: nothing,
  });
  return line;
}

type State = { -readonly [K in keyof StreamFacts]: StreamFacts[K] } & {
  readonly forbidden: Set<string>;
  readonly hooked: Set<string>;
  /** How often the login was refused. */
  refusals: number;
  /** Whether the result is the last. */
  isOver: boolean;
};

/** By the type of message. */
const READERS: Readonly<Record<string, (state: State, message: JsonObject, watcher: StreamWatcher) => void>> =
  {
    system: readSystem,
    assistant: readAssistant,
    user: (state, message, watcher) => {
      if (holds(message, 'tool_result')) watcher.onTool();
      for (const { id, isByHook } of forbiddenBy(message)) {
        if (state.forbidden.size >= MAX_FORBIDDEN) return;
        state.forbidden.add(id);
        if (isByHook) state.hooked.add(id);
      }
    },
    control_request: (_, message, watcher) => watcher.onRequest(message),
    rate_limit_event: (state, message) => {
      state.refusedLimit = refusedBy(message);
    },
    command_lifecycle: (state, message, watcher) => {
      const id = toText(message['command_uuid']);
      if (id === undefined || message['state'] !== 'started') return;
      // What it answered before it read the message is not its last word.
      if (watcher.onRead(id)) state.result = undefined;
    },
    result: (state, message, watcher) => {
      state.result = message;
      state.isOver = watcher.onResult();
    },
  };

function readSystem(state: State, message: JsonObject, watcher: StreamWatcher): void {
  if (message['subtype'] === 'init') {
    state.initialised = true;
    const version = toText(message['claude_code_version']);
    watcher.onProgress({ kind: 'ready', version, model: toText(message['model']) });
  } else if (message['subtype'] === 'api_retry') {
    state.apiError = toText(message['error']) ?? state.apiError;
    watcher.onProgress({ kind: 'retry', reason: retryReason(message) });
    // The first may be an expired login, which the program renews by itself.
    if (message['error'] === 'authentication_failed') state.refusals += 1;
    if (state.refusals === 2) watcher.onRefused();
  }
}

/** Whether a message has a block of a type. */
function holds(message: JsonObject, type: string): boolean {
  return toList(toObject(message['message'])?.['content']).some((item) => toObject(item)?.['type'] === type);
}

function readAssistant(state: State, message: JsonObject, watcher: StreamWatcher): void {
  if (holds(message, 'tool_use')) watcher.onTool();
  // A subagent's words are not the agent's.
  if (toText(message['parent_tool_use_id']) !== undefined) return;
  state.apiError = toText(message['error']) ?? state.apiError;
  for (const item of toList(toObject(message['message'])?.['content'])) {
    const progress = progressOf(toObject(item));
    if (progress === undefined) continue;
    if (progress.kind === 'text') state.lastText = progress.text;
    watcher.onProgress(progress);
  }
}

function refusedBy(message: JsonObject): JsonObject | undefined {
  const limit = toObject(message['rate_limit_info']);
  // What is used beyond a limit is paid for otherwise: the turn goes on.
  return limit?.['status'] === 'rejected' && limit['isUsingOverage'] !== true ? limit : undefined;
}

/** Why a call was rejected where no further rule would allow it: by a rule itself, for a part of a command, by a hook. */
const FORBIDDING = new Set(['rule', 'subcommandResults', 'hook']);

function forbiddenBy(message: JsonObject): readonly { readonly id: string; readonly isByHook: boolean }[] {
  return toList(message['tool_result_meta']).flatMap((item) => {
    const meta = toObject(item);
    const decision = toObject(meta?.['permission_decision']);
    const reason = toText(decision?.['reason_type']) ?? '';
    const isForbidden = decision?.['decision'] === 'reject' && FORBIDDING.has(reason);
    const id = toText(meta?.['id']);
    return isForbidden && id !== undefined ? [{ id, isByHook: reason === 'hook' }] : [];
  });
}

/** One block of an assistant's message: words or the use of a tool; undefined for thinking and what is unknown. */
function progressOf(block: JsonObject | undefined): TextProgress | ToolProgress | undefined {
  if (block?.['type'] === 'text') {
    const text = toText(block['text']) ?? '';
    return text === '' ? undefined : { kind: 'text', text: text.slice(0, MAX_TEXT) };
  }
  if (block?.['type'] !== 'tool_use') return undefined;
  const tool = toText(block['name']);
  return tool === undefined ? undefined : { kind: 'tool', tool, input: toolText(toObject(block['input'])) };
}

type TextProgress = AgentProgress & { readonly kind: 'text' };
type ToolProgress = AgentProgress & { readonly kind: 'tool' };

function retryReason(message: JsonObject): string {
  const status = toAmount(message['error_status']);
  const error = toText(message['error']) ?? 'unknown';
  const what = status === undefined ? error : `${status} ${error}`;
  const attempt = toAmount(message['attempt']) ?? 1;
  const delayMs = toAmount(message['retry_delay_ms']) ?? 0;
  return `API error ${what}, trying again in ${(delayMs / 1000).toFixed(1)}s (attempt ${attempt})`;
}
