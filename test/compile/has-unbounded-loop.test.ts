import { describe, expect, test } from 'vitest';
import { hasUnboundedLoop } from '../../src/compile/has-unbounded-loop.ts';
import type { Block } from '../../src/model/block.ts';
import { action, block, claude, end } from '../helpers/block.ts';
import { foreach, parallel } from '../helpers/tasks.ts';

const again = action('Again', 'Work');
const done = action('Done', 'End');
const limited = { ...again, limit: { max: 3, then: 'End' } };

function looping(more: object = {}, ...actions: Parameters<typeof claude>[1][]): Block {
  return block({ ...claude('Work', ...actions), ...more }, end('End'));
}

describe('a block can go round for ever', () => {
  test.each([
    ['by an action', looping({}, again, done)],
    ['by onError', looping({ onError: 'Work' }, done)],
    ['where a limit leads back', looping({}, { ...again, limit: { max: 3, then: 'Work' } }, done)],
    [
      'where an action begins the counter anew that bounds the loop',
      block(
        claude('Work', limited, action('Ask', 'Rest')),
        claude('Rest', { ...action('Go on', 'Work'), resets: [{ name: 'Again' }] }),
        end('End'),
      ),
    ],
    [
      'in a branch of it',
      block(parallel('Both', { a: looping({}, again, done) }, action('Go', 'End')), end('End')),
    ],
    [
      'in the items of it',
      block(foreach('Each', '[1]', looping({}, again, done), action('Go', 'End')), end('End')),
    ],
  ])('%s', (_, each) => {
    expect(hasUnboundedLoop(each)).toBe(true);
  });
});

describe('a block cannot go round for ever', () => {
  test.each([
    ['through a limit', looping({}, limited, done)],
    ['through a bound of visits', looping({ maxVisits: { max: 5, then: 'End' } }, again, done)],
    ['without a loop', looping({}, done)],
    [
      'through bounds in all its branches',
      block(parallel('Both', { a: looping({}, limited, done) }, action('Go', 'End')), end('End')),
    ],
  ])('%s', (_, each) => {
    expect(hasUnboundedLoop(each)).toBe(false);
  });
});
