import { describe, expect, test } from 'vitest';
import { checkedProgram } from '../helpers/checked-program.ts';
import { answered, puppetAgent, type PuppetAgent } from '../helpers/puppet-agent.ts';
import { start, testHost } from '../helpers/run-host.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';

const WORK = {
  type: 'claude',
  promptTemplate: 'Work.\n${siblings}\nThat is all.',
  actions: { Good: { target: 'Done' }, Bad: { target: 'Stuck' } },
};

const ENDS = { Done: { type: 'end' }, Stuck: { type: 'end', failed: true } };

const each = (items: string, body: object, more: object = {}) => ({
  description: 'Builds a shop',
  startTaskDefinition: 'Each',
  taskDefinitions: {
    Each: {
      type: 'foreach',
      items,
      item: 'each',
      key: 'each',
      concurrency: 1,
      onItemFailure: 'continue',
      body,
      actions: { Go: { target: 'All' } },
      ...more,
    },
    All: { type: 'end' },
  },
});

const told = ({ turns }: PuppetAgent): readonly (string | undefined)[] =>
  turns.map(({ prompt }) => /^Work\.\n([^]*)\nThat is all\./.exec(prompt)?.[1]);

async function toldIn(map: object, files: Readonly<Record<string, string>>, ...actions: readonly string[]) {
  const { program, texts } = checkedProgram(map, files);
  const agent = puppetAgent(...actions.map((action) => answered(action)));
  await start(testHost(createCrashingFileSystem(), '/project', agent), program, { texts });
  return told(agent);
}

describe('siblings in a prompt', () => {
  const body = { startTaskDefinition: 'Work', taskDefinitions: { Work: WORK, ...ENDS } };
  const items = '[{"key": "1", "title": "Store\\nit"}, {"key": "2", "name": "Send"}, {"key": "3"}]';

  test('are those that are over, with how they failed, and those that are open', async () => {
    const map = each(items, body, { key: 'each.key' });
    expect(await toldIn(map, {}, 'Good', 'Bad', 'Good')).toEqual([
      'This is item "1" (Store it), of "Each": Builds a shop\n\nOpen:\n\n- "2" (Send)\n- "3"',
      'This is item "2" (Send), of "Each": Builds a shop\n\nFinished before it:\n\n- "1" (Store it)\n\nOpen:\n\n- "3"',
      'This is item "3", of "Each": Builds a shop\n\nFinished before it:\n\n- "1" (Store it)\n- "2" (Send) (failed: Stuck)',
    ]);
  });

  test('are seen in a map inside, with all items around, the nearest first', async () => {
    const inner = each('["x", "y"]', body, { description: 'Its parts' });
    const run = { type: 'workflow', map: 'maps/inner.json', actions: { Go: { target: 'Done' } } };
    const map = each('["a"]', {
      startTaskDefinition: 'Run',
      taskDefinitions: { Run: run, Done: { type: 'end' } },
    });
    const files = { 'maps/inner.json': JSON.stringify(inner) };
    expect((await toldIn(map, files, 'Good', 'Good'))[0]).toBe(
      'This is item "x", of "Each": Its parts\nThat is part of item "a", of "Each": Builds a shop\n\nOpen:\n\n- "y"',
    );
  });

  test('are as they were when the item started, however quick the others are', async () => {
    const twice = {
      startTaskDefinition: 'Begin',
      taskDefinitions: {
        Begin: { ...WORK, promptTemplate: 'Begin.', actions: { Good: { target: 'Work' } } },
        Work: WORK,
        ...ENDS,
      },
    };
    const texts = await toldIn(
      each('["a", "b"]', twice, { concurrency: 2 }),
      {},
      ...Array<string>(4).fill('Good'),
    );
    expect(texts.filter((text) => text !== undefined)).toEqual([
      'This is item "a", of "Each": Builds a shop\n\nOpen:\n\n- "b"',
      'This is item "b", of "Each": Builds a shop\n\nOpen:\n\n- "a"',
    ]);
  });

  test('are named up to thirty, and counted beyond', async () => {
    const list = JSON.stringify(Array.from({ length: 33 }, (_, n) => `i${n}`));
    const [text] = await toldIn(each(list, body), {}, ...Array<string>(33).fill('Good'));
    expect(text).toMatch(/- "i30"\n- and 2 more$/);
  });

  test('are none outside of a foreach', async () => {
    const map = {
      description: 'A map',
      startTaskDefinition: 'Work',
      taskDefinitions: { Work: WORK, ...ENDS },
    };
    expect(await toldIn(map, {}, 'Good')).toEqual(['']);
  });
});
