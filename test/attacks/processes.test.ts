/**
 * Ways in which a process leaves the agent or command that started it. Each ends with the turn where control groups can be
 * made; elsewhere what is known to be ours ends, and what is tied to us by nothing any more is named.
 */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { probeGroups, type GroupPlace, type Hierarchy } from '../../src/process/platform/control-group.ts';
import { startChild, type ChildEnd } from '../../src/process/start-child.ts';
import { probeWall } from '../../src/wall/probe-wall.ts';
import type { WallRequest } from '../../src/wall/wall.ts';
import { isAlive } from '../e2e/helpers/is-alive.ts';
import { until } from '../e2e/helpers/until.ts';
import { tries } from '../helpers/tries.ts';
import { isNeededWall } from '../helpers/needed-walls.ts';

/** How long the sleepers of these tests sleep, which nobody else's do: by it they are found, whatever they dropped. */
const SECONDS = `27182${process.pid}`;
const SLEEP = `sleep ${SECONDS}`;
const FOLDER = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-leave-')));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** What becomes of it without a control group: it ends, or it lives and is named, or nobody can know of it. */
type Fate = 'ends' | 'named' | 'unknown';

const PYTHON_DAEMON = `
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.chdir("/")
        for fd in range(3): os.close(fd)
        os.execve("/bin/sleep", ["sleep", "${SECONDS}"], {})
    os._exit(0)`;
const NODE_DETACHED = `require("node:child_process").spawn("sleep", ["${SECONDS}"], { detached: true, env: {}, stdio: "ignore" }).unref()`;
const WAYS: readonly (readonly [string, string, Fate])[] = [
  ['stays in the background', `${SLEEP} &`, 'ends'],
  ['nohup', `nohup ${SLEEP} > /dev/null 2>&1 &`, 'ends'],
  ['disown', `bash -c '${SLEEP} & disown -a'`, 'ends'],
  ['a session of its own', `setsid ${SLEEP} &`, 'ends'],
  ['an empty environment', `env -i ${SLEEP} &`, 'ends'],
  ['a double fork and an empty environment', `(env -i ${SLEEP} &)`, 'ends'],
  ['a session of its own and an empty environment', `setsid env -i ${SLEEP} > /dev/null 2>&1 &`, 'named'],
  [
    'a double fork, a session of its own and an empty environment',
    `(setsid env -i ${SLEEP} > /dev/null 2>&1 &)`,
    'named',
  ],
  ['a triple fork', `( (setsid env -i sh -c '(setsid ${SLEEP} &)' > /dev/null 2>&1 &) )`, 'named'],
  ['deaf to SIGTERM', `(setsid sh -c 'trap "" TERM; ${SLEEP}' &)`, 'ends'],
  [
    'deaf to SIGTERM and without environment',
    `(setsid env -i sh -c 'trap "" TERM; ${SLEEP}' > /dev/null 2>&1 &)`,
    'named',
  ],
  ['stopped by SIGSTOP', `(setsid env -i sh -c 'kill -STOP $$; exec ${SLEEP}' > /dev/null 2>&1 &)`, 'named'],
  ['another name', `(setsid env -i bash -c 'exec -a kworker/0:1 ${SLEEP}' > /dev/null 2>&1 &)`, 'named'],
  ['a daemon in Python, at "/"', `python3 -c '${PYTHON_DAEMON}'`, 'unknown'],
  ['a detached child of Node', `${process.execPath} -e '${NODE_DETACHED}'`, 'named'],
  ['a daemon with marks', `(setsid sh -c 'cd /; exec ${SLEEP} > /dev/null 2>&1 < /dev/null' &)`, 'ends'],
];

/** A child that starts what is to leave, and goes on until it is let go. */
function start(script: string, within: GroupPlace | undefined, wall?: WallRequest) {
  count += 1;
  const [file, go] = [join(FOLDER, `way-${count}.sh`), join(FOLDER, `go-${count}`)];
  writeFileSync(file, `${script}\nuntil [ -e ${go} ]; do sleep 0.02; done\n`);
  const child = startChild({
    command: '/bin/sh',
    args: [file],
    folder: FOLDER,
    environment: { PATH: process.env['PATH'] },
    marker: `leave-test-${process.pid}`,
    within,
    wall,
    timeoutMs: undefined,
    graceMs: 100,
    onOutput: () => undefined,
  });
  return { child, letGo: () => writeFileSync(go, '') };
}
let count = 0;

/** Runs one way to leave until somebody has left, and gives how the child ended that was left. */
async function leave(
  script: string,
  within: GroupPlace | undefined,
  left: () => boolean,
  wall?: WallRequest,
): Promise<ChildEnd> {
  const { child, letGo } = start(script, within, wall);
  await until(left);
  letGo();
  return child.end;
}

/** Ids of living processes with the seconds of this test among their words. */
function sleepers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && textOf(`/proc/${name}/cmdline`).includes(SECONDS))
    .map(Number)
    .filter(isAlive);
}

/** Whether it has become what it wants to be, and dropped what it wants to drop. A shell alone is on its way, unless it has stopped. */
function hasLeft(fate: Fate): boolean {
  const pids = sleepers();
  const isThere = (pid: number): boolean => /^(?:sleep|sh)$/m.test(textOf(`/proc/${pid}/comm`));
  const isAtRest = (pid: number): boolean => /^\d+ \((?:sleep\)|sh\) T)/.test(textOf(`/proc/${pid}/stat`));
  const isMarked = (pid: number): boolean => textOf(`/proc/${pid}/environ`).includes('WFMAP_RUN=');
  return pids.some(isAtRest) && pids.every((pid) => isThere(pid) && (fate === 'ends' || !isMarked(pid)));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

const best = probeGroups();
const PLACES: readonly (readonly [Hierarchy, GroupPlace | undefined])[] = (
  ['v2', 'freezer', 'pids'] as const
).map((hierarchy) => [hierarchy, probeGroups([hierarchy])]);
for (const [hierarchy, place] of PLACES) {
  if (place === undefined)
    process.stdout.write(`skipped: no control group can be made in "${hierarchy}" here\n`);
  describe.skipIf(place === undefined)(`in a control group of ${hierarchy}`, () => {
    // One hierarchy is as good as another: of those that would not be taken here a sample has one way each.
    const ways = hierarchy === best?.hierarchy ? WAYS : WAYS.slice(-tries(WAYS.length, 1));
    test.each(ways)('what leaves by %s ends with its turn', async (_way, script, fate) => {
      for (let n = 0; n < tries(10, 1); n += 1) {
        const { survivors } = await leave(script, place, () => hasLeft(fate));
        expect(survivors).toEqual([]);
        expect(sleepers()).toEqual([]);
      }
    });
  });
}

test.skipIf(best === undefined)(
  'who takes itself out of its control group, as the same user can, is named',
  async () => {
    const place = best ?? { folder: '', hierarchy: 'v2' };
    const script = `(setsid env -i sh -c 'echo 0 > ${place.folder}/cgroup.procs; exec ${SLEEP}' &)`;
    for (let n = 0; n < tries(10, 1); n += 1) {
      const { survivors } = await leave(script, place, () => hasLeft('named'));
      const living = sleepers();
      for (const pid of living) process.kill(pid, 'SIGKILL');
      expect(survivors.map(({ pid, isOurs }) => [pid, isOurs])).toEqual(living.map((pid) => [pid, false]));
      expect(living).toHaveLength(1);
      await until(() => sleepers().length === 0);
    }
  },
);

describe('without a control group', () => {
  test.each(WAYS)('what leaves by %s comes to what is told of it', async (_way, script, fate) => {
    for (let n = 0; n < tries(10, 1); n += 1) {
      const { survivors } = await leave(script, undefined, () => hasLeft(fate));
      const living = sleepers();
      for (const pid of living) process.kill(pid, 'SIGKILL');
      const named = survivors.map(({ pid }) => pid);
      expect({
        isAlive: living.length > 0,
        isNamed: living.length > 0 && living.every((pid) => named.includes(pid)),
      }).toEqual(FATES[fate]);
      await until(() => sleepers().length === 0);
    }
  });

  test('what was noted below the child is ended also when it has left', async () => {
    const { child, letGo } = start(`setsid env -i sh -c 'setsid ${SLEEP} & ${SLEEP}' &`, undefined);
    await until(() => sleepers().length >= 2);
    child.note();
    letGo();
    expect((await child.end).survivors).toEqual([]);
    expect(sleepers()).toEqual([]);
  });
});

const bwrap = probeWall({ WFMAP_WALL: 'bwrap' });
describe.skipIf(bwrap.wall === undefined && !isNeededWall('bwrap'))(
  `behind bwrap, without a control group (${bwrap.reason})`,
  () => {
    test.each(WAYS)('what leaves by %s ends with its turn', async (_way, script, fate) => {
      const confinement = { folder: FOLDER, writable: 'all', frozen: [], temporary: 'shared' } as const;
      const wall = bwrap.wall && { wall: bwrap.wall, confinement };
      if (wall === undefined) throw new Error(bwrap.reason);
      for (let n = 0; n < tries(10, 1); n += 1) {
        const { survivors, startFault } = await leave(script, undefined, () => hasLeft(fate), wall);
        expect([startFault, survivors, sleepers()]).toEqual([undefined, [], []]);
      }
    });
  },
);

const FATES = {
  ends: { isAlive: false, isNamed: false },
  named: { isAlive: true, isNamed: true },
  unknown: { isAlive: true, isNamed: false },
};

for (const [name, place] of [...PLACES, ['no control group', undefined] as const]) {
  test(`who starts another before every end of its own is ended: ${name}`, async ({ skip }) => {
    skip(place === undefined && name !== 'no control group', 'no such control group can be made here');
    const [hop, hops] = [join(FOLDER, 'hop.sh'), join(FOLDER, 'hops')];
    // Each starts the next and ends: a listing of all processes is old before it is read, so they count themselves.
    writeFileSync(hop, `trap '' TERM\necho >> ${hops}\n(exec sh "$0" ${SECONDS}) &\n`);
    for (let n = 0; n < tries(30, 1); n += 1) {
      writeFileSync(hops, '');
      const { survivors } = await leave(
        `(setsid sh ${hop} ${SECONDS} &)`,
        place,
        () => textOf(hops).length > 5,
      );
      expect(survivors).toEqual([]);
      expect(sleepers()).toEqual([]);
    }
  });
}
