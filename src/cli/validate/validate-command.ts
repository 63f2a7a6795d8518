import { join, relative, resolve } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { readConfig } from '../../project/config.ts';
import { findMaps } from '../../project/find-maps.ts';
import { findRoles, roleAt, type RoleFile } from '../../project/find-roles.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { readOpenText, readText } from '../../project/read-text.ts';
import { resolveMap } from '../../project/resolve-map.ts';
import { templateReader } from '../../project/template-reader.ts';
import { cacheFolderOf } from '../../project/user-cache.ts';
import { WfmapError } from '../../util/error.ts';
import { BUILD_ID } from '../io/build-id.ts';
import { EXIT } from '../io/exit-code.ts';
import { UsageError } from '../io/usage-error.ts';
import { writeErr, writeOut } from '../io/write-out.ts';
import { readOptions, type ValidateRequest } from './read-options.ts';
import { createResultCache, type ResultCache } from './result-cache.ts';
import { summaryOf, type Counted } from './summary.ts';
import { templateReaders } from './template-readers.ts';
import { checkMap, validateMap } from './validate-map.ts';
import { validateProject, type Surroundings } from './validate-project.ts';

const MAX_MAP_BYTES = 16 * 1_048_576;
const MAX_ROLE_BYTES = 4 * 1_048_576;
const STDIN = 0;

/**
 * Runs `wfmap validate` with the arguments after that word.
 *
 * Shape: the exit code: 0 when nothing is at or above the threshold, 1 for findings, 2 for wrong usage or a file
 * that cannot be read (the others are checked all the same). The result goes to stdout, all else to stderr.
 * What only some maps need is loaded for those: a map that was checked before loads no parser.
 * Errors: none thrown but for faults of wfmap itself.
 */
export async function validateCommand(argv: readonly string[]): Promise<number> {
  try {
    const request = readOptions(argv);
    if (!request.help) return await (request.watch ? runAgain : runOnce)(request, process.cwd());
    const { helpText } = await import('./help-text.ts');
    writeOut(helpText());
    return EXIT.done;
  } catch (thrown) {
    report(thrown);
    return EXIT.usage;
  }
}

async function runOnce(request: ValidateRequest, workFolder: string): Promise<number> {
  readConfig(workFolder);
  return run(request, workFolder);
}

async function runAgain(request: ValidateRequest, workFolder: string): Promise<number> {
  const { againOnChange } = await import('../watch/again-on-change.ts');
  const listed = (): readonly string[] => (request.files.length > 0 ? [] : allFiles(workFolder));
  return againOnChange(() => runOnce(request, workFolder), listed);
}

/** Those whose readers expect a document, also where nothing could be checked. */
const WHOLE_FORMATS: ReadonlySet<ValidateRequest['format']> = new Set(['json', 'sarif']);

async function run(request: ValidateRequest, workFolder: string): Promise<number> {
  const around = {
    workFolder,
    cache: openCache(workFolder),
    readerOf: templateReaders(workFolder, !request.fix),
  };
  const found: Diagnostic[] = [];
  const counted = { maps: 0, roles: 0, claims: new Map<string, number>() };
  const { files, isRefused } = await filesOf(request, workFolder);
  // What that finds of each map need not be found again; but for maps that are written meanwhile.
  const isFirst = request.files.length === 0 && !request.fix;
  const ofProject = request.project && isFirst ? await validateProject(around) : undefined;
  const unreadable = await checkFiles(files, request, { ...around, found, counted });
  if (request.project) found.push(...(ofProject ?? (await validateProject(around))));
  const diagnostics = once(found);
  if (counted.maps + counted.roles > 0 || WHOLE_FORMATS.has(request.format))
    await print(diagnostics, counted, request);
  if (unreadable > 0) return EXIT.usage;
  if (isRefused) return EXIT.failed;
  return hasTooMuch(diagnostics, request) ? EXIT.failed : EXIT.done;
}

interface Checking extends Surroundings {
  readonly found: Diagnostic[];
  readonly counted: { maps: number; roles: number; readonly claims: Map<string, number> };
}

/** Checks each of the files. Shape: how many of them cannot be read. */
async function checkFiles(
  files: readonly string[],
  request: ValidateRequest,
  { found, counted, ...around }: Checking,
): Promise<number> {
  let unreadable = 0;
  for (const file of files) {
    try {
      const role = file === '-' ? undefined : roleAt(resolve(around.workFolder, file));
      const checked = await (role ? validateRole(role, around) : validateOne(file, request, around));
      found.push(...checked.diagnostics);
      if (checked.properties > 0) counted.claims.set(checked.name, checked.properties);
      counted[role ? 'roles' : 'maps'] += 1;
    } catch (thrown) {
      report(thrown);
      unreadable += 1;
    }
  }
  return unreadable;
}

function hasTooMuch(diagnostics: readonly Diagnostic[], { maxWarnings }: ValidateRequest): boolean {
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length;
  return warnings > maxWarnings || diagnostics.some(({ severity }) => severity === 'error');
}

/** What is to be checked; `isRefused` where what git is to commit shall not be, whatever is found in it. */
async function filesOf(
  request: ValidateRequest,
  workFolder: string,
): Promise<{ readonly files: readonly string[]; readonly isRefused: boolean }> {
  if (!request.staged) {
    return { files: request.files.length > 0 ? request.files : allFiles(workFolder), isRefused: false };
  }
  const { checkStaged } = await import('./check-staged.ts');
  const { roles, isRefused } = await checkStaged(workFolder, request.allowDeletions);
  return { files: request.files.length > 0 ? request.files : roles, isRefused };
}

/** What was found in a map or role. Shape: `properties` counts those that a map claims. */
interface CheckedOne {
  readonly name: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly properties: number;
}

async function validateOne(
  file: string,
  request: ValidateRequest,
  { workFolder, cache, readerOf }: Surroundings,
): Promise<CheckedOne> {
  if (file === '-') {
    const name = request.stdinFilename ?? '<stdin>';
    const text = readOpenText(STDIN, name, MAX_MAP_BYTES);
    const path = resolve(workFolder, request.stdinFilename ?? 'stdin.json');
    const map = { path, source: { name: name.replaceAll('\\', '/'), text } };
    // What somebody types is never the same again; the maps in it may be.
    return { ...(await checkMap(map, readerOf(path), cache)), name };
  }
  const { path, name, shipped } = resolveMap(file, workFolder);
  if (shipped) writeErr(`"${file}" is the shipped map ${name}.\n`);
  const map = { path, source: { name, text: readText(path, MAX_MAP_BYTES) } };
  const readTemplate = readerOf(path);
  // What comes with wfmap is not the user's to change.
  if (!request.fix || shipped) return { ...(await validateMap(map, readTemplate, cache)), name };
  const { checkFile } = await import('./check-file.ts');
  const { fixFile } = await import('./fix-file.ts');
  const root = request.files.length > 0 ? undefined : findWorkRoot(workFolder);
  const { fixed, left } = fixFile(map, (source) => checkFile({ path, source }, readTemplate)[0], root);
  if (fixed) writeErr(`Fixed ${name}.\n`);
  return { ...left, name };
}

/** Checks a role by itself: a map that names it may not be there yet, or be somebody else's. */
async function validateRole(
  { root, path, role }: RoleFile,
  { workFolder, cache }: Surroundings,
): Promise<CheckedOne> {
  // Where it is not there, that of wfmap would be found in its place.
  readText(join(root, path), MAX_ROLE_BYTES);
  const readTemplate = templateReader({ workRoot: root, mapRoot: root, nameFrom: workFolder });
  const lookup = readTemplate(path);
  if (lookup.kind !== 'found') return { name: path, diagnostics: [], properties: 0 };
  const known = cache?.find(lookup.source, readTemplate);
  if (known) return { ...known, name: path };
  const { checkRoleOf } = await import('./check-file.ts');
  const { lookups, ...found } = checkRoleOf(role, readTemplate);
  cache?.keep(lookup.source, lookups, { ...found, properties: 0 });
  return { ...found, name: path, properties: 0 };
}

function openCache(workFolder: string): ResultCache | undefined {
  const folder = cacheFolderOf(process.env);
  return BUILD_ID === undefined || folder === undefined
    ? undefined
    : createResultCache({ build: BUILD_ID, folder, workFolder });
}

async function print(
  diagnostics: readonly Diagnostic[],
  counted: Counted,
  request: ValidateRequest,
): Promise<void> {
  if (diagnostics.length === 0 && request.format === 'pretty') {
    writeOut(`${summaryOf(diagnostics, counted)}\n`);
    return;
  }
  const { renderDiagnostics } = await import('./render-diagnostics.ts');
  writeOut(renderDiagnostics(diagnostics, counted, request));
}

/** Every map of the project, and every role of it, whether a map names it or not. */
function allFiles(workFolder: string): readonly string[] {
  const root = findWorkRoot(workFolder);
  const files = [...findMaps(root), ...findRoles(root)];
  if (files.length > 0)
    return files.map((file) => relative(workFolder, resolve(root, file)).replaceAll('\\', '/'));
  throw new UsageError('There are no maps in this project.', {
    help: 'Maps are looked for as workflows/*.json and .sdlc/workflows/**/*-map.json, or .wfmap. Name a file to check it.',
  });
}

/** Says what went wrong with the command or a file. A fault of wfmap itself is no such thing and goes on up. */
function report(thrown: unknown): void {
  if (!(thrown instanceof WfmapError)) throw thrown;
  writeErr(`wfmap: ${thrown.message}\n`);
  if (thrown.help !== undefined) writeErr(`  ${thrown.help}\n`);
}

/** Maps that share a template share what is wrong with it. */
function once(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const reported = new Map<string, Diagnostic>();
  for (const each of diagnostics) {
    const { source, start, end } = each.span;
    const key = JSON.stringify([source.name, start, end, each.code, each.message]);
    if (!reported.has(key)) reported.set(key, each);
  }
  return [...reported.values()];
}
