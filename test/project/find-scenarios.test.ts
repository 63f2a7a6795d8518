import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findScenarios } from '../../src/project/find-scenarios.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wfmap-scenarios-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('scenarios are found in all folders but those of others, sorted, and no circle is walked', () => {
  const own = ['a.scenario.yaml', 'b/x/c.scenario.yml', '.sdlc/workflows/d.scenario.yaml'];
  const others = [
    'node_modules/a/e.scenario.yaml',
    '.git/f.scenario.yaml',
    '.wfmap/g.scenario.yaml',
    'h.yaml',
  ];
  for (const path of [...own, ...others]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
  symlinkSync(folder, join(folder, 'b/circle'));
  expect(findScenarios(folder)).toEqual(own.toSorted());
  expect(() => findScenarios(join(folder, 'nothing'))).toThrow('cannot be listed');
});
