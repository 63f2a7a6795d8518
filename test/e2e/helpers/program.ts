import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The built program: what users run. */
export const PROGRAM = join(ROOT, 'dist/main.js');

/** The program that stands in for `claude`. */
export const STAND_IN = join(ROOT, 'test/fixtures/bin/claude');

const built = statSync(PROGRAM, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path, at: statSync(path).mtimeMs }))
  .reduce((a, b) => (a.at > b.at ? a : b));

// These tests would otherwise pass or fail by a program that nobody has any more.
if (built < newest.at) {
  throw new Error(`dist/main.js is missing, or older than ${newest.path}: run "npm run build" first.`);
}
