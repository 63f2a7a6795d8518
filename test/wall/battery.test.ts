/**
 * The attacks, each behind each wall that holds here, and without one: what they changed is compared by looking.
 *
 * A wall that is not there is skipped, and its title says why; where `WFMAP_NEEDED_WALLS` names it that is a failure.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { startChild } from '../../src/process/start-child.ts';
import type { Confinement } from '../../src/wall/confinement.ts';
import { probeWall } from '../../src/wall/probe-wall.ts';
import type { Wall } from '../../src/wall/wall.ts';
import { ATTACKS, TARGETS, type Attack } from './attacks.ts';
import { createTrees, type AttackedTree, type Zone } from './attacked-tree.ts';
import { isNeededWall } from '../helpers/needed-walls.ts';

const trees = createTrees();
afterAll(trees.remove);

/** How many attacks are tried at a time. */
const LANES = 4;

type Kind = 'nothing' | 'src' | 'frozen';

const CONFINEMENTS: Readonly<
  Record<
    Kind,
    {
      readonly of: (root: string) => Pick<Confinement, 'writable' | 'frozen'>;
      readonly closed: (zone: Zone) => boolean;
    }
  >
> = {
  nothing: { of: () => ({ writable: [], frozen: [] }), closed: () => true },
  src: { of: (root) => ({ writable: [`${root}/repo/src`], frozen: [] }), closed: (zone) => zone !== 'src' },
  frozen: {
    of: (root) => ({
      writable: 'all',
      frozen: ['test', '.git', 'lib/kept.js', 'absent'].map((path) => `${root}/repo/${path}`),
    }),
    closed: (zone) => ['test', 'git', 'kept', 'absent'].includes(zone),
  },
};

type Outcome = Readonly<Record<string, readonly Zone[]>>;

/** Tries all attacks. Shape: the zones that each has changed, by its name. */
async function attackAll(kind: Kind, wall: Wall | undefined): Promise<Outcome> {
  const outcome: Record<string, readonly Zone[]> = {};
  const open = ATTACKS.filter(({ onlyRoot = false }) => wall !== undefined || !onlyRoot);
  const lane = async (): Promise<void> => {
    const tree = trees.create();
    try {
      for (let attack = open.shift(); attack !== undefined; attack = open.shift()) {
        await attackOnce(attack, { tree, kind, wall });
        outcome[attack.name] = tree.takeChanges();
      }
    } finally {
      tree.remove();
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return outcome;
}

async function attackOnce(
  { each, once = '' }: Attack,
  { tree, kind, wall }: { readonly tree: AttackedTree; readonly kind: Kind; readonly wall: Wall | undefined },
): Promise<void> {
  const { root, mark } = tree;
  const folder = `${root}/repo`;
  const files = TARGETS.map((path) => `${root}/${path}`);
  const script = each === undefined ? once : files.map((file) => `(f='${file}'; ${each})`).join('\n');
  const confinement = { folder, temporary: `${root}/temporary`, ...CONFINEMENTS[kind].of(root) };
  const child = startChild({
    command: '/bin/sh',
    args: ['-c', script],
    folder,
    environment: {
      PATH: process.env['PATH'],
      HOME: `${root}/home`,
      TMPDIR: `${root}/temporary`,
      REPO: folder,
      OUT: `${root}/outside`,
      OTHER: `${root}/outside/other.txt`,
      FILES: files.join('\n'),
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@b',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@b',
      MARK: mark,
      npm_config_update_notifier: 'false',
    },
    marker: `battery-${process.pid}`,
    timeoutMs: 60_000,
    // What an attack leaves in the background has the time to write, on a busy machine too.
    graceMs: 3_000,
    onOutput: () => undefined,
    ...(wall === undefined ? {} : { wall: { wall, confinement } }),
  });
  const { startFault, timedOut } = await child.end;
  expect([startFault, timedOut]).toEqual([undefined, false]);
}

/** A line each: the attack, and for each confinement what it has changed. */
function tableOf(columns: Readonly<Record<string, Outcome>>): string {
  const names = ATTACKS.filter(({ onlyRoot = false }) => !onlyRoot).map(({ name }) => name);
  const rows = names.map((name) => [
    name,
    ...Object.values(columns).map((column) => column[name]?.join(' ') || '-'),
  ]);
  const table = [['attack', ...Object.keys(columns)], ...rows];
  const widths = table[0]?.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0))) ?? [];
  return table
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** What Landlock does not see: it is no writing of a file. */
const UNSEEN = new Set(['chmod', 'times', 'chown']);

for (const kind of ['bwrap', 'landlock'] as const) {
  const { wall, reason } = probeWall({ WFMAP_WALL: kind });
  const why = wall === undefined ? `, which does not hold here (${reason}),` : '';
  describe.skipIf(wall === undefined && !isNeededWall(kind))(`${kind}${why}`, () => {
    const outcomes: Record<string, Outcome> = {};

    test.each(['nothing', 'src', 'frozen'] as const)(
      'keeps every attack out where "%s" says so',
      async (name) => {
        expect(wall, reason).toBeDefined();
        const outcome = await attackAll(name, wall);
        outcomes[name] = outcome;
        const { closed } = CONFINEMENTS[name];
        const through = Object.entries(outcome)
          .filter(([attack]) => kind === 'bwrap' || !UNSEEN.has(attack))
          .map(([attack, zones]) => [attack, zones.filter(closed)] as const)
          .filter(([, zones]) => zones.length > 0);
        expect(through).toEqual([]);
      },
    );

    test('lets through what its table says', async () => {
      await expect(tableOf(outcomes)).toMatchFileSnapshot(`../fixtures/wall/${kind}.txt`);
    });
  });
}

test('without a wall the attacks do what they are meant to', async () => {
  const { 'another bwrap': byBwrap, ...outcome } = await attackAll('nothing', undefined);
  // That one takes a program that is not on every machine.
  const hasBwrap = probeWall({ WFMAP_WALL: 'bwrap' }).wall !== undefined;
  expect((byBwrap ?? []).length > 0).toBe(hasBwrap);
  await expect(tableOf({ changed: outcome })).toMatchFileSnapshot('../fixtures/wall/none.txt');
});
