import { expect, test } from 'vitest';
import type { RunEvent } from '../../../src/model/run-event.ts';
import { checkedProgram } from '../../helpers/checked-program.ts';
import { resume, script, start, testHost } from '../../helpers/run-host.ts';
import { createCrashingFileSystem } from '../../journal/crashing-file-system.ts';

/** Reading it costs 100,000 units: one for eight characters. */
const text = 'x'.repeat(800_000);

/** Items without any work. */
function itemsOf(result: string) {
  const body = { startTaskDefinition: 'End', taskDefinitions: { End: { type: 'end', result } } };
  const each = { type: 'foreach', items: 'ids', item: 'id', body, actions: { Go: { target: 'Done' } } };
  return checkedProgram({
    description: 'A map',
    startTaskDefinition: 'Each',
    workslipFields: {
      ids: { type: 'array', description: 'Ids', required: true },
      text: { type: 'string', description: 'A long text', required: true },
    },
    taskDefinitions: { Each: each, Done: { type: 'end' } },
  });
}

const countOf = (events: readonly RunEvent[], type: RunEvent['type']): number =>
  events.filter((event) => event.type === type).length;

test.each([
  ['a few expensive', 'size(text)', 250],
  ['thousands of cheap', 'id', 6000],
])('%s decisions are each made once, and a stop takes effect between them', async (_, result, count) => {
  const { program, texts } = itemsOf(result);
  const ids = Array.from({ length: count }, (__, index) => index);
  const fs = createCrashingFileSystem('/project');
  const stop = new AbortController();
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent): void => {
    events.push(event);
    if (event.type === 'item.finished') stop.abort({ message: 'Stopped by SIGINT.', exitCode: 130 });
  };
  const host = testHost(fs, '/project', script({}), { stop: stop.signal, onEvent });
  const { state, directory } = await start(host, program, { texts, fields: { ids, text } });
  expect(state.paused).toMatchObject({ reason: 'interrupted', exitCode: 130 });
  const before = countOf(events, 'item.finished');
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(count);
  const after = testHost(fs, '/project', script({}));
  expect((await resume(after, program, directory)).finished?.outcome).toBe('Done');
  expect(before + countOf(after.events, 'item.finished')).toBe(count);
});
