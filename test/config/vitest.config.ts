import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { writeMapShape } from './map-shape.mjs';

// Of this state of the table of fields.
writeMapShape();

/** Tests that start processes are slower than the rest: `--project fast` leaves them out. */
const SLOW = [
  'test/browser/language.test.ts',
  'test/browser/smoke.test.ts',
  'test/attacks/**/*.test.ts',
  'test/e2e/**/*.test.ts',
  'test/process/**/*.test.ts',
  'test/wall/battery.test.ts',
  'test/wall/overlay.test.ts',
  'test/wall/raised-wall.test.ts',
  'test/context/files/git-agrees.test.ts',
  'test/git/**/*.test.ts',
  'test/cli/git/**/*.test.ts',
  'test/agent/claude/**/*.test.ts',
  'test/agent/shell/**/*.test.ts',
  'test/run/worktree*.test.ts',
  'test/properties/layers.test.ts',
  'test/conformance/command-line.test.ts',
  'test/lsp/served/*.test.ts',
];

/** Tests that load modules anew leave nothing behind only where they have a process of their own. */
const ALONE = globSync('test/**/*.test.ts').filter((path) =>
  /\bvi\.(?:resetModules|mock|doMock)\(/.test(readFileSync(path, 'utf8')),
);

/** All views of the page in a browser: `npm run test:page`. */
const VIEWS = ['test/browser/views/**/*.test.ts'];
const IS_PAGE = process.env['WFMAP_PAGE'] !== undefined;

/** What a test may take on a machine that does much else: a test that does not end is to fail, and a slow one is not. */
const MOST = { testTimeout: 600_000, hookTimeout: 600_000 };

/**
 * Every test file is a program that reads expressions. What is not a test of walls runs without one, and does the same on
 * every machine.
 */
const PLUGGED = { setupFiles: ['test/config/installed-once.ts'], env: { WFMAP_WALL: 'off' } };

export default defineConfig({
  test: {
    passWithNoTests: false,
    allowOnly: false,
    // Most of the slow tests wait for processes; one worker, the default of two cores, would wait with them.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [...SLOW, ...ALONE, ...VIEWS],
          ...MOST,
          ...PLUGGED,
        },
      },
      {
        test: { name: 'slow', include: [...SLOW, ...ALONE, ...(IS_PAGE ? VIEWS : [])], ...MOST, ...PLUGGED },
      },
    ],
  },
});
