import type { Served } from '../../../src/serve/events/event-id.ts';
import fc from 'fast-check';
import { rmSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { FileSystem } from '../../../src/journal/file-system.ts';
import { nodeFileSystem } from '../../../src/journal/node-file-system.ts';
import { parseCursor } from '../../../src/serve/events/cursor.ts';
import type { Translate } from '../../../src/serve/events/followed-run.ts';
import { CursorLost, RunEvents } from '../../../src/serve/events/run-events.ts';
import { SeededRandom } from '../../helpers/seeded-random.ts';
import { reopenRun, writeRun } from '../../helpers/journal-writer.ts';
import { batchOf, eventOf } from '../../journal/events.ts';
import { until } from '../../e2e/helpers/until.ts';

interface Told extends Served {
  readonly name: string;
  readonly cursor?: string;
}

const translate: Translate<Told> = ({ run, event }, placed) => [
  { ...placed(0), name: run.name },
  ...(event.type === 'task.finished' ? [{ ...placed(1), name: run.name }] : []),
];

interface Followed {
  readonly events: RunEvents<Told>;
  readonly given: Told[];
}

function workRootOf(): string {
  const root = mkdtempSync(join(tmpdir(), 'wfmap-serve-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

function follow(workRoot: string, fs: FileSystem = nodeFileSystem): Followed {
  const given: Told[] = [];
  const events = new RunEvents<Told>({
    fs,
    workRoot,
    translate,
    withCursor: (event, cursor) => ({ ...event, cursor }),
  });
  events.listen((some) => given.push(...some));
  onTestFinished(() => events.close());
  return { events, given };
}

const ALL = { limit: 100_000, isOf: () => true, matches: () => true };
const namesOf = (events: readonly Told[]): readonly string[] =>
  events.map(({ name, seq, part }) => `${name} ${seq}.${part}`);
const finished = {
  ...eventOf(1),
  type: 'run.finished',
  data: { task: null, outcome: null, result: null, failed: false },
};

describe('the events of all runs', () => {
  test('are given as they are written: of runs that were there, and of those that come later', async () => {
    const root = workRootOf();
    const old = writeRun(root, 'm/slip-001', '2026-01-01T00:00:00.000Z');
    const { given } = follow(root);
    old.append(eventOf(2));
    await until(() => given.length >= 2);
    const later = writeRun(root, 'another/slip-001', '2026-01-02T00:00:00.000Z');
    later.append(eventOf(2), eventOf(3));
    await until(() => given.length >= 7);
    expect(namesOf(given)).toEqual([
      'm/slip-001 2.0',
      'm/slip-001 2.1',
      'another/slip-001 1.0',
      'another/slip-001 2.0',
      'another/slip-001 2.1',
      'another/slip-001 3.0',
      'another/slip-001 3.1',
    ]);
  });

  test('of a run that has ended come where it goes on after all', async () => {
    const root = workRootOf();
    const run = writeRun(root, 'm/slip-001', '2026-01-01T00:00:00.000Z');
    run.append(finished as never);
    run.journal.close();
    const { given, events } = follow(root);
    expect(events.find('m/slip-001')?.isOver).toBe(true);
    reopenRun(root, 'm/slip-001').append(eventOf(3));
    await until(() => given.length >= 2);
    expect(namesOf(given)).toEqual(['m/slip-001 3.0', 'm/slip-001 3.1']);
  });

  test('are found again by any server, with the same ids', async () => {
    const root = workRootOf();
    const { given, events } = follow(root);
    const run = writeRun(root, 'm/slip-001', '2026-01-01T00:00:00.000Z');
    run.append(eventOf(2), eventOf(3));
    await until(() => given.length >= 5);
    expect(events.replay(ALL).events).toEqual(given);
    expect(follow(root).events.replay(ALL).events).toEqual(given);
  });

  test('are found of a run of 140,000 of them', () => {
    const root = workRootOf();
    const run = writeRun(root, 'm/slip-001', '2026-01-01T00:00:00.000Z');
    for (let part = 0; part < 7; part += 1) run.append(...batchOf(2, 10_000));
    const { events } = follow(root);
    expect(events.find('m/slip-001')?.view().executions).toHaveLength(0);
    expect(events.find('m/slip-001')?.readAll()).toHaveLength(140_001);
  });

  test('a damaged journal keeps nobody from the others', async () => {
    const root = workRootOf();
    const bad = writeRun(root, 'bad/slip-001', '2026-01-01T00:00:00.000Z');
    const good = writeRun(root, 'good/slip-001', '2026-01-02T00:00:00.000Z');
    const { given, events } = follow(root);
    nodeFileSystem.open(join(bad.folder, 'journal.jsonl'), 'append').write(Buffer.from('x\n'));
    bad.append(eventOf(2));
    good.append(eventOf(2));
    await until(() => given.length >= 2 && events.find('bad/slip-001')?.fault !== undefined);
    expect(namesOf(given)).toEqual(['good/slip-001 2.0', 'good/slip-001 2.1']);
  });

  test('a journal that is damaged from the begin on is said to be so, and keeps nobody from the others', () => {
    const root = workRootOf();
    const bad = writeRun(root, 'bad/slip-001', '2026-01-01T00:00:00.000Z');
    writeRun(root, 'good/slip-001', '2026-01-02T00:00:00.000Z');
    bad.append(eventOf(2));
    nodeFileSystem.open(join(bad.folder, 'journal.jsonl'), 'append').write(Buffer.from('x\n'));
    bad.append(eventOf(3));
    bad.append(eventOf(4));
    const { events } = follow(root);
    expect(events.find('bad/slip-001')?.tryView()).toBeUndefined();
    expect(events.find('bad/slip-001')?.fault).toContain('is damaged at byte');
    expect(new Set(events.replay(ALL).events.map(({ name }) => name))).toEqual(new Set(['good/slip-001']));
  });

  test('a cursor of a run that is gone is no full replay', () => {
    const root = workRootOf();
    writeRun(root, 'm/slip-001', '2026-01-01T00:00:00.000Z');
    const { events } = follow(root);
    const after = parseCursor(events.replay(ALL).events[0]?.id ?? '');
    rmSync(join(root, '.wfmap'), { recursive: true });
    const { events: empty } = follow(root);
    expect(() => empty.replay({ ...ALL, after })).toThrow(CursorLost);
  });
});

test('what no watch reports is looked for: of runs under way every two seconds, of all every ten', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const root = workRootOf();
  writeRun(root, 'm/slip-001', '2026-01-01T00:00:00.000Z').append(finished as never);
  writeRun(root, 'm/slip-002', '2026-01-02T00:00:00.000Z');
  const looked: string[] = [];
  const { shared } = nodeFileSystem;
  if (shared === undefined) throw new Error('The disk is no disk.');
  const look: typeof shared.look = (path) => {
    looked.push(basename(dirname(path)));
    return shared.look(path);
  };
  follow(root, { ...nodeFileSystem, shared: { ...shared, look } });
  looked.length = 0;
  vi.advanceTimersByTime(8000);
  expect(looked).toEqual(['slip-002', 'slip-002', 'slip-002', 'slip-002']);
  looked.length = 0;
  vi.advanceTimersByTime(2000);
  expect(looked.toSorted()).toEqual(['slip-001', 'slip-002']);
});

test('from any event on, pages of a replay give the rest of its run once each, in order', () => {
  const root = workRootOf();
  const run = writeRun(root, 'm/slip-001', '2026-01-01T00:00:00.000Z');
  for (let seq = 2; seq <= 20; seq += 1) {
    // The clock goes back once.
    run.append({
      ...eventOf(seq),
      at: new Date(Date.UTC(2026, 0, 1) + (seq < 10 ? seq : seq - 8)).toISOString(),
    });
  }
  const { events } = follow(root);
  const all = events.replay(ALL).events;
  fc.assert(
    fc.property(
      fc.nat(all.length - 1),
      fc.integer({ min: 1, max: 7 }),
      fc.boolean(),
      (from, limit, isRead) => {
        if (isRead) events.find('m/slip-001')?.view();
        const read: Told[] = [];
        for (let after = all[from]; ;) {
          const page = events.replay({ ...ALL, after: parseCursor(after?.id ?? ''), limit });
          read.push(...page.events);
          after = page.events.at(-1);
          if (!page.hasMore) break;
        }
        expect(namesOf(read)).toEqual(namesOf(all.slice(from + 1)));
      },
    ),
    { numRuns: 50 },
  );
});

test('after a cursor over several runs nothing is left out and nothing comes twice, wherever a server ended', async () => {
  const root = workRootOf();
  const runs = ['m', 'n', 'o'].map((name, index) =>
    writeRun(root, `${name}/slip-001`, `2026-01-0${index + 1}T00:00:00.000Z`),
  );
  const seqs = [1, 1, 1];
  let nowMs = Date.UTC(2026, 0, 4);
  /** Commits a record of a run, whose time is up to some seconds ago. */
  const commit = (at: number, agoMs: number): void => {
    nowMs += 100;
    seqs[at] = (seqs[at] ?? 0) + 1;
    runs[at]?.append({ ...eventOf(seqs[at] ?? 0), at: new Date(nowMs - agoMs).toISOString() });
  };
  const read: string[] = [];
  let cursor: string | undefined;
  const random = new SeededRandom(7);
  for (let server = 0; server < 12; server += 1) {
    const { given, events } = follow(root);
    const past: readonly Told[] =
      cursor === undefined ? [] : events.replay({ ...ALL, after: parseCursor(cursor) }).events;
    for (let count = 0; count < 8; count += 1) commit(random.below(3), random.below(9000));
    events.look();
    const got = [...past, ...given];
    const kept = server === 11 ? got : got.slice(0, Math.max(1, got.length - random.below(6)));
    read.push(...namesOf(kept));
    cursor = kept.at(-1)?.cursor ?? cursor;
    events.close();
  }
  const { events } = follow(root);
  const rest = events.replay({ ...ALL, after: parseCursor(cursor ?? '') }).events;
  const all = namesOf(events.replay({ ...ALL, fromMs: Date.UTC(2026, 0, 3, 12) }).events);
  const whole = [...read, ...namesOf(rest)];
  expect(whole.toSorted()).toEqual(all.toSorted());
});
