import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { compile } from '../../src/compile/compile.ts';
import { hasUnboundedLoop } from '../../src/compile/has-unbounded-loop.ts';
import { stateKeyOf, TERMINAL_KEY } from '../../src/compile/state-key.ts';
import { action, block, claude, end } from '../helpers/block.ts';

const chosen = (task: string, name: string) => ({
  type: `xstate.done.actor.${stateKeyOf(task)}`,
  output: { action: name },
});

describe('a block becomes a machine', () => {
  test('a chosen action leads to its target', () => {
    const machine = compile(
      block(claude('A', action('Go', 'B')), claude('B', action('Back', 'A')), end('Z')),
    );
    const [first] = initialTransition(machine);
    const [second] = transition(machine, first, chosen('A', 'Go'));
    expect([first.value, second.value]).toEqual(['A', 'B']);
  });

  test('an action of another task changes nothing', () => {
    const machine = compile(block(claude('A', action('Go', 'B')), claude('B', action('Back', 'A'))));
    const [first] = initialTransition(machine);
    expect(transition(machine, first, chosen('A', 'Back'))[0].value).toBe('A');
    expect(transition(machine, first, chosen('B', 'Back'))[0].value).toBe('A');
  });

  test('a limited action is taken max times and then leads elsewhere', () => {
    const limited = { ...action('Again', 'A'), limit: { max: 2, then: 'Z' } };
    const machine = compile(block(claude('A', limited), end('Z')));
    let [snapshot] = initialTransition(machine);
    const path: unknown[] = [];
    for (let i = 0; i < 3; i += 1) {
      [snapshot] = transition(machine, snapshot, chosen('A', 'Again'));
      path.push(snapshot.value);
    }
    expect(path).toEqual(['A', 'A', 'Z']);
    expect(snapshot.status).toBe('done');
  });

  test('a failure leads to onError, and nowhere without one', () => {
    const machine = compile(
      block({ ...claude('A', action('Go', 'B')), onError: 'Z' }, claude('B'), end('Z')),
    );
    const [first] = initialTransition(machine);
    expect(transition(machine, first, { type: 'xstate.error.actor.A' })[0].value).toBe('Z');
    const [second] = transition(machine, first, chosen('A', 'Go'));
    expect(transition(machine, second, { type: 'xstate.error.actor.B' })[0].value).toBe('B');
  });

  test('a task without actions ends its block', () => {
    const machine = compile(block(claude('A')));
    const finished = { type: 'xstate.done.actor.A', output: { action: undefined } };
    const [done] = transition(machine, initialTransition(machine)[0], finished);
    expect([done.value, done.status]).toEqual([TERMINAL_KEY, 'done']);
  });

  test('any name is a state of its own', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
      fc.constantFrom('__proto__', 'constructor', '#a', '\\a', 'a.b', 'a%2Eb', '%terminal', '*', 'block'),
    );
    fc.assert(
      fc.property(fc.uniqueArray(nasty, { minLength: 2, maxLength: 8 }), (names) => {
        const tasks = names.map((name, i) =>
          claude(name, action('Next', names[(i + 1) % names.length] ?? '')),
        );
        const machine = compile(block(...tasks));
        let [snapshot] = initialTransition(machine);
        for (const name of [...names, names[0] ?? '']) {
          expect(snapshot.value).toBe(stateKeyOf(name));
          [snapshot] = transition(machine, snapshot, chosen(name, 'Next'));
        }
      }),
    );
  });

  test('a state that was restored from value and context goes on like the original', () => {
    const limited = { ...action('Again', 'A'), limit: { max: 1, then: 'Z' } };
    const machine = compile(block(claude('A', limited), end('Z')));
    const [taken] = transition(machine, initialTransition(machine)[0], chosen('A', 'Again'));
    const restored = machine.resolveState({ value: taken.value, context: taken.context });
    expect(transition(machine, restored, chosen('A', 'Again'))[0].value).toBe('Z');
  });
});

describe('an unbounded loop is a cycle without a limit on it', () => {
  test.for([
    ['a line', block(claude('A', action('Go', 'B')), claude('B', action('Go', 'Z')), end('Z')), false],
    ['a task that leads to itself', block(claude('A', action('Go', 'A'))), true],
    ['a cycle of two', block(claude('A', action('Go', 'B')), claude('B', action('Back', 'A'))), true],
    [
      'a cycle that leads back by onError',
      block({ ...claude('A', action('Go', 'Z')), onError: 'A' }, end('Z')),
      true,
    ],
    [
      'a cycle with a limit',
      block(claude('A', { ...action('Back', 'A'), limit: { max: 3, then: 'Z' } }), end('Z')),
      false,
    ],
    [
      'a limit that leads back into the cycle',
      block(claude('A', { ...action('Back', 'A'), limit: { max: 3, then: 'A' } })),
      true,
    ],
  ] as const)('%s', ([, subject, expected]) => {
    expect(hasUnboundedLoop(subject)).toBe(expected);
  });

  test('10,000 tasks in a row are searched without a deep call stack', () => {
    const tasks = Array.from({ length: 10_000 }, (_, i) => claude(`T${i}`, action('Next', `T${i + 1}`)));
    expect(hasUnboundedLoop(block(...tasks, end('T10000')))).toBe(false);
  });
});
