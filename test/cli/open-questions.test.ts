import { describe, expect, test } from 'vitest';
import { answerLine, openQuestionsOf, questionLines } from '../../src/cli/open-questions.ts';
import { pickQuestion } from '../../src/cli/pick-question.ts';
import type { RunEvent, RunEventType } from '../../src/model/run-event.ts';

let seq = 0;
function event(type: RunEventType, task: string, visit: number, data: object = {}): RunEvent {
  seq += 1;
  const address = { block: [], task, visit };
  return {
    seq,
    id: String(seq),
    at: '',
    type,
    address,
    causedBy: null,
    data: { task, ...data },
  } as unknown as RunEvent;
}

function asked(task: string, visit = 1, deadline: string | null = null): RunEvent[] {
  const choices = [
    { name: 'Go on', choose: null },
    { name: 'No', choose: null },
  ];
  return [
    event('task.started', task, visit),
    event('human.asked', task, visit, { about: 'task', text: 'Good?\nYes?', choices, deadline }),
  ];
}

const tasksOf = (events: readonly RunEvent[]) => openQuestionsOf(events).map((each) => each.asked.task);

describe('a question of a run', () => {
  test('is open from asking until it is answered, fails or starts anew', () => {
    const [start, ask] = asked('A');
    if (start === undefined || ask === undefined) throw new Error('no events');
    expect(openQuestionsOf([start])).toEqual([]);
    expect(openQuestionsOf([start, ask])).toMatchObject([{ start: start.seq, asked: { task: 'A' } }]);
    for (const type of ['human.answered', 'task.failed', 'task.finished', 'task.started'] as const) {
      expect(tasksOf([start, ask, event(type, 'A', 1)])).toEqual([]);
      expect(tasksOf([start, ask, event(type, 'A', 2), event(type, 'B', 1)])).toEqual(['A']);
    }
  });

  test('stays open through a pause and a resume, and not through going back to a task', () => {
    const events = [...asked('A'), event('run.paused', 'A', 1), event('run.resumed', 'x', 1, { from: null })];
    expect(tasksOf(events)).toEqual(['A']);
    expect(tasksOf([...events, event('run.resumed', 'x', 1, { from: 'B' })])).toEqual([]);
  });

  test('belongs to the latest start of its visit', () => {
    const events = [...asked('A'), ...asked('A')];
    expect(openQuestionsOf(events)).toMatchObject([{ start: events[2]?.seq }]);
  });

  test('is told with the line that answers it', () => {
    const all = openQuestionsOf([...asked('Is it good?'), ...asked('B', 1, '2026-01-01T00:00:00.000Z')]);
    expect(all.flatMap((each) => questionLines('map/slip-001', each, all))).toEqual([
      '"Is it good?" asks: Good? Yes?',
      '  "Go on", "No"',
      `  Answer with: wfmap answer map/slip-001 'Go on' '--task=Is it good?'`,
      '"B" asks (until 2026-01-01T00:00:00.000Z): Good? Yes?',
      '  "Go on", "No"',
      "  Answer with: wfmap answer map/slip-001 'Go on' --task=B",
    ]);
    expect(answerLine('r', all[0] ?? raise(), all.slice(0, 1))).toBe("wfmap answer r 'Go on'");
  });
});

describe('the question that is meant', () => {
  const all = openQuestionsOf([...asked('A'), ...asked('B', 1), ...asked('B', 2), ...asked('b/3')]);
  const picked = (task?: string, some = all): string => {
    const found = pickQuestion(some, task);
    return 'reason' in found ? found.reason : `${found.asked.task} ${found.address.visit ?? 0}`;
  };

  test('is the only one, where there is one', () => {
    expect(picked(undefined, all.slice(0, 1))).toBe('A 1');
    expect(picked(undefined)).toBe('4 questions are open; --task names one of them.');
  });

  test('is named by its task, in any letter case, or with its visit', () => {
    expect([picked('A'), picked('a'), picked('B/2'), picked('b/1'), picked('b/3')]).toEqual([
      'A 1',
      'A 1',
      'B 2',
      'B 1',
      'b/3 1',
    ]);
  });

  test('is none without a reason', () => {
    expect(picked('B')).toBe('Task "B" asks 2 questions; name one as B/<visit>.');
    expect(picked('b/4')).toContain('Did you mean');
    expect(picked('Nothing')).toBe('No question of a task "Nothing" is open.');
  });
});

function raise(): never {
  throw new Error('there is none');
}
