import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../src/agent/human/asker.ts';
import type { AnswerBox, KeptAnswer } from '../../src/journal/answer-box.ts';
import type { ShellTask } from '../../src/model/block.ts';
import type { RunEventData, RunEventType } from '../../src/model/run-event.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import type { RunState } from '../../src/run/state/run-state.ts';
import { action, block, claude, end } from '../helpers/block.ts';
import { broken, exited, GIVER, memoryBox, puppetShell, questionIn } from '../helpers/performers.ts';
import { puppetAgent, answered } from '../helpers/puppet-agent.ts';
import { mapOf, programOf, resume, start, testHost, type TestHost } from '../helpers/run-host.ts';
import { shell, when } from '../helpers/tasks.ts';
import {
  createCrashingFileSystem,
  PowerCut,
  type CrashingFileSystem,
} from '../journal/crashing-file-system.ts';

const RUN_DIRECTORY = {
  folder: '/project/.wfmap/runs/test/slip-001',
  path: '.wfmap/runs/test/slip-001/',
  name: 'test/slip-001',
};

const RUN_AGAIN: KeptAnswer = { action: 'Run again', fields: {}, sender: GIVER };
const TAKE_AS_FAILED: KeptAnswer = { action: 'Take as failed', fields: {}, sender: GIVER };

/** One command, its exit code looked at by two guards. */
function deploying(more: Partial<ShellTask> = {}) {
  const deploy = shell(
    'Deploy',
    ['deploy', 'it'],
    when('result.exitCode == 0', action('Fine', 'Done')),
    when('result.exitCode == 1', action('Bad', 'Blocked')),
  );
  return programOf(mapOf(block({ ...deploy, ...more }, end('Done'), end('Blocked', true))));
}
const once = deploying();
const often = deploying({ idempotent: true });

let fs: CrashingFileSystem;
let box: AnswerBox;
beforeEach(() => {
  fs = createCrashingFileSystem();
  box = memoryBox();
});

type Shell = ReturnType<typeof puppetShell>;
const hostOf = (runner: Shell, more: Partial<RunHost> = {}): TestHost =>
  testHost(fs, '/project', puppetAgent(), { shell: runner, answerBox: () => box, ...more });

const typesOf = ({ events }: TestHost): string[] => events.map(({ type }) => type);

function dataOf<T extends RunEventType>({ events }: TestHost, type: T): RunEventData[T][] {
  return events.flatMap((event) => (event.type === type ? [event.data as RunEventData[T]] : []));
}

const openOf = (state: RunState) => [...state.open.values()][0];

/** Begins a run whose command is under way, and cuts its power; the disk keeps what was synced. */
async function cutOff(program: typeof once): Promise<void> {
  const runner = puppetShell('hold');
  const run = start(hostOf(runner), program);
  await runner.reached(1);
  fs.cutAt(0);
  runner.asked[0]?.reply(exited(0));
  await expect(run).rejects.toBeInstanceOf(PowerCut);
  fs = fs.crash(() => 'lost');
}

/** The entries of `data.json`, as they tell of the command. */
function historyOf(): unknown[] {
  const { history } = JSON.parse(fs.files()[`${RUN_DIRECTORY.folder}/data.json`] ?? '{}');
  return history.map(({ name, error, action: chosen }: Record<string, string>) => [name, error, chosen]);
}

describe('the exit code of a command', () => {
  test.each([
    [0, 'Done'],
    [1, 'Blocked'],
  ])('%i leads where its guard says', async (code, target) => {
    const { state } = await start(hostOf(puppetShell(exited(code))), once);
    expect(state.finished?.task).toBe(target);
  });

  test('that no guard takes pauses the run, with the result kept', async () => {
    const host = hostOf(puppetShell(exited(7, 'Who knows.')));
    const { state } = await start(host, once);
    expect(state.paused).toMatchObject({ reason: 'failed', exitCode: 6 });
    expect(dataOf(host, 'task.failed')).toMatchObject([
      { fault: 'guards', result: { exitCode: 7, stdout: 'Who knows.' } },
    ]);
  });
});

describe('standard output', () => {
  test.each([
    ['{"n": [1, 2]}', { n: [1, 2] }],
    [' [1]', [1]],
    ['{"n": ', undefined],
    ['12', undefined],
    ['null', undefined],
    ['[1e999]', undefined],
    [`${'['.repeat(200)}${']'.repeat(200)}`, undefined],
  ])('%j is read as %j', async (stdout, json) => {
    const host = hostOf(puppetShell(exited(0, stdout)));
    await start(host, once);
    const result = json === undefined ? { exitCode: 0, stdout } : { exitCode: 0, stdout, json };
    expect(dataOf(host, 'task.finished')[0]?.result).toEqual(result);
  });
});

describe('a command that is killed or takes too long', () => {
  test('is run again where it is idempotent, as often as its retries say', async () => {
    const runner = puppetShell(broken('transport'));
    const host = hostOf(runner);
    const { state } = await start(host, deploying({ idempotent: true, retry: { max: 3, reply: undefined } }));
    expect([runner.asked.length, state.paused?.exitCode]).toEqual([4, 6]);
    expect(dataOf(host, 'task.started')).toHaveLength(1);
  });

  test('is not run again where it is not', async () => {
    const runner = puppetShell(broken('transport'), exited(0));
    const { state } = await start(hostOf(runner), once);
    expect([runner.asked.length, state.paused?.exitCode]).toEqual([1, 6]);
  });

  test('is not run again either when the run is gone on with: a person is asked', async () => {
    await start(hostOf(puppetShell(broken('transport'))), once);
    const runner = puppetShell();
    const state = await resume(hostOf(runner), once, RUN_DIRECTORY);
    expect([runner.asked, openOf(state)?.question?.about, state.paused?.exitCode]).toEqual([[], 'rerun', 4]);
  });

  test('goes where onError leads', async () => {
    const { state } = await start(
      hostOf(puppetShell(broken('transport'))),
      deploying({ onError: 'Blocked' }),
    );
    expect(state.finished?.task).toBe('Blocked');
  });
});

describe('a command that cannot be started', () => {
  test('is not tried again, idempotent or not', async () => {
    const runner = puppetShell(broken('permanent'));
    const { state } = await start(hostOf(runner), often);
    expect([runner.asked.length, state.paused?.exitCode]).toEqual([1, 6]);
  });

  test('is started when the run is gone on with, and nobody is asked: it did nothing', async () => {
    await start(hostOf(puppetShell(broken('permanent'))), once);
    const state = await resume(hostOf(puppetShell(exited(0))), once, RUN_DIRECTORY);
    expect(state.finished?.task).toBe('Done');
  });
});

describe('a command that was interrupted', () => {
  test('is run again where it is idempotent: a new execution of the same visit', async () => {
    await cutOff(often);
    const runner = puppetShell(exited(0));
    const host = hostOf(runner);
    const state = await resume(host, often, RUN_DIRECTORY);
    expect([runner.asked.length, state.finished?.task, state.steps]).toEqual([1, 'Done', 1]);
    expect(runner.asked[0]?.visit).toBe(1);
    expect(historyOf()).toEqual([
      ['Deploy', 'interrupted', undefined],
      ['Deploy', undefined, 'Fine'],
      ['Done', undefined, undefined],
    ]);
  });

  test('is asked about where it is not; nothing is run, and the question shows the command', async () => {
    await cutOff(once);
    const runner = puppetShell();
    const host = hostOf(runner);
    const state = await resume(host, once, RUN_DIRECTORY);
    expect(runner.asked).toEqual([]);
    expect(state.paused).toMatchObject({ reason: 'human', exitCode: 4 });
    expect(dataOf(host, 'human.asked')).toMatchObject([
      {
        about: 'rerun',
        text: expect.stringContaining('deploy it'),
        choices: [{ name: 'Run again' }, { name: 'Take as failed' }],
        deadline: null,
      },
    ]);
    expect(historyOf()).toEqual([
      ['Deploy', 'interrupted', undefined],
      ['Deploy', undefined, undefined],
    ]);
  });

  test('is run again once somebody says so, in the execution that asked', async () => {
    await cutOff(once);
    box.claim(questionIn(await resume(hostOf(puppetShell()), once, RUN_DIRECTORY)), RUN_AGAIN);
    const runner = puppetShell(exited(0));
    const host = hostOf(runner);
    const state = await resume(host, once, RUN_DIRECTORY);
    expect([runner.asked.length, state.finished?.task, state.steps]).toEqual([1, 'Done', 1]);
    expect(dataOf(host, 'task.started').map(({ task }) => task)).toEqual(['Done']);
  });

  test('is run again once whoever sits there says so', async () => {
    await cutOff(once);
    const asker = { ask: () => Promise.resolve<Answer>({ ...RUN_AGAIN, via: 'terminal' }) };
    const runner = puppetShell(exited(0));
    const state = await resume(hostOf(runner, { asker }), once, RUN_DIRECTORY);
    expect([runner.asked.length, state.finished?.task]).toEqual([1, 'Done']);
  });

  test('is a failed task where it is taken as failed', async () => {
    await cutOff(once);
    box.claim(questionIn(await resume(hostOf(puppetShell()), once, RUN_DIRECTORY)), TAKE_AS_FAILED);
    const runner = puppetShell();
    const host = hostOf(runner);
    const state = await resume(host, once, RUN_DIRECTORY);
    expect([runner.asked, state.paused?.exitCode]).toEqual([[], 6]);
    expect(dataOf(host, 'task.failed')).toMatchObject([{ fault: 'unfinished', target: null }]);
  });

  test('that is taken as failed is still not run again unasked', async () => {
    await cutOff(once);
    box.claim(questionIn(await resume(hostOf(puppetShell()), once, RUN_DIRECTORY)), TAKE_AS_FAILED);
    await resume(hostOf(puppetShell()), once, RUN_DIRECTORY);
    const runner = puppetShell();
    const state = await resume(hostOf(runner), once, RUN_DIRECTORY);
    expect([runner.asked, openOf(state)?.question?.about]).toEqual([[], 'rerun']);
  });

  test('goes where onError leads, taken as failed', async () => {
    const program = deploying({ onError: 'Blocked' });
    await cutOff(program);
    box.claim(questionIn(await resume(hostOf(puppetShell()), program, RUN_DIRECTORY)), TAKE_AS_FAILED);
    const state = await resume(hostOf(puppetShell()), program, RUN_DIRECTORY);
    expect([state.finished?.task, state.finished?.failed]).toEqual(['Blocked', true]);
  });

  test('waits with the same question, however often the run is cut off meanwhile', async () => {
    await cutOff(once);
    const first = await resume(hostOf(puppetShell()), once, RUN_DIRECTORY);
    for (let times = 0; times < 3; times += 1) {
      fs = fs.crash(() => 'lost');
      const runner = puppetShell();
      const host = hostOf(runner);
      const state = await resume(host, once, RUN_DIRECTORY);
      expect([questionIn(state), runner.asked]).toEqual([questionIn(first), []]);
      expect(typesOf(host)).toEqual(['run.resumed', 'run.paused']);
    }
  });

  test('is asked about again after it was run again and cut off again', async () => {
    await cutOff(once);
    box.claim(questionIn(await resume(hostOf(puppetShell()), once, RUN_DIRECTORY)), RUN_AGAIN);
    const runner = puppetShell('hold');
    const run = resume(hostOf(runner), once, RUN_DIRECTORY);
    await runner.reached(1);
    fs.cutAt(0);
    runner.asked[0]?.reply(exited(0));
    await expect(run).rejects.toBeInstanceOf(PowerCut);
    fs = fs.crash(() => 'lost');
    const next = puppetShell();
    const state = await resume(hostOf(next), once, RUN_DIRECTORY);
    expect([next.asked, openOf(state)?.question?.about]).toEqual([[], 'rerun']);
  });

  test('is asked about anew with other arguments, not run', async () => {
    await cutOff(once);
    await resume(hostOf(puppetShell()), once, RUN_DIRECTORY);
    const runner = puppetShell();
    const state = await resume(hostOf(runner), once, RUN_DIRECTORY, { args: { thing: 'x' } });
    expect([runner.asked, openOf(state)?.question?.about]).toEqual([[], 'rerun']);
  });

  test('is run where the run is sent back to its task in so many words', async () => {
    await cutOff(once);
    const state = await resume(hostOf(puppetShell(exited(0))), once, RUN_DIRECTORY, { from: 'Deploy' });
    expect(state.finished?.task).toBe('Done');
  });
});

describe('a command that ended with a result that no guard takes', () => {
  test('is not bought again: a person is asked before it is run again', async () => {
    await start(hostOf(puppetShell(exited(7))), once);
    const runner = puppetShell();
    const state = await resume(hostOf(runner), once, RUN_DIRECTORY);
    expect([runner.asked, openOf(state)?.question?.about]).toEqual([[], 'rerun']);
    expect(openOf(state)?.question?.text).toContain('result.exitCode is 7.');
  });

  test('is run again at once where it is idempotent', async () => {
    await start(hostOf(puppetShell(exited(7))), often);
    expect((await resume(hostOf(puppetShell(exited(0))), often, RUN_DIRECTORY)).finished?.task).toBe('Done');
  });
});

describe('a run that is stopped', () => {
  test('stops its command politely, keeps that it was interrupted, and asks when it is gone on with', async () => {
    const stop = new AbortController();
    const runner = puppetShell('hold');
    const host = hostOf(runner, { stop: stop.signal });
    const run = start(host, once);
    await runner.reached(1);
    stop.abort({ message: 'Stopped by SIGINT.', exitCode: 130 });
    const { state } = await run;
    expect(runner.asked[0]?.calls[0]).toBe('stop');
    expect(state.paused).toEqual({ reason: 'interrupted', message: 'Stopped by SIGINT.', exitCode: 130 });
    expect(dataOf(host, 'shell.finished')).toMatchObject([{ outcome: 'interrupted', exitCode: null }]);
    const next = await resume(hostOf(puppetShell()), once, RUN_DIRECTORY);
    expect(openOf(next)?.question?.about).toBe('rerun');
  });

  test('keeps the result of a command that ends meanwhile', async () => {
    const stop = new AbortController();
    const runner = puppetShell('hold');
    const two = programOf(
      mapOf(
        block(
          shell('Deploy', ['deploy'], action('Next', 'Report')),
          claude('Report', action('Go', 'Done')),
          end('Done'),
        ),
      ),
    );
    const run = start(hostOf(runner, { stop: stop.signal }), two);
    await runner.reached(1);
    runner.asked[0]?.reply(exited(0));
    stop.abort({ message: 'Stopped by SIGINT.', exitCode: 130 });
    await run;
    const again = puppetShell();
    const host = testHost(fs, '/project', puppetAgent(answered('Go')), { shell: again });
    expect((await resume(host, two, RUN_DIRECTORY)).finished?.task).toBe('Done');
    expect(again.asked).toEqual([]);
  });
});
