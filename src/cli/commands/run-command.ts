import type { Argv, CommandModule } from 'yargs';
import { MAX_CLIENT } from '../../journal/drop-box.ts';
import { findNewestRuns, type RunEntry } from '../../journal/find-runs.ts';
import type { Agent } from '../../agent/agent.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import { printable } from '../../diagnostics/printable.ts';
import type { GateRecord } from '../../model/event-records.ts';
import type { Value } from '../../model/value.ts';
import { readConfig, type ProjectConfig } from '../../project/config.ts';
import { readInsight } from '../../project/insight/read-insight.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { asksForSignatures, requireKey } from '../../run/people/gate-question.ts';
import { gitNeedsOf } from '../../run/program/git-needs.ts';
import type { Program } from '../../run/program/program.ts';
import { wallNeedsOf } from '../../run/program/wall-needs.ts';
import { NO_LIMITS } from '../../run/state/run-state.ts';
import { startRun, type StartRequest } from '../../run/start/start-run.ts';
import { chooseAgent, type AgentChoice, type AgentFlags } from '../flags/agent-choice.ts';
import { watched } from '../progress/changed-sources.ts';
import { readClaims } from '../flags/claims-flag.ts';
import { concurrencyOf } from '../flags/concurrency.ts';
import { allowNotes } from '../running/allow-notes.ts';
import { effectsNotes } from '../running/effects-notes.ts';
import { withAcceptedWalls } from '../running/accept-walls.ts';
import { createHost } from '../running/create-host.ts';
import { aliasExamples } from '../flags/aliases.ts';
import { completeFields, readFieldFlags } from '../flags/field-flags.ts';
import { effectsHelp } from '../flags/effects-help.ts';
import { fieldHelp } from '../flags/field-help.ts';
import type { SchemaOf } from '../flags/flag-field.ts';
import { formatCommand, toOneLine } from '../io/format.ts';
import { finishRun } from '../running/finish-run.ts';
import { beginGit } from '../git/begin-git.ts';
import { MAX_NEIGHBOURS } from '../git/find-neighbour.ts';
import { gitFlagOptions, type GitFlags } from '../git/git-wishes.ts';
import { askInputs } from '../ask/ask-inputs.ts';
import { peopleHere } from '../ask/people-here.ts';
import { confirmHere } from '../ask/person-here.ts';
import { refuseUnaskedPush } from '../ask/require-seen.ts';
import { createInterrupts } from '../running/interrupts.ts';
import { readLimits } from '../flags/limit-flags.ts';
import { loadProgram, type LoadedProgram } from '../io/load-program.ts';
import { findNotifier } from '../progress/notify.ts';
import type { Progress } from '../progress/progress.ts';
import type { ThrowAwayProject } from '../stories/throw-away-project.ts';
import { preparePlay, type Play } from './stories/prepare-play.ts';
import { passedNames } from '../flags/passed-names.ts';
import { channelFlagOf, flagNames, withRunFlags, type RunFlags } from '../flags/run-flags.ts';
import { claudeRecordOf } from '../settings/take-claude-settings.ts';
import { takeServersHere } from '../settings/take-servers.ts';
import { recordOf, takeSettingsHere } from '../settings/take-settings.ts';
import { completeStory, placeGoal } from '../flags/story.ts';
import { findGateKey } from '../signed/find-gate-key.ts';
import { terminalStyle } from '../io/terminal-style.ts';
import { findUnfinished } from '../running/unfinished.ts';
import { UsageError } from '../io/usage-error.ts';
import { WFMAP_VERSION } from '../io/version.ts';
import { wrapWords } from '../io/wrap-words.ts';

interface RunArguments extends RunFlags, GitFlags {
  readonly goal?: string | undefined;
  readonly seed?: string | undefined;
  readonly verbose: boolean;
  readonly 'gate-key'?: string | undefined;
  readonly 'serve-client'?: string | undefined;
  readonly 'serve-session'?: string | undefined;
  readonly _: readonly (string | number)[];
}

export const runCommand: CommandModule<object, RunArguments> = {
  command: 'run',
  describe: 'Start a run of a map',
  builder: (yargs: Argv) => {
    const asked = mapInHelp();
    // yargs would take the indentation from it.
    if (asked !== undefined) process.stdout.write(`${mapHelp(asked)}\n\n`);
    return (
      withRunFlags(yargs)
        .usage(usageOf(asked))
        .option('goal', {
          type: 'string',
          // Else a lone "-" would be a word of its own.
          nargs: 1,
          describe:
            'What to do: in place of a story file, or as the input "goal"; - reads it from standard input',
        })
        .options(gitFlagOptions)
        .option('gate-key', {
          type: 'string',
          nargs: 1,
          describe: 'The public key that checks signed answers (default: WFMAP_GATE_KEY, then your own key)',
        })
        // By `wfmap serve` and `wfmap acp`: which of its clients starts it.
        .option('serve-client', { type: 'string', nargs: 1, hidden: true })
        .option('serve-session', { type: 'string', nargs: 1, hidden: true })
        .option('seed', {
          type: 'string',
          describe:
            'With --agent scripted: make up a walk by this seed, also where the map has a story (default: 1)',
        })
        .option('verbose', {
          type: 'boolean',
          default: false,
          describe: 'Show every line of a story: a terminal shows fewer without it',
        })
        .example('wfmap run efficient --goal "Add a --version flag"', 'a shipped map, on a goal')
        .example('wfmap run efficient --storyId=STORY-1', 'on a story of this repository')
        .example('wfmap run my-map.json --agent scripted', 'play a map without a model')
        .example(aliasExamples('run'))
        .epilogue(epilogueOf(asked))
    );
  },
  handler: async (argv) => {
    process.exitCode = await runMap(argv);
  },
};

/** A run keeps the rules and variables of its start (`--allow`, `--env`) itself, so the line that resumes it has none of them. */
export async function runMap(argv: RunArguments, project?: ThrowAwayProject): Promise<number> {
  const [map, tokens] = mapAndTokens(argv._.map(String));
  const workFolder = process.cwd();
  const workRoot = findWorkRoot(workFolder);
  const loaded = loadProgram(map, workRoot, workFolder);
  const play = await preparePlay(
    argv,
    { mapPath: loaded.resolved.path, hasInputs: tokens.length > 0 },
    project,
  );
  try {
    const exitCode = await runLoaded(argv, { tokens, loaded, play, workFolder, workRoot });
    await play.end();
    return exitCode;
  } finally {
    play.dispose();
  }
}

interface Loaded extends Pick<Reading, 'loaded' | 'play' | 'workRoot'> {
  readonly tokens: readonly string[];
  readonly workFolder: string;
}

async function runLoaded(argv: RunArguments, given: Loaded): Promise<number> {
  const { tokens, loaded, play, workFolder, workRoot } = given;
  const { program } = loaded;
  const schemaOf: SchemaOf = (source) => program.schemas.get(source);
  const found = readConfig(workFolder);
  const bounds = boundsOf(argv, found);
  const { allow: allowed = [] } = argv;
  const { seed, agent, progress, found: script, staged } = play;
  const reading = { loaded, schemaOf, config: found, workRoot, play };
  const { values, notice } = await readInputs(tokens, argv, reading);
  const passed = passedNames(argv.env, found.environment);
  const choice = await chooseHere(argv, program, { agent, found: script, staged, seed, passed, workFolder });
  const begun = { program, seed, gate: gateOf(argv, program, choice.agent, workRoot) };
  const { runs } = findNewestRuns(nodeFileSystem, workRoot, MAX_NEIGHBOURS);
  play.begin();
  reportBeforeStart(loaded, { progress, notice, runs, values, agent: choice.agent.kind, allowed });
  const { config, ...served } = await takeHere(choice, found, { workRoot, program, allowed, argv, progress });
  const here = { argv, config, program, values, workRoot, runs, progress };
  const { git, walled } = await beginHere(served.choice, here);
  const interrupts = createInterrupts(progress.say, progress.isAtWork);
  const host = {
    ...walled,
    ...(script?.branch === undefined ? {} : { branch: script.branch }),
    ...watched(progress, program, workRoot),
    ...interrupts,
    ...peopleHere(argv, progress, { schemaOf, scripted: choice.asker }),
    allowedTools: allowed,
    waitsForLimits: argv.wait,
    ...bounds.concurrency,
  };
  const notifier = findNotifier(argv.notify, config, { workFolder, workRoot });
  let directory: RunDirectory | undefined;
  try {
    const state = await startRun(host, {
      ...begun,
      texts: [...loaded.texts, ...served.texts],
      mapPath: loaded.resolved.path,
      fields: values,
      ...bounds.asked,
      wfmapVersion: WFMAP_VERSION,
      startedBy: clientOf(argv),
      project: play.projectOf(readInsight(workRoot, config.checks).insight),
      settings: { ...recordOf({ ...found, environment: passed }), ...served.record },
      prepare: git.prepare,
      onDirectory: (made) => {
        directory = made;
        progress.say(`Run ${made.name}: ${program.source.path}, kept in ${made.path}`);
      },
    });
    const asked = { ...argv, agent, allow: [], env: [] };
    return await finishRun({ progress, notifier, ...host }, asked, { state, directory });
  } catch (thrown) {
    git.reportLeft();
    throw thrown;
  } finally {
    progress.close();
    interrupts.dispose();
  }
}

/** The client of `wfmap serve` or `wfmap acp` that the run is started for. */
function clientOf({
  'serve-client': client = '',
  'serve-session': session,
}: RunArguments): StartRequest['startedBy'] {
  if (client === '') return undefined;
  return { client: client.slice(0, MAX_CLIENT), ...(session === undefined ? {} : { session }) };
}

/** What bounds a run, by its flags and settings. Errors: throws UsageError. */
function boundsOf(argv: RunArguments, found: ProjectConfig) {
  return {
    asked: { limits: readLimits(argv, NO_LIMITS), claims: readClaims(argv.claims) },
    concurrency: concurrencyOf(argv.concurrency, found),
  };
}

function chooseHere(
  argv: RunArguments,
  program: Program,
  more: Omit<AgentFlags, 'claude' | 'choose'>,
): Promise<AgentChoice> {
  refuseUnaskedPush(argv, program);
  return chooseAgent({ ...more, claude: argv.claude, choose: channelFlagOf(argv) }, program);
}

interface Beginning extends Pick<Before, 'progress' | 'runs' | 'values'> {
  readonly argv: RunArguments;
  readonly config: ProjectConfig;
  readonly program: Program;
  readonly workRoot: string;
}

/** Looks at the repository and at the walls: nothing is changed yet, and all that can be refused is refused. */
async function beginHere(
  choice: AgentChoice,
  { argv, config, program, values, workRoot, runs, progress }: Beginning,
) {
  const asking = { say: progress.say, confirm: confirmHere(argv, progress) };
  const needs = gitNeedsOf(program, values);
  const { keepsBranch } = program.map;
  const repository = { workRoot, flags: argv, config, runs, needs, keepsBranch };
  const git = await beginGit(choice.agent, { ...repository, ...asking });
  const { secrets, compared } = config;
  const host = createHost(choice, { workRoot, secrets, compared, wall: argv.wall, say: progress.say });
  const check = { needs: wallNeedsOf(program, values), isWanted: argv.wall, before: undefined, ...asking };
  return { git, walled: await withAcceptedWalls(host, check) };
}

/** Which settings and MCP servers the run uses. */
async function takeHere(
  choice: AgentChoice,
  found: ProjectConfig,
  request: Parameters<typeof takeServersHere>[2],
) {
  const { config } = await takeSettingsHere(found, { ...request, recorded: undefined });
  const { record, ...served } = await takeServersHere(choice, found, request);
  return { config, ...served, record: { ...record, ...claudeRecordOf(choice) } };
}

interface Reading {
  readonly loaded: LoadedProgram;
  readonly schemaOf: SchemaOf;
  readonly config: ProjectConfig;
  readonly workRoot: string;
  readonly play: Play;
}

/** The inputs of the map, with its story. Shape: `notice` is what to report about the story. */
async function readInputs(
  tokens: readonly string[],
  argv: RunArguments,
  { loaded, schemaOf, config, workRoot, play }: Reading,
): Promise<{ readonly values: Readonly<Record<string, Value>>; readonly notice: string | undefined }> {
  const { fields } = loaded.program.map;
  const placed = placeGoal(tokens, argv.goal, fields);
  const given = readFieldFlags(placed.tokens, fields, flagNames(), { schemaOf });
  const read = { ...play.fieldsOf(fields), ...given };
  const asked = await askInputs({ values: read, goal: placed.goal }, { fields, flags: argv, schemaOf });
  const { goal } = asked;
  const canReadInput = !process.stdin.isTTY;
  const { values, notice } = completeStory(asked.values, { fields, goal, workRoot, config, canReadInput });
  return { values: completeFields(values, fields), notice };
}

/** The key is looked at only where something is to be signed. */
function gateOf(
  argv: RunArguments,
  program: Program,
  { kind }: Agent,
  workRoot: string,
): GateRecord | undefined {
  if (kind === 'scripted' || !asksForSignatures(program)) return undefined;
  const found = findGateKey(argv['gate-key'], workRoot);
  const gate = found && { key: found.digest, pem: found.pem };
  requireKey(program, { agent: kind, ...(gate === undefined ? {} : { gate }) });
  return gate;
}

function mapAndTokens([, map, ...tokens]: readonly string[]): [string, readonly string[]] {
  if (map !== undefined && !map.startsWith('-')) return [map, tokens];
  throw new UsageError('No map is named.', {
    help: 'Write wfmap run <map> …, as in: wfmap run efficient --storyId=STORY-1',
  });
}

interface Before {
  readonly progress: Progress;
  readonly notice: string | undefined;
  readonly runs: readonly RunEntry[];
  readonly values: Readonly<Record<string, Value>>;
  readonly agent: Agent['kind'];
  readonly allowed: readonly string[];
}

function reportBeforeStart({ resolved, program, warnings }: LoadedProgram, before: Before): void {
  const { progress, notice, agent } = before;
  if (resolved.shipped) progress.say(`Using the map that comes with wfmap: ${resolved.name}`);
  if (warnings > 0) {
    progress.say(`The map has warnings: ${formatCommand(['wfmap', 'validate', resolved.name])} shows them.`);
  }
  if (notice !== undefined) progress.say(toOneLine(notice, 400));
  // What a shipped map says nothing of is meant so; nobody has to write it.
  const silent = resolved.shipped ? [] : effectsNotes(program);
  const notes = agent === 'claude' ? [...silent, ...allowNotes(program, before.allowed)] : [];
  for (const note of notes) progress.say(note);
  const unfinished = findUnfinished(before.runs, { ...before, mapPath: program.source.path });
  if (unfinished !== undefined) {
    progress.say(
      `An unfinished run has the same inputs; to resume it instead: wfmap resume ${unfinished.name}`,
    );
  }
}

interface MapInHelp {
  /** As it was typed. */
  readonly name: string;
  readonly program: Program;
}

/** The map whose help is asked for: `run <map> --help`. */
function mapInHelp(): MapInHelp | undefined {
  const [command, name, ...rest] = process.argv.slice(2);
  const isAsked = rest.some((word) => word === '--help' || word === '-h');
  if (command !== 'run' || name === undefined || name.startsWith('-') || !isAsked) return undefined;
  const workFolder = process.cwd();
  return { name, program: loadProgram(name, findWorkRoot(workFolder), workFolder).program };
}

/** A map that is named comes first: what it is for, and its fields. */
function mapHelp({ name, program }: MapInHelp): string {
  const { description, fields } = program.map;
  const width = Math.min(terminalStyle(process.stderr).width, 110);
  const about = wrapWords(`${name}: ${printable(description)}`, width);
  return [...about, '', fieldHelp(fields)].join('\n');
}

function usageOf(asked: MapInHelp | undefined): string {
  const line = `wfmap run ${asked?.name ?? '<map>'} [--field=value …] [--set field=value …]`;
  return asked === undefined
    ? `${line}\n\nStarts a run of a map: a file, or a shipped map such as "efficient".`
    : line;
}

function epilogueOf(asked: MapInHelp | undefined): string {
  return asked === undefined
    ? 'wfmap run <map> --help lists the fields of that map, and what its tasks may change.'
    : effectsHelp(asked.program);
}
