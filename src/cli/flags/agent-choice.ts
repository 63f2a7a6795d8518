import { findClaude } from '../../agent/claude/find-claude.ts';
import type { ClaudeConfig } from '../../agent/claude/claude-config.ts';
import { createClaudeAgent } from '../../agent/claude/create-claude-agent.ts';
import { channelOf, readClaudeVersion } from '../../agent/claude/claude-version.ts';
import { withPlausibleChanges } from '../../agent/scripted/plausible-changes.ts';
import { createPlausibleWalk } from '../../agent/scripted/plausible-walk.ts';
import { countTurns, type Script, type ScriptedStage } from '../../agent/scripted/script.ts';
import { createScriptedAgent } from '../../agent/scripted/scripted-agent.ts';
import { createScriptedAsker } from '../../agent/scripted/scripted-asker.ts';
import { createScriptedMerges } from '../../agent/scripted/scripted-merges.ts';
import { createScriptedShell } from '../../agent/scripted/scripted-shell.ts';
import { createShellRunner } from '../../agent/shell/create-shell-runner.ts';
import type { Agent } from '../../agent/agent.ts';
import { OF_CLAUDE, passedEnvironment } from '../../agent/passed-environment.ts';
import type { Asker } from '../../agent/human/asker.ts';
import type { ShellRunner } from '../../agent/shell/shell-runner.ts';
import type { RunHost } from '../../run/host/host.ts';
import type { Block } from '../../model/block.ts';
import type { Value } from '../../model/value.ts';
import { printable } from '../../diagnostics/printable.ts';
import { readClaudeConfig } from '../../project/claude/read-claude-config.ts';
import { recallVersion } from '../../project/claude/recall-version.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import type { McpServers } from '../../model/mcp-servers.ts';
import { blocksIn } from '../../run/program/blocks-in.ts';
import type { Program } from '../../run/program/program.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { needsAgent } from './needs-agent.ts';
import { ownScript } from '../io/own-script.ts';
import { UsageError } from '../io/usage-error.ts';
import type { FoundScript } from '../stories/find-script.ts';

/** Who does the work, and how an agent's choice comes back. */
export interface AgentChoice {
  readonly agent: Agent;
  /** The agent with MCP servers that its tasks can name. */
  readonly withServers: (servers: McpServers) => Agent;
  readonly shell: ShellRunner;
  /** Who answers in place of people; undefined where people do. */
  readonly asker: Asker | undefined;
  /** Which merges of a simulation meet other changes; undefined where none does. */
  readonly meetsConflict?: RunHost['meetsConflict'];
  readonly channel: 'structured' | 'text';
  /** What agents get of Claude Code's settings; undefined without one. */
  readonly claudeConfig: ClaudeConfig | undefined;
  /** Variables that agents get beside those of wfmap: secrets may be among them. */
  readonly variables: Readonly<Record<string, string>>;
}

export interface AgentFlags {
  readonly agent: string;
  readonly claude: string | undefined;
  readonly choose: 'structured' | 'text' | undefined;
  readonly seed: number;
  /** What a simulation plays, and on which stage; undefined for a walk that is made up. */
  readonly found?: FoundScript | undefined;
  readonly staged?: Pick<ScriptedStage, 'sleep' | 'perform'> | undefined;
  readonly workFolder: string;
  /** The variables that agents and commands get beside the usual ones; undefined for all. */
  readonly passed: readonly string[] | undefined;
  /** Receives why a scripted answer cannot be taken. Default: standard error, as of a simulation. */
  readonly report?: (problem: string) => void;
}

/**
 * Finds the agent that a command line asks for: `claude`, `scripted`, or `scripted:FILE`.
 *
 * Errors: throws AgentError where a map needs claude and there is none, UsageError for another name.
 * The configuration of Claude Code is read here, once for the process, before any agent can write it.
 */
export async function chooseAgent(flags: AgentFlags, program: Program): Promise<AgentChoice> {
  const blocks = blocksIn(program);
  const [kind, file] = splitOnce(flags.agent, ':');
  if (kind === 'scripted') {
    const { found, staged, choose: channel, report = reportSimulated } = flags;
    const script = found?.script ?? walkThrough(blocks, flags.seed);
    return simulatedChoice(script, { channel, report, hasMerges: found !== undefined, staged });
  }
  if (kind !== 'claude' || file !== undefined) {
    throw new UsageError(`There is no agent "${flags.agent}".`, {
      help: 'Use --agent claude, --agent scripted, or --agent scripted:FILE.',
    });
  }
  const { env } = process;
  const found = needsAgent(blocks) ? await claudeOf(flags) : notNeeded(flags);
  const { config } = found;
  const withServers = (mcpServers: McpServers): Agent =>
    createClaudeAgent({
      command: found.command,
      environment: passedEnvironment(env, flags.passed, OF_CLAUDE),
      mcpServers,
      ...(config && { config }),
    });
  return {
    agent: withServers({}),
    withServers,
    shell: createShellRunner({
      environment: passedEnvironment(env, flags.passed),
      wfmap: [process.execPath, ownScript('cli', 'main')],
    }),
    asker: undefined,
    channel: found.channel,
    claudeConfig: config,
    variables: config?.environment ?? {},
  };
}

export interface Simulation {
  readonly channel: AgentFlags['choose'];
  readonly report: (problem: string) => void;
  /** Whether the script says which merges meet other changes. */
  readonly hasMerges: boolean;
  /** Where it plays; undefined where nothing is waited for, and no file is edited. */
  readonly staged?: AgentFlags['staged'];
}

/** Everybody plays one script. */
export function simulatedChoice(
  script: Script,
  { channel = 'structured', report, hasMerges, staged }: Simulation,
): AgentChoice {
  const stage = { turnOf: countTurns(), ...staged };
  const agent = createScriptedAgent(script, stage);
  return {
    agent,
    withServers: () => agent,
    shell: createScriptedShell(script, stage),
    ...(hasMerges ? { meetsConflict: createScriptedMerges(script) } : {}),
    asker: createScriptedAsker(script, { ...stage, report }),
    channel,
    claudeConfig: undefined,
    variables: {},
  };
}

function reportSimulated(problem: string): void {
  process.stderr.write(`[simulation]     ${printable(problem)}\n`);
}

interface FoundClaude extends Pick<AgentChoice, 'channel'> {
  readonly command: string;
  readonly config?: ClaudeConfig;
}

async function claudeOf({ claude, choose, workFolder }: AgentFlags): Promise<FoundClaude> {
  const command = findClaude({ given: claude, environment: process.env, folder: workFolder });
  const config = readClaudeConfig({
    environment: process.env,
    workRoot: findWorkRoot(workFolder),
    workFolder,
  });
  const recall = (asked: string) => recallVersion(asked, process.env);
  const channel = choose ?? channelOf(await readClaudeVersion(command, process.env, recall));
  return { command, config, channel };
}

function notNeeded({ choose }: AgentFlags): FoundClaude {
  return { command: 'claude', channel: choose ?? 'structured' };
}

function walkThrough(blocks: readonly Block[], seed: number): Script {
  return withPlausibleChanges(createPlausibleWalk(blocks, seed, fits), seed);
}

function fits(schema: Value, value: Value): boolean {
  const compiled = compileSchema(schema);
  return 'check' in compiled && compiled.check(value).length === 0;
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
