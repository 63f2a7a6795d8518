import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PROGRAM } from './helpers/program.ts';

const GOOD = readFileSync(`${import.meta.dirname}/../fixtures/ok/smallest.json`, 'utf8');
const BAD = GOOD.replace('"target": "End"', '"target": "Edn"');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wfmap-validate-cache-'));
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, 'good.json'), GOOD);
  writeFileSync(join(folder, 'bad.json'), BAD);
  writeFileSync(join(folder, 'comma.json'), GOOD.replace('"type": "end" }', '"type": "end", }'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function validate(words: readonly string[], cache: string, input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, 'validate', ...words], {
    cwd: folder,
    input,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', XDG_CACHE_HOME: cache },
  });
  return { status, stdout, stderr };
}

test.each(['pretty', 'concise', 'json'])(
  '%s is the same without kept results, with new and with old ones',
  (format) => {
    for (const file of ['good.json', 'bad.json']) {
      const words = [file, '--format', format];
      const without = validate(words, '/dev/null');
      expect(validate(words, `${folder}/cache`)).toEqual(without);
      expect(readdirSync(`${folder}/cache/wfmap`)).not.toEqual([]);
      expect(validate(words, `${folder}/cache`)).toEqual(without);
    }
  },
);

test('standard input is the same, and is not kept', () => {
  const without = validate(['-'], '/dev/null', BAD);
  for (let n = 0; n < 2; n += 1) expect(validate(['-'], `${folder}/cache`, BAD)).toEqual(without);
  expect(readdirSync(folder)).not.toContain('cache');
});

test('a map whose faults are kept is fixed all the same', () => {
  const cache = `${folder}/cache`;
  expect(validate(['comma.json'], cache).status).toBe(1);
  expect(validate(['comma.json', '--fix'], cache)).toMatchObject({
    status: 0,
    stderr: 'Fixed comma.json.\n',
  });
  expect(validate(['comma.json'], cache).status).toBe(0);
});

test('a project is the same without kept results and with those of earlier states of it', () => {
  const cache = `${folder}/cache`;
  const calling = GOOD.replace(
    '"type": "claude", "prompt": "Do the work."',
    '"type": "workflow", "map": "workflows/b.json"',
  );
  mkdirSync(join(folder, 'workflows'));
  const states: readonly Readonly<Record<string, string>>[] = [
    { 'a.json': calling, 'b.json': GOOD, 'c.json': calling },
    { 'b.json': BAD },
    { 'b.json': GOOD, 'a.json': calling.replace('b.json', 'c.json') },
    { 'c.json': GOOD.replace('Do the work.', 'Do it.') },
  ];
  for (const state of states) {
    for (const [name, text] of Object.entries(state)) writeFileSync(join(folder, 'workflows', name), text);
    const without = validate([], '/dev/null');
    for (let n = 0; n < 2; n += 1) expect(validate([], cache)).toEqual(without);
  }
});
