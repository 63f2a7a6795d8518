import { basename, join } from 'node:path';
import type { Argv } from 'yargs';
import { JOURNAL_FILE, type RunEntry } from '../../journal/find-runs.ts';
import type { DroppedBatch } from '../../journal/journal.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { foldJournal, readJournal } from '../../journal/read-journal.ts';
import type { LimitsRecord, SettingsRecord } from '../../model/event-records.ts';
import type { RunEventData } from '../../model/run-event.ts';
import { readConfig, type ProjectConfig } from '../../project/config.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { gitNeedsOf } from '../../run/program/git-needs.ts';
import type { Program } from '../../run/program/program.ts';
import { wallNeedsOf } from '../../run/program/wall-needs.ts';
import type { RunHost, Surroundings } from '../../run/host/host.ts';
import { countProperties } from '../../run/scope/watch-claims.ts';
import { resumeRun, storedState } from '../../run/start/resume-run.ts';
import type { RunView } from '../../view/run-view.ts';
import { chooseAgent, type AgentChoice, type AgentFlags } from '../flags/agent-choice.ts';
import { agentToResume } from '../flags/agent-to-resume.ts';
import { watched } from '../progress/changed-sources.ts';
import { readClaims } from '../flags/claims-flag.ts';
import { concurrencyOf } from '../flags/concurrency.ts';
import { withAcceptedWalls, type WallCheck } from './accept-walls.ts';
import { allowNotes } from './allow-notes.ts';
import { createHost } from './create-host.ts';
import type { SchemaOf } from '../flags/flag-field.ts';
import { finishRun } from './finish-run.ts';
import { formatCount } from '../io/format.ts';
import { checkCommits } from '../git/check-needs.ts';
import { resumePlaceOf } from '../git/resume-place.ts';
import { refusePassing } from '../ask/require-seen.ts';
import { peopleHere } from '../ask/people-here.ts';
import { confirmHere } from '../ask/person-here.ts';
import { createInterrupts } from './interrupts.ts';
import { readLimits } from '../flags/limit-flags.ts';
import { findNotifier } from '../progress/notify.ts';
import { beginLines, jsonProgress, plainProgress, type Progress } from '../progress/progress.ts';
import { takeClaudeSettingsHere } from '../settings/take-claude-settings.ts';
import { takeServersHere } from '../settings/take-servers.ts';
import { takeSettingsHere } from '../settings/take-settings.ts';
import { programToResume } from './resume-program.ts';
import { passedNames } from '../flags/passed-names.ts';
import { channelFlagOf, withRunFlags, type RunFlags } from '../flags/run-flags.ts';
import { readTaskArgs } from '../flags/task-args.ts';
import { findScript } from '../stories/find-script.ts';
import { UsageError } from '../io/usage-error.ts';
import { WFMAP_VERSION } from '../io/version.ts';

/** The flags of whoever goes on with a run, as yargs gives them. */
export interface ResumeFlags extends RunFlags {
  readonly from?: string | undefined;
  readonly 'accept-changes': boolean;
  readonly 'as-started': boolean;
}

export function withResumeFlags<T>(yargs: Argv<T>) {
  return withRunFlags(yargs)
    .option('accept-changes', {
      type: 'boolean',
      default: false,
      describe: 'Use the map and templates as they are now',
    })
    .option('as-started', {
      type: 'boolean',
      default: false,
      describe: 'Use the copies that the run keeps',
    });
}

/** What a command adds: the settings as this process found them, and where it has put an answer. */
interface OwnOfResume extends Partial<Pick<RunHost, 'answerBox'>> {
  readonly config?: ProjectConfig;
}

/**
 * Goes on with a run in this process; `tokens` are one-time arguments of the task that it goes on with.
 *
 * Shape: the exit code. Errors: throws UsageError, RunError, JournalError and what the agent's program needs.
 */
export async function resumeHere(
  argv: ResumeFlags,
  run: RunEntry,
  tokens: readonly string[],
  { config: found = readConfig(process.cwd()), ...own }: OwnOfResume = {},
): Promise<number> {
  const workFolder = process.cwd();
  const started = startOf(run);
  const workRoot = findWorkRoot(workFolder);
  const concurrency = concurrencyOf(argv.concurrency, found);
  const asked = requestIn(argv);
  const agentName = agentToResume(argv.agent, started, run.name);
  const { past, program, changedTexts, args } = readPast(run, workRoot, { argv, tokens });
  const { view } = past;
  const passed = passedNames(argv.env, view.settings?.environment);
  const wanted = { agent: agentName, claude: argv.claude, choose: channelFlagOf(argv), passed };
  const choice = await chooseToResume({ ...wanted, seed: started.seed, workFolder }, program);
  const progress = argv.json ? jsonProgress(choice.agent.kind) : plainProgress(choice.agent.kind, past);
  const { say } = progress;
  const wishes = { workRoot, program, run, recorded: view.settings, argv, progress };
  const { config, settings, allowed, ...taken } = await takeHere(choice, found, wishes);
  const notifier = findNotifier(argv.notify, config, { workFolder, workRoot });
  const place = { flags: argv, workRoot, config, git: started.git, agent: choice.agent, say };
  const where = resumePlaceOf(run, place);
  if (place.agent.kind !== 'scripted') await checkWhatIsLeft(program, view, { argv, started, config, where });
  const { secrets, compared } = config;
  const made = createHost(taken.choice, { workRoot, secrets, compared, wall: argv.wall, say });
  const walled = await withAcceptedWalls(made, wallCheckOf(program, view, { argv, started, progress }));
  const interrupts = createInterrupts(say, progress.isAtWork);
  const host = {
    ...walled,
    ...where,
    ...watched(progress, program, workRoot),
    ...interrupts,
    ...peopleHere(argv, progress, { schemaOf: schemasOf(program), scripted: choice.asker }),
    allowedTools: allowed,
    waitsForLimits: argv.wait,
    ...concurrency,
    ...own,
  };
  try {
    const state = await resumeRun(host, {
      directory: run,
      runId: started.run,
      program,
      changedTexts,
      args,
      ...asked,
      wfmapVersion: WFMAP_VERSION,
      settings,
      onOpened: (opened) =>
        openingLines(run, program, { ...opened, argv, agentName, changedTexts }).forEach(say),
    });
    const flags = { ...argv, agent: agentName };
    return await finishRun({ progress, notifier, ...host }, flags, { state, directory: run });
  } finally {
    progress.close();
    interrupts.dispose();
  }
}

interface Asked {
  readonly argv: ResumeFlags;
  readonly tokens: readonly string[];
}

/** Reads a run as it is resumed: what its lines have said so far, its program, and the arguments of the next task. */
function readPast(run: RunEntry, workRoot: string, { argv, tokens }: Asked) {
  const past = foldJournal(nodeFileSystem, join(run.folder, JOURNAL_FILE), beginLines).made;
  const { view } = past;
  const { program, changedTexts } = programToResume({ run, view }, workRoot, acceptedBy(argv));
  const readState = () => storedState(nodeFileSystem, run.folder, program);
  return { past, program, changedTexts, args: readTaskArgs(tokens, program, readState, argv.from) };
}

/** What the flags ask of the run. Errors: throws UsageError. */
function requestIn(argv: ResumeFlags) {
  const limits = (current: LimitsRecord): LimitsRecord => raised(current, argv);
  return { from: argv.from, limits, claims: readClaims(argv.claims) };
}

function schemasOf({ schemas }: Program): SchemaOf {
  return (source) => schemas.get(source);
}

interface Left {
  readonly argv: ResumeFlags;
  readonly started: RunEventData['run.started'];
  readonly config: ProjectConfig;
  readonly where: Surroundings;
}

/** What a run may still commit is looked at as at its start; what is uncommitted now may be its own work. */
async function checkWhatIsLeft(
  program: Program,
  view: RunView,
  { argv, started, config: { protectedBranches }, where: { branch, git, workFolder } }: Left,
): Promise<void> {
  refusePassing(argv, program);
  if (git === null || workFolder === undefined) return;
  const needs = gitNeedsOf(program, started.fields, nextTaskOf(program, view, argv.from));
  const kept = git.created === null && branch !== '' ? branch : null;
  await checkCommits(workFolder, kept, { needs, protectedBranches });
}

/** The task of the map itself at which a run goes on; undefined where that is not known. */
function nextTaskOf({ map }: Program, { root }: RunView, from: string | undefined): string | undefined {
  const name = from ?? (root.current ?? root.executions.at(-1))?.task;
  return map.block.tasks.some((task) => task.name === name) ? name : undefined;
}

/** The run asks of the wall that it finds what a new one would. */
function wallCheckOf(
  program: Program,
  view: RunView,
  { argv, started, progress }: Pick<Left, 'argv' | 'started'> & Pick<Taking, 'progress'>,
): WallCheck {
  return {
    needs: wallNeedsOf(program, started.fields, nextTaskOf(program, view, argv.from)),
    isWanted: argv.wall,
    before: view.wall,
    say: progress.say,
    confirm: confirmHere(argv, progress),
  };
}

interface Taking {
  readonly workRoot: string;
  readonly program: Program;
  readonly run: RunEntry;
  readonly recorded: SettingsRecord | undefined;
  readonly argv: ResumeFlags;
  readonly progress: Progress;
}

/** Decides which settings and MCP servers the run uses from now on. Shape: `allowed` are the rules of its start, and more. */
/** A simulation continues with the file that is named, in real time and without its project; without one it makes up the rest. */
async function chooseToResume(flags: AgentFlags, program: Program): Promise<AgentChoice> {
  const found = await findScript(flags.agent, { mapPath: '', wantsWalk: true });
  return await chooseAgent({ ...flags, found }, program);
}

async function takeHere(choice: AgentChoice, found: ProjectConfig, { run, recorded, ...request }: Taking) {
  const { config, accepted } = await takeSettingsHere(found, { ...request, recorded });
  if (choice.agent.kind !== 'scripted') {
    for (const note of allowNotes(request.program, request.argv.allow ?? [])) request.progress.say(note);
  }
  const allowed = [...startOf(run).allowedTools, ...(request.argv.allow ?? [])];
  const served = await takeServersHere(choice, found, { ...request, allowed, resumed: [run, recorded] });
  const settings = await takeClaudeSettingsHere(choice, accepted, { ...request, recorded });
  return { config, settings, allowed, choice: served.choice };
}

function acceptedBy(argv: ResumeFlags): Parameters<typeof programToResume>[2] {
  const { 'accept-changes': acceptChanges, 'as-started': asStarted } = argv;
  if (acceptChanges && asStarted) {
    throw new UsageError('--accept-changes and --as-started say opposite things.');
  }
  return { acceptChanges, asStarted };
}

/** What a wfmap that died left, and whether this resumes a simulation. */
interface Found {
  readonly leftovers: number;
  readonly dropped: DroppedBatch | undefined;
  readonly argv: ResumeFlags;
  readonly agentName: string;
  readonly changedTexts: readonly string[] | undefined;
}

function openingLines(
  run: RunEntry,
  program: Program,
  { leftovers, dropped, argv, agentName, changedTexts }: Found,
): readonly string[] {
  const isSimulatedOn = argv.agent === undefined && agentName === 'scripted';
  const isMoved = argv.from !== undefined || changedTexts !== undefined;
  const ended = `Ended ${formatCount(leftovers, 'process')} that the last wfmap left behind.`;
  return [
    `Resuming ${run.name}: ${program.source.path}, kept in ${run.path}`,
    ...(isSimulatedOn ? [SIMULATED_ON] : []),
    ...(leftovers > 0 ? [ended] : []),
    ...(dropped === undefined ? [] : [droppedLine(dropped)]),
    ...(isMoved && countProperties(program) > 0 ? [UNWATCHED] : []),
    ...(isMoved && run.started?.data.gate !== undefined ? [UNPROVED] : []),
  ];
}

function droppedLine({ sizeBytes, kept }: DroppedBatch): string {
  const where = kept === undefined ? 'there was no room to keep them' : `they are kept in ${basename(kept)}`;
  return `Dropped ${formatCount(sizeBytes, 'byte')} of an unfinished batch at the end of the journal; ${where}.`;
}

function raised(current: LimitsRecord, flags: ResumeFlags): LimitsRecord {
  const asked = readLimits(flags, current);
  return {
    steps: asked.steps ?? current.steps,
    costUsd: asked.costUsd ?? current.costUsd,
    tokens: asked.tokens ?? current.tokens,
    durationMs: asked.durationMs ?? current.durationMs,
  };
}

const UNWATCHED =
  'From now on the properties of the map are not watched: this run no longer goes as its map said.';

const UNPROVED =
  'From now on the signatures of this run prove nothing: "wfmap show --verify" refuses a run that was moved or whose map was changed.';

const SIMULATED_ON =
  'The run is a simulation and goes on as one: a seeded walk, or a scenario with --agent scripted:FILE.';

function startOf(run: RunEntry): RunEventData['run.started'] {
  if (run.started !== undefined) return run.started.data;
  // Reading it says what is wrong with it, and where.
  const first = readJournal(nodeFileSystem, join(run.folder, JOURNAL_FILE)).events[0];
  if (first?.type !== 'run.started') throw new UsageError(`The journal of ${run.name} has no start.`);
  return first.data;
}
