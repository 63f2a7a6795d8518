import type { Answer, Asker, Question } from '../agent/human/asker.ts';
import type { AgentChoice } from '../cli/flags/agent-choice.ts';
import { completeStory, takesGoal } from '../cli/flags/story.ts';
import { beginGit } from '../cli/git/begin-git.ts';
import { WFMAP_VERSION } from '../cli/io/version.ts';
import { withAcceptedWalls } from '../cli/running/accept-walls.ts';
import { createHost } from '../cli/running/create-host.ts';
import { claudeRecordOf } from '../cli/settings/take-claude-settings.ts';
import { takeServers } from '../cli/settings/take-servers.ts';
import { recordOf } from '../cli/settings/take-settings.ts';
import { findGateKey } from '../cli/signed/find-gate-key.ts';
import { findRuns } from '../journal/find-runs.ts';
import { nodeFileSystem } from '../journal/node-file-system.ts';
import type { RunDirectory } from '../journal/run-directory.ts';
import { digestOf } from '../journal/source-store.ts';
import type { GateRecord } from '../model/event-records.ts';
import type { Value } from '../model/value.ts';
import { MAX_CONCURRENCY, readConfig, type DirtyPolicy, type ProjectConfig } from '../project/config.ts';
import { readInsight } from '../project/insight/read-insight.ts';
import { readRunOnDisk } from '../report/run-on-disk.ts';
import { summaryOf } from '../report/run-summary.ts';
import type { StopReason } from '../run/live/live-run.ts';
import { asksForSignatures } from '../run/people/gate-question.ts';
import { gitNeedsOf } from '../run/program/git-needs.ts';
import { wallNeedsOf } from '../run/program/wall-needs.ts';
import { startRun, type RunLimitsRequest } from '../run/start/start-run.ts';
import { startFields } from '../scenario/start-fields.ts';
import { toError } from '../util/error.ts';
import { choiceOf, claude, type AgentChoiceOptions } from './agents.ts';
import { LibraryError } from './library-error.ts';
import { programOf, type LoadedMap } from './load-map.ts';
import { createRunHandle, type Follow, type RunHandle, type RunResult } from './run-handle.ts';

/** How a map is run. What is absent is as with `wfmap run`, where nobody is at a terminal. */
export interface RunOptions {
  /** The inputs of the map, by their names. Required where the map requires any. */
  readonly fields?: Readonly<Record<string, Value>>;
  /** What to do, for a map with a text input `story` or `goal`. */
  readonly goal?: string;
  /** Who does the work. Default: `claude()`. */
  readonly agent?: AgentChoiceOptions;
  /** In place of the map's own. Units: US dollars, ms of active time. */
  readonly limits?: RunLimitsRequest;
  /** Agents and commands at work at once, 1 to 64. Default: that of the project's settings, else 4. */
  readonly concurrency?: number;
  /** Permission rules for every agent, such as `Bash(npm test)`. Default: none. */
  readonly allow?: readonly string[];
  /** What becomes of the repository. Default: a branch of its own where the map may commit on the default branch. */
  readonly git?: RunGit;
  /** False where tasks may run without a wall around them, also if the map needs one. Default: true. */
  readonly wall?: boolean;
  /** Answers for people. Without it, and where it gives undefined, the run pauses for one. */
  readonly ask?: Ask;
  /** Receives what concerns no task, a line each: branches that were made, walls that hold. Default: nobody. */
  readonly report?: (line: string) => void;
  /** Stops the run as `stop()` of its handle does. */
  readonly signal?: AbortSignal;
}

/** As the flags of the same names; `true` makes a name. */
export interface RunGit {
  readonly branch?: string | true;
  readonly worktree?: string | true;
  readonly here?: boolean;
  readonly dirty?: DirtyPolicy;
}

/**
 * Answers a question of the map: an action, and the fields that belong to it.
 *
 * The answer is recorded as claimed. A task whose answer must be seen or signed is not asked about: the run pauses there. The signal is
 * aborted once an answer came from elsewhere. Errors: what it throws ends the run, which can be resumed, and `run` rejects with it; so
 * does an answer that does not fit, with RunError `answer-does-not-fit`.
 */
export type Ask = (
  question: Question,
  signal: AbortSignal,
) => PromiseLike<AskedAnswer | undefined> | AskedAnswer | undefined;

/** The answer of a program. Shape: `fields` has those that the choice needs; none where it is absent. */
export type AskedAnswer = Pick<Answer, 'action'> & Partial<Pick<Answer, 'fields'>>;

/**
 * Starts a run of a map in its project, as `wfmap run` does, and gives its handle at once.
 *
 * Settings that a person has to accept at a terminal, such as MCP servers, are used only where one has. Nothing is printed.
 * Errors: none thrown. The handle rejects with LibraryError `fields-do-not-fit` and `option-out-of-range`, UsageError for what git or
 * the walls refuse, AgentError, RunError, JournalError and ProjectError.
 */
export function run(map: LoadedMap, options: RunOptions = {}): RunHandle {
  const ends = { stop: new AbortController(), kill: new AbortController() };
  const stop = (): void => ends.stop.abort(STOPPED);
  const { signal } = options;
  return createRunHandle({
    fs: nodeFileSystem,
    stop,
    kill: () => {
      stop();
      ends.kill.abort();
    },
    work: async (follow) => {
      if (signal?.aborted === true) stop();
      signal?.addEventListener('abort', stop, { once: true });
      try {
        return await drive(map, options, { follow, stop: ends.stop, kill: ends.kill });
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
  });
}

/** By convention that of a SIGINT. */
const STOPPED: StopReason = { message: 'Stopped by the program that runs it.', exitCode: 130 };

interface Driving {
  readonly follow: Follow;
  readonly stop: AbortController;
  readonly kill: AbortController;
}

async function drive(
  map: LoadedMap,
  options: RunOptions,
  { follow, stop, kill }: Driving,
): Promise<RunResult> {
  const { workRoot, folder, file } = map;
  const { program, texts } = programOf(map);
  const config = readConfig(folder);
  const concurrency = concurrencyOf(options, config);
  const fields = fieldsOf(map, options, config);
  const { choice, record, kept } = await chosen(map, options, config);
  const { host, prepare } = await surrounded(map, options, { choice, config, fields });
  const gate = gateOf(map, choice);
  const asked = askerOf(options.ask, stop);
  let directory: RunDirectory | undefined;
  await startRun(
    {
      ...host,
      ...(concurrency === undefined ? {} : { concurrency }),
      asker: asked.asker ?? choice.asker,
      allowedTools: options.allow ?? [],
      waitsForLimits: false,
      onEvent: follow.onEvent,
      onProgress: () => undefined,
      stop: stop.signal,
      kill: kill.signal,
    },
    {
      program,
      texts: [...texts, ...kept],
      mapPath: file,
      fields,
      gate,
      prepare,
      seed: options.agent?.kind === 'scripted' ? (options.agent.seed ?? 1) : 1,
      limits: options.limits ?? {},
      wfmapVersion: WFMAP_VERSION,
      project: readInsight(workRoot, config.checks).insight,
      settings: { ...recordOf({ ...config, notify: undefined }), ...record, ...claudeRecordOf(choice) },
      onDirectory: (made) => {
        directory = made;
        follow.onDirectory(made);
      },
    },
  );
  if (asked.fault() !== undefined) throw toError(asked.fault());
  return resultOf(directory);
}

/** The journal says how it came to rest. */
function resultOf(directory: RunDirectory | undefined): RunResult {
  const entry = { ...(directory ?? { folder: '', path: '', name: '' }), started: undefined };
  const onDisk = readRunOnDisk(nodeFileSystem, entry);
  const pause = onDisk.view.status === 'paused' ? (onDisk.view.paused?.reason ?? null) : null;
  return { ...summaryOf(onDisk), folder: entry.folder, pause };
}

function concurrencyOf({ concurrency }: RunOptions, config: ProjectConfig): number | undefined {
  if (concurrency === undefined) return config.concurrency;
  if (Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= MAX_CONCURRENCY) return concurrency;
  const message = `The concurrency ${concurrency} is not a whole number from 1 to ${MAX_CONCURRENCY}.`;
  throw new LibraryError('option-out-of-range', message);
}

function fieldsOf(
  map: LoadedMap,
  { fields = {}, goal, report }: RunOptions,
  config: ProjectConfig,
): Readonly<Record<string, Value>> {
  const { program } = programOf(map);
  const { workRoot } = map;
  const isInput = goal !== undefined && takesGoal(program.map.fields);
  const given = isInput ? { goal, ...fields } : fields;
  const story = isInput ? undefined : goal;
  const asked = { fields: program.map.fields, goal: story, workRoot, config, canReadInput: false };
  const { values, notice } = completeStory(given, asked);
  if (notice !== undefined) report?.(notice);
  const started = startFields(program, values);
  if ('values' in started) return started.values;
  throw new LibraryError('fields-do-not-fit', started.problems.join(' '));
}

/** Who does the work, with the MCP servers that a person has accepted in this project. */
async function chosen(
  map: LoadedMap,
  { agent = claude(), allow = [], report = () => undefined }: RunOptions,
  config: ProjectConfig,
) {
  const { program } = programOf(map);
  const { workRoot, folder } = map;
  const { environment: passed } = config;
  const choice = await choiceOf(agent, { program, workFolder: folder, passed, report });
  if (agent.kind === 'scripted') return { choice, record: {}, kept: [] };
  const request = { workRoot, program, allowed: allow, kept: undefined, accepts: false, say: report };
  const { servers, text } = await takeServers(config, { ...request, confirm: undefined });
  return {
    choice: { ...choice, agent: choice.withServers(servers) },
    record: text === undefined ? {} : { mcpServers: digestOf(text) },
    kept: text === undefined ? [] : [text],
  };
}

interface Begun {
  readonly choice: AgentChoice;
  readonly config: ProjectConfig;
  readonly fields: Readonly<Record<string, Value>>;
}

/** Looks at the repository and at the walls, as `wfmap run` does: what is to be refused is refused before anything is changed. */
async function surrounded(
  map: LoadedMap,
  { git = {}, wall: isWanted = true, report: say = () => undefined }: RunOptions,
  { choice, config, fields }: Begun,
) {
  const { program } = programOf(map);
  const { workRoot } = map;
  const nobody = { say, confirm: undefined };
  const { prepare } = await beginGit(choice.agent, {
    workRoot,
    config,
    flags: { ...git, branch: nameOf(git.branch), worktree: nameOf(git.worktree) },
    runs: findRuns(nodeFileSystem, workRoot),
    needs: gitNeedsOf(program, fields),
    keepsBranch: program.map.keepsBranch,
    ...nobody,
  });
  const { secrets, compared } = config;
  const host = createHost(choice, { workRoot, secrets, compared, wall: isWanted, say });
  const check = { needs: wallNeedsOf(program, fields), isWanted, before: undefined, ...nobody };
  return { host: await withAcceptedWalls(host, check), prepare };
}

function nameOf(name: string | true | undefined): string | undefined {
  return name === true ? '' : name;
}

/** The key is looked at only where something is to be signed. */
function gateOf(map: LoadedMap, { agent }: AgentChoice): GateRecord | undefined {
  if (agent.kind === 'scripted' || !asksForSignatures(programOf(map).program)) return undefined;
  const found = findGateKey(undefined, map.workRoot);
  return found && { key: found.digest, pem: found.pem };
}

/** Puts questions to a program; what that throws stops the run. */
function askerOf(
  ask: Ask | undefined,
  stop: AbortController,
): { readonly asker: Asker | undefined; readonly fault: () => unknown } {
  let fault: unknown;
  if (ask === undefined) return { asker: undefined, fault: () => fault };
  const asker: Asker = {
    isProgram: true,
    ask: async (question, signal): Promise<Answer | undefined> => {
      try {
        const answer = await ask(question, signal);
        return answer && { action: answer.action, fields: answer.fields ?? {}, via: 'program' };
      } catch (thrown) {
        fault = thrown;
        stop.abort(FAILED_TO_ASK);
        return undefined;
      }
    },
  };
  return { asker, fault: () => fault };
}

const FAILED_TO_ASK: StopReason = { message: 'The program that answers its questions failed.', exitCode: 3 };
