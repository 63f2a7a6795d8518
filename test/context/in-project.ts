import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test as base } from 'vitest';
import { readOutline, type OutlineRequest } from '../../src/context/read-outline.ts';
import type { Outline } from '../../src/context/project/outline.ts';

/** A folder with files in it, and a way to outline it. */
export interface ContextProject {
  readonly root: string;
  readonly put: (path: string, text: string | Uint8Array) => void;
  readonly outline: (more?: Partial<OutlineRequest>) => Promise<Outline>;
}

/** A test with such a folder, which is removed after it. */
export const test = base.extend<{ readonly project: ContextProject }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest asks for the form
  project: async ({}, use) => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-context-')));
    const root = join(home, 'project');
    mkdirSync(root);
    await use({
      root,
      put: (path, text) => {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      },
      outline: (more = {}) =>
        readOutline({
          root,
          excludes: [],
          checks: {},
          depth: 4,
          focus: { files: [], words: [] },
          cache: undefined,
          health: undefined,
          ...more,
        }),
    });
    rmSync(home, { recursive: true });
  },
});
