import { describe, expect, test } from 'vitest';
import { firstShapeOf, methodNameOf, modeOf } from '../../../src/serve/map/dialect.ts';

describe('the mode of a client is what the first documents detect', () => {
  test.each([
    [{ mode: 'acp-compat' }, true, 'acp-compat'],
    [{ mode: 'full' }, false, 'acp-compat'],
    [{ clientCapabilities: {} }, true, 'acp-compat'],
    [{ mode: 'full', clientCapabilities: {} }, true, 'first'],
    [{}, true, 'first'],
  ])('%j, streaming: %s', (params, canStream, mode) => {
    expect(modeOf(params, canStream)).toBe(mode);
  });
});

test('names of methods are those of today, and _ is for clients of ACP alone', () => {
  expect(methodNameOf('map/agent.list', 'current')).toBe('map/agents/list');
  expect(methodNameOf('map/hierarchy.get', 'first')).toBe('map/structure/graph');
  expect(methodNameOf('_map/task.list', 'acp-compat')).toBe('map/tasks/list');
  expect(methodNameOf('_map/task.list', 'first')).toBe('_map/task.list');
  expect(methodNameOf('map/agents/list', 'first')).toBe('map/agents/list');
});

test('an overflow is written as the first documents print it', () => {
  const data = { eventsDropped: 150, oldestDropped: 'A', newestDropped: 'B', recommendation: 'replay' };
  const shown = firstShapeOf({ id: 'X', type: 'subscription.overflow', timestamp: 1, data });
  expect(shown).toEqual({ ...data, id: 'X', timestamp: 1, type: 'subscription.overflow' });
});

test('what an event says never takes the place of its type, id, time or source', () => {
  const data = { type: 'x', id: 'y', timestamp: 0, source: 'z' };
  const shown = firstShapeOf({ id: 'X', type: 'agent_state_changed', timestamp: 1, source: 'S', data });
  expect(shown).toEqual({ id: 'X', type: 'agent.state', timestamp: 1, source: 'S' });
});
