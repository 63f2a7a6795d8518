import { join } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { findRun } from '../../journal/find-run.ts';
import { JOURNAL_FILE, type RunEntry } from '../../journal/find-runs.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { readJournal } from '../../journal/read-journal.ts';
import type { LimitsRecord, RunEventData } from '../../model/run-event.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { resumeRun } from '../../run/resume-run.ts';
import { chooseAgent } from '../agent-choice.ts';
import { watched } from '../changed-sources.ts';
import { createHost } from '../create-host.ts';
import { formatCount } from '../format.ts';
import { finishRun } from '../finish-run.ts';
import { createInterrupts } from '../interrupts.ts';
import { findNotifier } from '../notify.ts';
import { jsonProgress, plainProgress } from '../progress.ts';
import { readLimits } from '../limit-flags.ts';
import { channelFlagOf, withRunFlags, type RunFlags } from '../run-flags.ts';
import { programToResume } from '../resume-program.ts';
import { readTaskArgs } from '../task-args.ts';
import { UsageError } from '../usage-error.ts';
import { WFMAP_VERSION } from '../version.ts';

interface ResumeArguments extends RunFlags {
  readonly from?: string | undefined;
  readonly 'accept-changes': boolean;
  readonly 'as-started': boolean;
  readonly _: readonly (string | number)[];
}

export const resumeCommand: CommandModule<object, ResumeArguments> = {
  command: 'resume',
  describe: 'Go on with an unfinished run',
  builder: (yargs: Argv) =>
    withRunFlags(yargs)
      .usage(
        'wfmap resume [run] [--field=value …]\n\nGoes on with a run (default: the newest). Fields given here are ' +
          'one-time arguments of the task that it goes on with.',
      )
      .option('from', { type: 'string', describe: 'Restart at this task' })
      .option('accept-changes', {
        type: 'boolean',
        default: false,
        describe: 'Go on with the map and templates as they are now',
      })
      .option('as-started', {
        type: 'boolean',
        default: false,
        describe: 'Go on with the copies that the run keeps',
      })
      .example('wfmap resume', 'the newest run')
      .example('wfmap resume efficient/slip-003 --max-cost=+5', 'a run that reached its budget'),
  handler: async (argv) => {
    process.exitCode = await resume(argv);
  },
};

async function resume(argv: ResumeArguments): Promise<number> {
  if (argv['accept-changes'] && argv['as-started']) {
    throw new UsageError('--accept-changes and --as-started say opposite things.');
  }
  const [name, tokens] = nameAndTokens(argv._.map(String));
  const workFolder = process.cwd();
  const workRoot = findWorkRoot(workFolder);
  const slip = findRun(nodeFileSystem, { workRoot, workFolder }, name);
  const started = startOf(slip);
  const { program, changedTexts, events } = programToResume(slip, workRoot, {
    acceptChanges: argv['accept-changes'],
    asStarted: argv['as-started'],
  });
  const args = readTaskArgs(tokens, program, events, argv.from);
  const agentName = argv.agent === 'claude' && started.agent === 'scripted' ? 'scripted' : argv.agent;
  const choice = await chooseAgent(
    { agent: agentName, claude: argv.claude, choose: channelFlagOf(argv), seed: started.seed, workFolder },
    program.map.block,
  );
  const notifier = findNotifier(argv.notify, { workFolder, workRoot });
  const progress = argv.json ? jsonProgress(choice.agent.kind) : plainProgress(choice.agent.kind, events);
  const interrupts = createInterrupts(progress.say);
  const host = {
    ...createHost(choice, workRoot),
    ...watched(progress, program, workRoot),
    ...interrupts,
    allowedTools: [...started.allowedTools, ...(argv.allow ?? [])],
    waitsForLimits: argv.wait,
  };
  const began = performance.now();
  try {
    const state = await resumeRun(host, {
      slip,
      runId: started.run,
      program,
      changedTexts,
      args,
      from: argv.from,
      limits: (current) => raised(current, argv),
      wfmapVersion: WFMAP_VERSION,
      onOpened: ({ leftovers }) => {
        progress.say(`Resuming ${slip.name}: ${program.source.path}, kept in ${slip.path}`);
        if (agentName !== argv.agent) progress.say(SIMULATED_ON);
        if (leftovers > 0)
          progress.say(`Ended ${formatCount(leftovers, 'process')} that the last wfmap left behind.`);
      },
    });
    const tookMs = performance.now() - began;
    return await finishRun(
      { progress, notifier, ...host },
      { ...argv, agent: agentName },
      { state, slip, tookMs },
    );
  } finally {
    progress.close();
    interrupts.dispose();
  }
}

function raised(current: LimitsRecord, flags: ResumeArguments): LimitsRecord {
  const asked = readLimits(flags, current);
  return {
    steps: asked.steps ?? current.steps,
    costUsd: asked.costUsd ?? current.costUsd,
    tokens: asked.tokens ?? current.tokens,
    durationMs: asked.durationMs ?? current.durationMs,
  };
}

const SIMULATED_ON =
  'The run is a simulation and goes on as one: a seeded walk, or a scenario with --agent scripted:FILE.';

/** The run, where one is named, comes before all flags. */
function nameAndTokens([, first, ...rest]: readonly string[]): [string | undefined, readonly string[]] {
  if (first === undefined) return [undefined, []];
  return first.startsWith('--') ? [undefined, [first, ...rest]] : [first, rest];
}

function startOf(slip: RunEntry): RunEventData['run.started'] {
  if (slip.started !== undefined) return slip.started.data;
  // Reading it says what is wrong with it, and where.
  const first = readJournal(nodeFileSystem, join(slip.folder, JOURNAL_FILE)).events[0];
  if (first?.type !== 'run.started') throw new UsageError(`The journal of ${slip.name} has no start.`);
  return first.data;
}
