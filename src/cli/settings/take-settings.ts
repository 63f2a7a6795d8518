import type { SettingsRecord } from '../../model/event-records.ts';
import { DIRTY_POLICIES, type ProjectConfig } from '../../project/config.ts';
import { createMask } from '../../run/host/mask.ts';
import { secretsOf } from '../../run/host/secrets.ts';
import { runsAround } from '../../process/runs-around.ts';
import { systemCodeOf } from '../../util/error.ts';
import { confirmHere } from '../ask/person-here.ts';
import type { Progress } from '../progress/progress.ts';
import type { RunFlags } from '../flags/run-flags.ts';
import { UsageError } from '../io/usage-error.ts';
import { environmentText } from './list-settings.ts';
import { findAccepted, rememberAccepted } from './accepted-commands.ts';

/**
 * Decides once, before anything starts, which settings a run uses in this process.
 *
 * T1. Settings that run commands or remove protection are those that the run started with, until a person accepts others.
 * T2. A command of the settings runs in a project only once a person has seen and accepted it there.
 * T3. A person accepts at the terminal, or by `--accept-settings`; nothing in the project can.
 */
export interface TakenSettings {
  /** Without a `notify` where it is not to be run. */
  readonly config: ProjectConfig;
  /** What was accepted in place of the run's settings; undefined where those still apply. */
  readonly accepted: SettingsRecord | undefined;
}

export interface SettingsRequest {
  readonly workRoot: string;
  /** The settings the run has used so far; undefined for one that starts, and in older journals. */
  readonly recorded: SettingsRecord | undefined;
  /** Whether the command line has a command of its own in place of `notify`. */
  readonly hasOwnNotify: boolean;
  /** Whether the command line accepts what is there now. */
  readonly accepts: boolean;
  readonly say: (line: string) => void;
  /** Asks the person at the terminal; undefined without one. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
}

/** The record of settings, for the journal. */
export function recordOf(config: ProjectConfig): SettingsRecord {
  const { secrets, compared, environment } = config;
  return {
    notify: config.notify ?? null,
    secrets,
    dirty: config.dirty ?? null,
    checks: { ...config.checks },
    ...(compared.length > 0 && { compared }),
    ...(environment && { environment }),
  };
}

/** The names whose values are masked: those of the settings now and at the start of the run. */
export function secretNames(
  { secrets }: ProjectConfig,
  recorded: SettingsRecord | undefined,
): readonly string[] {
  return [...new Set([...(recorded?.secrets ?? []), ...secrets])];
}

export async function takeSettings(config: ProjectConfig, request: SettingsRequest): Promise<TakenSettings> {
  const { config: kept, accepted } = await keepAsBegun(config, request);
  // A person who accepted the change of a command has just seen it.
  const isNew = accepted !== undefined && accepted.notify !== request.recorded?.notify;
  const notify = await letNotify(kept, { ...request, accepts: request.accepts || isNew });
  return { config: { ...kept, notify }, accepted };
}

/** What changed since the run began has no effect until it is accepted (T1). */
async function keepAsBegun(config: ProjectConfig, request: SettingsRequest): Promise<TakenSettings> {
  const { recorded, say, accepts, confirm } = request;
  if (recorded === undefined) return { config, accepted: undefined };
  const changes = changesOf(recorded, config, request.hasOwnNotify);
  for (const { name, before, now } of changes) {
    say(
      `The setting "${name}" has changed since the run started: it was ${before}, and is now ${now}${placeOf(config)}.`,
    );
  }
  for (const { name, before, now } of [
    ...changesOfChecks(recorded, config),
    ...changesOfEnvironment(recorded, config),
  ]) {
    say(
      `The setting "${name}" was ${before}, and is now ${now}${placeOf(config)}. The run keeps the value it started with.`,
    );
  }
  const compared = [...new Set([...(recorded.compared ?? []), ...config.compared])];
  const all = { ...config, secrets: secretNames(config, recorded), compared };
  if (changes.length === 0) return { config: all, accepted: undefined };
  if (accepts || (await confirm?.('Use the settings as they are now? (y/N) ')) === true) {
    const { mcpServers } = recorded;
    const servers = mcpServers === undefined ? {} : { mcpServers };
    const kept = { ...config, environment: recorded.environment, checks: recorded.checks };
    return { config, accepted: { ...recordOf(kept), ...servers } };
  }
  say('The run keeps the settings it started with. To use the current ones: --accept-settings');
  const dirty = DIRTY_POLICIES.find((each) => each === recorded.dirty);
  return { config: { ...all, dirty, notify: notifyAsBegun(recorded, config) }, accepted: undefined };
}

/** A command in which the journal masks a secret can no longer be run from there. */
function notifyAsBegun(recorded: SettingsRecord, config: ProjectConfig): string | undefined {
  if (isSame(recorded, config)) return config.notify;
  return recorded.notify?.includes('[masked]') === true ? undefined : (recorded.notify ?? undefined);
}

/** A command runs only once it is accepted in this project (T2). Shape: undefined where it is not to be run. */
async function letNotify(config: ProjectConfig, request: SettingsRequest): Promise<string | undefined> {
  const { notify = '' } = config;
  const { workRoot, say, accepts, confirm } = request;
  if (request.hasOwnNotify || notify.trim() === '') return undefined;
  const { isAccepted, before } = findAccepted(workRoot, notify);
  if (isAccepted) return notify;
  const instead = before === undefined ? '' : ` The one accepted before: ${shown(before)}`;
  say(
    `The settings of this project${placeOf(config)} run a command when a run pauses or ends: ${shown(notify)}${instead}`,
  );
  if (!accepts && (await confirm?.('Run it in this project from now on? (y/N) ')) !== true) {
    say(
      'The command does not run, because nobody has accepted it in this project. To accept it: --accept-settings',
    );
    return undefined;
  }
  try {
    rememberAccepted(workRoot, notify);
  } catch (thrown) {
    const code = systemCodeOf(thrown);
    if (code === undefined) throw thrown;
    say(`The acceptance could not be saved (${code}), so it applies to this run only.`);
  }
  return notify;
}

/**
 * The same for a command line, with the person at its terminal. An agent or a command of a run accepts nothing.
 *
 * Errors: throws UsageError.
 */
export async function takeSettingsHere(
  config: ProjectConfig,
  { workRoot, recorded, argv, progress }: HereRequest,
): Promise<TakenSettings> {
  const isInside = runsAround().length > 0;
  const accepts = argv['accept-settings'];
  if (isInside && accepts) {
    throw new UsageError(
      'Agents and commands of a run cannot accept settings: this process is inside of one.',
      {
        help: 'Leave out --accept-settings, or run the command from a terminal outside of every run.',
      },
    );
  }
  return takeSettings(config, {
    workRoot,
    recorded,
    hasOwnNotify: argv.notify !== undefined,
    accepts,
    say: progress.say,
    confirm: isInside ? undefined : confirmHere(argv, progress),
  });
}

interface HereRequest extends Pick<SettingsRequest, 'workRoot' | 'recorded'> {
  readonly argv: Pick<RunFlags, 'notify' | 'accept-settings' | 'input' | 'json'>;
  readonly progress: Pick<Progress, 'say' | 'suspend' | 'restore'>;
}

interface Change {
  readonly name: string;
  readonly before: string;
  readonly now: string;
}

/** The changes a person must accept. More names of secrets, or paths, than before remove no protection. */
function changesOf(
  recorded: SettingsRecord,
  config: ProjectConfig,
  hasOwnNotify: boolean,
): readonly Change[] {
  const changes: Change[] = [];
  if (!hasOwnNotify && !isSame(recorded, config)) {
    changes.push({ name: 'notify', before: shown(recorded.notify), now: shown(config.notify) });
  }
  for (const [name, before] of [
    ['secrets', recorded.secrets],
    ['compared', recorded.compared ?? []],
  ] as const) {
    const now = config[name];
    if (before.every((each) => now.includes(each))) continue;
    changes.push({ name, before: shown(before.join(', ')), now: shown(now.join(', ')) });
  }
  if (recorded.dirty !== (config.dirty ?? null)) {
    changes.push({ name: 'dirty', before: shown(recorded.dirty), now: shown(config.dirty) });
  }
  return changes;
}

function changesOfChecks({ checks: before }: SettingsRecord, { checks }: ProjectConfig): readonly Change[] {
  const now: Readonly<Record<string, string>> = { ...checks };
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return names
    .filter((name) => before[name] !== now[name])
    .map((name) => ({ name: `checks.${name}`, before: shown(before[name]), now: shown(now[name]) }));
}

/** What agents and commands get of the environment; a run has names of its own, by `--env`. */
function changesOfEnvironment(
  { environment: before }: SettingsRecord,
  { environment: now }: ProjectConfig,
): readonly Change[] {
  const isSame = now === undefined ? before === undefined : now.every((name) => before?.includes(name));
  if (isSame) return [];
  return [{ name: 'environment', before: environmentText(before), now: environmentText(now) }];
}

/** A journal has a command with its secrets masked. */
function isSame(recorded: SettingsRecord, config: ProjectConfig): boolean {
  const now = config.notify ?? null;
  if (recorded.notify === now) return true;
  const mask = createMask(secretsOf(process.env, secretNames(config, recorded)));
  return now !== null && recorded.notify === mask.text(now);
}

function shown(value: string | null | undefined): string {
  return value === undefined || value === null || value === '' ? 'not set' : JSON.stringify(value);
}

function placeOf({ file }: ProjectConfig): string {
  return file === undefined ? '' : ` (${file})`;
}
