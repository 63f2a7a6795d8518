import { describe, expect, test } from 'vitest';
import { matchPlace, nearestPlace } from '../../../src/agent/scripted/place-match.ts';

const address = {
  block: [
    { task: 'Build', key: 'ST-001', activation: 2 },
    { task: 'Run', key: 'map', activation: 1 },
  ],
  task: 'Act',
};

describe('a written place', () => {
  test.each([
    ['Build#2/ST-001/Run/map/Act', { steps: 4, activations: 1 }],
    ['Build#2/ST-001/Run#1/map/Act', { steps: 4, activations: 2 }],
    ['Build/ST-001/Run/map/Act', { steps: 4, activations: 0 }],
    ['ST-001/Run/map/Act', { steps: 3, activations: 0 }],
    ['Run/map/Act', { steps: 2, activations: 0 }],
    ['map/Act', { steps: 1, activations: 0 }],
    ['Act', { steps: 0, activations: 0 }],
    ['Build#1/ST-001/Run/map/Act', undefined],
    ['Build/ST-002/Run/map/Act', undefined],
    ['ST-001/Act', undefined],
    ['Act/', undefined],
    ['ct', undefined],
    ['', undefined],
  ])('%j means a task by the whole of its place, a tail, or its name', (place, match) => {
    expect(matchPlace(place, address)).toEqual(match);
  });

  test('may hold the signs that places are put together with', () => {
    const odd = { block: [{ task: 'a/b#2', key: 'x/y', activation: 1 }], task: 'c/d' };
    expect(matchPlace('a/b#2/x/y/c/d', odd)).toEqual({ steps: 2, activations: 0 });
    expect(matchPlace('a/b#2#1/x/y/c/d', odd)).toEqual({ steps: 2, activations: 1 });
    expect(matchPlace('d', odd)).toBeUndefined();
  });

  test('that names more of where a task is counts before others', () => {
    const places = ['Act', 'Build/ST-001/Run/map/Act', 'map/Act', 'Build#2/ST-001/Run/map/Act', 'Other'];
    expect(nearestPlace(places, address)).toBe('Build#2/ST-001/Run/map/Act');
    expect(nearestPlace(['Act', 'map/Act'], address)).toBe('map/Act');
    expect(nearestPlace(['Other'], address)).toBeUndefined();
  });
});
