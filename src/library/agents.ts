import type { ScriptedAnswer } from '../agent/scripted/scripted-answer.ts';
import { readScenario, scriptOf } from '../agent/scripted/scenario.ts';
import { chooseAgent, simulatedChoice, type AgentChoice } from '../cli/flags/agent-choice.ts';
import type { Program } from '../run/program/program.ts';

/** Who does the work of agents: what {@link claude} or {@link scripted} gives. */
export type AgentChoiceOptions = ClaudeAgent | ScriptedAgent;

/** How Claude Code is started. */
export interface ClaudeOptions {
  /** The program: a path, or a name on PATH. Default: `WFMAP_CLAUDE`, else `claude`. */
  readonly program?: string;
  /** How an agent's choice comes back. Default: structured, where this Claude Code can do that. */
  readonly channel?: 'structured' | 'text';
}

/** What {@link claude} gives. */
export interface ClaudeAgent extends ClaudeOptions {
  readonly kind: 'claude';
}

/**
 * Claude Code, a process for each turn. It works with the user's own login and settings, as with `wfmap run`.
 *
 * Errors: none; `run` rejects with AgentError `claude-not-found` where the map needs it and it is not there.
 */
export function claude(options: ClaudeOptions = {}): ClaudeAgent {
  return { ...options, kind: 'claude' };
}

/** One answer, or the name of an action alone. A list is the turns of one visit. */
export type ScriptedVisit = string | ScriptedAnswer | readonly (string | ScriptedAnswer)[];

/** What a simulation plays. */
export interface ScriptedOptions {
  /**
   * By the name of a task, or its place as in `Build/Review`: the answers of its visits in order, of which the last repeats. Agents,
   * commands and people are answered for. Default: a seeded walk through the map.
   */
  readonly answers?: Readonly<Record<string, readonly ScriptedVisit[]>>;
  /** Of the walk, a whole number. Default: 1. */
  readonly seed?: number;
}

/** What {@link scripted} gives. */
export interface ScriptedAgent extends ScriptedOptions {
  readonly kind: 'scripted';
}

/**
 * No model, no commands, no changes and no cost: a simulation, as with `--agent scripted`. The run is kept as any other.
 *
 * Errors: none; `run` rejects with ScenarioError for answers that are none.
 */
export function scripted(options: ScriptedOptions = {}): ScriptedAgent {
  return { ...options, kind: 'scripted' };
}

/** What the choice of an agent depends on. */
export interface Choosing {
  readonly program: Program;
  readonly workFolder: string;
  /** The variables that agents and commands get beside the usual ones; undefined for all. */
  readonly passed: readonly string[] | undefined;
  readonly report: (line: string) => void;
}

/** Finds who does the work. Errors: throws AgentError, ScenarioError and ProjectError. */
export async function choiceOf(
  agent: AgentChoiceOptions,
  { program, workFolder, passed, report }: Choosing,
): Promise<AgentChoice> {
  const common = { workFolder, passed, report };
  if (agent.kind === 'claude') {
    const { program: command, channel } = agent;
    return chooseAgent({ ...common, agent: 'claude', claude: command, choose: channel, seed: 1 }, program);
  }
  const { answers, seed = 1 } = agent;
  if (answers === undefined) {
    const walk = { agent: 'scripted', claude: undefined, choose: undefined, seed };
    return chooseAgent({ ...common, ...walk }, program);
  }
  const script = scriptOf(readScenario({ answers }, 'answers'));
  return simulatedChoice(script, { channel: 'structured', report, hasMerges: true });
}
