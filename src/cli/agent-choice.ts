import { findClaude } from '../agent/claude/find-claude.ts';
import { createClaudeAgent } from '../agent/claude/create-claude-agent.ts';
import { channelOf, readClaudeVersion } from '../agent/claude/claude-version.ts';
import { createPlausibleWalk } from '../agent/scripted/plausible-walk.ts';
import { parseScenario } from '../agent/scripted/scenario.ts';
import { createScriptedAgent } from '../agent/scripted/scripted-agent.ts';
import type { Agent } from '../agent/agent.ts';
import type { Block } from '../model/block.ts';
import { readText } from '../project/read-text.ts';
import { UsageError } from './usage-error.ts';

/** Who does the work, and how its choice comes back. */
export interface AgentChoice {
  readonly agent: Agent;
  readonly channel: 'structured' | 'text';
}

export interface AgentFlags {
  readonly agent: string;
  readonly claude: string | undefined;
  readonly choose: 'structured' | 'text' | undefined;
  readonly seed: number;
  readonly workFolder: string;
}

/** Units: bytes. */
const MAX_SCENARIO_BYTES = 16 * 1_048_576;

/**
 * Finds the agent that a command line asks for: `claude`, `scripted`, or `scripted:FILE`.
 *
 * Errors: throws AgentError where there is no claude, ScenarioError and ProjectError for the file, UsageError
 * for another name.
 */
export async function chooseAgent(flags: AgentFlags, block: Block): Promise<AgentChoice> {
  const [kind, file] = splitOnce(flags.agent, ':');
  if (kind === 'scripted') {
    const agent = createScriptedAgent(scriptOf(file, flags.seed, block));
    return { agent, channel: flags.choose ?? 'structured' };
  }
  if (kind !== 'claude' || file !== undefined) {
    throw new UsageError(`There is no agent "${flags.agent}".`, {
      help: 'Use --agent claude, --agent scripted, or --agent scripted:FILE.',
    });
  }
  const command = findClaude({ given: flags.claude, environment: process.env, folder: flags.workFolder });
  const channel = flags.choose ?? channelOf(await readClaudeVersion(command, process.env));
  return { agent: createClaudeAgent({ command, environment: process.env }), channel };
}

function scriptOf(
  file: string | undefined,
  seed: number,
  block: Block,
): Parameters<typeof createScriptedAgent>[0] {
  if (file === undefined) {
    const walk = createPlausibleWalk(block, seed);
    return (task, visit) => {
      const action = walk(task, visit);
      return action === undefined ? undefined : { action };
    };
  }
  const { answers } = parseScenario(readText(file, MAX_SCENARIO_BYTES), file);
  return (task, visit, turn) => {
    const visits = answers.get(task) ?? [];
    const turns = visits[Math.min(visit, visits.length) - 1] ?? [];
    return turns[Math.min(turn, turns.length) - 1];
  };
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
