import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/cli/io/usage-error.ts';
import { listQuestions } from '../../../src/cli/views/list-questions.ts';
import { openQuestionsOf, signingLines } from '../../../src/report/open-questions.ts';
import { pickExecution } from '../../../src/cli/views/pick-execution.ts';
import { pickQuestion } from '../../../src/cli/views/pick-question.ts';
import { shortNamesAt } from '../../../src/cli/views/short-places.ts';
import { treeRows } from '../../../src/cli/views/show-tree.ts';
import { runViewOf } from '../../../src/view/apply-event.ts';
import { addressOf, events, items, type ShortEvent } from '../../helpers/short-events.ts';
import { showTree } from '../show-tree.ts';

const FIXTURES = '../../fixtures/cli';

const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');

const asking = (place: string, more: object = {}): readonly ShortEvent[] => [
  ['task.started', place],
  [
    'human.asked',
    place,
    {
      text: 'Good?',
      deadline: null,
      choices: [
        { name: 'Yes', choose: null },
        { name: 'No', choose: 'it is not' },
      ],
      ...more,
    },
  ],
];
const questionsOf = (...reported: readonly ShortEvent[]) => openQuestionsOf(runViewOf(events(...reported)));

/** What is cut, and what is made one line. */
const ODD = { text: `\n first\n\n${'x'.repeat(250)}\n last \n`, choices: [{ name: 'a\nb', choose: 'c\nd' }] };

describe('questions', () => {
  test('are listed with all that it takes to answer them', async () => {
    const lists: readonly (readonly [string, readonly ShortEvent[]])[] = [
      ['one', asking('Plan')],
      [
        'one with a deadline and fields',
        asking('Plan', { deadline: '2026-01-01T05:00:00.000Z', required: ['a', 'b c'] }),
      ],
      ['one that must be signed', asking('Plan', { signed: true, required: ['note'] })],
      [
        'two that must be signed',
        [...asking('Plan', { signed: true }), ...asking('Ask it', { signed: true })],
      ],
      ['one without choices', asking('Plan', { choices: [] })],
      ['one that must be signed, without choices', asking('Plan', { choices: [], signed: true })],
      ['one of odd words', asking('Plan', ODD)],
      ['one of 20 lines', asking('Plan', { text: lines(20) })],
      ['one of 21 lines', asking('Plan', { text: lines(21) })],
      [
        'five of four lines',
        ['A', 'B', 'C', 'D', 'E'].flatMap((task) => asking(task, { text: lines(4), choices: [] })),
      ],
      [
        'six of four lines',
        ['A', 'B', 'C', 'D', 'E', 'F'].flatMap((task) => asking(task, { text: lines(4), choices: [] })),
      ],
    ];
    const text = lists.map(
      ([what, reported]) =>
        `## ${what}\n${listQuestions('a/slip-001', questionsOf(...reported)).join('\n')}\n`,
    );
    await expect(text.join('\n')).toMatchFileSnapshot(`${FIXTURES}/questions.txt`);
  });

  test('are listed up to twenty, and then how many more there are', () => {
    const all = questionsOf(
      ...Array.from({ length: 22 }, (_, index) => asking(`T${index}`, { choices: [] })).flat(),
    );
    expect(listQuestions('r', all.slice(0, 20)).filter((line) => line.startsWith('and'))).toEqual([]);
    expect(listQuestions('r', all.slice(0, 21)).at(-1)).toBe('and 1 more question');
    expect(listQuestions('r', all).at(-1)).toBe('and 2 more questions');
    expect(listQuestions('r', all).filter((line) => line.endsWith('asks:'))).toHaveLength(20);
  });

  test('that need a signature name the key on another machine, and each file', () => {
    const [first, second] = questionsOf(...asking('Plan'), ...asking('Ask', { signed: true }));
    if (first === undefined || second === undefined) throw new Error('two are asked');
    expect(signingLines('r', second, [first, second])).toEqual([
      'Its answer needs a signature: wfmap answer --export r --task=Ask > question.json',
      'Where the key is: wfmap answer --sign question.json Yes > answer.json',
      'Answer with: wfmap answer --import answer.json r',
    ]);
  });

  test('are picked by name, and where several are meant five of them are named', () => {
    const all = questionsOf(...['a', 'b', 'c', 'd', 'e', 'f'].flatMap((key) => asking(`Both/${key}: Ask`)));
    const reasonOf = (task: string | undefined, some = all): unknown => {
      const found = pickQuestion(some, task);
      return 'reason' in found ? found.reason : found.start;
    };
    expect(reasonOf('Ask')).toBe(
      'Task "Ask" asks 6 questions; name one of "Both/a/Ask", "Both/b/Ask", "Both/c/Ask", "Both/d/Ask", "Both/e/Ask" and 1 more.',
    );
    expect(reasonOf('ASK', all.slice(0, 5))).toBe(
      'Task "ASK" asks 5 questions; name one of "Both/a/Ask", "Both/b/Ask", "Both/c/Ask", "Both/d/Ask", "Both/e/Ask".',
    );
    expect(reasonOf('Asl', all.slice(0, 1))).toBe(
      'No question of a task "Asl" is open. Did you mean --task="Ask"?',
    );
    expect(reasonOf(undefined, [])).toBe('0 questions are open; --task names one of them.');
    expect(reasonOf('Ask', [])).toBe('No question of a task "Ask" is open.');
    expect([reasonOf('Ask', all.slice(1, 2)), reasonOf('Ask/1', all.slice(1, 2))]).toEqual([3, 3]);
  });

  test('of one name that differ by their letters are told apart by them', () => {
    const all = questionsOf(...asking('ask'), ...asking('Ask'));
    const picked = (task: string): unknown => {
      const found = pickQuestion(all, task);
      return 'reason' in found ? found.reason : found.start;
    };
    expect([picked('ask'), picked('Ask')]).toEqual([1, 3]);
    expect(picked('ASK')).toBe('Task "ASK" asks 2 questions; name one of "ask", "Ask".');
  });
});

const worked = (place: string): readonly ShortEvent[] => [
  ['task.started', place],
  ['agent.started', place],
];

describe('an execution with a log', () => {
  const all = (...reported: readonly ShortEvent[]) => runViewOf(events(...reported)).executions;
  const reported = (task: string | undefined, ...events_: readonly ShortEvent[]): string => {
    try {
      return String(pickExecution(all(...events_), task, 'r').number);
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) throw thrown;
      return `${thrown.message}${thrown.help === undefined ? '' : ` | ${thrown.help}`}`;
    }
  };

  test('is not named by a task that has none, and ten that have are listed', () => {
    expect(reported('Plan', ['task.started', 'Plan'])).toBe('r has no log of "Plan".');
    const names = Array.from({ length: 11 }, (_, index) => `T${index}x`);
    expect(reported('Plan', ...names.slice(0, 10).flatMap(worked))).toBe(
      `r has no log of "Plan". | There are logs of ${names
        .slice(0, 10)
        .map((name) => `"${name}"`)
        .join(', ')}.`,
    );
    expect(reported('Plan', ...names.flatMap(worked))).toMatch(/"T9x" and 1 more\.$/);
    expect(reported('T0y', ...worked('T0x'))).toBe(
      'r has no log of "T0y". | Did you mean "T0x"? There are logs of "T0x".',
    );
  });

  test('is the last of its task, also where a command made it', () => {
    const shell: readonly ShortEvent[] = [
      ['task.started', 'Test#2'],
      ['shell.started', 'Test#2'],
    ];
    const told2 = [...worked('Test'), ...shell, ['task.started', 'Test#3']] as const;
    expect([
      reported('Test', ...told2),
      reported('Test/1', ...told2),
      reported('1', ...told2),
      reported(undefined, ...told2),
    ]).toEqual(['2', '1', '1', '2']);
  });

  test('is named as the progress writes it, in a later activation too', () => {
    const inMap: readonly ShortEvent[] = [
      ['task.started', 'Ship'],
      ['workflow.started', 'Ship', { map: 'm', slip: null }],
      ...worked('Ship/map: Push'),
      ['task.started', 'Ship#2'],
      ['workflow.started', 'Ship#2', { map: 'm', slip: null }],
      ...worked('Ship#2/map: Push'),
    ];
    const names = ['Ship: Push', 'Ship#2: Push', 'Ship#2/Push', 'Ship/map/Push', 'Push'];
    expect(names.map((name) => reported(name, ...inMap))).toEqual([
      '2',
      '4',
      '4',
      '2',
      '"Push" is a task in 2 places. | Name one of "Ship/map/Push", "Ship#2/map/Push".',
    ]);
    expect(reported('a: b: Push', ...inMap)).toContain('r has no log of "a: b: Push".');
  });
});

describe('short places', () => {
  test('leave out the only map of an item or a branch, and name each other by its task', () => {
    const view = runViewOf(
      events(
        ['task.started', 'Build#2'],
        ['items.listed', 'Build#2', items('x')],
        ['item.started', 'Build#2', { key: 'x' }],
        ['task.started', 'Build#2/x: Run'],
        ['workflow.started', 'Build#2/x: Run', { map: 'm', slip: null }],
        ['task.started', 'Build#2/x: Run#2'],
        ['workflow.started', 'Build#2/x: Run#2', { map: 'm', slip: null }],
        ['task.started', 'Build#2/x Run#2/map: Deep'],
        ['workflow.started', 'Build#2/x Run#2/map: Deep', { map: 'm', slip: null }],
        ['task.started', 'Top'],
        ['workflow.started', 'Top', { map: 'm', slip: null }],
        ['task.started', 'Stray/k: Any'],
      ),
    );
    const names = (place: string) => shortNamesAt(view, addressOf(`${place}: T`).block).join('/');
    expect(
      [
        'Build#2/x',
        'Build#2/x Run/map',
        'Build#2/x Run#2/map',
        'Build#2/x Run#2/map Deep/map',
        'Top/map',
        'Stray/k',
        'Build#2/x New#3/y',
      ].map(names),
    ).toEqual([
      'Build#2/x',
      'Build#2/x',
      'Build#2/x/Run#2',
      'Build#2/x/Run#2/Deep',
      'Top',
      'Stray/k',
      'Build#2/x/New#3/y',
    ]);
  });
});

describe('the tree of a run', () => {
  const turn = (place: string, costUsd: number | null, more: object = {}): readonly ShortEvent[] => [
    ['agent.started', place],
    ['agent.finished', place, { costUsd, ...more }],
  ];

  test('has on each line just so much', async () => {
    const trees: readonly (readonly [string, string])[] = [
      [
        'costs',
        showTree(
          ['task.started', 'Free'],
          ...turn('Free', 0),
          ['task.started', 'Paid'],
          ...turn('Paid', 1.5),
          ['task.started', 'Partly'],
          ...turn('Partly', 1.5),
          ...turn('Partly', null),
          ['task.started', 'Unknown'],
          ...turn('Unknown', null),
          ['task.started', 'None'],
        ),
      ],
      [
        'notes',
        showTree(
          ['task.started', 'Plan#2'],
          ...turn('Plan#2', 0, { denials: [{}], survivors: [{}] }),
          ...turn('Plan#2', 0, { denials: [{}], survivors: [{}] }),
          ['human.asked', 'Plan#2'],
          ['human.answered', 'Plan#2', { origin: 'seen', sender: { pid: 7, isGone: true, terminal: null } }],
          ['task.finished', 'Plan#2', { action: 'Go' }],
          ['task.started', 'Test'],
          ['shell.started', 'Test'],
          ['shell.finished', 'Test', { exitCode: 0, survivors: [{}] }],
          ['task.failed', 'Test', { reason: 'No\nkey.' }],
          ['task.started', 'x'.repeat(41)],
          ['task.finished', 'x'.repeat(41), { action: null }],
        ),
      ],
      [
        'child blocks',
        showTree(
          ['task.started', 'Build'],
          [
            'items.listed',
            'Build',
            items('a', 'b', 'c', ['d', 'a', 'b', 'c', 'x', 'e', 'f', 'g', 'h'], 'e', 'f', 'g', 'h'),
          ],
          ['item.started', 'Build', { key: 'a' }],
          ['item.skipped', 'Build', { key: 'b', reason: 'It waits.' }],
          ['branch.started', 'Build', { key: 'c' }],
          ['branch.cancelled', 'Build', { key: 'c' }],
          ['task.started', 'Ship'],
          ['workflow.started', 'Ship', { map: 'm.json', slip: 'slips/m/' }],
          ['task.started', 'Ship/map: Push'],
          ['task.failed', 'Ship/map: Push', { reason: 'No.', target: null }],
        ),
      ],
      [
        'what waits for five, and for six',
        showTree(
          ['task.started', 'Build'],
          [
            'items.listed',
            'Build',
            items(
              '1',
              '2',
              '3',
              '4',
              '5',
              '6',
              ['y', '1', '2', '3', '4', '5'],
              ['z', '1', '2', '3', '4', '5', '6'],
            ),
          ],
        ),
      ],
    ];
    const text = trees.map(([what, tree]) => `## ${what}\n${tree}\n`);
    await expect(text.join('\n')).toMatchFileSnapshot(`${FIXTURES}/trees.txt`);
  });

  test('of twenty-one children shows those that somebody would look for first, in their order', () => {
    const keys = Array.from({ length: 26 }, (_, index) => `k${index}`);
    const some = (from: number, to: number, type: ShortEvent[0], data: object = {}): readonly ShortEvent[] =>
      keys
        .slice(from, to)
        .map((key): ShortEvent => [type, 'Build', { key, outcome: 'End', failed: false, ...data }]);
    const tree = showTree(
      ['task.started', 'Build'],
      ['items.listed', 'Build', items(...keys)],
      ...some(0, 10, 'item.finished'),
      ...some(10, 14, 'item.skipped', { reason: 'r' }),
      ...some(14, 18, 'item.started'),
      ...some(24, 26, 'item.finished', { failed: true }),
    );
    const shown = tree.split('\n').map((line) => line.trim().split(/\s+/)[0]);
    expect(shown.slice(1)).toEqual([...keys.slice(0, 4), ...keys.slice(10), '…']);
    expect(tree.split('\n').at(-1)).toMatch(/6 more; --all shows them$/);
    const twenty = showTree(
      ['task.started', 'Build'],
      ['items.listed', 'Build', items(...keys.slice(0, 20))],
    );
    expect(twenty.split('\n')).toHaveLength(21);
  });

  test('shows four hundred rows of inner blocks, and all of its own', () => {
    const visits = (count: number): readonly ShortEvent[] =>
      Array.from({ length: count }, (_, index): ShortEvent => ['task.started', `Build/x: Run#${index + 1}`]);
    const tree = showTree(
      ['task.started', 'First'],
      ['task.finished', 'First', { action: 'Go' }],
      ['task.started', 'Build'],
      ['items.listed', 'Build', items('x')],
      ['item.started', 'Build', { key: 'x' }],
      ...visits(450),
      ['task.started', 'Last'],
    ).split('\n');
    expect(tree).toHaveLength(3 + 400 + 1);
    expect([tree[0], tree.at(-2)].map((line) => line?.trim().split(/\s+/)[1])).toEqual(['First', 'Last']);
    expect(tree.at(-1)).toMatch(/^ +… +there is more inside; --all shows it$/);
  });

  test('says of what a process that is gone left that it was interrupted', () => {
    const rows = (isGone: boolean) =>
      treeRows(runViewOf(events(['task.started', 'Plan'])), { all: false, isGone }).map((row) => row.at(-1));
    expect([rows(true), rows(false)]).toEqual([['interrupted'], ['']]);
  });

  test('is indented ten blocks deep at most', () => {
    const steps = Array.from({ length: 12 }, (_, index) => `T${index}/k`);
    const reported = steps.flatMap((_, index): readonly ShortEvent[] => {
      const place = `${steps.slice(0, index).join(' ')}${index === 0 ? '' : ': '}T${index}`;
      return [
        ['task.started', place],
        ['branch.started', place, { key: 'k' }],
      ];
    });
    const deepest =
      showTree(...reported)
        .split('\n')
        .at(-1) ?? '';
    expect(deepest).toMatch(/^ {7} {20}k +running$/);
  });
});
