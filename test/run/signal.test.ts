import { describe, expect, test } from 'vitest';
import { createScriptedAgent } from '../../src/agent/scripted/scripted-agent.ts';
import type { ScriptedAnswer } from '../../src/agent/scripted/scripted-answer.ts';
import { checkedProgram } from '../helpers/checked-program.ts';
import { start, testHost } from '../helpers/run-host.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';

/** The loop of STRUCTURE.md: five Judges in a row that are not satisfied need a person. */
const LOOP = {
  description: 'A loop',
  startTaskDefinition: 'Begin',
  taskDefinitions: {
    Begin: { type: 'decide', set: { loop: '1' }, actions: { Plan: { target: 'Plan' } } },
    Plan: {
      type: 'claude',
      prompt: 'Plan.',
      protocol: 'signal-block',
      signs: 'Planner',
      reports: ['PLAN_CREATED', 'CLARIFICATION_NEEDED'],
      signature: "'1:' + loop + ':1'",
      actions: { Actor: { target: 'Act' }, Human: { target: 'Person' } },
    },
    Act: {
      type: 'claude',
      prompt: 'Act.',
      protocol: 'signal-block',
      signs: 'Actor',
      reports: ['SUCCESS', 'FAIL'],
      signature: "'1:' + loop + ':2'",
      actions: { Judge: { target: 'Judge' }, Planner: { target: 'Next Loop' }, Human: { target: 'Person' } },
    },
    Judge: {
      type: 'claude',
      prompt: 'Judge.',
      protocol: 'signal-block',
      signs: 'Judge',
      signature: "'1:' + loop + ':3'",
      as: 'judged',
      actions: {
        Unsure: { target: 'Person', when: 'result.confidence != null && result.confidence < 5' },
        Insufficient: {
          target: 'Next Loop',
          when: "result.result == 'INSUFFICIENT'",
          limit: { max: 4, then: 'Person' },
        },
        Reached: { target: 'Over', when: "result.next == 'Human'" },
        Pass: { target: 'Next Loop', resets: ['Insufficient'] },
      },
    },
    'Next Loop': { type: 'decide', set: { loop: 'loop + 1' }, actions: { Plan: { target: 'Plan' } } },
    Person: { type: 'end' },
    Over: { type: 'end' },
  },
};

const INSUFFICIENT = { output: { result: 'INSUFFICIENT' } };
const PASS = { output: { result: 'PASS' } };
const FAIL = { output: { result: 'FAIL' } };
const REACHED = { output: { result: 'PASS', next: 'Human' } };

/** Plays answers by visit and turn; the last of a list repeats. Gives the tasks in order, and all events. */
async function play(
  answers: Readonly<Record<string, readonly (ScriptedAnswer | readonly ScriptedAnswer[])[]>>,
) {
  const { program, texts } = checkedProgram(LOOP, {}, 'maps/loop.json');
  const agent = createScriptedAgent((task, visit, turn) => {
    const visits = answers[task] ?? [{ output: {} }];
    const turns = [visits[Math.min(visit, visits.length) - 1] ?? []].flat();
    return turns[Math.min(turn, turns.length) - 1];
  });
  const host = testHost(createCrashingFileSystem(), '/project', agent);
  const { state } = await start(host, program, { texts });
  const tasks = host.events.flatMap(({ type, data }) => (type === 'task.started' ? [data.task] : []));
  const resultsOf = (task: string) =>
    host.events.flatMap(({ type, data }) =>
      type === 'task.finished' && data.task === task ? [data.result] : [],
    );
  const faults = host.events.flatMap(({ type, data }) => (type === 'action.rejected' ? [data.fault] : []));
  return {
    state,
    tasks,
    faults,
    last: tasks.at(-1),
    loops: tasks.filter((task) => task === 'Judge').length,
    resultsOf,
  };
}

describe('a task that is answered by a SIGNAL BLOCK', () => {
  test('leads where the block says, and its result is the block', async () => {
    const { tasks, resultsOf } = await play({ Judge: [REACHED] });
    expect(tasks).toEqual(['Begin', 'Plan', 'Act', 'Judge', 'Over']);
    expect(resultsOf('Plan')[0]).toMatchObject({
      role: 'Planner',
      result: 'PLAN_CREATED',
      confidence: 8,
      next: 'Actor',
      named: 'Actor',
      parts: { 'What to Avoid': '(scripted)' },
      signature: '1:1:1',
      warnings: [],
    });
  });

  test.each([
    [0, 'Person'],
    [4, 'Person'],
    [5, 'Over'],
  ])('with the confidence %i of its agent leads to %s', async (confidence, last) => {
    const run = await play({ Act: [{ output: { confidence } }], Judge: [REACHED] });
    expect(run.last).toBe(last);
    expect(run.resultsOf('Act')[0]).toMatchObject({
      named: 'Judge',
      next: last === 'Person' ? 'Human' : 'Judge',
    });
  });

  test.each<[string, ScriptedAnswer, string]>([
    ['of another step', { output: { signature: '1:2:1' } }, 'The Signature is 1:2:1, and must be 1:1:1.'],
    [
      'of another role',
      { output: { role: 'Judge', result: 'PASS' } },
      'The SIGNAL BLOCK is of the Judge, and you are the Planner.',
    ],
    [
      'of a result that its task does not report',
      { output: { result: 'FINAL_PLAN_CREATED' } },
      'The Result "FINAL_PLAN_CREATED" is none of those that you can report: PLAN_CREATED, CLARIFICATION_NEEDED.',
    ],
    [
      'for a role that it cannot hand over to',
      { output: { next: 'Judge' } },
      'The Next "Judge" is none of those that you can hand over to: Actor, Human.',
    ],
    [
      'without what the next role needs',
      { output: { context: 'Just do it.' } },
      'The Context for the Actor lacks "Specific File Locations", "What to Change", "What to Avoid", "Subordinate Goal Win-State".',
    ],
    [
      'in a fence',
      { text: '```\n### SIGNAL BLOCK\n\n- Agent: Planner\n```' },
      'The final message has no SIGNAL BLOCK outside of code fences.',
    ],
    [
      'of 70 kB',
      { text: `### SIGNAL BLOCK\n\n- Agent: Planner\n- Context: ${'x'.repeat(70_000)}` },
      'The SIGNAL BLOCK is longer than 65536 characters.',
    ],
  ])('is asked once more where its block is %s', async (_title, answer, fault) => {
    const run = await play({ Plan: [[answer, { output: {} }]], Judge: [REACHED] });
    expect(run.faults).toEqual([fault]);
    expect(run.last).toBe('Over');
    const again = await play({ Plan: [answer] });
    expect(again.faults).toEqual([fault, fault]);
    expect(again.last).toBe('Plan');
  });
});

describe('Judges in a row that are not satisfied', () => {
  const four = [INSUFFICIENT, INSUFFICIENT, INSUFFICIENT, INSUFFICIENT];

  test.each<[string, ScriptedAnswer[], ScriptedAnswer[], string, number]>([
    ['five need a person', [INSUFFICIENT], [{ output: {} }], 'Person', 5],
    [
      'four, one that passes, and four more need nobody',
      [...four, PASS, ...four, REACHED],
      [{ output: {} }],
      'Over',
      10,
    ],
    [
      'are not fewer because an Actor failed among them',
      [INSUFFICIENT],
      [...four.map(() => ({ output: {} })), FAIL, { output: {} }],
      'Person',
      5,
    ],
  ])('%s', async (...[, judges, actors, last, loops]) => {
    const run = await play({ Judge: judges, Act: actors });
    expect([run.last, run.loops]).toEqual([last, loops]);
  });

  test('count loops in their signatures', async () => {
    const run = await play({ Judge: [INSUFFICIENT, PASS, REACHED] });
    expect(run.resultsOf('Judge').map((result) => (result as { signature: string }).signature)).toEqual([
      '1:1:3',
      '1:2:3',
      '1:3:3',
    ]);
  });
});
