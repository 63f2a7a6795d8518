import { relative, resolve } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { findMaps } from '../../project/find-maps.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { readOpenText, readText } from '../../project/read-text.ts';
import { resolveMap } from '../../project/resolve-map.ts';
import { WfmapError } from '../../util/error.ts';
import { EXIT } from '../exit-code.ts';
import { UsageError } from '../usage-error.ts';
import { checkFile, fixFile } from './check-file.ts';
import { helpText } from './help-text.ts';
import { printDiagnostics } from './print-diagnostics.ts';
import { readOptions, type ValidateRequest } from './read-options.ts';

const MAX_MAP_BYTES = 16 * 1_048_576;
const STDIN = 0;

/**
 * Runs `wfmap validate` with the arguments after that word.
 *
 * Shape: the exit code: 0 when nothing is at or above the threshold, 1 for findings, 2 for wrong usage or a file
 * that cannot be read (the others are checked all the same). The result goes to stdout, all else to stderr.
 * Errors: none thrown but for faults of wfmap itself.
 */
export function validateCommand(argv: readonly string[]): number {
  try {
    const request = readOptions(argv);
    if (!request.help) return run(request, process.cwd());
    process.stdout.write(helpText());
    return EXIT.done;
  } catch (thrown) {
    tell(thrown);
    return EXIT.usage;
  }
}

function run(request: ValidateRequest, workFolder: string): number {
  const found: Diagnostic[] = [];
  let files = 0;
  let unreadable = 0;
  for (const file of request.files.length > 0 ? request.files : allMaps(workFolder)) {
    try {
      found.push(...validateOne(file, request, workFolder));
      files += 1;
    } catch (thrown) {
      tell(thrown);
      unreadable += 1;
    }
  }
  const diagnostics = once(found);
  if (files > 0 || request.format === 'json') printDiagnostics(diagnostics, files, request);
  if (unreadable > 0) return EXIT.usage;
  const warnings = diagnostics.filter((each) => each.severity === 'warning').length;
  const hasError = diagnostics.some((each) => each.severity === 'error');
  return hasError || warnings > request.maxWarnings ? EXIT.failed : EXIT.done;
}

function validateOne(file: string, request: ValidateRequest, workFolder: string): readonly Diagnostic[] {
  if (file === '-') {
    const name = request.stdinFilename ?? '<stdin>';
    const text = readOpenText(STDIN, name, MAX_MAP_BYTES);
    const path = resolve(workFolder, request.stdinFilename ?? 'stdin.json');
    return checkFile({ path, source: { name: name.replaceAll('\\', '/'), text } }, workFolder);
  }
  const { path, name, shipped } = resolveMap(file, workFolder);
  if (shipped) process.stderr.write(`"${file}" is the shipped map ${name}.\n`);
  const map = { path, source: { name, text: readText(path, MAX_MAP_BYTES) } };
  // What comes with wfmap is not the user's to change.
  if (!request.fix || shipped) return checkFile(map, workFolder);
  const { fixed, left } = fixFile(map, workFolder);
  if (fixed) process.stderr.write(`Fixed ${name}.\n`);
  return left;
}

function allMaps(workFolder: string): readonly string[] {
  const root = findWorkRoot(workFolder);
  const maps = findMaps(root);
  if (maps.length > 0)
    return maps.map((map) => relative(workFolder, resolve(root, map)).replaceAll('\\', '/'));
  throw new UsageError('There are no maps in this project.', {
    help: 'Maps are looked for as workflows/*.json and .sdlc/workflows/**/*-map.json. Name a file to check it.',
  });
}

/** Says what went wrong with the command or a file. A fault of wfmap itself is no such thing and goes on up. */
function tell(thrown: unknown): void {
  if (!(thrown instanceof WfmapError)) throw thrown;
  process.stderr.write(`wfmap: ${thrown.message}\n`);
  if (thrown.help !== undefined) process.stderr.write(`  ${thrown.help}\n`);
}

/** Maps that share a template share what is wrong with it. */
function once(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const told = new Map<string, Diagnostic>();
  for (const each of diagnostics) {
    const { source, start, end } = each.span;
    const key = JSON.stringify([source.name, start, end, each.code, each.message]);
    if (!told.has(key)) told.set(key, each);
  }
  return [...told.values()];
}
