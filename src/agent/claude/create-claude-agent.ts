/**
 * Claude Code as an agent: one process a turn, spoken to in JSON lines.
 *
 * Whether a turn is made again, and with which prompt, is `run`'s to decide.
 *
 * A1. A reply is given once, after the process and all that it started is gone.
 * A2. The first result message decides, once every message that it was given is read; what comes after it cannot change it.
 * A3. After the result the process has five seconds to end by itself.
 * A4. While a call waits for its verdict the time of the turn stands still.
 * A5. No fault of a process, and no text that it writes, throws.
 */
import type { McpServers } from '../../model/mcp-servers.ts';
import { foldersOfProgram } from '../../process/find-program.ts';
import { createPrivateFile, type PrivateFile } from '../../process/private-file.ts';
import { findGroupPlace } from '../../process/run-group.ts';
import { startChild, type Child } from '../../process/start-child.ts';
import { toError } from '../../util/error.ts';
import { withVisible } from '../../wall/confinement.ts';
import type { Agent, AgentCall, AgentReply, AgentRequest } from '../agent.ts';
import { createCallAnswerer } from './answer-calls.ts';
import { claudeArguments, claudeInput, type ClaudeFiles } from './claude-arguments.ts';
import { NO_CLAUDE_CONFIG, type ClaudeConfig } from './claude-config.ts';
import { claudeEnvironment } from './claude-environment.ts';
import { judgeResult } from './judge-result.ts';
import { longArgumentFault } from './long-argument.ts';
import { createStreamReader } from './read-stream.ts';
import { serversFor } from './mcp-servers.ts';
import { shellStart } from './shell-start.ts';
import { createToldMessages } from './told-messages.ts';
import type { TurnFault } from './turn-fault.ts';

/**
 * Shape: `command` is the path of the program; `environment` is passed on to it.
 *
 * Claude Code itself reads no settings, CLAUDE.md or MCP servers of anybody; `config` is what agents get of them. Default: nothing.
 */
export interface ClaudeOptions {
  readonly command: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly config?: ClaudeConfig;
  /** The MCP servers that tasks may name, as `--mcp-config` takes them. Default: none. */
  readonly mcpServers?: McpServers;
}

/** A reply of a megabyte is one line of several; beyond this it is not a reply, and would take seconds to read. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** Claude Code answers a SIGINT at once with a result that says what the turn has cost; a SIGTERM with none. */
const INTERRUPT_MS = 1_500;

/** Makes an agent of Claude Code. Errors: none; what goes wrong with a process is in the reply. */
export function createClaudeAgent(options: ClaudeOptions): Agent {
  return { kind: 'claude', start: (request) => startTurn(options, request) };
}

function startTurn(options: ClaudeOptions, request: AgentRequest): AgentCall {
  const { config = NO_CLAUDE_CONFIG } = options;
  const environment = { ...options.environment, ...config.environment };
  const files = filesOf(request, { ...options, config, environment });
  if ('fault' in files) return refusedCall(files);
  const args = claudeArguments(request, config, files.paths);
  const tooLong = longArgumentFault(args);
  if (tooLong) {
    files.remove();
    return refusedCall(tooLong);
  }
  let stopped = false;
  const { stream, calls, told, isRefused } = followProcess(request, () => child);
  const child: Child = startChild({
    command: options.command,
    args,
    folder: request.workFolder,
    environment: claudeEnvironment(environment, files.paths.shell),
    marker: request.marker,
    within: findGroupPlace(),
    wall: seeing(request.wall, options.command, files.paths),
    input: claudeInput(request.prompt),
    staysOpen: true,
    maxLineBytes: MAX_LINE_BYTES,
    timeoutMs: request.timeoutMs,
    silenceMs: request.silenceMs,
    interruptMs: INTERRUPT_MS,
    onOutput: request.log,
    onLine: stream.line,
  });
  const reply = child.end.then((end) => {
    files.remove();
    const unread = told.close();
    const judged = judgeResult({
      request,
      stream: stream.facts(),
      end,
      stopped,
      refused: isRefused(),
      ...calls,
    });
    return unread.length === 0 ? judged : { ...judged, unread };
  });
  return {
    reply,
    ear: told,
    stop: () => {
      stopped = true;
      child.stop();
    },
    kill: () => {
      stopped = true;
      child.kill();
    },
  };
}

/** Reads what a process writes, answers what it asks, and ends it once it has done its work. */
function followProcess(request: AgentRequest, child: () => Child) {
  let refused = false;
  const calls = createCallAnswerer(request, child);
  const told = createToldMessages(
    (text) => child().write(text),
    () => child().finish(),
  );
  const stream = createStreamReader({
    onProgress: request.onProgress,
    onTool: soon(() => child().note()),
    onResult: () => {
      child().note();
      const isOver = told.takeResult();
      if (isOver) child().finish();
      return isOver;
    },
    onRead: told.read,
    onRequest: calls.take,
    onRefused: () => {
      refused = true;
      child().stop();
    },
  });
  return { stream, calls, told, isRefused: () => refused };
}

/** With what it needs of the files below `/tmp`, of which a wall hides others. */
function seeing(wall: AgentRequest['wall'], command: string, files: ClaudeFiles): AgentRequest['wall'] {
  const own = Object.values(files).filter((path) => path !== undefined);
  const paths = [...foldersOfProgram(command), ...own];
  return wall && { ...wall, confinement: withVisible(wall.confinement, paths) };
}

/** Does something once for all calls of one moment: of many messages at once the last is as good as each. */
function soon(act: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setImmediate(() => {
      isWaiting = false;
      act();
    });
  };
}

interface TurnFiles {
  readonly paths: ClaudeFiles;
  readonly remove: () => void;
}

/** Those of one turn: what an agent writes into them is lost with it. */
function filesOf(
  request: AgentRequest,
  {
    config: { instructions },
    mcpServers: all = {},
    environment,
  }: Required<Pick<ClaudeOptions, 'config'>> & ClaudeOptions,
): TurnFiles | TurnFault {
  const made: PrivateFile[] = [];
  const write = (name: string, text: string): string => {
    const file = createPrivateFile(name, text);
    made.push(file);
    return file.path;
  };
  const remove = (): void => {
    for (const file of made) file.remove();
  };
  const mcpServers = serversFor(request, all);
  try {
    const paths = {
      instructions: instructions === '' ? undefined : write('instructions.md', instructions),
      servers: mcpServers === undefined ? undefined : write('mcp.json', JSON.stringify({ mcpServers })),
      shell: isNarrow(request.wall) ? write('shell.sh', shellStart(environment)) : undefined,
    };
    return { paths, remove };
  } catch (thrown) {
    remove();
    return {
      fault: 'transport',
      resetsAt: undefined,
      reason: `The files that the agent needs could not be written: ${toError(thrown).message}.`,
      help: 'See that there is room in the folder for temporary files (TMPDIR), and that it can be written.',
    };
  }
}

/** Whether Claude Code cannot write where it keeps the shell of its user. */
function isNarrow(wall: AgentRequest['wall']): boolean {
  return wall !== undefined && wall.confinement.writable !== 'all';
}

/** A turn that is over before there is a process. */
function refusedCall(fault: TurnFault): AgentCall {
  const settled = { durationMs: 0, costUsd: 0, tokens: 0, denials: [], sessionKnown: false };
  const reply: AgentReply = { ...settled, outcome: 'failed', text: '', ...fault };
  return { reply: Promise.resolve(reply), stop: () => undefined, kill: () => undefined };
}
