import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { unlessRefused } from '../../src/util/unless-refused.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startChild, type Child } from '../../src/process/start-child.ts';
import type { Confinement } from '../../src/wall/confinement.ts';
import { faultOfOverlay } from '../../src/wall/probe-overlay.ts';
import { probeWall } from '../../src/wall/probe-wall.ts';
import { createWall } from '../../src/wall/raise-wall.ts';
import { createGround, type Ground } from './confined.ts';
import { isNeededWall } from '../helpers/needed-walls.ts';

const { wall, reason } = probeWall({ WFMAP_WALL: 'bwrap' });
const fault = wall === undefined ? reason : faultOfOverlay(wall, process.cwd());
const why = fault === undefined ? '' : `, which nothing here can mount (${fault}),`;

function createOwnGround(place?: string): Ground {
  const ground = createGround(place);
  onTestFinished(ground.remove);
  return ground;
}

interface Run {
  readonly child: Child;
  readonly lines: string[];
}

function start(ground: Ground, script: string, changes: Partial<Confinement> = {}): Run {
  if (wall === undefined) throw new Error(reason);
  const lines: string[] = [];
  const asked = { writable: [], temporary: 'own', overlay: true, ...changes };
  const child = startChild({
    command: '/bin/sh',
    args: ['-c', script],
    folder: ground.at('repo'),
    environment: { PATH: process.env['PATH'], ROOT: ground.root },
    marker: `overlay-${process.pid}`,
    timeoutMs: 30_000,
    wall: { wall, confinement: ground.confine(asked) },
    onOutput: () => undefined,
    onLine: (line) => void lines.push(line),
  });
  return { child, lines };
}

async function run(
  ground: Ground,
  script: string,
  changes?: Partial<Confinement>,
): Promise<readonly string[]> {
  const { child, lines } = start(ground, script, changes);
  const { startFault, timedOut } = await child.end;
  expect([startFault, timedOut]).toEqual([undefined, false]);
  return lines;
}

/** Those that have something mounted at a path that belongs to a ground. */
function processesThatSee(root: string): readonly string[] {
  const isSeenBy = (pid: string): boolean =>
    unlessRefused(() => readFileSync(`/proc/${pid}/mountinfo`, 'utf8'))?.includes(root) === true;
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isSeenBy(name));
}

describe.skipIf(fault !== undefined && !isNeededWall('overlay'))(`in an overlay${why}`, () => {
  test.each(['/var/tmp', '/tmp'])('all can be written, and nothing of it lasts, in %s', async (place) => {
    const ground = createOwnGround(place);
    const script = `echo x > src/a.js; rm -r src/deep; mkdir src/deep; mv test tests; echo x > new; ln -f new alias
      chmod 600 config/real.json; ls; ls src/deep | wc -l; cat src/a.js; id -u`;
    const uid = String(process.getuid?.());
    const seen = ['alias', 'config', 'new', 'round', 'src', 'tests', '0', 'x', uid];
    expect(await run(ground, script)).toEqual(seen);
    expect(readdirSync(ground.at('repo')).toSorted()).toEqual(['config', 'round', 'src', 'test']);
    expect(readdirSync(ground.at('repo/src/deep'))).toEqual(['b.js']);
    expect(readFileSync(ground.at('repo/src/a.js'), 'utf8')).toBe('a\n');
    expect(lstatSync(ground.at('repo/config/real.json')).mode & 0o77).not.toBe(0);
  });

  test('what is frozen is as it is outside, and what is outside stays', async () => {
    const ground = createOwnGround();
    const frozen = ['src/deep', 'config/link.json'].map((path) => ground.at(`repo/${path}`));
    const script = `cd "$ROOT/repo"; mv src moved; echo x > moved/deep/b.js; echo x > moved/deep/new; rm -rf moved src
      echo x > config/real.json; rm -f config/link.json; echo x > config/link.json; echo x > config/sub/new
      echo x > src/out/key; echo x > ../secret/key; echo x > ../new; umount "$ROOT/repo"; mount -o remount,rw /
      for r in /proc/[0-9]*/root; do echo x > "$r$ROOT/repo/src/a.js"; done; cat config/real.json`;
    expect(await run(ground, script, { frozen })).toEqual(['a']);
    for (const path of ['src/a.js', 'src/deep/b.js', 'config/real.json', 'config/link.json'])
      expect(readFileSync(ground.at(`repo/${path}`), 'utf8')).toBe('a\n');
    expect(readFileSync(ground.at('secret/key'), 'utf8')).toBe('a\n');
    expect([readdirSync(ground.at('repo/config/sub')), existsSync(ground.at('new'))]).toEqual([[], false]);
  });

  test('a change from outside does not take what was written away, and writes stay within the bound', async () => {
    const ground = createOwnGround();
    const script = `echo mine > mine; echo ready; while ! test -e "$ROOT/go"; do sleep 0.05; done; cat mine
      size=$(df -k --output=size . | tail -1); test "$size" -lt ${Math.floor(process.availableMemory() / 1024)} && echo bounded`;
    const { child, lines } = start(ground, script);
    await expect.poll(() => lines, { timeout: 20_000 }).toEqual(['ready']);
    writeFileSync(ground.at('repo/src/theirs'), 'theirs\n');
    writeFileSync(ground.at('go'), '');
    await child.end;
    expect(lines).toEqual(['ready', 'mine', 'bounded']);
  });

  test('a killed command leaves neither a process nor a mount', async () => {
    const ground = createOwnGround();
    const { child, lines } = start(ground, 'echo x > new; (setsid sleep 60 &); echo ready; sleep 60');
    await expect.poll(() => lines, { timeout: 20_000 }).toEqual(['ready']);
    expect(processesThatSee(ground.root)).not.toEqual([]);
    child.kill();
    expect((await child.end).survivors).toEqual([]);
    expect(processesThatSee(ground.root)).toEqual([]);
    expect(existsSync(ground.at('repo/new'))).toBe(false);
  });

  test('a path with every odd character is a folder like any other', async () => {
    const ground = createOwnGround();
    const odd = ground.at('repo/src/a, "b":\\c=$d\'e upperdir=x');
    mkdirSync(odd);
    expect(await run(ground, 'echo x > new; ls', { folder: odd })).toEqual(['new']);
    expect(readdirSync(odd)).toEqual([]);
  });

  test('programs of a project do not mount it', async () => {
    const ground = createOwnGround();
    for (const name of ['mount', 'mkdir', 'ln', 'unshare', 'bwrap']) {
      writeFileSync(ground.at(`repo/src/${name}`), '#!/bin/sh\ntouch "$ROOT/fooled"\n', { mode: 0o755 });
    }
    if (wall === undefined) throw new Error(reason);
    const child = startChild({
      command: '/bin/sh',
      args: ['-c', 'echo "$PATH"'],
      folder: ground.at('repo'),
      environment: { PATH: `${ground.at('repo/src')}:/usr/bin:/bin`, ROOT: ground.root },
      marker: `overlay-${process.pid}`,
      timeoutMs: 30_000,
      wall: { wall, confinement: ground.confine({ writable: [], temporary: 'own', overlay: true }) },
      onOutput: () => undefined,
      onLine: (line) => expect(line).toBe(`${ground.at('repo/src')}:/usr/bin:/bin`),
    });
    expect((await child.end).exitCode).toBe(0);
    expect(existsSync(ground.at('fooled'))).toBe(false);
  });

  test('a folder in what is writable, and one without a temporary folder of its own, are refused', () => {
    const ground = createOwnGround();
    const command = { command: '/bin/true', args: [], environment: {} };
    const asked = ground.confine({ overlay: true, temporary: 'own', writable: [ground.root] });
    expect(() => wall?.raise(asked, command)).toThrow(
      'is in a writable folder, so that it cannot be an overlay',
    );
    expect(() => wall?.raise({ ...asked, temporary: 'shared' }, command)).toThrow('cannot mount an overlay');
  });
});

test.skipIf(process.platform !== 'linux')(
  'no overlay is promised of a folder with a mount, or with temporary files, in it, nor behind another wall',
  () => {
    const bwrap = createWall('bwrap', '/usr/bin/bwrap');
    expect(faultOfOverlay(createWall('landlock', '/usr/bin/perl'), '/var/tmp')).toBe('landlock has none');
    expect(faultOfOverlay(bwrap, '/')).toBe('"/" holds the folder for temporary files');
    expect(faultOfOverlay(bwrap, '/dev')).toMatch(/^something is mounted at "\/dev\//);
    expect(faultOfOverlay(bwrap, '/not/there')).toMatch(/^ENOENT/);
  },
);
