import { describe, expect, test } from 'vitest';
import { listQuestions } from '../../../src/cli/views/list-questions.ts';
import { answerLine, nameOfQuestion, openQuestionsOf } from '../../../src/report/open-questions.ts';
import { pickQuestion } from '../../../src/cli/views/pick-question.ts';
import { runViewOf } from '../../../src/view/apply-event.ts';
import type { Address } from '../../../src/model/address.ts';
import type { RunEvent, RunEventType } from '../../../src/model/run-event.ts';

let seq = 0;
let block: Address['block'] = [];
function event(type: RunEventType, task: string, visit: number, data: object = {}): RunEvent {
  seq += 1;
  const address = { block, task, visit };
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
    { name: 'Go on', choose: 'all is well' },
    { name: 'No', choose: null },
  ];
  return [
    event('task.started', task, visit),
    event('human.asked', task, visit, { about: 'task', text: 'Good?\nYes?', choices, deadline }),
  ];
}

/** What is asked inside of blocks, outermost first. */
function within<T>(
  steps: readonly (readonly [task: string, key: string, activation?: number])[],
  reported: () => T,
): T {
  block = steps.map(([task, key, activation = 1]) => ({ task, key, activation }));
  try {
    return reported();
  } finally {
    block = [];
  }
}

const questionsOf = (events: readonly RunEvent[]) => openQuestionsOf(runViewOf(events));
const tasksOf = (events: readonly RunEvent[]) => questionsOf(events).map((each) => each.asked.task);

describe('a question of a run', () => {
  test('is open from asking until it is answered, fails or starts anew', () => {
    const [start, ask] = asked('A');
    if (start === undefined || ask === undefined) throw new Error('no events');
    expect(questionsOf([start])).toEqual([]);
    expect(questionsOf([start, ask])).toMatchObject([{ start: start.seq, asked: { task: 'A' } }]);
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
    expect(questionsOf(events)).toMatchObject([{ start: events[2]?.seq }]);
  });

  test('is told with its choices and the line that answers it', () => {
    const all = questionsOf([...asked('Is it good?'), ...asked('B', 1, '2026-01-01T00:00:00.000Z')]);
    expect(listQuestions('map/slip-001', all)).toEqual([
      '"Is it good?" asks:',
      '  Good?',
      '  Yes?',
      '  - Go on: all is well',
      '  - No',
      `Answer with: wfmap answer map/slip-001 'Go on' '--task=Is it good?'`,
      '"B" asks (until 2026-01-01T00:00:00.000Z):',
      '  Good?',
      '  Yes?',
      '  - Go on: all is well',
      '  - No',
      "Answer with: wfmap answer map/slip-001 'Go on' --task=B",
    ]);
    expect(answerLine('r', all[0] ?? raise(), all.slice(0, 1))).toBe("wfmap answer r 'Go on'");
  });

  test('is answered by a line that has a place for each field that must be there', () => {
    const [first = raise()] = questionsOf(asked('A'));
    const line = (...required: readonly string[]) =>
      answerLine('r', { ...first, asked: { ...first.asked, required } }, [first]);
    expect(line()).toBe("wfmap answer r 'Go on'");
    // An older journal does not say what there must be.
    expect(answerLine('r', first, [first])).toBe(line());
    expect(line('note', 'my reason')).toBe("wfmap answer r 'Go on' --note=… '--my reason='…");
  });

  test('is told in many lines where there are few, and in few among many', () => {
    const text = Array.from({ length: 23 }, (_each, at) => `Line ${at + 1}`).join('\n');
    const [first = raise(), ...others] = questionsOf(
      ['A', 'B', 'C', 'D', 'E', 'F'].flatMap((task) => asked(task)),
    );
    const long = { ...first, asked: { ...first.asked, text } };
    const alone = listQuestions('r', [long]);
    expect(alone.slice(20, 22)).toEqual(['  Line 20', '  … 3 more lines, in the prompt file of the task']);
    expect(listQuestions('r', [long, ...others]).slice(3, 5)).toEqual([
      '  Line 3',
      '  … 20 more lines, in the prompt file of the task',
    ]);
  });

  test('is left out of a list that is full, which says how many are', () => {
    const all = questionsOf(['A', 'B', 'C'].flatMap((task) => asked(task)));
    const lines = listQuestions('r', all, { max: 2, more: ': wfmap show r' });
    expect(lines.filter((line) => line.endsWith('asks:'))).toEqual(['"A" asks:', '"B" asks:']);
    expect(lines.at(-1)).toBe('and 1 more question: wfmap show r');
  });
});

describe('the question that is meant', () => {
  const all = questionsOf([...asked('A'), ...asked('B', 1), ...asked('B', 2), ...asked('b/3')]);
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

describe('questions inside of blocks', () => {
  const all = questionsOf([
    ...within([['Both', 'a']], () => asked('Ask')),
    ...within([['Both', 'b']], () => asked('Ask')),
    ...within([['Both', 'b', 2]], () => [...asked('Ask', 1), ...asked('Ask', 2)]),
    ...within([['Both', 'b']], () => asked('Ship')),
    ...asked('Top'),
  ]);
  const picked = (task: string, some = all): string => {
    const found = pickQuestion(some, task);
    return 'reason' in found ? found.reason : nameOfQuestion(found, all);
  };

  test('are named by their place where their task alone does not tell them apart', () => {
    expect(all.map((each) => nameOfQuestion(each, all))).toEqual([
      'Both/a/Ask',
      'Both/b/Ask',
      'Both#2/b/Ask/1',
      'Both#2/b/Ask/2',
      'Ship',
      'Top',
    ]);
  });

  test('are picked by every name that they are told by, and by their whole address', () => {
    for (const each of all) expect(picked(nameOfQuestion(each, all))).toBe(nameOfQuestion(each, all));
    expect(picked('Both/a/Ask/1')).toBe('Both/a/Ask');
    expect(picked('both/B/ship/1')).toBe('Ship');
    expect(picked('Ask')).toBe(
      'Task "Ask" asks 4 questions; name one of "Both/a/Ask", "Both/b/Ask", "Both#2/b/Ask/1", "Both#2/b/Ask/2".',
    );
    expect(picked('Both#2/b/Ask')).toBe(
      'Task "Both#2/b/Ask" asks 2 questions; name one as Both#2/b/Ask/<visit>.',
    );
    expect(picked('Both/c/Ask')).toContain('Did you mean --task="Both/a/Ask"?');
  });

  test('a bare name means the block of the map itself, where a task of it asks', () => {
    const mixed = questionsOf([...within([['Both', 'a']], () => asked('Ask')), ...asked('Ask')]);
    const found = pickQuestion(mixed, 'Ask');
    expect('reason' in found ? found.reason : found.address.block).toEqual([]);
    expect(mixed.map((each) => nameOfQuestion(each, mixed))).toEqual(['Both/a/Ask', 'Ask']);
  });

  test('are closed with the branch that is cancelled around them, and no other', () => {
    const branches = (task: string, ...keys: readonly string[]): RunEvent[] => [
      event('task.started', task, 1),
      ...keys.map((key) => event('branch.started', task, 1, { key })),
    ];
    const inside = (key: string) => [['Both', 'a'] as const, ['In', key] as const];
    const events = [
      ...branches('Both', 'a', 'ab'),
      ...within([['Both', 'a']], () => branches('In', 'x', 'y')),
      ...within(inside('x'), () => asked('A')),
      ...within(inside('y'), () => asked('B')),
      ...within([['Both', 'ab']], () => asked('C')),
      event('branch.cancelled', 'Both', 1, { key: 'a' }),
    ];
    expect(tasksOf(events)).toEqual(['C']);
  });

  test('are told only so many at once, and named in time however many there are', () => {
    const many = questionsOf(
      Array.from({ length: 10_000 }, (_, n) => within([['Each', `${n}`]], () => asked('Ask'))).flat(),
    );
    const lines = listQuestions('r', many);
    expect([lines[0], lines[5]]).toEqual([
      '"Each/0/Ask" asks:',
      "Answer with: wfmap answer r 'Go on' --task=Each/0/Ask",
    ]);
    expect(lines.slice(120)).toEqual(['and 9980 more questions']);
    expect(pickQuestion(many, 'Each/9999/Ask')).toBe(many[9999]);
  });
});

function raise(): never {
  throw new Error('there is none');
}
