import { spawn } from 'node:child_process';
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemCodeOf, toError } from '../util/error.ts';

/** A program that goes on by itself. Units: bytes of `firstLine` and `errors`. */
export interface Apart {
  readonly pid: number | undefined;
  /** Null where a signal ended it, or it did not start. Errors: none. */
  readonly ended: Promise<{ readonly exitCode: number | null; readonly fault: string | undefined }>;
  /** The first line of its standard output; undefined until there is one. */
  readonly firstLine: () => string | undefined;
  /** The last of its standard error. */
  readonly errors: () => string;
  /** Gives the files back that its output goes to. It may still write there. */
  readonly release: () => void;
}

export interface ApartRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Units: bytes. A line of a journal may have 16 MiB; a longer one is of no use here. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const MAX_ERROR_BYTES = 16 * 1024;

/**
 * Starts a program that outlives us: in a session of its own, with files without a name for its output, so that no pipe
 * breaks when we are killed. Errors: throws the system's error where no file can be made.
 */
export function startApart({ command, args, folder, environment }: ApartRequest): Apart {
  const output = openNameless();
  const errors = openNameless();
  let isOpen = true;
  const child = spawn(command, args, {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', output, errors],
  });
  child.unref();
  const ended = new Promise<{ readonly exitCode: number | null; readonly fault: string | undefined }>(
    (resolve) => {
      child.once('error', (error) =>
        resolve({ exitCode: null, fault: systemCodeOf(error) ?? toError(error).message }),
      );
      child.once('exit', (exitCode) => resolve({ exitCode, fault: undefined }));
    },
  );
  return {
    pid: child.pid,
    ended,
    firstLine: () => {
      if (!isOpen) return undefined;
      const text = read(output, 0, MAX_LINE_BYTES);
      const end = text.indexOf('\n');
      return end < 0 ? undefined : text.slice(0, end);
    },
    errors: () => {
      if (!isOpen) return '';
      return read(errors, Math.max(0, fstatSync(errors).size - MAX_ERROR_BYTES), MAX_ERROR_BYTES);
    },
    release: () => {
      if (!isOpen) return;
      isOpen = false;
      closeSync(output);
      closeSync(errors);
    },
  };
}

function read(file: number, from: number, maxBytes: number): string {
  const bytes = Buffer.alloc(Math.min(maxBytes, Math.max(0, fstatSync(file).size - from)));
  return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, from));
}

function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), 'wfmap-apart-'));
  try {
    return openSync(join(folder, 'output'), 'ax+', 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
