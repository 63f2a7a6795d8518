import { serversNamedIn } from '../../agent/claude/mcp-servers.ts';
import { digestOf, readSource } from '../../journal/source-store.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import type { SettingsRecord } from '../../model/event-records.ts';
import { runsAround } from '../../process/runs-around.ts';
import type { ProjectConfig } from '../../project/config.ts';
import type { McpServers } from '../../model/mcp-servers.ts';
import { readMcpServers, toMcpServers } from '../../project/mcp-servers.ts';
import { agentSettingsOf } from '../../run/program/agent-settings.ts';
import type { Program } from '../../run/program/program.ts';
import { confirmHere } from '../ask/person-here.ts';
import type { RunFlags } from '../flags/run-flags.ts';
import type { AgentChoice } from '../flags/agent-choice.ts';
import { formatCommand, toOneLine } from '../io/format.ts';
import type { Progress } from '../progress/progress.ts';
import { findAccepted, rememberAccepted } from './accepted-commands.ts';

/**
 * The MCP servers that the tasks of a run may start.
 *
 * M1. They are those of the settings when the run started, to its end.
 * M2. They start in a project only once a person has seen and accepted them there, and for the tasks alone that name their tools.
 */
export interface TakenServers {
  /** Those that start; none where nobody has accepted them. */
  readonly servers: McpServers;
  /** All of them as JSON, for the run to keep; undefined where no task names any. */
  readonly text: string | undefined;
}

export interface ServersRequest {
  readonly workRoot: string;
  readonly program: Program;
  /** Rules of the command line. */
  readonly allowed: readonly string[];
  /** The servers that the run started with; undefined for one that starts. */
  readonly kept: McpServers | undefined;
  readonly accepts: boolean;
  readonly say: (line: string) => void;
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
}

export async function takeServers(config: ProjectConfig, request: ServersRequest): Promise<TakenServers> {
  const { workRoot, kept, say } = request;
  const namedBy = serversOfTasks(request);
  if (namedBy.size === 0) return { servers: {}, text: undefined };
  const now = readMcpServers(config, workRoot);
  const servers = kept ?? now;
  const text = JSON.stringify(servers);
  if (text !== JSON.stringify(now))
    say(
      'The MCP servers of this project have changed since the run started. The run keeps those it started with.',
    );
  for (const [name, who] of namedBy) {
    if (Object.hasOwn(servers, name)) continue;
    say(
      `${who} names tools of the MCP server "${toOneLine(name)}", which is not configured, so it will not have them: name the server in "mcpServers" of wfmap.config.json.`,
    );
  }
  const isEmpty = Object.keys(servers).length === 0;
  return { servers: isEmpty || (await isAccepted(servers, text, request)) ? servers : {}, text };
}

/** Asks the person here, where nobody has accepted them yet. */
async function isAccepted(
  servers: McpServers,
  text: string,
  { workRoot, say, accepts, confirm }: ServersRequest,
): Promise<boolean> {
  if (findAccepted(workRoot, text, 'mcpServers').isAccepted) return true;
  say('The settings of this project start MCP servers for agents whose tasks name their tools:');
  for (const [name, server] of Object.entries(servers)) say(`  ${name}: ${shown(server)}`);
  if (!accepts && (await confirm?.('Start them in this project from now on? (y/N) ')) !== true) {
    say(
      'They do not start, because nobody has accepted them in this project. To accept them: --accept-settings',
    );
    return false;
  }
  rememberAccepted(workRoot, text, 'mcpServers');
  return true;
}

/** A command as it is typed, with the names of its variables; an address with those of its headers. */
function shown({ command, args = [], url, ...more }: McpServers[string]): string {
  const words = [command, ...(Array.isArray(args) ? args : [])].filter((each) => typeof each === 'string');
  const what = typeof url === 'string' ? url : formatCommand(words);
  const names = [more['env'], more['headers']].flatMap((each) => Object.keys(each ?? {}));
  return toOneLine(names.length === 0 ? what : `${what} (with ${names.join(', ')})`, 10_000);
}

/** Who names tools of which server, by the name of the server. */
function serversOfTasks({
  program,
  allowed,
}: Pick<ServersRequest, 'program' | 'allowed'>): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  const add = (rules: readonly string[], who: string): void => {
    for (const name of serversNamedIn(rules)) if (!named.has(name)) named.set(name, who);
  };
  const addAll = (each: Program): void => {
    for (const task of each.facts.tasks.keys()) {
      if (task.type !== 'claude') continue;
      const role =
        task.allowedTools === undefined && task.agent !== undefined ? ` (agent ${task.agent.name})` : '';
      add(agentSettingsOf(each, task).allowedTools ?? [], `Task "${toOneLine(task.name, 80)}"${role}`);
    }
    for (const inner of each.maps.values()) addAll(inner);
  };
  addAll(program);
  add(allowed, '--allow');
  return named;
}

interface HereRequest extends Pick<ServersRequest, 'workRoot' | 'program' | 'allowed'> {
  /** The run that goes on, and the settings that it uses; undefined for one that starts. */
  readonly resumed?: readonly [RunDirectory, SettingsRecord | undefined];
  readonly argv: Pick<RunFlags, 'accept-settings' | 'input' | 'json'>;
  readonly progress: Pick<Progress, 'say' | 'suspend' | 'restore'>;
}

/** Who does the work, with servers; `record` and `texts` are what the run keeps of them. */
interface ServedChoice {
  readonly choice: AgentChoice;
  readonly record: Pick<SettingsRecord, 'mcpServers'>;
  readonly texts: readonly string[];
}

/**
 * The same for a command line, with the person at its terminal. An agent or a command of a run accepts nothing, and a simulation
 * starts nothing.
 *
 * Errors: throws ProjectError for settings that cannot be understood, JournalError where the run's copy is damaged.
 */
export async function takeServersHere(
  choice: AgentChoice,
  config: ProjectConfig,
  { argv, progress, resumed, ...request }: HereRequest,
): Promise<ServedChoice> {
  if (choice.agent.kind === 'scripted') return { choice, record: {}, texts: [] };
  const isInside = runsAround().length > 0;
  const { servers, text } = await takeServers(config, {
    ...request,
    kept: resumed && keptServers(...resumed),
    accepts: argv['accept-settings'] && !isInside,
    say: progress.say,
    confirm: isInside ? undefined : confirmHere(argv, progress),
  });
  return {
    choice: { ...choice, agent: choice.withServers(servers) },
    record: text === undefined ? {} : { mcpServers: digestOf(text) },
    texts: text === undefined ? [] : [text],
  };
}

function keptServers({ folder }: RunDirectory, settings: SettingsRecord | undefined): McpServers {
  const digest = settings?.mcpServers;
  return digest === undefined
    ? {}
    : toMcpServers(JSON.parse(readSource(nodeFileSystem, folder, digest)), 'the copy that the run keeps');
}
