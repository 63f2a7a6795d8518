import type { Argv, CommandModule } from 'yargs';
import { nodeFileSystem } from '../../../journal/node-file-system.ts';
import { resolveShipped } from '../../../project/resolve-map.ts';
import { confirmHere } from '../../ask/person-here.ts';
import { formatCommand } from '../../io/format.ts';
import { readPageFiles } from '../../io/page-files.ts';
import { UsageError } from '../../io/usage-error.ts';
import { WFMAP_VERSION } from '../../io/version.ts';
import { writeErr } from '../../io/write-out.ts';
import { findScript } from '../../stories/find-script.ts';
import { makeThrowAway, type ThrowAwayProject } from '../../stories/throw-away-project.ts';
import { runMap } from '../run-command.ts';

interface DemoArguments {
  readonly page: boolean;
  readonly keep: boolean;
  readonly verbose: boolean;
  readonly input: boolean;
}

/** The map whose story is shown. */
const SHOWN = 'fast';

export const demoCommand: CommandModule<object, DemoArguments> = {
  command: 'demo',
  describe: 'Watch a run in half a minute: a story, in a throw-away project, without a model',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        `wfmap demo\n\nPlays the story of the map "${SHOWN}": a plan, edits, a review that sends one of them back, tests and a commit. ` +
          'It was written for the demonstration: no model works, and nothing is paid for. The edits are real, in a project in a temporary folder that is ' +
          'removed at the end; no file of yours is read or changed.',
      )
      .option('page', {
        type: 'boolean',
        default: false,
        describe: 'Print a link to a page that shows the run in your browser, too, until Ctrl-C',
      })
      .option('keep', {
        type: 'boolean',
        default: false,
        describe: 'Leave the project where it is, and say where',
      })
      .option('verbose', {
        type: 'boolean',
        default: false,
        describe: 'Show every line of the run',
      })
      .option('input', {
        type: 'boolean',
        default: true,
        describe: 'Ask on the terminal about the page; --no-input never does',
      }),
  handler: async (argv) => {
    process.exitCode = await showDemo(argv);
  },
};

async function showDemo(argv: DemoArguments): Promise<number> {
  const map = resolveShipped(SHOWN);
  const script = await findScript('scripted', { mapPath: map.path, wantsWalk: false });
  if (script?.files === undefined)
    throw new UsageError(`The story of the map "${SHOWN}" is not installed here.`);
  const showsPage = argv.page || (await isPageWanted(argv));
  const project = await makeThrowAway(script.files);
  const before = process.cwd();
  process.chdir(project.folder);
  try {
    const page = showsPage ? await openPage(project.folder) : undefined;
    const exitCode = await runMap({ ...PLAIN, ...argv, _: ['run', SHOWN] }, project);
    await page?.untilStopped();
    return exitCode;
  } finally {
    process.chdir(before);
    leave(project, argv.keep);
  }
}

/** The flags of `wfmap run` that nobody gives here. */
const PLAIN = {
  agent: 'scripted',
  wait: false,
  'accept-settings': false,
  json: false,
  wall: true,
  pr: false,
} as const;

/** Asked where a person can answer. */
async function isPageWanted({ input }: DemoArguments): Promise<boolean> {
  const terminal = { suspend: () => undefined, restore: () => undefined };
  const confirm = confirmHere({ input, json: false }, terminal);
  return (await confirm?.('Show the run on a page in your browser, too? (y/N) ')) === true;
}

interface OpenPage {
  /** Waits for Ctrl-C, then closes the page. */
  readonly untilStopped: () => Promise<void>;
}

/** Serves the runs of the project to a browser of this machine, read-only. */
async function openPage(workRoot: string): Promise<OpenPage> {
  const { serveRuns, createToken } = await import('../../../serve/serve-runs.ts');
  const { createPageMaps } = await import('../../maps/page-maps.ts');
  const host = '127.0.0.1';
  const place = { port: 0 };
  const link = (code: string): string => `http://${host}:${place.port}/#code=${code}`;
  const listening = await serveRuns(
    {
      fs: nodeFileSystem,
      workRoot,
      workFolder: workRoot,
      program: [process.execPath, process.argv[1] ?? ''],
      environment: process.env,
      version: WFMAP_VERSION,
      isReadOnly: true,
      openAcp: undefined,
    },
    {
      host,
      port: 0,
      token: createToken(),
      hosts: [],
      origins: [],
      maps: createPageMaps(workRoot, workRoot),
      pageFiles: readPageFiles(),
      onCode: (code) => writeErr(`Another link: ${link(code)}\n`),
    },
  );
  place.port = listening.port;
  writeErr(`The run, in a browser: ${link(listening.code)}\nThe link opens the page once.\n`);
  return {
    untilStopped: async () => {
      writeErr('The page stays until Ctrl-C.\n');
      await new Promise<void>((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
      });
      await listening.close();
    },
  };
}

function leave(project: ThrowAwayProject, isKept: boolean): void {
  if (!isKept) {
    project.dispose();
    writeErr('The throw-away project is removed. For a map of your own: wfmap new my-flow\n');
    return;
  }
  project.keep();
  writeErr(
    `The project is kept: ${project.folder}\nWhat was changed: ${formatCommand(['git', '-C', project.folder, 'log', '-p'])}\n`,
  );
}
