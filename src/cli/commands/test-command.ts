import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { findScenarios } from '../../project/find-scenarios.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { writeText } from '../../project/write-text.ts';
import { createCoverage } from '../../scenario/coverage.ts';
import { unlessRefused } from '../../util/unless-refused.ts';
import { EXIT } from '../io/exit-code.ts';
import { jsonText } from '../io/json-text.ts';
import { loadProgram } from '../io/load-program.ts';
import { jsonReport } from '../test/json-report.ts';
import { junitReport } from '../test/junit-report.ts';
import { reportLines } from '../test/report-lines.ts';
import { countOf, shortOf, type FileReport, type TestReport } from '../test/test-report.ts';
import { testFile, type TestSession } from '../test/test-file.ts';
import { UsageError } from '../io/usage-error.ts';
import { againOnChange } from '../watch/again-on-change.ts';
import { writeOut } from '../io/write-out.ts';

interface TestArguments {
  readonly files?: readonly string[] | undefined;
  readonly json: boolean;
  readonly bail: boolean;
  readonly watch: boolean;
  readonly junit?: string | undefined;
  readonly filter?: string | undefined;
  readonly coverage?: string | undefined;
}

export const testCommand: CommandModule<object, TestArguments> = {
  command: 'test [files..]',
  describe: 'Play scenarios of maps, without any agent',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap test [files…]\n\nPlays the scenarios of *.scenario.yaml files: those named, those in folders that are ' +
          'named, or all of the project. No agent and no command is started, and no time passes.',
      )
      .positional('files', { type: 'string', array: true, describe: 'Files of scenarios, or folders' })
      .option('coverage', {
        type: 'string',
        nargs: 1,
        describe: 'Fail where less of a map was played than this, in percent of its transitions',
      })
      .option('filter', { type: 'string', nargs: 1, describe: 'Only scenarios with this text in their name' })
      .option('bail', { type: 'boolean', default: false, describe: 'Stop at the first that fails' })
      .option('watch', {
        type: 'boolean',
        default: false,
        describe: 'Play again whenever a file changes that was looked at, until Ctrl-C',
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print JSON' })
      .option('junit', { type: 'string', nargs: 1, describe: 'Write JUnit XML to this file, too' })
      .example('wfmap test --coverage=100', 'all scenarios of the project, and every way of its maps'),
  handler: async (argv) => {
    const wanted = percentFrom(argv.coverage);
    const { files = [], watch } = argv;
    const work = (): Promise<number> => testMaps(argv, wanted);
    process.exitCode = await (watch ? againOnChange(work, () => filesFrom(files, process.cwd())) : work());
  },
};

async function testMaps(argv: TestArguments, wanted: number | undefined): Promise<number> {
  const began = performance.now();
  const workFolder = process.cwd();
  const session: TestSession = {
    workFolder,
    filter: argv.filter,
    bail: argv.bail,
    coverage: createCoverage(),
    load: (map) => loadProgram(map, findWorkRoot(workFolder), workFolder),
    programs: new Map(),
    hasFailed: false,
  };
  const files: FileReport[] = [];
  for (const file of filesFrom(argv.files ?? [], workFolder)) files.push(await testFile(file, session));
  const asked = files.filter(({ faults, scenarios }) => faults.length + scenarios.length > 0);
  if (asked.length === 0) throw new UsageError(`No scenario has "${argv.filter ?? ''}" in its name.`);
  const tookMs = performance.now() - began;
  const report: TestReport = { files: asked, coverage: session.coverage.maps(), wanted, tookMs };
  if (argv.junit !== undefined) writeText(resolve(workFolder, argv.junit), junitReport(report));
  if (argv.json) writeOut(`${jsonText(jsonReport(report), 'indented')}\n`);
  else writeOut(`${reportLines(report).join('\n')}\n`);
  return exitCodeOf(report);
}

function exitCodeOf(report: TestReport): number {
  if (report.files.some(({ faults }) => faults.length > 0)) return EXIT.usage;
  return countOf(report.files).failed > 0 || shortOf(report).length > 0 ? EXIT.failed : EXIT.done;
}

/** The files that are named, and those in folders that are; each once. */
function filesFrom(named: readonly string[], workFolder: string): readonly string[] {
  const files = named.flatMap((name) => {
    const isFolder = unlessRefused(() => statSync(resolve(workFolder, name)))?.isDirectory() === true;
    return isFolder ? findScenarios(resolve(workFolder, name)).map((path) => join(name, path)) : [name];
  });
  const root = findWorkRoot(workFolder);
  const all = named.length > 0 ? files : findScenarios(root).map((path) => join(root, path));
  if (all.length === 0) {
    throw new UsageError(`There is no scenario in ${named.length > 0 ? named.join(', ') : root}.`, {
      help: 'Write one into workflows/scenarios/<map>.scenario.yaml; grammar/scenario.schema.json says how.',
    });
  }
  const prefix = `${workFolder}/`;
  const shown = all.map((path) => path.replaceAll('\\', '/'));
  return [...new Set(shown.map((path) => (path.startsWith(prefix) ? path.slice(prefix.length) : path)))];
}

function percentFrom(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const percent = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (percent <= 100) return percent;
  throw new UsageError(`--coverage "${text}" is not a percentage.`, { help: 'Write --coverage=100' });
}
