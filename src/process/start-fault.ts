import { statSync } from 'node:fs';
import { systemCodeOf, toError } from '../util/error.ts';
import { WallError } from '../wall/wall-error.ts';

/** Why a program did not start. `retryable`: the machine was short of something. */
export interface StartFault {
  readonly kind:
    | 'program-missing'
    | 'program-refused'
    | 'words-refused'
    | 'folder-missing'
    | 'machine-short'
    | 'wall-refused';
  readonly message: string;
  /** What the user can do about it. */
  readonly help: string;
  readonly retryable: boolean;
}

const SHORT = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY']);

/** Tells what an error of `spawn` means. A missing program and a missing working folder are both ENOENT there. */
export function startFaultOf(thrown: unknown, command: string, folder: string): StartFault {
  const code = systemCodeOf(thrown) ?? '';
  if (!isFolder(folder)) {
    const message = `The working folder "${folder}" does not exist.`;
    return {
      kind: 'folder-missing',
      message,
      help: 'Make the folder, or work in another.',
      retryable: false,
    };
  }
  if (thrown instanceof WallError) {
    const { message, retryable, help = '' } = thrown;
    return { kind: 'wall-refused', message, help, retryable };
  }
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const message = `The program "${command}" does not exist, or the interpreter that it names does not.`;
    const help = 'Install it or write its path: a bare name is looked for in the folders of PATH.';
    return { kind: 'program-missing', message, help, retryable: false };
  }
  const message = `The program "${command}" could not be started: ${toError(thrown).message.replace(/\.$/, '')}.`;
  if (SHORT.has(code)) {
    const help = 'Check the limits of this machine on processes, open files and memory.';
    return { kind: 'machine-short', message, help, retryable: true };
  }
  if (code === 'E2BIG') {
    const help = 'Put large values into a file and name that.';
    return { kind: 'words-refused', message, help, retryable: false };
  }
  if (code === 'ERR_INVALID_ARG_VALUE') {
    const help =
      'No program takes a NUL character in an argument, a variable or its name, nor an empty name.';
    return { kind: 'words-refused', message, help, retryable: false };
  }
  const help = 'See that the file is a program and may be run: chmod +x gives the permission.';
  return { kind: 'program-refused', message, help, retryable: false };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
