import { beforeEach, describe, expect, test } from 'vitest';
import type { Agent } from '../../../src/agent/agent.ts';
import type { RunHost } from '../../../src/run/host/host.ts';
import { checkedProgram, type CheckedProgram } from '../../helpers/checked-program.ts';
import { exited, GIVER, memoryBox, puppetShell, questionIn } from '../../helpers/performers.ts';
import { answered, failed, puppetAgent, rejected, type PuppetAgent } from '../../helpers/puppet-agent.ts';
import { resume, start, testHost, type TestHost } from '../../helpers/run-host.ts';
import { createCrashingFileSystem, type CrashingFileSystem } from '../../journal/crashing-file-system.ts';

const RUN_DIRECTORY = {
  folder: '/project/.wfmap/runs/test/slip-001',
  path: '.wfmap/runs/test/slip-001/',
  name: 'test/slip-001',
};

let fs: CrashingFileSystem;
beforeEach(() => {
  fs = createCrashingFileSystem();
});

/** A map of tasks, of which the first is the start and every `Done`-like one an end. */
const mapWith = (tasks: object): CheckedProgram =>
  checkedProgram({
    description: 'A map',
    startTaskDefinition: Object.keys(tasks)[0],
    taskDefinitions: { ...tasks, Done: { type: 'end' }, Blocked: { type: 'end', failed: true } },
  });

/** A task that is to give a score of some type, with guards on it where there are any. */
const scoring = (type: string, actions: object = { Go: { target: 'Done' } }): CheckedProgram =>
  mapWith({
    Score: {
      type: 'claude',
      promptTemplate: 'Score it.',
      as: 'score',
      output: {
        schema: {
          type: 'object',
          required: ['value'],
          properties: { value: { type }, other: { type: 'integer' } },
        },
      },
      actions,
    },
  });

const hostOf = (agent: Agent, more: Partial<RunHost> = {}): TestHost => testHost(fs, '/project', agent, more);

/** Goes on with a map as it is now, as `--accept-changes` does. */
const goOn = (agent: PuppetAgent, { program, texts }: CheckedProgram, more: Partial<RunHost> = {}) =>
  resume(hostOf(agent, more), program, RUN_DIRECTORY, { changedTexts: texts });

const wordy = answered('Go', { output: { value: 'seven' }, costUsd: 0.5 });

describe('a reply that does not fit its schema', () => {
  test('is used, for nothing, once the schema is mended', async () => {
    const { program, texts } = scoring('integer');
    const { state } = await start(hostOf(puppetAgent(wordy, wordy)), program, { texts });
    expect([state.paused?.exitCode, state.costUsd]).toEqual([6, 1]);
    const agent = puppetAgent();
    const mended = await goOn(agent, scoring('string'));
    expect([agent.turns, mended.finished?.task, mended.costUsd]).toEqual([[], 'Done', 1]);
    expect(mended.blocks.values().next().value?.bound.get('score')).toEqual({ value: 'seven' });
  });

  test('is asked for in the same session, with the reason, while the schema is what it was', async () => {
    const { program, texts } = scoring('integer');
    const first = puppetAgent(wordy, wordy);
    await start(hostOf(first), program, { texts });
    const agent = puppetAgent(answered('Go', { output: { value: 7 } }));
    const state = await resume(hostOf(agent), program, RUN_DIRECTORY);
    expect(state.finished?.task).toBe('Done');
    expect(agent.turns[0]?.session).toEqual({ id: first.turns[0]?.session.id, continues: true });
    expect(agent.turns[0]?.prompt).toContain('The result does not fit its schema');
  });

  test('is asked for again also where the change does not mend it', async () => {
    const { program, texts } = scoring('integer');
    await start(hostOf(puppetAgent(wordy, wordy)), program, { texts });
    const agent = puppetAgent(answered('Go', { output: { value: true } }));
    const state = await goOn(agent, scoring('boolean'));
    expect([agent.turns.length, state.finished?.task]).toEqual([1, 'Done']);
  });

  test('is used also where a limit came before its repair', async () => {
    const { program, texts } = scoring('integer');
    const limits = { costUsd: 0.4 };
    const { state } = await start(hostOf(puppetAgent(wordy)), program, { texts, limits });
    expect(state.paused?.exitCode).toBe(5);
    const agent = puppetAgent();
    expect((await goOn(agent, scoring('string'))).finished?.task).toBe('Done');
    expect(agent.turns).toEqual([]);
  });

  test('is used also where the run was taken up in vain before', async () => {
    const { program, texts } = scoring('integer');
    const limits = { costUsd: 1 };
    await start(hostOf(puppetAgent(wordy, wordy)), program, { texts, limits });
    expect((await resume(hostOf(puppetAgent()), program, RUN_DIRECTORY)).paused?.exitCode).toBe(5);
    const agent = puppetAgent();
    expect((await goOn(agent, scoring('string'))).finished?.task).toBe('Done');
    expect(agent.turns).toEqual([]);
  });

  test('is not used where new arguments make another prompt', async () => {
    const { program, texts } = scoring('integer');
    await start(hostOf(puppetAgent(wordy, wordy)), program, { texts });
    const agent = puppetAgent(answered('Go', { output: { value: 'eight' } }));
    const mended = scoring('string');
    await resume(hostOf(agent), mended.program, RUN_DIRECTORY, {
      changedTexts: mended.texts,
      args: { thing: 'x' },
    });
    expect(agent.turns[0]?.prompt).toMatch(/^Score it\./);
    expect(agent.turns[0]?.session.continues).toBe(false);
  });
});

test('a reply that named an action the map did not have is used once it has', async () => {
  const asking = (action: string): CheckedProgram =>
    mapWith({
      Ask: {
        type: 'claude',
        promptTemplate: 'Ask.',
        actions: { [action]: { target: 'Done' }, Stop: { target: 'Blocked' } },
      },
    });
  const { program, texts } = asking('Agree');
  const reply = rejected('ACTION: Accept');
  await start(hostOf(puppetAgent(reply, reply)), program, { texts });
  const agent = puppetAgent();
  expect((await goOn(agent, asking('Accept'))).finished?.task).toBe('Done');
  expect(agent.turns).toEqual([]);
});

describe('a result that no guard takes', () => {
  const guarded = (bar: number): CheckedProgram =>
    scoring('integer', {
      Good: { target: 'Done', when: `result.value * 1 >= ${bar}` },
      Bad: { target: 'Blocked', when: 'result.value * 1 < 3' },
    });
  const five = answered(undefined, { output: { value: 5 }, costUsd: 0.5 });

  test('is used, for nothing, once a guard takes it', async () => {
    const { program, texts } = guarded(8);
    const { state } = await start(hostOf(puppetAgent(five)), program, { texts });
    expect(state.paused?.message).toContain('No guard of task "Score" holds');
    const agent = puppetAgent();
    const mended = await goOn(agent, guarded(5));
    expect([agent.turns, mended.finished?.task, mended.costUsd]).toEqual([[], 'Done', 0.5]);
  });

  test('sends the agent on in its session, with the reason, while no guard does', async () => {
    const { program, texts } = guarded(8);
    await start(hostOf(puppetAgent(five)), program, { texts });
    const agent = puppetAgent(answered(undefined, { output: { value: 9 } }));
    const state = await resume(hostOf(agent), program, RUN_DIRECTORY);
    expect(agent.turns[0]?.session.continues).toBe(true);
    expect(agent.turns[0]?.prompt).toContain('No guard of task "Score" holds');
    expect(state.finished?.task).toBe('Done');
  });

  test('of a command is used without running it again', async () => {
    const gate = (code: number): CheckedProgram =>
      mapWith({
        Gate: {
          type: 'shell',
          command: ['test'],
          actions: {
            Pass: { target: 'Done', when: 'result.exitCode * 1 == 0' },
            Fail: { target: 'Blocked', when: `result.exitCode * 1 == ${code}` },
          },
        },
      });
    const { program, texts } = gate(1);
    await start(hostOf(puppetAgent(), { shell: puppetShell(exited(2)) }), program, { texts });
    const shell = puppetShell();
    expect((await goOn(puppetAgent(), gate(2), { shell })).finished?.task).toBe('Blocked');
    expect(shell.asked).toEqual([]);
  });
});

describe('an expression without a value', () => {
  const dividing = (guard: string): CheckedProgram =>
    scoring('integer', { Good: { target: 'Done', when: guard }, Bad: { target: 'Blocked' } });
  const zero = answered(undefined, { output: { value: 0 }, costUsd: 0.5 });

  test.each([
    ['a division by zero', '10 / result.value > 1'],
    ['an element that is not there', '[1][result.value + 7] > 1'],
  ])('fails its task with the result kept: %s', async (_, guard) => {
    const { program, texts } = dividing(guard);
    const host = hostOf(puppetAgent(zero));
    const { state } = await start(host, program, { texts });
    expect(state.paused).toMatchObject({ reason: 'failed', exitCode: 6 });
    expect(host.events.find(({ type }) => type === 'task.failed')?.data).toMatchObject({
      fault: 'expression',
      result: { value: 0 },
    });
    const agent = puppetAgent();
    const mended = await goOn(agent, dividing('result.value == 0'));
    expect([agent.turns, mended.finished?.task]).toEqual([[], 'Done']);
  });

  test('in an argument is not mended by taking another action', async () => {
    const arguing = (n: string): CheckedProgram =>
      scoring('integer', {
        First: { target: 'Blocked' },
        Second: { target: 'Done', args: { n: { expr: n } } },
      });
    const { program, texts } = arguing('10 / result.value');
    const chosen = answered('Second', { output: { value: 0 } });
    await start(hostOf(puppetAgent(chosen)), program, { texts });
    const later = puppetAgent(failed('permanent'));
    expect((await resume(hostOf(later), program, RUN_DIRECTORY)).paused?.exitCode).toBe(6);
    expect(later.turns).toHaveLength(1);
  });

  test('in an argument leaves what the agent chose as it was, once it is mended', async () => {
    const arguing = (n: string): CheckedProgram =>
      scoring('integer', {
        First: { target: 'Blocked' },
        Second: { target: 'Done', args: { n: { expr: n } } },
      });
    const { program, texts } = arguing('10 / result.value');
    const chosen = answered('Second', { output: { value: 0 } });
    await start(hostOf(puppetAgent(chosen)), program, { texts });
    const agent = puppetAgent();
    const mended = await goOn(agent, arguing('result.value'));
    expect([agent.turns, mended.finished?.task]).toEqual([[], 'Done']);
  });

  test('in an argument leaves what a person chose as it was', async () => {
    const asking = (n: string): CheckedProgram =>
      mapWith({
        Approve: {
          type: 'human',
          promptTemplate: 'Is it good?',
          fields: {
            n: {
              type: 'array',
              description: 'Numbers',
              required: true,
              schema: { type: 'array', items: { type: 'integer' } },
            },
          },
          actions: { Yes: { target: 'Blocked' }, No: { target: 'Done', args: { n: { expr: n } } } },
        },
      });
    const { program, texts } = asking('result.fields.n[3]');
    const box = memoryBox();
    const { state } = await start(hostOf(puppetAgent(), { answerBox: () => box }), program, { texts });
    box.claim(questionIn(state), { action: 'No', fields: { n: [7] }, sender: GIVER });
    const broken = await resume(hostOf(puppetAgent(), { answerBox: () => box }), program, RUN_DIRECTORY);
    expect(broken.paused?.exitCode).toBe(6);
    const mended = await goOn(puppetAgent(), asking('result.fields.n[0]'), { answerBox: () => box });
    expect(mended.finished?.task).toBe('Done');
  });
});
