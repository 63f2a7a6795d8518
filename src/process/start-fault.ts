import { statSync } from 'node:fs';
import { systemCodeOf, toError } from '../util/error.ts';

/** Why a program did not start. `retryable`: the machine was short of something. */
export interface StartFault {
  readonly kind: 'program-missing' | 'program-refused' | 'folder-missing' | 'machine-short';
  readonly message: string;
  readonly retryable: boolean;
}

const SHORT = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY']);

/** Tells what an error of `spawn` means. A missing program and a missing working folder are both ENOENT there. */
export function startFaultOf(thrown: unknown, command: string, folder: string): StartFault {
  const code = systemCodeOf(thrown) ?? '';
  if (!isFolder(folder)) {
    const message = `The working folder "${folder}" does not exist.`;
    return { kind: 'folder-missing', message, retryable: false };
  }
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const message = `The program "${command}" does not exist, or the interpreter that it names does not.`;
    return { kind: 'program-missing', message, retryable: false };
  }
  const message = `The program "${command}" could not be started: ${toError(thrown).message}.`;
  if (SHORT.has(code)) return { kind: 'machine-short', message, retryable: true };
  return { kind: 'program-refused', message, retryable: false };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
