import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { delimiter } from 'node:path';

export const ROOT = `${import.meta.dirname}/..`;
export const PROGRAM = `${ROOT}/dist/main.js`;

export interface ProcessOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly folder?: string;
  /** What may come out; another exit code means that something else was measured. */
  readonly codes?: readonly number[];
}

/** Runs node with arguments, output to a pipe, and waits for it. Units: ms. Errors: throws on another exit code. */
export function runNode(args: readonly string[], options: ProcessOptions = {}): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: options.folder ?? ROOT,
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const ms = performance.now() - start;
  if (!(options.codes ?? [0]).includes(status ?? -1)) {
    throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  }
  return ms;
}

/** A process under way. Shape: `said` gives all of its output so far. */
export interface Started {
  readonly child: ChildProcess;
  readonly said: () => string;
}

/** Starts node with arguments in a folder, with programs of `bin` found first. */
export function startNode(
  args: readonly string[],
  folder: string,
  { bin, ...environment }: Readonly<Record<string, string>> & { readonly bin: string },
): Started {
  const PATH = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...environment, PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  return { child, said: () => said };
}

/** A bare `node`: what no program in JavaScript can be faster than. */
export function runNothing(): number {
  return runNode(['-e', '0']);
}

/** Prints the peak of a process on the last line of its standard error. */
const PRINT_PEAK = `process.on("exit", () => process.getBuiltinModule("node:fs").writeSync(2, "\\n" + process.resourceUsage().maxRSS))`;

/** The most resident memory that a process has had. Units: MiB. */
export function peakOf(args: readonly string[], folder: string, codes: readonly number[] = [0]): number {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(PRINT_PEAK)}`, ...args],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, XDG_CACHE_HOME: '/dev/null' }, maxBuffer: 1e9 },
  );
  if (!codes.includes(status ?? -1)) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return Number(stderr.slice(stderr.lastIndexOf('\n') + 1)) / 1024;
}
