import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { readText } from '../../project/read-text.ts';
import type { Coverage } from '../../scenario/coverage.ts';
import { placeProblems } from '../../scenario/place-problems.ts';
import type { PlayedProgram } from '../../scenario/play-scenario.ts';
import { problemLines, type Problem } from '../../scenario/problem.ts';
import { readScenarioFile } from '../../scenario/read-scenario-file.ts';
import type { Scenario, ScenarioFile } from '../../scenario/scenario-file.ts';
import { testScenario } from '../../scenario/test-scenario.ts';
import { positionAt, type Source } from '../../text/source.ts';
import { WfmapError } from '../../util/error.ts';
import type { FileReport, ScenarioReport } from './test-report.ts';

/** What holds for all files of one test. */
export interface TestSession {
  readonly workFolder: string;
  /** Scenarios whose name has this text in it, in any case; undefined for all. */
  readonly filter: string | undefined;
  /** Whether nothing is played after the first scenario that fails. */
  readonly bail: boolean;
  readonly coverage: Coverage;
  /** Reads a map by the argument that names it. Errors: throws WfmapError. */
  readonly load: (map: string) => PlayedProgram;
  /** Maps that were read, by their path. */
  readonly programs: Map<string, PlayedProgram>;
  hasFailed: boolean;
}

/** Units: bytes. */
const MAX_FILE_BYTES = 16 * 1_048_576;

/**
 * Plays the scenarios of one file, one after the other.
 *
 * Errors: none thrown but for faults of wfmap itself; what keeps the file from being used are its `faults`.
 */
export async function testFile(name: string, session: TestSession): Promise<FileReport> {
  const path = resolve(session.workFolder, name);
  return orFault(name, () => playAll({ name, text: readText(path, MAX_FILE_BYTES) }, path, session));
}

/** The same for a file that need not be there yet; `path` is where it would be, absolute. */
export async function testText(source: Source, path: string, session: TestSession): Promise<FileReport> {
  return orFault(source.name, () => playAll(source, path, session));
}

async function playAll(source: Source, path: string, session: TestSession): Promise<FileReport> {
  const { name } = source;
  const file = readScenarioFile(source);
  if ('problems' in file) return unusable(name, file.problems);
  const loaded = programOf(file, path, session);
  const problems = placeProblems(file, loaded.program);
  if (problems.length > 0) return unusable(name, problems);
  session.coverage.add(loaded.program);
  const scenarios: ScenarioReport[] = [];
  for (const each of file.scenarios.filter((one) => isAsked(one, session.filter))) {
    scenarios.push(await testOne(loaded, each, session));
  }
  return { file: name, faults: [], scenarios };
}

async function orFault(name: string, work: () => Promise<FileReport>): Promise<FileReport> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof WfmapError)) throw thrown;
    const help = thrown.help === undefined ? [] : [`  ${thrown.help}`];
    return { file: name, faults: [[`${name}: error: ${thrown.message}`, ...help]], scenarios: [] };
  }
}

async function testOne(
  loaded: PlayedProgram,
  scenario: Scenario,
  session: TestSession,
): Promise<ScenarioReport> {
  const { name, span, covers } = scenario;
  const { line } = positionAt(span.source, span.start);
  const about = { name, line, covers };
  if (session.bail && session.hasFailed) {
    return { ...about, status: 'skipped', failures: [], path: [], tookMs: 0 };
  }
  const began = performance.now();
  const { failures, taken, path } = await testScenario(loaded, scenario);
  const tookMs = performance.now() - began;
  session.coverage.take(taken);
  session.hasFailed ||= failures.length > 0;
  return { ...about, status: failures.length > 0 ? 'failed' : 'passed', failures, path, tookMs };
}

/** A map is read once, however many files play it. */
function programOf({ map }: ScenarioFile, path: string, session: TestSession): PlayedProgram {
  const folder = dirname(path);
  const own = resolve(folder, map);
  const isFile = existsSync(own);
  const known = session.programs.get(isFile ? own : map);
  if (known !== undefined) return known;
  const argument = isFile ? relative(session.workFolder, own).replaceAll('\\', '/') : map;
  const loaded = session.load(argument);
  session.programs.set(isFile ? own : map, loaded);
  return loaded;
}

function isAsked({ name }: Scenario, filter: string | undefined): boolean {
  return filter === undefined || name.toLowerCase().includes(filter.toLowerCase());
}

function unusable(file: string, problems: readonly Problem[]): FileReport {
  return { file, faults: problems.map(problemLines), scenarios: [] };
}
