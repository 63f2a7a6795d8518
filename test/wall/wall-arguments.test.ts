import { existsSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { bwrapArguments } from '../../src/wall/bwrap-arguments.ts';
import type { Confinement } from '../../src/wall/confinement.ts';
import { holdNames } from '../../src/wall/hold-names.ts';
import { probeWall } from '../../src/wall/probe-wall.ts';
import { createWall } from '../../src/wall/raise-wall.ts';
import { resolveConfinement } from '../../src/wall/resolve-confinement.ts';
import { createGround } from './confined.ts';

const ground = createGround();
afterAll(ground.remove);
const { at, confine, steady } = ground;
const COMMAND = {
  command: 'claude',
  args: ['--bind', '/', '/'],
  environment: { LD_PRELOAD: 'x.so', PATH: '/bin' },
};

/** A line for each option. */
function linesOf(words: readonly string[]): string {
  return steady(words.join(' ').replaceAll(/ (?=--)/g, '\n'));
}

const CASES: Readonly<Record<string, Partial<Confinement>>> = {
  nothing: { writable: [] },
  src: { writable: [at('repo/src')], frozen: [at('repo/src/deep/b.js')], hidden: [at('secret')] },
  all: { writable: 'all', frozen: [at('repo/test'), at('repo/config/link.json')] },
};

describe('the words of bwrap', () => {
  test.each(Object.keys(CASES))('for "%s" are those of its golden', async (name) => {
    const words = bwrapArguments(resolveConfinement(confine(CASES[name])), COMMAND);
    await expect(`${linesOf(words)}\n`).toMatchFileSnapshot(`../fixtures/wall/bwrap-${name}.txt`);
  });

  test('go from wide to narrow', () => {
    const words = bwrapArguments(resolveConfinement(confine(CASES['all'])), COMMAND);
    const depths = words
      .slice(0, words.indexOf('--'))
      .flatMap((word, at) =>
        /^--(?:ro-)?bind$/.test(word) ? [words[at + 2]?.split('/').filter(Boolean).length] : [],
      );
    expect(depths).toEqual(depths.toSorted((a = 0, b = 0) => a - b));
    expect(depths.length).toBeGreaterThan(5);
  });
});

test('the profile of sandbox-exec is that of its golden', async () => {
  const wall = createWall('sandbox-exec', '/usr/bin/sandbox-exec');
  const hidden = [at('secret')];
  const profiles = Object.entries({ ...CASES, all: { ...CASES['all'], hidden } }).map(([name, changes]) => {
    const { args, command } = wall.raise(confine(changes), COMMAND);
    expect([command, args[0], ...args.slice(2)]).toEqual([wall.program, '-p', 'claude', '--bind', '/', '/']);
    return `; ${name}\n${args[1]}\n`;
  });
  await expect(steady(profiles.join('\n'))).toMatchFileSnapshot('../fixtures/wall/sandbox-exec.txt');
});

test('what cannot be made for a frozen name leaves nothing behind', () => {
  const { frozen } = resolveConfinement(confine({ frozen: [at('repo/x/y')] }));
  const below = { path: at('repo/test/a/below'), missing: ['below'], isFolder: false, hardLinks: 1 };
  expect(() => holdNames([...frozen, below])).toThrow('ENOTDIR');
  expect(existsSync(at('repo/x'))).toBe(false);
});

test('the wall is chosen by WFMAP_WALL, and a word that names none is reported', () => {
  expect(probeWall({ WFMAP_WALL: 'off' })).toEqual({ wall: undefined, reason: 'WFMAP_WALL turns walls off' });
  const words = process.platform === 'linux' ? '"off", "bwrap", "landlock"' : '"off", "sandbox-exec"';
  expect(probeWall({ WFMAP_WALL: 'brick' })).toEqual({
    wall: undefined,
    reason: `WFMAP_WALL is "brick", and can be ${words} here`,
  });
  expect(probeWall({ WFMAP_WALL: 'off' })).toBe(probeWall({ WFMAP_WALL: 'off' }));
});
