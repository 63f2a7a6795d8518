import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadMap, run, scripted, type RunEvent, type RunOptions } from '../../src/index.ts';
import { nodeFileSystem, readJournal } from '../../src/host.ts';
import { mapOf } from '../helpers/maps.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-library-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const WORK = {
  type: 'claude',
  promptTemplate: 'Do ${what}.',
  actions: { Good: { target: 'Done' }, Bad: { target: 'Broken' } },
};
const ENDS = { Done: { type: 'end' }, Broken: { type: 'end', failed: true } };
const FIELDS = { workslipFields: { what: { type: 'string', description: 'What', required: true } } };
const fields = { what: 'it' };

const ASK = {
  type: 'human',
  promptTemplate: 'Release?',
  fields: { note: { type: 'string', description: 'Why', required: true } },
  actions: { Yes: { target: 'Done' }, No: { target: 'Broken' } },
};

function put(tasks: object, rest: object = {}): Promise<Awaited<ReturnType<typeof loadMap>>> {
  writeFileSync(join(folder, 'do.json'), mapOf({ ...tasks, ...ENDS }, rest));
  return loadMap('do.json', { folder });
}

const work = () => put({ Work: WORK }, FIELDS);
const answered = (answer: string): RunOptions => ({
  fields,
  agent: scripted({ answers: { Work: [answer] } }),
});

async function eventsOf(handle: AsyncIterable<RunEvent>): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of handle) events.push(event);
  return events;
}

describe('a run that is awaited', () => {
  test('gives plain values about its end', async () => {
    const result = await run(await work(), answered('Good'));
    expect(result).toMatchObject({
      run: 'do/slip-001',
      folder: join(folder, '.wfmap/runs/do/slip-001'),
      status: 'completed',
      outcome: 'Done',
      pause: null,
      simulation: true,
      fields,
    });
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });

  test('gives a result at a failed end too', async () => {
    expect(await run(await work(), answered('Bad'))).toMatchObject({ status: 'failed', outcome: 'Broken' });
  });

  test('takes a goal as the input "goal" of a map that has no story', async () => {
    const goal = { goal: { type: 'string', description: 'What to do', required: true } };
    const map = await put({ Work: { ...WORK, promptTemplate: 'Do ${goal}.' } }, { workslipFields: goal });
    const agent = scripted({ answers: { Work: ['Good'] } });
    expect(await run(map, { goal: 'a flag', agent })).toMatchObject({ fields: { goal: 'a flag' } });
  });

  test('says where it paused, and for whom', async () => {
    const result = await run(await put({ Ask: ASK }), { agent: scripted({ answers: {} }) });
    expect(result).toMatchObject({ status: 'paused', pause: 'human', at: 'Ask' });
    expect(result.questions.map(({ asked }) => asked.task)).toEqual(['Ask']);
  });

  test('is refused before it starts for fields that do not fit', async () => {
    const handle = run(await work(), { agent: scripted(), fields: { wat: 1 } });
    await expect(handle).rejects.toMatchObject({
      code: 'fields-do-not-fit',
      message: 'The map has no field "wat". Did you mean "what"? The map needs the field "what".',
    });
    await expect(eventsOf(handle)).rejects.toMatchObject({ code: 'fields-do-not-fit' });
    expect(nodeFileSystem.kindOf(join(folder, '.wfmap'))).toBeUndefined();
  });

  test.each([0, 65, 1.5, Number.NaN])('is refused with a concurrency of %s', async (concurrency) => {
    const handle = run(await work(), { ...answered('Good'), concurrency });
    await expect(handle).rejects.toMatchObject({ code: 'option-out-of-range' });
  });

  test('is refused for a copy of a map', async () => {
    const handle = run({ ...(await work()) }, answered('Good'));
    await expect(handle).rejects.toMatchObject({ code: 'map-not-loaded' });
  });
});

describe('a run that is iterated', () => {
  test('gives the events of its journal, to each who asks and whenever', async () => {
    const handle = run(await work(), answered('Good'));
    const early = eventsOf(handle);
    const { folder: kept } = await handle;
    const journal = readJournal(nodeFileSystem, join(kept, 'journal.jsonl')).events;
    expect(journal.at(-1)?.type).toBe('run.finished');
    expect(await early).toEqual(journal);
    expect(await eventsOf(handle)).toEqual(journal);
  });

  test('gives an event while the run is at work', async () => {
    const slow = { action: 'Good', ms: 60_000 };
    const handle = run(await work(), { fields, agent: scripted({ answers: { Work: [slow] } }) });
    for await (const event of handle) if (event.type === 'task.started') handle.stop();
    expect(await handle).toMatchObject({ status: 'paused', pause: 'interrupted' });
  });

  test('comes to its end when nobody listens any more', async () => {
    const handle = run(await work(), answered('Good'));
    for await (const event of handle) if (event.type === 'run.started') break;
    expect((await handle).status).toBe('completed');
  });
});

describe('a run is stopped', () => {
  const slow = { fields, agent: scripted({ answers: { Work: [{ action: 'Good', ms: 60_000 }] } }) };

  test('by a signal', async () => {
    const stop = new AbortController();
    const handle = run(await work(), { ...slow, signal: stop.signal });
    for await (const event of handle) if (event.type === 'task.started') stop.abort();
    expect(await handle).toMatchObject({
      pause: 'interrupted',
      message: 'Stopped by the program that runs it.',
    });
  });

  test('by one that was aborted before', async () => {
    const result = await run(await work(), { ...slow, signal: AbortSignal.abort() });
    expect(result).toMatchObject({ status: 'paused', pause: 'interrupted' });
  });

  test('at once', async () => {
    const handle = run(await work(), slow);
    for await (const event of handle) if (event.type === 'task.started') handle.kill();
    expect(await handle).toMatchObject({ pause: 'interrupted' });
  });
});

describe('a program that answers for people', () => {
  const agent = scripted({ answers: {} });

  test('is asked, and its answer is recorded as claimed by a program', async () => {
    const asked: string[] = [];
    const handle = run(await put({ Ask: ASK }), {
      agent,
      ask: ({ text, choices }) => {
        asked.push(text, ...choices.map(({ name }) => name));
        return { action: 'Yes', fields: { note: 'because' } };
      },
    });
    const events = await eventsOf(handle);
    expect(asked).toEqual(['Release?', 'Yes', 'No']);
    expect(events.find(({ type }) => type === 'human.answered')?.data).toMatchObject({
      action: 'Yes',
      fields: { note: 'because' },
      via: 'program',
      origin: 'claimed',
    });
    expect((await handle).status).toBe('completed');
  });

  test('lets the run wait for a person where it has no answer', async () => {
    const result = await run(await put({ Ask: ASK }), { agent, ask: () => undefined });
    expect(result).toMatchObject({ status: 'paused', pause: 'human' });
  });

  test.each([
    [{ action: 'Maybe' }, 'it names an unknown choice: "Maybe"'],
    [{ action: 'Yes' }, 'the field "note" is missing'],
    [{ action: 'Yes', fields: { note: 7 } }, 'note'],
    [
      { action: 'Yes', fields: { note: 'x', more: 1 } },
      'it has a field "more" that the question does not ask for',
    ],
  ])('is held to the question: %j', async (answer, words) => {
    const handle = run(await put({ Ask: ASK }), { agent, ask: () => answer });
    await expect(handle).rejects.toMatchObject({ code: 'answer-does-not-fit' });
    await expect(handle).rejects.toThrow(words);
    const journal = join(folder, '.wfmap/runs/do/slip-001/journal.jsonl');
    expect(readJournal(nodeFileSystem, journal).events.map(({ type }) => type)).not.toContain(
      'human.answered',
    );
  });

  test('is reported where it throws, and the run can be resumed', async () => {
    const handle = run(await put({ Ask: ASK }), {
      agent,
      ask: () => {
        throw new TypeError('no such form');
      },
    });
    await expect(handle).rejects.toThrow(new TypeError('no such form'));
    const journal = join(folder, '.wfmap/runs/do/slip-001/journal.jsonl');
    const last = readJournal(nodeFileSystem, journal).events.at(-1);
    expect(last).toMatchObject({ type: 'run.paused', data: { reason: 'interrupted' } });
  });
});

describe('a map that is loaded', () => {
  test('is plain values', async () => {
    const map = await work();
    expect(map).toEqual(JSON.parse(JSON.stringify(map)));
    expect(map).toMatchObject({
      path: 'do.json',
      file: join(folder, 'do.json'),
      folder,
      workRoot: folder,
      description: 'An example',
      fields: [{ name: 'what', type: 'string', required: true }],
    });
    expect(map.warnings.every(({ severity }) => severity !== 'error')).toBe(true);
  });

  test('is refused with its diagnostics where it has errors', async () => {
    const loading = put({ Work: { ...WORK, actions: { Good: { target: 'Don' } } } }, FIELDS);
    await expect(loading).rejects.toMatchObject({
      code: 'map-has-errors',
      name: 'LibraryError',
      message: expect.stringMatching(/^"do\.json" has an error: .*"Don".* \(do\.json:1:\d+\)$/),
      diagnostics: expect.arrayContaining([expect.objectContaining({ code: 'unknown-target' })]),
    });
  });

  test('is refused where it is not there', async () => {
    await expect(loadMap('nowhere', { folder })).rejects.toMatchObject({ code: 'map-not-found' });
  });

  test('may be one that comes with wfmap', async () => {
    const map = await loadMap('efficient', { folder });
    expect([map.path, map.workRoot]).toEqual(['workflows/efficient.json', folder]);
  });
});
