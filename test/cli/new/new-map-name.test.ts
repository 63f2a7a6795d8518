import { describe, expect, test } from 'vitest';
import { newMapName } from '../../../src/cli/new/new-map-name.ts';

describe('the name of a new map', () => {
  test.each(['a', '_', '7', 'ship-it', 'Ship_It', 'x'.repeat(64)])('may be %s, as it is written', (name) => {
    expect(newMapName(name)).toBe(name);
  });

  test.each([
    ['--forse=1', 'There is no flag --forse for "wfmap new".', 'See: wfmap new --help'],
    ['--a=b\nc=d', 'There is no flag --a for "wfmap new".', 'See: wfmap new --help'],
    ['-x', 'There is no flag -x for "wfmap new".', 'See: wfmap new --help'],
    ['maps/ship.json.json', '"maps/ship.json.json" cannot be the name of a map.', ruleOfNames()],
    [
      `maps/${'x'.repeat(64)}`,
      `"maps/${'x'.repeat(64)}" cannot be the name of a map.`,
      `Write the name alone: wfmap new ${'x'.repeat(64)}`,
    ],
    ['', '"" cannot be the name of a map.', ruleOfNames()],
    [
      'schemas',
      '"schemas" cannot be the name of a map: prompts/schemas has prompts of wfmap.',
      'Take another name.',
    ],
    [
      'SCHEMAS',
      '"SCHEMAS" cannot be the name of a map: prompts/schemas has prompts of wfmap.',
      'Take another name.',
    ],
  ])('is not %j', (name, message, help) => {
    expect(() => newMapName(name)).toThrow(expect.objectContaining({ message, help }));
  });
});

function ruleOfNames(): string {
  return 'A name has letters, digits, "_" and "-", at most 64 of them; the map goes to workflows/.';
}
