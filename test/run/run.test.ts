import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import { foldAll } from '../../src/run/start/resume-run.ts';
import { action, block, claude, end } from '../helpers/block.ts';
import { summaryOf } from '../helpers/summary.ts';
import { manualClock, mapOf, programOf, resume, script, start, testHost } from '../helpers/run-host.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wfmap-run-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const pathOf = (events: readonly { type: string; data: object }[]) =>
  events.flatMap((event) => (event.type === 'task.started' && 'task' in event.data ? [event.data.task] : []));

const line = programOf(
  mapOf(
    block(
      claude('Code', action('Complete', 'Review')),
      claude(
        'Review',
        { ...action('Rework', 'Code'), args: [{ kind: 'text', name: 'again', value: 'true' }] },
        action('Accept', 'Done'),
      ),
      end('Done'),
    ),
  ),
);

describe('a run goes where the chosen actions lead', () => {
  test('it ends at an end, with every execution journaled in order', async () => {
    const host = testHost(nodeFileSystem, root, script({ Code: ['Complete'], Review: ['Rework', 'Accept'] }));
    const { state } = await start(host, line);
    expect(pathOf(host.events)).toEqual(['Code', 'Review', 'Code', 'Review', 'Done']);
    expect(state.finished).toMatchObject({ task: 'Done', failed: false });
  });

  test('arguments of an action reach the next execution of its target and no other', async () => {
    const host = testHost(nodeFileSystem, root, script({ Code: ['Complete'], Review: ['Rework', 'Accept'] }));
    await start(host, line);
    const args = host.events.flatMap((event) => (event.type === 'task.started' ? [event.data.args] : []));
    expect(args).toEqual([{}, {}, { again: 'true' }, {}, {}]);
  });

  test('folding the journal gives the state of the live run (J4)', async () => {
    const host = testHost(nodeFileSystem, root, script({ Code: ['Complete'], Review: ['Rework', 'Accept'] }));
    const { state, directory } = await start(host, line);
    const { events } = readJournal(nodeFileSystem, join(directory.folder, 'journal.jsonl'));
    expect(events).toEqual(host.events);
    expect(summaryOf(foldAll(events, line))).toEqual(summaryOf(state));
  });

  test('a task without actions ends the run', async () => {
    const { state } = await start(
      testHost(nodeFileSystem, root, script({})),
      programOf(mapOf(block(claude('Only')))),
    );
    expect(state.finished).toMatchObject({ task: null, failed: false });
  });

  test('an end that is marked failed makes the run a failed one', async () => {
    const program = programOf(mapOf(block(claude('A', action('Stop', 'Bad')), end('Bad', true))));
    const { state } = await start(testHost(nodeFileSystem, root, script({ A: ['Stop'] })), program);
    expect(state.finished).toMatchObject({ task: 'Bad', failed: true });
  });
});

describe('what an agent gets wrong is repaired, retried, or pauses the run', () => {
  test('a reply that is no answer is asked for again once, in the same session', async () => {
    const host = testHost(nodeFileSystem, root, script({ Code: ['Wrong', 'Complete'], Review: ['Accept'] }));
    const { state } = await start(host, line);
    const turns = host.events.flatMap((event) =>
      event.type === 'agent.started' ? [[event.data.task, event.data.purpose, event.data.continues]] : [],
    );
    expect(turns.slice(0, 2)).toEqual([
      ['Code', 'prompt', false],
      ['Code', 'repair', true],
    ]);
    expect(state.finished?.task).toBe('Done');
  });

  test('two replies that are no answers pause the run, resumable at that task', async () => {
    const host = testHost(nodeFileSystem, root, script({ Code: ['Wrong'] }));
    const { state, directory } = await start(host, line);
    expect(state.paused).toMatchObject({ reason: 'failed', exitCode: 6 });
    const later = testHost(nodeFileSystem, root, script({ Code: ['Complete'], Review: ['Accept'] }));
    const resumed = await resume(later, line, directory);
    expect(resumed.finished?.task).toBe('Done');
    expect(pathOf(later.events)).toEqual(['Code', 'Review', 'Done']);
    const first = later.events.find((event) => event.type === 'agent.started');
    expect(first?.data).toMatchObject({ purpose: 'resume', continues: true });
  });

  test('faults of the transport are tried again twice, waiting longer each time', async () => {
    const clock = manualClock();
    const agent = script({
      Code: [{ fail: 'transport' }, { fail: 'transport' }, 'Complete'],
      Review: ['Accept'],
    });
    const { state } = await start(testHost(nodeFileSystem, root, agent, { clock }), line);
    expect(state.finished?.task).toBe('Done');
    expect(clock.slept.map((ms) => [ms >= 500, ms <= 2000])).toEqual([
      [true, true],
      [true, true],
    ]);
    const third = script({ Code: [{ fail: 'transport' }] });
    const { state: failed } = await start(testHost(nodeFileSystem, root, third), line);
    expect(failed.paused?.exitCode).toBe(6);
  });

  test('a permanent fault is not tried again', async () => {
    const host = testHost(nodeFileSystem, root, script({ Code: [{ fail: 'permanent' }] }));
    const { state } = await start(host, line);
    expect(host.events.filter((event) => event.type === 'agent.started')).toHaveLength(1);
    expect(state.paused?.exitCode).toBe(6);
  });

  test('onError is taken in place of a pause', async () => {
    const program = programOf(
      mapOf(
        block(
          { ...claude('A', action('Go', 'Z')), onError: 'Mend' },
          claude('Mend', action('Ok', 'Z')),
          end('Z'),
        ),
      ),
    );
    const host = testHost(nodeFileSystem, root, script({ A: [{ fail: 'permanent' }], Mend: ['Ok'] }));
    const { state } = await start(host, program);
    expect([pathOf(host.events), state.finished?.task]).toEqual([['A', 'Mend', 'Z'], 'Z']);
  });
});

describe('limits pause a run, and can be raised', () => {
  const loop = programOf(mapOf(block(claude('A', action('Again', 'A'), action('Stop', 'Z')), end('Z'))));

  test('the limit of steps', async () => {
    const host = testHost(nodeFileSystem, root, script({ A: ['Again'] }));
    const limits = { steps: 3, costUsd: undefined };
    const { state, directory } = await start(host, loop, { limits });
    expect([state.steps, state.paused]).toEqual([
      3,
      expect.objectContaining({ reason: 'limit', exitCode: 5 }),
    ]);
    const later = testHost(nodeFileSystem, root, script({ A: ['Again', 'Stop'] }));
    const resumed = await resume(later, loop, directory, { limits: (now) => ({ ...now, steps: 10 }) });
    expect([resumed.steps, resumed.finished?.task]).toEqual([5, 'Z']);
  });

  test('a map that may go round for ever has a limit of steps without saying so', async () => {
    const { state } = await start(testHost(nodeFileSystem, root, script({ A: ['Again'] })), loop);
    expect(state.paused?.reason).toBe('limit');
  });

  test('the limit of cost, with an unknown cost charged as the whole reserve', async () => {
    const agent = script({ A: [{ action: 'Again', costUsd: 0.3 }] });
    const limits = { steps: undefined, costUsd: 1 };
    const { state } = await start(testHost(nodeFileSystem, root, agent), loop, { limits });
    expect(state.paused?.exitCode).toBe(5);
    expect(state.costUsd).toBeCloseTo(1.2);
  });
});

describe('what is left on disk', () => {
  test('the run directory has the journal, the projection, prompts and logs', async () => {
    const { directory } = await start(
      testHost(nodeFileSystem, root, script({ Code: ['Complete'], Review: ['Accept'] })),
      line,
    );
    expect(readdirSync(directory.folder).toSorted()).toEqual([
      'data.json',
      'journal.jsonl',
      'log-times',
      'sources',
      'task-001-code-prompt.md',
      'task-001-code.log',
      'task-002-review-prompt.md',
      'task-002-review.log',
    ]);
    expect(readFileSync(join(directory.folder, 'task-001-code-prompt.md'), 'utf8')).toContain('Do Code.');
    const dataJson = JSON.parse(readFileSync(join(directory.folder, 'data.json'), 'utf8'));
    expect(dataJson).toMatchObject({ map: 'maps/test.json', status: 'completed' });
    expect(
      dataJson.history.map((entry: { name: string; action?: string }) => [entry.name, entry.action]),
    ).toEqual([
      ['Code', 'Complete'],
      ['Review', 'Accept'],
      ['Done', undefined],
    ]);
  });
});
