import type { Argv, CommandModule } from 'yargs';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { runsAround } from '../../process/runs-around.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import type { AcpProject } from '../../serve/acp/acp-session.ts';
import { UsageError } from '../io/usage-error.ts';
import { WFMAP_VERSION } from '../io/version.ts';

interface AcpArguments {
  readonly agent?: 'claude' | 'scripted' | undefined;
  readonly 'max-cost'?: string | undefined;
}

export const acpCommand: CommandModule<object, AcpArguments> = {
  command: 'acp',
  describe: 'Serve an editor: maps as agents, over the Agent Client Protocol',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap acp\n\nServes an editor over standard input and output, by the Agent Client Protocol (Zed, Neovim, JetBrains). A conversation is a ' +
          'run: /<map> starts one, questions are put to you in the editor, and cancelling stops it so that it can be resumed.',
      )
      .option('agent', {
        type: 'string',
        nargs: 1,
        choices: ['claude', 'scripted'] as const,
        describe: 'Who does the work (default: claude)',
      })
      .option('max-cost', { type: 'string', nargs: 1, describe: 'What a run may cost, US dollars' })
      .example('wfmap acp', 'started by the editor'),
  handler: serve,
};

async function serve(argv: AcpArguments): Promise<void> {
  const [
    { serveAcp },
    { RunEvents },
    { createControl },
    { acpTranslation },
    { offeredMaps },
    { tasksOfRun },
    { readDiffs },
    { createMapServer },
  ] = await Promise.all([
    import('../../serve/acp/acp-server.ts'),
    import('../../serve/events/run-events.ts'),
    import('../../serve/control/create-control.ts'),
    import('../../serve/acp/acp-event.ts'),
    import('../acp/offered-maps.ts'),
    import('../acp/tasks-of-run.ts'),
    import('../acp/read-diffs.ts'),
    import('../../serve/create-map-server.ts'),
  ]);
  const projects = new Map<string, AcpProject>();
  const servers: { readonly close: () => void }[] = [];
  const open = (workRoot: string): AcpProject => {
    const tasks = new Map<string, readonly string[]>();
    const translate = acpTranslation({
      workRoot,
      tasksOf: ({ entry }) => {
        const known = tasks.get(entry.folder) ?? tasksOfRun(entry);
        tasks.set(entry.folder, known);
        return known;
      },
    });
    const events = new RunEvents({ fs: nodeFileSystem, workRoot, translate, withCursor: (event) => event });
    const program = [process.execPath, process.argv[1] ?? ''] as const;
    const control = createControl({ events, workFolder: workRoot, program, environment: process.env });
    const diffsOf = (paths: readonly string[]) => readDiffs(workRoot, paths);
    const maps = lazily(() => {
      const options = {
        fs: nodeFileSystem,
        workRoot,
        workFolder: workRoot,
        program,
        environment: process.env,
      };
      const made = createMapServer({ ...options, version: WFMAP_VERSION, isReadOnly: false }, undefined);
      servers.push(made);
      return made.server;
    });
    const openMap: AcpProject['openMap'] = (client) => maps().open(client);
    return { workRoot, events, control, diffsOf, openMap, maps: offeredMaps(workRoot) };
  };
  try {
    await serveAcp(
      {
        version: WFMAP_VERSION,
        agent: argv.agent,
        maxCostUsd: costOf(argv['max-cost']),
        within: () => runsAround(),
        projectOf: (folder) => {
          const workRoot = findWorkRoot(folder);
          const project = projects.get(workRoot) ?? open(workRoot);
          projects.set(workRoot, project);
          return project;
        },
      },
      { input: process.stdin, output: process.stdout },
    );
  } finally {
    for (const { close } of servers) close();
    for (const { events } of projects.values()) events.close();
  }
}

/** What is made when it is first asked for. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function costOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const cost = Number(written);
  if (Number.isFinite(cost) && cost > 0) return cost;
  throw new UsageError(`"${written}" is not a cost for --max-cost.`, {
    help: 'It takes a number above 0, US dollars.',
  });
}
