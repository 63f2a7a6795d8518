import { beforeEach, describe, expect, test } from 'vitest';
import type { Action } from '../../../src/model/action.ts';
import { readJournal } from '../../../src/journal/read-journal.ts';
import { DEFAULT_MAX_STEPS } from '../../../src/run/start/start-run.ts';
import { action, block, claude, end } from '../../helpers/block.ts';
import { checkedProgram } from '../../helpers/checked-program.ts';
import {
  answered,
  failed,
  interrupted,
  puppetAgent,
  rejected,
  type PuppetAgent,
} from '../../helpers/puppet-agent.ts';
import { mapOf, programOf, resume, start, testHost, type TestHost } from '../../helpers/run-host.ts';
import {
  createCrashingFileSystem,
  PowerCut,
  type CrashingFileSystem,
} from '../../journal/crashing-file-system.ts';

let fs: CrashingFileSystem;
beforeEach(() => {
  fs = createCrashingFileSystem();
});

const hostOf = (agent: PuppetAgent, more = {}): TestHost => testHost(fs, '/project', agent, more);
const unlimited = { steps: undefined, costUsd: undefined, tokens: undefined, durationMs: undefined };
const tasksOf = ({ events }: TestHost): string[] =>
  events.flatMap((event) => (event.type === 'task.started' ? [event.data.task] : []));

const limitedTo = (max: number, then: string, from: Action): Action => ({ ...from, limit: { max, then } });

const loop = programOf(
  mapOf(block(claude('Work', action('Again', 'Work'), action('Go', 'Done')), end('Done'))),
);

describe('a budget', () => {
  const limits = { steps: undefined, costUsd: 1 };

  test('hands each process what is left of it', async () => {
    const agent = puppetAgent(
      answered('Again', { costUsd: 0.25 }),
      rejected('?', { costUsd: 0.5 }),
      answered('Go'),
    );
    await start(hostOf(agent), loop, { limits });
    expect(agent.turns.map(({ budgetUsd }) => budgetUsd)).toEqual([1, 0.75, 0.25]);
  });

  test('is not handed on where there is none', async () => {
    const agent = puppetAgent(answered('Go'));
    await start(hostOf(agent), loop);
    expect(agent.turns[0]?.budgetUsd).toBeUndefined();
  });

  test('is charged the whole reserve of a turn that gives no figure', async () => {
    const agent = puppetAgent(
      answered('Again', { costUsd: 0.25 }),
      answered('Again', { costUsd: undefined }),
    );
    const { state } = await start(hostOf(agent), loop, { limits });
    expect(state.costUsd).toBe(1);
    expect(state.paused).toEqual({
      reason: 'limit',
      message: 'The cost limit of $1 is reached ($1.00 spent).',
      exitCode: 5,
    });
  });

  test('is charged the whole reserve of a turn whose end nobody saw', async () => {
    const agent = puppetAgent('hold');
    const cut = start(hostOf(agent), loop, { limits });
    await agent.asked(1);
    fs.cutAt(0);
    agent.turns[0]?.reply(answered('Go', { costUsd: 0.1 }));
    await expect(cut).rejects.toBeInstanceOf(PowerCut);
    const disk = fs.crash(() => 'lost');
    const directory = {
      folder: '/project/.wfmap/runs/test/slip-001',
      path: '.wfmap/runs/test/slip-001/',
      name: 'test/slip-001',
    };
    const next = puppetAgent();
    const state = await resume(testHost(disk, '/project', next), loop, directory);
    expect([state.costUsd, state.paused?.exitCode, next.turns]).toEqual([1, 5, []]);
    const raised = await resume(
      testHost(disk, '/project', puppetAgent(answered('Go', { costUsd: 0.1 }))),
      loop,
      directory,
      {
        limits: (current) => ({ ...current, costUsd: 2 }),
      },
    );
    expect([raised.costUsd, raised.finished?.task]).toEqual([1.1, 'Done']);
  });

  test('that is used up leaves a task between two turns, which goes on in its session when it is raised', async () => {
    const agent = puppetAgent(rejected('?', { costUsd: 1.5 }));
    const { state, directory } = await start(hostOf(agent), loop, { limits });
    expect([agent.turns.length, state.paused?.exitCode]).toEqual([1, 5]);
    const later = puppetAgent(answered('Go'));
    const raised = await resume(hostOf(later), loop, directory, {
      limits: (current) => ({ ...current, costUsd: 2 }),
    });
    expect(later.turns[0]?.session).toEqual({ id: agent.turns[0]?.session.id, continues: true });
    expect([later.turns[0]?.budgetUsd, raised.finished?.task]).toEqual([0.5, 'Done']);
  });

  test('that is not raised pauses the run again', async () => {
    const { directory } = await start(hostOf(puppetAgent(answered('Again', { costUsd: 2 }))), loop, {
      limits,
    });
    const state = await resume(hostOf(puppetAgent()), loop, directory);
    expect(state.paused?.exitCode).toBe(5);
  });
});

describe('a limit of steps', () => {
  const limitsOf = ({ events }: TestHost): unknown =>
    events.flatMap((event) => (event.type === 'run.started' ? [event.data.limits.steps] : []))[0];

  test('counts entries of tasks: neither further turns, nor ends, nor going on after an interruption', async () => {
    const two = programOf(
      mapOf(block(claude('A', action('Go', 'B')), claude('B', action('Go', 'Z')), end('Z'))),
    );
    const agent = puppetAgent(rejected(), answered('Go'), failed('transport'), interrupted());
    const { state, directory } = await start(hostOf(agent), two, { limits: { ...unlimited, steps: 2 } });
    expect(state.steps).toBe(2);
    const resumed = await resume(hostOf(puppetAgent(answered('Go'))), two, directory);
    expect([resumed.steps, resumed.finished?.task]).toEqual([2, 'Z']);
  });

  test('stops before a task is entered, and says so', async () => {
    const host = hostOf(puppetAgent(answered('Again'), answered('Again')));
    const { state } = await start(host, loop, { limits: { ...unlimited, steps: 2 } });
    expect(tasksOf(host)).toEqual(['Work', 'Work']);
    expect(state.paused?.message).toBe('The limit of 2 steps is reached (2 taken).');
    expect(host.events.at(-2)).toMatchObject({
      type: 'limit.reached',
      data: { limit: 'steps', max: 2, used: 2 },
    });
  });

  test('is that of the command line, else that of the map, else a default where a loop has no bound', async () => {
    const own = programOf(mapOf(loop.map.block, { limits: { ...unlimited, steps: 7 } }));
    const bounded = programOf(
      mapOf(block(claude('Work', limitedTo(3, 'Done', action('Again', 'Work'))), end('Done'))),
    );
    const limitOf = async (program: typeof own, steps?: number): Promise<unknown> => {
      const host = hostOf(
        puppetAgent(...Array.from({ length: 9 }, () => answered(program === bounded ? 'Again' : 'Go'))),
      );
      await start(host, program, { limits: { ...unlimited, steps } });
      return limitsOf(host);
    };
    expect(await limitOf(own, 5)).toBe(5);
    expect(await limitOf(own)).toBe(7);
    expect(await limitOf(loop)).toBe(DEFAULT_MAX_STEPS);
    expect(await limitOf(bounded)).toBeNull();
  });

  test('has a default also for a loop through onError or through where a limit leads', async () => {
    const mend = { ...claude('Mend', action('Go', 'Done')), onError: 'Mend' };
    const onError = programOf(mapOf(block(mend, end('Done'))));
    const back = limitedTo(1, 'Work', action('Go', 'Done'));
    const then = programOf(mapOf(block(claude('Work', back), end('Done'))));
    for (const program of [onError, then]) {
      const host = hostOf(puppetAgent(answered('Go')));
      await start(host, program);
      expect(limitsOf(host)).toBe(DEFAULT_MAX_STEPS);
    }
  });
});

describe('an action with a limit', () => {
  test('leads elsewhere when it is used up, and brings no arguments there', async () => {
    const rework: Action = {
      ...action('Rework', 'Work'),
      args: [{ kind: 'text', name: 'again', value: 'true' }],
    };
    const program = programOf(
      mapOf(
        block(
          claude('Work', limitedTo(1, 'Help', rework)),
          claude('Help', action('Stop', 'Done')),
          end('Done'),
        ),
      ),
    );
    const host = hostOf(puppetAgent(answered('Rework'), answered('Rework'), answered('Stop')));
    await start(host, program);
    const args = host.events.flatMap((event) => (event.type === 'task.started' ? [event.data.args] : []));
    expect(tasksOf(host)).toEqual(['Work', 'Work', 'Help', 'Done']);
    expect(args).toEqual([{}, { again: 'true' }, {}, {}]);
  });
});

describe('a prompt that cannot be made', () => {
  const { program, texts } = checkedProgram({
    description: 'Needs a word',
    startTaskDefinition: 'Work',
    taskDefinitions: {
      Work: {
        type: 'claude',
        promptTemplate: 'Say ${word} ${times + 1} times.',
        promptParams: {
          word: { type: 'string', description: 'What to say', required: true },
          times: { type: 'number', description: 'How often', required: false },
        },
        actions: { Go: { target: 'Done' } },
      },
      Done: { type: 'end' },
    },
  });

  test('is a failed task that names the parameter, and starts no agent', async () => {
    const agent = puppetAgent();
    const { state } = await start(hostOf(agent), program, { texts });
    expect(agent.turns).toEqual([]);
    expect(state.paused).toEqual({
      reason: 'failed',
      exitCode: 6,
      message: 'Task "Work" failed: Parameter "word" (What to say) is required and has no value.',
    });
  });

  test('is made with one-time arguments', async () => {
    const { directory } = await start(hostOf(puppetAgent()), program, { texts });
    const agent = puppetAgent(answered('Go'));
    const state = await resume(hostOf(agent), program, directory, { args: { word: 'hello', times: '2' } });
    expect(agent.turns[0]?.prompt).toMatch(/^Say hello 3 times\./);
    expect(state.finished?.task).toBe('Done');
  });

  test('fails again, and stays resumable, while a value is missing or does not fit', async () => {
    const { directory } = await start(hostOf(puppetAgent()), program, { texts });
    const lacking = await resume(hostOf(puppetAgent()), program, directory, { args: { times: '2' } });
    expect(lacking.paused?.message).toContain('"word"');
    const unfit = await resume(hostOf(puppetAgent()), program, directory, {
      args: { word: 'a', times: 'many' },
    });
    expect(unfit.paused?.message).toContain('"times"');
    const agent = puppetAgent(answered('Go'));
    await resume(hostOf(agent), program, directory, { args: { times: '3' } });
    expect(agent.turns[0]?.prompt).toMatch(/^Say a 4 times\./);
  });

  test('goes where onError leads', async () => {
    const { program: mended } = checkedProgram({
      description: 'Needs a word',
      startTaskDefinition: 'Work',
      taskDefinitions: {
        Work: {
          type: 'claude',
          promptTemplate: 'Say ${word}.',
          promptParams: { word: { type: 'string', description: 'What to say', required: true } },
          onError: 'Ask',
          actions: { Go: { target: 'Done' } },
        },
        Ask: {
          type: 'claude',
          prompt: 'Ask.',
          actions: { Told: { target: 'Work', args: '--word=hi' } },
        },
        Done: { type: 'end' },
      },
    });
    const host = hostOf(puppetAgent(answered('Told'), answered('Go')));
    const { state } = await start(host, mended);
    expect(tasksOf(host)).toEqual(['Work', 'Ask', 'Work', 'Done']);
    expect(state.finished?.task).toBe('Done');
  });

  test('does not go round for ever where onError leads back to it', async () => {
    const { program: stuck } = checkedProgram({
      description: 'Needs a word',
      startTaskDefinition: 'Work',
      taskDefinitions: {
        Work: {
          type: 'claude',
          promptTemplate: 'Say ${word}.',
          promptParams: { word: { type: 'string', description: 'What to say', required: true } },
          onError: 'Work',
          actions: { Go: { target: 'Done' } },
        },
        Done: { type: 'end' },
      },
    });
    const { state, directory } = await start(hostOf(puppetAgent()), stuck);
    expect([state.steps, state.paused?.reason]).toEqual([DEFAULT_MAX_STEPS, 'limit']);
    expect(readJournal(fs, `${directory.folder}/journal.jsonl`).events.at(-1)?.type).toBe('run.paused');
  });
});

describe('a fault that onError takes', () => {
  test.each([
    ['a permanent one', [failed('permanent')]],
    [
      'one of the transport, after its tries',
      [failed('transport'), failed('transport'), failed('transport')],
    ],
    ['two replies that are no answers', [rejected(), rejected()]],
  ])('%s', async (_, faults) => {
    const work = { ...claude('Work', action('Go', 'Done')), onError: 'Mend' };
    const program = programOf(mapOf(block(work, claude('Mend', action('Ok', 'Done')), end('Done'))));
    const host = hostOf(puppetAgent(...faults, answered('Ok')));
    const { state } = await start(host, program);
    expect([tasksOf(host), state.finished?.task]).toEqual([['Work', 'Mend', 'Done'], 'Done']);
  });
});
