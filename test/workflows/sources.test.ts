import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatMap, isSameMap } from '../../src/print/convert.ts';

const WORKFLOWS = `${import.meta.dirname}/../../workflows`;
const maps = globSync('{*,parts/*}.json', { cwd: WORKFLOWS }).toSorted();

describe('every shipped map has a source in the map language', () => {
  test('there are maps', () => {
    expect(maps.length).toBeGreaterThan(10);
  });

  test.each(maps)('%s is what its source says, which is laid out', (map) => {
    const read = (name: string) => ({ name, text: readFileSync(`${WORKFLOWS}/${name}`, 'utf8') });
    const source = read(map.replace(/json$/, 'wfmap'));
    expect(isSameMap(source, read(map))).toBe(true);
    expect(formatMap(source, () => undefined)).toBe(source.text);
  });
});
