import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findWayOut } from '../../src/util/find-way-out.ts';

const home = mkdtempSync(join(realpathSync(tmpdir()), 'wfmap-way-'));
afterAll(() => rmSync(home, { recursive: true }));

const root = join(home, 'project');
for (const folder of ['project/inner/deep', 'project/.sdlc', 'project-2', 'elsewhere/below']) {
  mkdirSync(join(home, folder), { recursive: true });
}
const links = {
  out: '../elsewhere',
  absolute: join(home, 'elsewhere'),
  beside: '../project-2',
  inside: 'inner',
  nothing: '../nowhere',
  ring: 'ring',
  'inner/up': '../..',
  '.sdlc/prompts': '../../elsewhere',
  '.sdlc/other': '../../elsewhere',
};
for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));

const wayOut = (path: string): string | undefined =>
  findWayOut(root, join(root, path), realpathSync.native)?.slice(root.length + 1);

describe('a link that leads out of a root is found', () => {
  test.for([
    ['out', 'out'],
    ['out/below', 'out'],
    ['out/not/there/yet', 'out'],
    ['absolute/x', 'absolute'],
    ['beside/x', 'beside'],
    ['inside/up', 'inside/up'],
    ['inner/up/elsewhere', 'inner/up'],
    ['.sdlc/other/x', '.sdlc/other'],
  ])('%s', ([path = '', way]) => {
    expect(wayOut(path)).toBe(way);
  });
});

describe('nothing leads out', () => {
  test.for([
    'inner/deep/x',
    'not/there/yet',
    'inside/deep',
    'nothing',
    'ring/x',
    '.sdlc/prompts/a.md',
    'inner/up/project/inner',
  ])('of %s', (path) => {
    expect(wayOut(path)).toBeUndefined();
  });

  test('of a path that is elsewhere by its name', () => {
    const path = join(home, 'elsewhere/x');
    expect(findWayOut(root, path, realpathSync.native)).toBeUndefined();
  });

  test('of any path where the root is that of the disk', () => {
    expect(findWayOut('/', join(root, 'out'), realpathSync.native)).toBeUndefined();
  });
});
