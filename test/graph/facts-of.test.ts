import { describe, expect, test } from 'vitest';
import type { ForeachTask, Task, Workspace } from '../../src/model/block.ts';
import { factsOf } from '../../src/graph/facts-of.ts';
import { cutText, fitText } from '../../src/graph/fit-text.ts';
import { graphOfMap } from '../../src/graph/graph-of-map.ts';
import { shownText } from '../../src/graph/shown-text.ts';
import { widestBlock } from '../../src/graph/widest-block.ts';
import { action, block, claude, end } from '../helpers/block.ts';
import { mapOf } from '../helpers/run-host.ts';
import { decide, foreach, human, parallel, shell, when } from '../helpers/tasks.ts';

const body = block(end('End'));
const both = parallel('Both', { a: body, b: body, c: body });
const each = (more: Partial<ForeachTask>): Task => ({ ...foreach('Each', ' plan.parts\n ', body), ...more });
const worktrees: Workspace = { kind: 'worktree', merge: 'never', setup: undefined };
const line = { kind: 'line', line: { text: ' npm   test\n' } } as const;

test.each<[string, Task, readonly (readonly [string, boolean])[]]>([
  ['an agent', claude('Look'), []],
  ['an agent in a role', { ...claude('Look'), agent: { name: 'actor' } }, [['as actor', false]]],
  ['a command of words', shell('Test', ['npm', 'run  test']), [['npm run test', true]]],
  ['a command on a line', { ...shell('Test', []), command: line }, [['npm test', true]]],
  ['guards alone', decide('Choose', {}), []],
  ['names that are set', decide('Choose', { a: '1', b: '2' }), [['a, b', true]]],
  ['branches', both, [['all branches', false]]],
  ['some branches', { ...both, atLeast: 2 }, [['at least 2 of 3 branches', false]]],
  [
    'branches that only read',
    { ...both, workspace: { kind: 'readonly' } },
    [['all branches, read only', false]],
  ],
  ['items', each({}), [['item in plan.parts', true]]],
  [
    'items in turn',
    each({ concurrency: 1 }),
    [
      ['item in plan.parts', true],
      ['one after another', false],
    ],
  ],
  [
    'some items at once',
    each({ concurrency: 2 }),
    [
      ['item in plan.parts', true],
      ['2 at once', false],
    ],
  ],
  [
    'items apart',
    each({ workspace: worktrees }),
    [
      ['item in plan.parts', true],
      ['in worktrees', false],
    ],
  ],
  [
    'items in turn and apart',
    each({ concurrency: 1, workspace: worktrees }),
    [
      ['item in plan.parts', true],
      ['one after another, in worktrees', false],
    ],
  ],
  ['a person', human('Ask'), []],
  ['a person who signs', { ...human('Ask'), signed: true }, [['signed', false]]],
  ['an end', end('Done'), []],
  ['an end with an outcome', { ...end('Done'), outcome: 'made' }, [['made', true]]],
])('a picture says of %s what is most telling', (_title, task, facts) => {
  expect(factsOf(task).map(({ text, isCode }) => [text, isCode])).toEqual(facts);
});

test('a graph has the tasks, the ways between them with what leads there, and what is missing', () => {
  const limit = { max: 2, then: 'Lost' };
  const tasks = [
    {
      ...claude(
        'Look',
        { ...when(' true ', action('Go', 'Both')), choose: 'it is' },
        { ...when('a > 1', action('Again', 'Look')), limit },
        action('On', 'Both'),
      ),
      maxVisits: { max: 1, then: 'Lost' },
      onError: 'Done',
      description: 'Looks.',
    },
    { ...both, maxVisits: { max: 3, then: 'Done' } },
    end('Done', true),
    end('Done'),
  ];
  const graph = graphOfMap({ map: mapOf(block(...tasks)), maps: new Map() }, 'The title');
  expect(graph).toMatchObject({ title: 'The title', description: 'A map', size: 8 });
  const { nodes, edges, start, caption } = graph.block;
  expect([start, caption]).toEqual([0, '']);
  expect(
    nodes.map(({ id, name, kind, isFailed, description }) => [id, name, kind, isFailed, description]),
  ).toEqual([
    ['n1', 'Look', 'claude', false, 'Looks.'],
    ['n2', 'Both', 'parallel', false, ''],
    ['n6', 'Done', 'end', true, ''],
    ['n7', 'Done', 'end', false, ''],
    ['n8', 'Lost', 'missing', true, ''],
  ]);
  expect(nodes[1]?.blocks.map((inner) => [inner.caption, inner.start, inner.nodes[0]?.id])).toEqual([
    ['a', 0, 'n3'],
    ['b', 0, 'n4'],
    ['c', 0, 'n5'],
  ]);
  const way = (order: number, label: string, guard = '', choose = '') => ({ order, label, guard, choose });
  expect(edges).toEqual([
    { from: 0, to: 1, kind: 'action', ways: [way(0, 'Go', '', 'it is'), way(3, 'On')] },
    { from: 0, to: 0, kind: 'action', ways: [way(1, 'Again, at most 2', 'a > 1')] },
    { from: 0, to: 4, kind: 'limit', ways: [way(2, 'Again, after 2'), way(4, 'after 1 visit')] },
    { from: 0, to: 2, kind: 'error', ways: [way(5, 'on error')] },
    { from: 1, to: 2, kind: 'limit', ways: [way(0, 'after 3 visits')] },
  ]);
});

test('a map without a task has no start, and one whose start is missing has that', () => {
  const graphOf = (start: string) =>
    graphOfMap({ map: mapOf({ start, tasks: [] }), maps: new Map() }, '').block;
  expect(graphOf('')).toEqual({ caption: '', start: undefined, nodes: [], edges: [] });
  expect(graphOf('Gone')).toMatchObject({ start: 0, nodes: [{ name: 'Gone', kind: 'missing' }] });
});

describe('a text in a room', () => {
  const measure = (text: string): number => text.length;

  test.each([
    ['', 5, 2, ['']],
    ['  ', 5, 2, ['']],
    ['abc', 3, 1, ['abc']],
    [' abc ', 3, 1, ['abc']],
    ['abcd', 3, 1, ['ab…']],
    ['ab cd', 3, 2, ['ab', 'cd']],
    ['ab cd', 2, 2, ['ab', 'cd']],
    ['ab cd', 3, 1, ['ab…']],
    ['ab  cd ef', 5, 2, ['ab', 'cd ef']],
    ['abcdef', 3, 2, ['abc', 'def']],
    ['abcdefg', 3, 2, ['abc', 'de…']],
    ['a bcdefg', 4, 3, ['a', 'bcde', 'fg']],
    ['abc', 0, 3, ['a', 'b', '…']],
    ['one two three four', 9, 2, ['one two', 'three fo…']],
    ['one two three four', 9, 3, ['one two', 'three', 'four']],
  ])('%j in %d columns and %d lines', (text, width, lines, fitted) => {
    expect(fitText(text, { width, lines }, measure)).toEqual(fitted);
  });

  test('is cut by the signs that are asked for, and only its beginning is looked at', () => {
    expect(fitText('abcdef', { width: 4, lines: 1 }, measure, '..')).toEqual(['ab..']);
    expect(cutText('abcdef', 6, measure)).toBe('abcdef');
    expect(cutText('abc def', 5, measure)).toBe('abc…');
    expect(cutText('abcdef', 4, measure, '..')).toBe('ab..');
    expect(cutText('x'.repeat(1000), 5000, measure)).toBe('x'.repeat(1000));
    expect(cutText('x'.repeat(1001), 5000, measure)).toBe(`${'x'.repeat(1000)}…`);
    expect(fitText('x'.repeat(1001), { width: 5000, lines: 1 }, measure)).toEqual(['x'.repeat(1000)]);
  });
});

test('the widest block of a graph may be one inside of another', () => {
  const wide = block(claude('A'), claude('B'), end('C'));
  const widthOf = (...tasks: readonly Task[]): number =>
    widestBlock(graphOfMap({ map: mapOf(block(...tasks)), maps: new Map() }, '').block);
  expect(widthOf(parallel('Both', { a: body, b: wide, c: body }))).toBe(3);
  expect(widthOf(parallel('Both', { a: body }), end('Done'))).toBe(2);
});

test('a text of a map is shown as one line that does nothing', () => {
  expect(shownText('  a\n\t b\u001b c ')).toBe('a b␛ c');
});
