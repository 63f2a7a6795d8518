import { describe, expect, test } from 'vitest';
import { createDataJsonFile } from '../../src/artifact/data-json-file.ts';
import type { DataJson } from '../../src/artifact/data-json.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import { applyEvent } from '../../src/view/apply-event.ts';
import { createRunView } from '../../src/view/run-view.ts';
import {
  createCrashingFileSystem,
  crashesOf,
  type CrashingFileSystem,
} from '../journal/crashing-file-system.ts';
import { eventLine } from './short-events.ts';

const PATH = '/project/data.json';

/** A disk on which each write of `data.json` takes `costMs` on the clock. */
function slowDisk(costMs: number): { fs: CrashingFileSystem; clock: { nowMs: number; writes: number } } {
  const clock = { nowMs: 0, writes: 0 };
  const inner = createCrashingFileSystem();
  const rename = (from: string, to: string): void => {
    inner.rename(from, to);
    clock.nowMs += costMs;
    clock.writes += 1;
  };
  return { fs: { ...inner, rename }, clock };
}

/** `data.json` of a run, with its view. */
function fileOn(fs: CrashingFileSystem, nowMs: () => number, past: readonly RunEvent[] = []) {
  const view = createRunView();
  const file = createDataJsonFile(fs, {
    folder: '/project',
    mapPath: 'm.json',
    directoryPath: 's/',
    nowMs,
    view,
    isNew: past.length === 0,
  });
  const take = (event: RunEvent): void => {
    const execution = applyEvent(view, event);
    if (event.type === 'task.started' && execution !== undefined) file.add(execution);
  };
  const apply = (events: readonly RunEvent[]): void => {
    events.forEach(take);
    file.update();
  };
  past.forEach(take);
  return { ...file, apply };
}

function readBack(fs: CrashingFileSystem): DataJson {
  return JSON.parse(fs.files()[PATH]!) as DataJson;
}

describe('data.json', () => {
  test('is written at the first event, indented by two and with a line break at the end', () => {
    const { fs, clock } = slowDisk(1);
    fileOn(fs, () => clock.nowMs).apply(eventLine([{ type: 'run.started', data: { fields: { a: '1' } } }]));
    expect(fs.files()[PATH]).toMatch(/^\{\n {2}"map": "m\.json",\n[^]*\n\}\n$/);
    expect(fs.list('/project')).toEqual(['data.json']);
  });

  test('rests 19 times as long as a write took, then follows again', () => {
    const { fs, clock } = slowDisk(10);
    const file = fileOn(fs, () => clock.nowMs);
    const events = eventLine([
      { type: 'run.started', data: { fields: {} } },
      { type: 'task.started', task: 'A', data: { execution: 1 } },
      { type: 'run.finished', data: { failed: false } },
    ]);
    file.apply(events.slice(0, 1));
    expect(file.restMs()).toBeUndefined();
    file.apply(events.slice(1, 2));
    expect([clock.writes, file.restMs()]).toEqual([1, 190]);
    clock.nowMs += 190;
    expect(file.restMs()).toBe(0);
    file.apply(events.slice(2));
    expect([clock.writes, file.restMs()]).toEqual([2, undefined]);
    expect(readBack(fs).status).toBe('completed');
  });

  test('has the last event when it is flushed, and flushing again writes nothing', () => {
    const { fs, clock } = slowDisk(10);
    const file = fileOn(fs, () => clock.nowMs);
    const events = eventLine([
      { type: 'run.started', data: { fields: {} } },
      { type: 'run.finished', data: {} },
    ]);
    for (const event of events) file.apply([event]);
    expect(readBack(fs).status).toBe('running');
    file.flush();
    file.flush();
    expect([readBack(fs).status, clock.writes]).toEqual(['completed', 2]);
  });

  test('of a run that is taken up again goes on from its past', () => {
    const fs = createCrashingFileSystem();
    const [started, task, resumed] = eventLine([
      { type: 'run.started', data: { fields: {} } },
      { type: 'task.started', task: 'A', data: { execution: 1 } },
      { type: 'run.resumed' },
    ]);
    const file = fileOn(fs, () => 0, [started!, task!]);
    expect(fs.files()).toEqual({});
    file.apply([resumed!]);
    expect(readBack(fs)).toMatchObject({
      start: started!.at,
      history: [{ name: 'A', error: 'interrupted' }],
    });
  });

  test('of a run of quick steps is written in at most a twentieth of the time', () => {
    const { fs, clock } = slowDisk(5);
    const file = fileOn(fs, () => clock.nowMs);
    const reported = Array.from({ length: 2000 }, () => ({ type: 'limit.reached' as const }));
    for (const event of eventLine(reported)) {
      file.apply([event]);
      clock.nowMs += 1;
    }
    expect(clock.writes * 5).toBeLessThanOrEqual(clock.nowMs / 20 + 5);
  });

  test('that could not be written is reported, and written the next time', () => {
    const fs = createCrashingFileSystem();
    const file = fileOn(fs, () => 0);
    const events = eventLine([{ type: 'run.started', data: { fields: {} } }]);
    fs.failAt(fs.operations() + 1, 'ENOSPC');
    expect(() => file.apply(events)).toThrow(expect.objectContaining({ code: 'storage-failed' }));
    file.flush();
    expect(readBack(fs).status).toBe('running');
  });

  test('is written again after a crash, whatever the crash left of it', () => {
    const fs = createCrashingFileSystem();
    const events = eventLine([{ type: 'run.started', data: { fields: {} } }]);
    fileOn(fs, () => 0).apply(events);
    for (const survivor of crashesOf(fs, 1000)) {
      fileOn(survivor, () => 0).apply(events);
      expect(readBack(survivor).status).toBe('running');
    }
  });
});
