import type { Argv, CommandModule } from 'yargs';
import { runsAround } from '../../process/runs-around.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
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
  const [{ serveAcp }, { openProject }] = await Promise.all([
    import('../../serve/acp/acp-server.ts'),
    import('../acp/open-project.ts'),
  ]);
  const projects = new Map<string, ReturnType<typeof openProject>>();
  try {
    await serveAcp(
      {
        version: WFMAP_VERSION,
        agent: argv.agent,
        maxCostUsd: costOf(argv['max-cost']),
        within: () => runsAround(),
        projectOf: (folder) => {
          const workRoot = findWorkRoot(folder);
          const opened = projects.get(workRoot) ?? openProject(workRoot, process.env);
          projects.set(workRoot, opened);
          return opened.project;
        },
      },
      { input: process.stdin, output: process.stdout },
    );
  } finally {
    for (const { close } of projects.values()) close();
  }
}

function costOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const cost = Number(written);
  if (Number.isFinite(cost) && cost > 0) return cost;
  throw new UsageError(`"${written}" is not a cost for --max-cost.`, {
    help: 'It takes a number above 0, US dollars.',
  });
}
