import { describe, expect, test } from 'vitest';
import type { Outliner, OutlineReply, OutlineRequest } from '../../src/run/host/outliner.ts';
import { checkedProgram } from '../helpers/checked-program.ts';
import { answered, failed, interrupted, puppetAgent } from '../helpers/puppet-agent.ts';
import { resume, start, testHost, type TestHost } from '../helpers/run-host.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';

const TEMPLATE = 'Look.\n${outline}\nThat is all.';

/** A map of one task, with more fields of it. */
function programWith(more: object = {}, promptTemplate = TEMPLATE) {
  const actions = { Next: { target: 'Done' } };
  const files = { type: 'array', description: 'Files', required: false, default: [] };
  const map = {
    description: 'A map',
    startTaskDefinition: 'Look',
    workslipFields: { files },
    taskDefinitions: {
      Look: { type: 'claude', promptTemplate, actions, ...more },
      Done: { type: 'end' },
    },
  };
  return checkedProgram(map, {}, 'maps/test.json').program;
}

/** Gives texts that tell how many came before, and keeps what was asked for. */
function outliner(reply?: OutlineReply): { readonly asked: OutlineRequest[]; readonly outline: Outliner } {
  const asked: OutlineRequest[] = [];
  return {
    asked,
    outline: async (request) => {
      asked.push(request);
      return reply ?? { text: `# Outline ${asked.length}`, tokens: 4 };
    },
  };
}

function outlinesIn({ events }: TestHost): readonly unknown[] {
  return events.flatMap(({ type, data }) => (type === 'outline.read' ? [data] : []));
}

describe('the outline of the project in a prompt', () => {
  test('is read before the prompt is rendered, with the budget and the focus of the task', async () => {
    const { asked, outline } = outliner();
    const agent = puppetAgent(answered('Next'));
    const host = testHost(createCrashingFileSystem(), '/project', agent, { outline });
    await start(host, programWith({ outlineTokens: 300, outlineFocus: 'files + ["./x/y.ts"]' }), {
      fields: { files: ['src/a.ts', '/etc/passwd', '../out.ts', 7] },
    });
    expect(asked).toEqual([{ folder: '/project', tokens: 300, focus: ['src/a.ts', 'x/y.ts'] }]);
    expect(agent.turns[0]?.prompt).toContain('Look.\n# Outline 1\nThat is all.');
    expect(outlinesIn(host)).toEqual([{ task: 'Look', text: '# Outline 1', tokens: 4, reason: null }]);
  });

  test('has a thousand tokens where the task says nothing', async () => {
    const { asked, outline } = outliner();
    await start(
      testHost(createCrashingFileSystem(), '/project', puppetAgent(answered('Next')), { outline }),
      programWith(),
    );
    expect(asked).toEqual([{ folder: '/project', tokens: 1_000, focus: [] }]);
  });

  test('is not among the parameters that the journal has of the prompt', async () => {
    const { outline } = outliner();
    const host = testHost(createCrashingFileSystem(), '/project', puppetAgent(answered('Next')), { outline });
    await start(host, programWith());
    const rendered = host.events.find(({ type }) => type === 'prompt.rendered');
    expect(rendered?.data).toMatchObject({ params: { visits: 1 } });
    expect(JSON.stringify(rendered?.data)).not.toContain('Outline');
  });

  test.each([
    ['that does not name it', programWith({}, 'Look.')],
    ['in which a field of the map has its name', programWith({ promptParams: { outline: 'mine' } })],
  ])('is not read for a task %s', async (_, program) => {
    const { asked, outline } = outliner();
    const host = testHost(createCrashingFileSystem(), '/project', puppetAgent(answered('Next')), { outline });
    await start(host, program);
    expect(asked).toEqual([]);
    expect(outlinesIn(host)).toEqual([]);
  });

  test('is empty where nobody works it out, as in a simulation', async () => {
    const agent = puppetAgent(answered('Next'));
    await start(testHost(createCrashingFileSystem(), '/project', agent), programWith());
    expect(agent.turns[0]?.prompt).toContain('Look.\n\nThat is all.');
  });

  test('that cannot be worked out is empty, and the run goes on and has the reason', async () => {
    const { outline } = outliner({ fault: 'It took too long' });
    const agent = puppetAgent(answered('Next'));
    const host = testHost(createCrashingFileSystem(), '/project', agent, { outline });
    const { state } = await start(host, programWith());
    expect(state.status).toBe('finished');
    expect(agent.turns[0]?.prompt).toContain('Look.\n\nThat is all.');
    expect(outlinesIn(host)).toEqual([{ task: 'Look', text: '', tokens: 0, reason: 'It took too long.' }]);
  });

  test('whose focus has no value fails the task before an agent is paid', async () => {
    const { asked, outline } = outliner();
    const agent = puppetAgent();
    const host = testHost(createCrashingFileSystem(), '/project', agent, { outline });
    await start(host, programWith({ outlineFocus: '[files[7]]' }));
    expect([asked, agent.turns]).toEqual([[], []]);
    expect(host.events.find(({ type }) => type === 'task.failed')?.data).toMatchObject({
      fault: 'expression',
    });
  });

  test('is read once for all turns of an execution', async () => {
    const { asked, outline } = outliner();
    const agent = puppetAgent(failed('transport'), answered('Next'));
    await start(testHost(createCrashingFileSystem(), '/project', agent, { outline }), programWith());
    expect(agent.turns).toHaveLength(2);
    expect(asked).toHaveLength(1);
  });

  test('is the same in a run that resumes, though nobody can work it out any more', async () => {
    const fs = createCrashingFileSystem();
    const stop = new AbortController();
    const { outline } = outliner();
    const first = puppetAgent('hold');
    const ended = start(testHost(fs, '/project', first, { stop: stop.signal, outline }), programWith());
    await first.asked(1);
    stop.abort({ message: 'Stopped.', exitCode: 130 });
    first.turns[0]?.reply({ ...interrupted(), sessionKnown: false });
    const { directory } = await ended;
    const second = puppetAgent(answered('Next'));
    const other = outliner({ text: 'Another', tokens: 1 });
    const host = testHost(fs, '/project', second, {
      newId: () => `later-${Math.random()}`,
      outline: other.outline,
    });
    await resume(host, programWith(), directory);
    expect(other.asked).toEqual([]);
    expect(second.turns[0]?.prompt).toBe(first.turns[0]?.prompt);
  });

  test('is given up where the run stops, and read by the run that resumes', async () => {
    const fs = createCrashingFileSystem();
    const stop = new AbortController();
    const seen: AbortSignal[] = [];
    const never: Outliner = (_, signal) => {
      seen.push(signal);
      queueMicrotask(() => stop.abort({ message: 'Stopped.', exitCode: 130 }));
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    };
    const none = puppetAgent();
    const stopped = testHost(fs, '/project', none, { stop: stop.signal, outline: never });
    const { state, directory } = await start(stopped, programWith());
    expect([state.status, none.turns, outlinesIn(stopped)]).toEqual(['paused', [], []]);
    expect(seen.map(({ aborted }) => aborted)).toEqual([true]);
    const agent = puppetAgent(answered('Next'));
    const { outline } = outliner();
    await resume(
      testHost(fs, '/project', agent, { newId: () => `later-${Math.random()}`, outline }),
      programWith(),
      directory,
    );
    expect(agent.turns[0]?.prompt).toContain('# Outline 1');
  });

  test('takes a place among the agents at work while it is read', async () => {
    let most = 0;
    let now = 0;
    const outline: Outliner = async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return { text: 'x', tokens: 1 };
    };
    const actions = { Next: { target: 'Done' } };
    const body = {
      startTaskDefinition: 'Look',
      taskDefinitions: {
        Look: { type: 'claude', promptTemplate: TEMPLATE, actions },
        Done: { type: 'end' },
      },
    };
    const map = {
      description: 'A map',
      startTaskDefinition: 'All',
      taskDefinitions: {
        All: { type: 'foreach', items: '[1, 2, 3, 4, 5, 6]', item: 'each', body, actions },
        Done: { type: 'end' },
      },
    };
    const agent = puppetAgent(...Array.from({ length: 6 }, () => answered('Next')));
    const host = testHost(createCrashingFileSystem(), '/project', agent, { outline, concurrency: 2 });
    const { state } = await start(host, checkedProgram(map, {}, 'maps/test.json').program);
    expect([state.status, most, outlinesIn(host).length]).toEqual(['finished', 2, 6]);
  });
});
