import { describe, expect, test } from 'vitest';
import { JournalError } from '../../src/journal/journal-error.ts';
import { acquireLock, findHolder, type Lock } from '../../src/journal/lock.ts';
import type { ProcessTable } from '../../src/model/processes.ts';
import { createProcessTable } from '../../src/process/process-table.ts';
import {
  crashesOf,
  createCrashingFileSystem,
  PowerCut,
  type CrashingFileSystem,
} from './crashing-file-system.ts';

const FOLDER = '/project';
const OWNER = { run: 'run-1', at: '2026-01-01T00:00:00.000Z' };

/** A machine on which the processes of these ids live, each started at the time given. */
function machine(
  pid: number,
  living: Readonly<Record<number, string | null>>,
  host = 'here',
  isWfmap = (): boolean => false,
): ProcessTable {
  return {
    host,
    pid,
    find: (id) => (Object.hasOwn(living, id) ? { start: living[id] ?? null, isWfmap } : undefined),
  };
}

function take(fs: CrashingFileSystem, pid: number, living: Readonly<Record<number, string | null>>): Lock {
  return acquireLock(fs, FOLDER, OWNER, machine(pid, living));
}

/** The code of the refusal, or the pid that held the lock before, or undefined. */
function outcomeOf(work: () => Lock): string | number | undefined {
  try {
    return work().previous?.pid;
  } catch (thrown) {
    if (thrown instanceof JournalError) return thrown.code;
    throw thrown;
  }
}

function locksIn(fs: CrashingFileSystem): readonly string[] {
  return fs.list(FOLDER).filter((name) => name.startsWith('lock'));
}

describe('the lock of a run', () => {
  test('names its owner and is gone when it is released', () => {
    const fs = createCrashingFileSystem();
    const lock = take(fs, 1, { 1: 'a' });
    expect(JSON.parse(fs.files()['/project/lock.json']!)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      pid: 1,
      start: 'a',
      host: 'here',
      ...OWNER,
    });
    lock.release();
    lock.release();
    expect(locksIn(fs)).toEqual([]);
  });

  test('says of an owner that the machine does not show that its start is not known', () => {
    const fs = createCrashingFileSystem();
    take(fs, 1, {});
    expect(JSON.parse(fs.files()['/project/lock.json']!)).toMatchObject({ pid: 1, start: null });
  });

  test('is not waited for where the disk refuses to give it its name', () => {
    const fs = createCrashingFileSystem();
    fs.failAt(3, 'EPERM');
    expect(() => take(fs, 1, { 1: 'a' })).toThrow('Could not lock the run: "/project" (EPERM).');
    expect(locksIn(fs)).toEqual([]);
  });

  test('of a living owner is refused with its process id', () => {
    const fs = createCrashingFileSystem();
    take(fs, 1, { 1: 'a' });
    const again = (): Lock => take(fs, 2, { 1: 'a', 2: 'b' });
    expect(again).toThrow(expect.objectContaining({ code: 'run-is-held', pid: 1, retryable: true }));
    expect(outcomeOf(() => take(fs, 1, { 1: 'a' }))).toBe('run-is-held');
    expect(locksIn(fs)).toEqual(['lock.json']);
  });

  test('of a dead owner is taken over, and the new owner learns whose it was', () => {
    const fs = createCrashingFileSystem();
    take(fs, 1, { 1: 'a' });
    expect(outcomeOf(() => take(fs, 2, { 2: 'b' }))).toBe(1);
    expect(locksIn(fs)).toEqual(['lock.json']);
    expect(outcomeOf(() => take(fs, 3, { 2: 'b', 3: 'c' }))).toBe('run-is-held');
  });

  test('is taken over when another process has the id of its owner now', () => {
    const fs = createCrashingFileSystem();
    take(fs, 1, { 1: 'a' });
    expect(outcomeOf(() => take(fs, 2, { 1: 'later', 2: 'b' }))).toBe(1);
  });

  test('counts as held while the machine does not tell the start of its owner', () => {
    const fs = createCrashingFileSystem();
    take(fs, 1, { 1: 'a' });
    expect(outcomeOf(() => take(fs, 2, { 1: null, 2: null }))).toBe('run-is-held');
    expect(outcomeOf(() => take(fs, 2, { 2: null }))).toBe(1);
  });

  test('without a start, where starts are told, is held only by a wfmap: anybody may write such a file', () => {
    const fs = createCrashingFileSystem();
    take(fs, 1, { 1: null });
    const old = machine(2, { 1: 'a', 2: 'b' }, 'here', () => true);
    expect(outcomeOf(() => acquireLock(fs, FOLDER, OWNER, old))).toBe('run-is-held');
    expect(outcomeOf(() => take(fs, 2, { 1: 'a', 2: 'b' }))).toBe(1);
  });

  test.each([
    {
      what: 'the start is that of the lock, and it is a wfmap',
      noted: 'a',
      reported: 'a',
      isWfmap: true,
      may: true,
    },
    { what: 'it is no wfmap', noted: 'a', reported: 'a', isWfmap: false, may: false },
    { what: 'the lock has no start', noted: null, reported: 'a', isWfmap: true, may: false },
    { what: 'the machine tells no start', noted: 'a', reported: null, isWfmap: true, may: false },
    { what: 'another process has the id now', noted: 'a', reported: 'later', isWfmap: true, may: false },
  ])(
    'lets its owner be signalled only where it is surely meant: $what',
    ({ noted, reported, isWfmap, may }) => {
      const fs = createCrashingFileSystem();
      take(fs, 1, { 1: noted });
      const holder = findHolder(
        fs,
        FOLDER,
        machine(2, { 1: reported }, 'here', () => isWfmap),
      );
      expect(holder?.mayBeSignalled).toBe(may);
    },
  );

  test('of another machine is never taken', () => {
    const fs = createCrashingFileSystem();
    take(fs, 1, { 1: 'a' });
    const there = (): Lock => acquireLock(fs, FOLDER, OWNER, machine(2, { 2: 'b' }, 'there'));
    expect(there).toThrow(expect.objectContaining({ code: 'run-is-held-elsewhere', pid: 1 }));
    expect(there).toThrow(/another machine, "here"/);
  });

  test.each(['', '{}', 'null', '[]', '{"id":"../../x","pid":1,"start":null,"host":"","run":"","at":""}'])(
    'that reads %j is refused as damaged',
    (text) => {
      const fs = createCrashingFileSystem();
      fs.open('/project/lock.json', 'create').write(Buffer.from(text));
      expect(outcomeOf(() => take(fs, 1, { 1: 'a' }))).toBe('lock-damaged');
    },
  );

  test('is not removed by an owner that lost it', () => {
    const fs = createCrashingFileSystem();
    const lost = take(fs, 1, { 1: 'a' });
    take(fs, 2, { 2: 'b' });
    lost.release();
    expect(findHolder(fs, FOLDER, machine(3, { 2: 'b' }))?.record.pid).toBe(2);
  });

  test('can be looked at without being taken', () => {
    const fs = createCrashingFileSystem();
    expect(findHolder(fs, FOLDER, machine(1, {}))).toBeUndefined();
    take(fs, 1, { 1: 'a' });
    const stateFor = (table: ProcessTable): unknown => findHolder(fs, FOLDER, table)?.state;
    expect(stateFor(machine(2, { 1: 'a' }))).toBe('living');
    expect(stateFor(machine(2, {}))).toBe('dead');
    expect(stateFor(machine(2, { 1: 'a' }, 'there'))).toBe('elsewhere');
  });
});

describe('of two takers', () => {
  /**
   * All interleavings of two takers cannot be run in one thread; what can is that the second does all of its
   * work at any one point of the first's, which is where every judgement of the first goes stale.
   */
  function race(
    before: (fs: CrashingFileSystem) => void,
    at: number,
  ): readonly (string | number | undefined)[] {
    const fs = createCrashingFileSystem();
    before(fs);
    const living = { 2: 'b', 3: 'c' };
    let calls = 0;
    let second: string | number | undefined = 'not run';
    const intrude = (): void => {
      calls += 1;
      if (calls === at) second = outcomeOf(() => take(fs, 3, living));
    };
    const first = outcomeOf(() => acquireLock(intruded(fs, intrude), FOLDER, OWNER, machine(2, living)));
    if (second === 'not run') return [];
    expect(findHolder(fs, FOLDER, machine(9, living))?.state).toBe('living');
    return [first, second];
  }

  function intruded(fs: CrashingFileSystem, intrude: () => void): CrashingFileSystem {
    return Object.fromEntries(
      Object.entries(fs).map(([name, work]: [string, (...args: never[]) => unknown]) => [
        name,
        (...args: never[]) => {
          intrude();
          return work(...args);
        },
      ]),
    ) as unknown as CrashingFileSystem;
  }

  test.each([
    ['a free run', () => undefined, undefined],
    ['the run of a dead owner', (fs: CrashingFileSystem) => void take(fs, 1, { 1: 'a' }), 1],
    ['a run whose taker died in taking it', dieInSuccession, 1],
  ])('of %s exactly one wins', (_, before, previous) => {
    let races = 0;
    for (let at = 1; ; at += 1) {
      const outcomes = race(before, at);
      if (outcomes.length === 0) break;
      races += 1;
      expect(outcomes).toHaveLength(2);
      expect(outcomes).toEqual(expect.arrayContaining([previous, 'run-is-held']));
    }
    expect(races).toBeGreaterThanOrEqual(3);
  });

  /** Leaves the lock of dead 1 and the succession of dead 4. */
  function dieInSuccession(fs: CrashingFileSystem): void {
    take(fs, 1, { 1: 'a' });
    for (let cut = 0; cut < 16; cut += 1) {
      fs.cutAt(fs.operations() + cut);
      try {
        take(fs, 4, { 4: 'd' });
      } catch (thrown) {
        if (!(thrown instanceof PowerCut)) throw thrown;
      }
      fs.cutAt(Infinity);
      if (locksIn(fs).some((name) => /^lock-.*\.json$/.test(name))) return;
    }
    throw new Error('no taker died in a succession');
  }
});

describe('after a crash while the lock is taken, taken over or released', () => {
  test('the next taker gets it, at every point', () => {
    for (const old of [false, true]) {
      for (let cut = 0; cut < 16; cut += 1) {
        const fs = createCrashingFileSystem();
        if (old) take(fs, 1, { 1: 'a' });
        fs.cutAt(fs.operations() + cut);
        try {
          take(fs, 2, { 2: 'b' }).release();
        } catch (thrown) {
          if (!(thrown instanceof PowerCut)) throw thrown;
        }
        for (const survivor of [fs.revive(), ...crashesOf(fs, 2000)]) {
          expect([undefined, 1, 2]).toContain(outcomeOf(() => take(survivor, 3, { 3: 'c' })));
          expect(findHolder(survivor, FOLDER, machine(9, { 3: 'c' }))?.record.pid).toBe(3);
        }
      }
    }
  });
});

describe('the processes of this machine', () => {
  test('include this one, with a start that stays the same, and not one that never was', () => {
    const table = createProcessTable();
    const self = table.find(process.pid);
    expect(self?.start).toMatch(/./);
    expect(table.find(process.pid)?.start).toEqual(self?.start);
    expect(table.find(2 ** 22 + 1)).toBeUndefined();
  });

  test('include one that belongs to somebody else', () => {
    expect(createProcessTable().find(1)).toBeDefined();
  });
});
