import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nameOfWish } from '../../../src/cli/new/name-of-wish.ts';

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'wfmap-name-'));
  mkdirSync(join(root, 'workflows'));
  mkdirSync(join(root, 'prompts/ship-it'), { recursive: true });
  writeFileSync(join(root, 'workflows/tidy-up.json'), '');
  writeFileSync(join(root, 'workflows/tidy-up-2.wfmap'), '');
});
afterAll(() => rmSync(root, { recursive: true }));

describe('the name of a map from a wish', () => {
  test.each([
    ['nightly dependency update, ask me, roll back', 'nightly-dependency-update'],
    ['  Ship it to the shop tonight and then rest', 'ship-it-to-the'],
    ['Répare: tout', 'repare'],
    ['… , Build (it)', 'build-it'],
    ['毎晩更新する', 'my-map'],
    ['', 'my-map'],
    ['x'.repeat(100), 'x'.repeat(40)],
    ['plan', 'plan-2'],
    ['Agents', 'agents-2'],
    ['tidy up', 'tidy-up-3'],
    ['ship it', 'ship-it-2'],
  ])('is that of the first words that is free: %j is %s', (wish, name) => {
    expect(nameOfWish('', wish, root)).toBe(name);
  });

  test('is the one that is given, where no map has it', () => {
    expect(nameOfWish('Mine', 'tidy up', root)).toBe('Mine');
    expect(() => nameOfWish('tidy-up', 'x', root)).toThrow('There is a map "tidy-up" already.');
    expect(() => nameOfWish('plan', 'x', root)).toThrow('"plan" is a shipped map.');
  });
});
