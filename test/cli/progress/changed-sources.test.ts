import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watched } from '../../../src/cli/progress/changed-sources.ts';
import type { Progress } from '../../../src/cli/progress/progress.ts';
import { digestOf } from '../../../src/journal/source-store.ts';
import type { RunEvent } from '../../../src/model/run-event.ts';
import type { Program } from '../../../src/run/program/program.ts';
import { events } from '../../helpers/short-events.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wfmap-sources-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (path: string, text: string): void => writeFileSync(join(folder, path), text);
const record = (path: string, text: string) => ({ path, digest: digestOf(text) });

/** A progress that keeps what it is given, and is told when each task ends. */
function watching() {
  const said: string[] = [];
  const seen: RunEvent[] = [];
  const progress = { say: (line: string) => said.push(line), onEvent: (event: RunEvent) => seen.push(event) };
  const program = {
    source: record('map.json', 'map'),
    templateSources: { a: record('a.md', 'a'), b: record('b.md', 'b'), gone: record('gone.md', 'x') },
  };
  // Only these members of a program and a progress are looked at.
  const { onEvent } = watched(progress as unknown as Progress, program as unknown as Program, folder);
  const [ended, started] = events(['task.finished', 'Plan'], ['task.started', 'Plan']);
  return {
    seen,
    end: (): readonly string[] => {
      onEvent(ended!);
      return said.splice(0);
    },
    start: (): readonly string[] => {
      onEvent(started!);
      return said.splice(0);
    },
  };
}

const reported = (path: string): string =>
  `    ${path} was changed while the run goes on; the run keeps to the text it was started with.`;

test('each source that somebody changes is told of once, when the next task has ended', () => {
  put('map.json', 'map');
  put('a.md', 'a');
  put('b.md', 'other than at the start');
  const { seen, end, start } = watching();
  expect(end()).toEqual([]);
  put('map.json', 'map 2');
  expect(start()).toEqual([]);
  expect(end()).toEqual([reported('map.json')]);
  put('map.json', 'map 3');
  rmSync(join(folder, 'a.md'));
  put('b.md', 'changed again');
  expect(end()).toEqual([reported('a.md')]);
  put('a.md', 'a');
  expect(end()).toEqual([]);
  expect(seen.map(({ type }) => type)).toEqual([
    'task.finished',
    'task.started',
    'task.finished',
    'task.finished',
    'task.finished',
  ]);
});

test('a source that is written again with the same text is not changed, and one that can no longer be read is', () => {
  put('map.json', 'map');
  put('a.md', 'a');
  const { end } = watching();
  put('map.json', 'map');
  expect(end()).toEqual([]);
  writeFileSync(join(folder, 'a.md'), new Uint8Array([0xff, 0xff]));
  expect(end()).toEqual([reported('a.md')]);
});
