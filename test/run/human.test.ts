import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../src/agent/human/asker.ts';
import { answerNameOf, type AnswerBox } from '../../src/journal/answer-box.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import { action, block, end } from '../helpers/block.ts';
import { memoryBox, questionIn } from '../helpers/performers.ts';
import { answered, puppetAgent } from '../helpers/puppet-agent.ts';
import {
  manualClock,
  mapOf,
  programOf,
  resume,
  start,
  testHost,
  type TestHost,
} from '../helpers/run-host.ts';
import { human, when } from '../helpers/tasks.ts';
import { keyOf, NOTE, program, slowAsker, tickingClock, YES } from './approval.ts';
import { createCrashingFileSystem, type CrashingFileSystem } from '../journal/crashing-file-system.ts';

const TYPED: Answer = { action: 'Yes', fields: { note: 'fine' }, via: 'terminal' };

let fs: CrashingFileSystem;
let box: AnswerBox;
beforeEach(() => {
  fs = createCrashingFileSystem();
  box = memoryBox();
});

function hostOf(more: Partial<RunHost> = {}): TestHost {
  return testHost(fs, '/project', puppetAgent(answered('Done')), { answerBox: () => box, ...more });
}

const typesOf = ({ events }: TestHost): string[] => events.map(({ type }) => type);

describe('a question that nobody is there to answer', () => {
  test('pauses the run with exit code 4, and is journaled with its choices', async () => {
    const host = hostOf();
    const { state } = await start(host, program);
    expect(state.paused).toEqual({
      reason: 'human',
      exitCode: 4,
      message: 'Task "Approve" waits for an answer.',
    });
    expect(host.events.find(({ type }) => type === 'human.asked')?.data).toMatchObject({
      text: 'Decide about Approve.',
      choices: [
        { name: 'Yes', choose: null },
        { name: 'No', choose: null },
      ],
      required: [],
      deadline: null,
    });
  });

  test('is journaled with the fields that every answer must have', async () => {
    const field = (name: string, required: boolean, value?: string) => {
      const given = { default: value, enum: undefined, schema: undefined };
      return { name, type: 'string', description: 'Any', required, ...given } as const;
    };
    const fields = [field('note', true), field('free', false), field('known', true, 'so')];
    const approve = { ...human('Approve', action('Yes', 'Shipped')), fields };
    const host = hostOf();
    await start(host, programOf(mapOf(block(approve, end('Shipped')))));
    expect(host.events.find(({ type }) => type === 'human.asked')?.data).toMatchObject({
      required: ['note'],
    });
  });

  test('still waits when the run is gone on with, as the same execution', async () => {
    const { directory } = await start(hostOf(), program);
    const host = hostOf();
    const state = await resume(host, program, directory);
    expect(state.paused?.reason).toBe('human');
    expect(typesOf(host)).toEqual(['run.resumed', 'run.paused']);
  });

  test('takes the answer that lies in the box when the run is gone on with', async () => {
    const { directory, state: paused } = await start(hostOf(), program);
    box.claim(questionIn(paused), YES);
    const host = hostOf();
    const state = await resume(host, program, directory);
    expect(state.finished?.task).toBe('Shipped');
    expect(state.blocks.values().next().value?.bound.get('answer')).toEqual({
      action: 'Yes',
      fields: { note: 'fine' },
    });
    expect(host.events.find(({ type }) => type === 'action.chosen')?.data).toMatchObject({ by: 'person' });
  });

  test('takes it also where too much lies there for all of it to be listed', async () => {
    const { directory, state: paused } = await start(hostOf(), program);
    box.claim(questionIn(paused), YES);
    // What was set aside and what is being written is in nobody's place, and not listed.
    box = { ...box, list: () => ({ names: [], isComplete: false }) };
    expect((await resume(hostOf(), program, directory)).finished?.task).toBe('Shipped');
  });

  test('takes that answer also when the run goes on with other arguments', async () => {
    const { directory, state: paused } = await start(hostOf(), program);
    box.claim(questionIn(paused), YES);
    const state = await resume(hostOf(), program, directory, { args: { thing: 'x' } });
    expect(state.finished?.task).toBe('Shipped');
  });

  test.each([
    [{ action: 'Maybe' }, 'it names an unknown choice: "Maybe"'],
    [{ fields: { note: 7 } }, 'The value 7 of "note" is not text.'],
    [{ fields: { note: 'x', more: 1 } }, 'it has a field "more" that the question does not ask for'],
    [{ sender: { pid: 1, start: 'then' } }, 'process 1 asked the question, and did not give this answer'],
  ])('is not answered by what does not fit, which is set aside and told (%#)', async (wrong, reason) => {
    const { directory, state: paused } = await start(hostOf(), program);
    box.claim(questionIn(paused), { ...YES, ...wrong });
    const host = hostOf();
    expect((await resume(host, program, directory)).paused?.reason).toBe('human');
    expect(typesOf(host)).toEqual(['run.resumed', 'human.refused', 'run.paused']);
    const file = answerNameOf(questionIn(paused));
    expect(host.events[1]?.data).toEqual({ task: 'Approve', file, reason, kept: `answers/refused/${file}` });
    // There is room for the real one.
    box.claim(questionIn(paused), YES);
    expect((await resume(hostOf(), program, directory)).finished?.task).toBe('Shipped');
  });

  test('records who answered it, and that this is only said where nobody has seen it', async () => {
    const { directory, state: paused } = await start(hostOf(), program);
    box.claim(questionIn(paused), { ...YES, sender: { pid: 99, start: 'once' } });
    const host = hostOf();
    await resume(host, program, directory);
    expect(host.events.find(({ type }) => type === 'human.answered')?.data).toMatchObject({
      via: 'answer',
      origin: 'claimed',
      sender: { pid: 99, isGone: true, terminal: null },
    });
  });

  test('is asked anew when the run goes on with other arguments', async () => {
    const { directory } = await start(hostOf(), program);
    const host = hostOf();
    await resume(host, program, directory, { args: { thing: 'x' } });
    expect(typesOf(host)).toEqual([
      'run.resumed',
      'task.started',
      'prompt.rendered',
      'human.asked',
      'run.paused',
    ]);
  });
});

describe('a question to somebody who is there', () => {
  test('goes on with the answer, which this process has seen', async () => {
    const asker = slowAsker();
    const host = hostOf({ asker, clock: tickingClock() });
    const run = start(host, program);
    await new Promise(setImmediate);
    expect(asker.asked[0]).toMatchObject({ task: 'Approve', fields: [NOTE] });
    asker.answer(TYPED);
    expect((await run).state.finished?.task).toBe('Shipped');
    expect(host.events.find(({ type }) => type === 'human.answered')?.data).toMatchObject({
      via: 'terminal',
      origin: 'seen',
      sender: null,
    });
  });

  test('takes no time of the run while it waits', async () => {
    const asker = slowAsker();
    const clock = tickingClock();
    let now = clock.now().getTime();
    const run = start(hostOf({ asker, clock: { ...clock, now: () => new Date(now) } }), program);
    await new Promise(setImmediate);
    now += 69_000;
    asker.answer(TYPED);
    expect((await run).state).toMatchObject({ activeMs: 0, finished: { task: 'Shipped' } });
  });

  test('pauses the run where no answer is given', async () => {
    const asker = slowAsker();
    const run = start(hostOf({ asker, clock: tickingClock() }), program);
    await new Promise(setImmediate);
    asker.answer(undefined);
    expect((await run).state.paused?.exitCode).toBe(4);
  });

  test('is taken back when the run is stopped', async () => {
    const asker = slowAsker();
    const stop = new AbortController();
    const run = start(hostOf({ asker, clock: tickingClock(), stop: stop.signal }), program);
    await new Promise(setImmediate);
    stop.abort({ message: 'Stopped by SIGINT.', exitCode: 130 });
    const { state, directory } = await run;
    expect(state.paused).toMatchObject({ reason: 'interrupted', exitCode: 130 });
    expect((await resume(hostOf(), program, directory)).paused?.reason).toBe('human');
  });

  test('can be answered from elsewhere meanwhile; the first answer counts', async () => {
    const asker = slowAsker();
    const clock = tickingClock();
    const host = hostOf({ asker, clock });
    const run = start(host, program);
    await new Promise(setImmediate);
    expect(box.claim(keyOf(asker), YES)).toBe(true);
    asker.answer({ action: 'No', fields: {}, via: 'terminal' });
    expect((await run).state.finished?.task).toBe('Shipped');
    expect(host.events.filter(({ type }) => type === 'human.answered')).toHaveLength(1);
  });

  test('is not kept from its answer by what takes the place of it', async () => {
    const asker = slowAsker();
    const host = hostOf({ asker, clock: tickingClock() });
    const run = start(host, program);
    await new Promise(setImmediate);
    box.claim(keyOf(asker), { ...YES, action: 'Maybe' });
    asker.answer({ ...TYPED, action: 'No' });
    expect((await run).state.finished?.task).toBe('Stopped');
    expect(typesOf(host).filter((type) => type.startsWith('human.'))).toEqual([
      'human.asked',
      'human.refused',
      'human.answered',
    ]);
  });

  test('is not answered by a process that is gone while this one could have seen it', async () => {
    const asker = slowAsker();
    const clock = tickingClock();
    const host = hostOf({ asker, clock });
    const run = start(host, program);
    await new Promise(setImmediate);
    box.claim(keyOf(asker), { ...YES, sender: { pid: 99, start: 'once' } });
    clock.tick();
    await new Promise(setImmediate);
    expect(host.events.at(-1)).toMatchObject({
      type: 'human.refused',
      data: { reason: 'process 99, which is named as its sender, has exited' },
    });
    asker.answer({ ...TYPED, action: 'No' });
    expect((await run).state.finished?.task).toBe('Stopped');
  });

  test('is looked for in the box while it waits', async () => {
    const asker = slowAsker();
    const clock = tickingClock();
    const run = start(hostOf({ asker, clock }), program);
    await new Promise(setImmediate);
    box.claim(keyOf(asker), YES);
    clock.tick();
    expect((await run).state.finished?.task).toBe('Shipped');
  });
});

describe('a deadline', () => {
  const timed = programOf(
    mapOf(
      block(
        { ...human('Approve', action('Yes', 'Done')), timeoutMs: 60_000, onError: 'Late' },
        end('Done'),
        end('Late', true),
      ),
    ),
  );

  test('that has passed when the run is next opened fails the task', async () => {
    const { directory, state } = await start(hostOf(), timed);
    expect([...state.open.values()][0]?.question?.deadline).toBe('2026-01-01T00:01:00.000Z');
    const late = manualClock();
    await late.sleep(60_000, new AbortController().signal);
    const host = hostOf({ clock: late });
    expect((await resume(host, timed, directory)).finished?.task).toBe('Late');
    expect(host.events.find(({ type }) => type === 'task.failed')?.data).toMatchObject({ fault: 'deadline' });
  });

  test('does not undo an answer that was given before anybody looked', async () => {
    const { directory, state } = await start(hostOf(), timed);
    box.claim(questionIn(state), { ...YES, fields: {} });
    const late = manualClock();
    await late.sleep(60_000, new AbortController().signal);
    expect((await resume(hostOf({ clock: late }), timed, directory)).finished?.task).toBe('Done');
  });
});

test('guards filter what a person is offered; with nothing to offer the task fails', async () => {
  const offer = (...guards: readonly string[]) =>
    programOf(
      mapOf(
        block(
          human('Ask', ...guards.map((guard, index) => when(guard, action(`A${index}`, 'Done')))),
          end('Done'),
        ),
      ),
    );
  const some = await start(hostOf(), offer('visits > 1', 'visits == 1'));
  expect([...some.state.open.values()][0]?.question?.choices.map(({ name }) => name)).toEqual(['A1']);
  const none = await start(hostOf(), offer('visits > 1', 'visits > 2'));
  expect(none.state.paused?.message).toBe(
    'Task "Ask" failed: No guard of task "Ask" holds: "A0" needs visits > 1; "A1" needs visits > 2. Here visits is 1.',
  );
});
