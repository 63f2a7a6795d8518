import { join } from 'node:path';
import type { ClaudeConfig } from '../../agent/claude/claude-config.ts';
import { digestOf } from '../../journal/source-store.ts';
import type { SettingsRecord } from '../../model/event-records.ts';
import { runsAround } from '../../process/runs-around.ts';
import { confirmHere } from '../ask/person-here.ts';
import type { AgentChoice } from '../flags/agent-choice.ts';
import type { RunFlags } from '../flags/run-flags.ts';
import type { Progress } from '../progress/progress.ts';
import { UsageError } from '../io/usage-error.ts';

/**
 * What of Claude Code's settings reaches the agents of a run is that of its start: a resume reports what has changed since.
 *
 * S1. What could let agents do more is used only once a person has accepted it; until then the run does not resume.
 * S2. The journal has digests, and none of the values: there are secrets among them.
 */
export type ClaudeDigests = NonNullable<SettingsRecord['claude']>;

/** What lets no agent do more than before; whatever is not here could. */
const HARMLESS = new Set([
  'model',
  'modelOverrides',
  'availableModels',
  'effortLevel',
  'alwaysThinkingEnabled',
  'language',
  'cleanupPeriodDays',
  'attribution',
  'includeCoAuthoredBy',
  'respectGitignore',
  'autoMemoryEnabled',
  'CLAUDE.md',
]);

/** The digest of each setting that is passed on, by its source and name; those that are not set have none. */
function claudeDigests(config: ClaudeConfig): ClaudeDigests {
  const { settings, permissions, hooks, environment, projectRules, instructions } = config;
  const user = { ...settings, permissions, hooks, env: environment, 'CLAUDE.md': instructions };
  const project = projectRules.map(({ folder, deny, ask }) => [projectKey(folder), { deny, ask }] as const);
  const all = [...Object.entries(user).map(([name, value]) => [`user ${name}`, value] as const), ...project];
  return Object.fromEntries(
    all.filter(([, value]) => !isEmpty(value)).map(([key, value]) => [key, digestOf(sorted(value))]),
  );
}

function projectKey(folder: string): string {
  return `project ${join(folder, '.claude')}`;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  return typeof value === 'object' && value !== null && Object.values(value).every(isEmpty);
}

/** A JSON text that is the same in whatever order the members of objects stand. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}

export interface ClaudeSettingsRequest {
  /** What the run has used so far; undefined in older journals. */
  readonly recorded: ClaudeDigests | undefined;
  readonly accepts: boolean;
  readonly say: (line: string) => void;
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
}

/**
 * Takes the settings as they are now, where a person accepts those that could let agents do more.
 *
 * Shape: their digests where they are not those of before; undefined where nothing has changed. Errors: throws UsageError.
 */
export async function takeClaudeSettings(
  config: ClaudeConfig,
  { recorded, accepts, say, confirm }: ClaudeSettingsRequest,
): Promise<ClaudeDigests | undefined> {
  const now = claudeDigests(config);
  if (recorded === undefined) return now;
  const changes = changesOf(recorded, now);
  if (changes.length === 0) return undefined;
  for (const { key, how } of changes) say(`${named(key, config)} ${how} since the run started.`);
  const wider = changes.filter(({ canGrant }) => canGrant);
  if (wider.length === 0 || accepts) return now;
  if ((await confirm?.('Let agents work with these settings? (y/N) ')) === true) return now;
  const names = wider.map(({ key }) => named(key, config)).join(', ');
  throw new UsageError(`What has changed could let agents do more than when the run started: ${names}.`, {
    help: 'Look at these files. Then resume with --accept-settings, or undo the change.',
  });
}

/** What a run keeps of the settings at its start; nothing without an agent. */
export function claudeRecordOf({ claudeConfig }: AgentChoice): Pick<SettingsRecord, 'claude'> {
  return claudeConfig === undefined ? {} : { claude: claudeDigests(claudeConfig) };
}

interface HereRequest {
  /** The settings that the run has used so far. */
  readonly recorded: SettingsRecord | undefined;
  readonly argv: Pick<RunFlags, 'accept-settings' | 'input' | 'json'>;
  readonly progress: Pick<Progress, 'say' | 'suspend' | 'restore'>;
}

/**
 * The same for a run that resumes, with the person at its terminal. An agent or a command of a run accepts nothing.
 *
 * Shape: the settings that the run uses from now on, where they are not those of before; `accepted` are those that a person has
 * accepted already. Errors: throws UsageError.
 */
export async function takeClaudeSettingsHere(
  { claudeConfig }: AgentChoice,
  accepted: SettingsRecord | undefined,
  { recorded, argv, progress }: HereRequest,
): Promise<SettingsRecord | undefined> {
  if (recorded === undefined || claudeConfig === undefined) return accepted;
  const isInside = runsAround().length > 0;
  const claude = await takeClaudeSettings(claudeConfig, {
    recorded: recorded.claude,
    accepts: argv['accept-settings'] && !isInside,
    say: progress.say,
    confirm: isInside ? undefined : confirmHere(argv, progress),
  });
  if (claude !== undefined) return { ...(accepted ?? recorded), claude };
  return accepted && recorded.claude ? { ...accepted, claude: recorded.claude } : accepted;
}

interface Change {
  readonly key: string;
  readonly how: string;
  readonly canGrant: boolean;
}

function changesOf(before: ClaudeDigests, now: ClaudeDigests): readonly Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted();
  return keys.flatMap((key) => {
    const [was, is] = [before[key], now[key]];
    if (was === is) return [];
    const how = was === undefined ? 'was added' : is === undefined ? 'was removed' : 'has changed';
    return [{ key, how, canGrant: canGrant(key, was === undefined) }];
  });
}

/** What a project says is only what it refuses: more of that grants nothing. */
function canGrant(key: string, isNew: boolean): boolean {
  const [source, name = ''] = key.split(' ');
  return source === 'project' ? !isNew : !HARMLESS.has(name);
}

function named(key: string, { userFolder }: ClaudeConfig): string {
  const at = key.indexOf(' ');
  const name = key.slice(at + 1);
  if (key.startsWith('project ')) return `"permissions" of the settings in ${name}`;
  if (name === 'CLAUDE.md') return 'The text of CLAUDE.md, AGENTS.md and rules';
  return `"${name}" of ${join(userFolder, 'settings.json')}`;
}
