import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { taskLogOf } from '../views/task-log.ts';
import { readConfig } from '../../project/config.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { storedProgramOf } from '../../report/stored-program.ts';
import type { RunOnDisk, RunWithEvents } from '../../report/run-on-disk.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { createMask } from '../../run/host/mask.ts';
import { secretsOf } from '../../run/host/secrets.ts';
import { createCoverage } from '../../scenario/coverage.ts';
import { createNeutral, mapTexts, type NeutralFolder } from '../../scenario/record/neutral-texts.ts';
import { recordRun, type RecordedRun } from '../../scenario/record/record-run.ts';
import { scenarioText } from '../../scenario/record/scenario-text.ts';
import { loadProgram } from '../io/load-program.ts';
import { UsageError } from '../io/usage-error.ts';
import { testText } from '../test/test-file.ts';
import { readEdits } from '../../report/read-edits.ts';

/** A run as a file of scenarios, and how it plays. */
export interface RecordedFile {
  readonly recorded: RecordedRun;
  readonly text: string;
  /** What is otherwise in a play of it, lines; none where it plays to the same end with the same steps. */
  readonly differences: readonly string[];
}

/** Units: bytes. So many are read of a file of scenarios. */
const MAX_BYTES = 16 * 1_048_576;

/**
 * Records a run, and plays the record at once against the map as it is now. `file` is where it is to be kept, absolute.
 *
 * Errors: throws UsageError, JournalError, ProjectError.
 */
export async function recordHere(opened: RunWithEvents, file: string): Promise<RecordedFile> {
  const { run, view, events } = opened;
  if (view.sources === undefined) throw new UsageError(`The journal of ${run.name} has no start.`);
  const workFolder = process.cwd();
  const workRoot = findWorkRoot(workFolder);
  const executions = new Map(view.executions.map((each) => [each.number, each]));
  const raw = recordRun({
    events,
    program: storedProgramOf(nodeFileSystem, run, view.sources),
    editsOf: (number) => {
      const execution = executions.get(number);
      return execution && readEdits(dirname(taskLogOf(run, execution).log), execution);
    },
  });
  const recorded = hideIn(raw, opened, workRoot);
  const map = mapFrom(file, workRoot, view.sources.map.path);
  const head = { comment: commentOf(run.name, recorded), map, name: `as ${run.name} went`, files: {} };
  let found = { text: '', differences: [] as readonly string[] };
  for (const expectsResult of [true, false]) {
    const text = scenarioText(recorded, head, expectsResult);
    if (Buffer.byteLength(text) > MAX_BYTES) {
      throw new UsageError(`A record of ${run.name} is larger than a file of scenarios may be (16 MiB).`);
    }
    found = { text, differences: await differencesOf(text, file, workFolder) };
    if (found.differences.length === 0) break;
  }
  return { recorded, ...found };
}

/** Without secrets, and without folders of this machine. */
function hideIn(raw: RecordedRun, { view }: RunOnDisk, workRoot: string): RecordedRun {
  const mask = createMask(secretsOf(process.env, readConfig(workRoot).secrets));
  const { worktree } = view.started?.data.git ?? {};
  const places: readonly (string | null | undefined)[] = [
    workRoot,
    worktree,
    ...view.worktrees.map(({ path }) => join(workRoot, path)),
  ];
  const folders: readonly NeutralFolder[] = [
    ...places.flatMap((place): readonly NeutralFolder[] => (place ? [[resolve(workRoot, place), '']] : [])),
    [homedir(), '~'],
    [tmpdir(), '$TMPDIR'],
  ];
  const neutral = createNeutral(folders);
  // The shape stays: only texts are replaced, by texts.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return mapTexts(raw, (text) => neutral(mask.text(text))) as RecordedRun;
}

/** A map of the project is named from the folder of the file, a shipped one as it is. */
function mapFrom(file: string, workRoot: string, path: string): string {
  const own = resolve(workRoot, path);
  return existsSync(own) ? relative(dirname(file), own).replaceAll('\\', '/') : path;
}

function commentOf(run: string, { end, left }: RecordedRun): readonly string[] {
  return [`Recorded from ${run} by wfmap record. ${end}`, ...left].map((line) =>
    line.replaceAll(/\s+/g, ' '),
  );
}

async function differencesOf(text: string, file: string, workFolder: string): Promise<readonly string[]> {
  const session = {
    workFolder,
    filter: undefined,
    bail: false,
    coverage: createCoverage(),
    load: (map: string) => loadProgram(map, findWorkRoot(workFolder), workFolder),
    programs: new Map(),
    hasFailed: false,
  };
  const name = relative(workFolder, file).replaceAll('\\', '/');
  const { faults, scenarios } = await testText({ name, text }, file, session);
  return [...faults, ...scenarios.flatMap(({ failures }) => failures)].flat();
}
