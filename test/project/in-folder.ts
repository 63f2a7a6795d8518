import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { ProjectError } from '../../src/project/project-error.ts';

/** A folder for each test of a file, without links on the way to it. */
export function inFolder() {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(realpathSync(tmpdir()), 'wfmap-project-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const at = (path: string): string => join(folder, path);
  return {
    at,
    root: (): string => folder,
    put: (path: string, text: string | Uint8Array = ''): string => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
      return at(path);
    },
    /** A fault that must come, without the name of the folder. */
    reported: (work: () => unknown): string => {
      const { code, message, help } = projectFaultOf(work);
      const text = `${code}: ${message}${help === undefined ? '' : `\n  help: ${help}`}`;
      return text.replaceAll(folder, '<folder>');
    },
  };
}

export function projectFaultOf(work: () => unknown): ProjectError {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof ProjectError) return thrown;
    throw thrown;
  }
  throw new Error('Nothing was thrown.');
}
