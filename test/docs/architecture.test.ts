import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rooms } from '../config/layers.mjs';
import { drawnPage, PAGE } from '../config/draw-layers.mjs';

const page = readFileSync(PAGE, 'utf8');

test('the page of the architecture shows the imports as they are', async () => {
  expect(page, 'write it with: node test/config/draw-layers.mjs').toBe(await drawnPage());
});

test('the page of the architecture says of every room what is in it, from the bottom up', () => {
  const reported = Object.fromEntries(
    page
      .split(/^### /m)
      .slice(1)
      .map((section) => {
        const rows = section.split('\n').filter((line) => line.startsWith('| `'));
        const names = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);
        return [section.slice(0, section.indexOf('\n')), names.map(([, name]) => name)];
      }),
  );
  expect(reported).toEqual(rooms);
});
