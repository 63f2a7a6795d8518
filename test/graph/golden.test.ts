import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { drawDot } from '../../src/graph/draw-dot.ts';
import { drawMermaid } from '../../src/graph/draw-mermaid.ts';
import { graphOfMap } from '../../src/graph/graph-of-map.ts';
import { drawSvg } from '../../src/graph/svg/draw-svg.ts';
import { drawText } from '../../src/graph/text/draw-text.ts';
import { parse } from '../../src/parse/parse.ts';
import { graphOfFile } from './helpers/graphs.ts';

const ROOT = `${import.meta.dirname}/../..`;
const FIXTURES = `${ROOT}/test/fixtures/graph`;
const MAPS = globSync(`${FIXTURES}/*.json`).toSorted();

describe.each(MAPS.map((file) => [basename(file), file]))('%s', (_, file) => {
  const graph = graphOfFile(file);
  const beside = (ending: string): string => file.replace(/json$/, ending);

  test('as SVG', () => expect(drawSvg(graph)).toMatchFileSnapshot(beside('svg')));
  test('as Mermaid', () => expect(drawMermaid(graph)).toMatchFileSnapshot(beside('mmd')));
  test('for Graphviz', () => expect(drawDot(graph)).toMatchFileSnapshot(beside('dot')));
  test('as text: drawn, with ASCII alone, and listed', () => {
    const sheet = { width: 80, isAscii: false, color: false };
    const texts = [
      drawText(graph, sheet),
      drawText(graph, { ...sheet, isAscii: true }),
      drawText(graph, { ...sheet, width: 30 }),
    ];
    return expect(texts.join('\n')).toMatchFileSnapshot(beside('txt'));
  });
});

test.each([
  ['README.md', 'ship'],
  ['docs/guide/guards-and-people.md', 'gate'],
])('the picture on %s is that of the map "%s" beside it', async (path, name) => {
  const page = readFileSync(`${ROOT}/${path}`, 'utf8');
  const [, text = ''] =
    new RegExp(String.raw`<!-- file: ${name}\.wfmap -->\n\x60{3}wfmap\n(.*?)\x60{3}`, 's').exec(page) ?? [];
  const document = parse({ name: `${name}.wfmap`, text }, () => undefined);
  if (!document) throw new Error(`The page has no ${name}.wfmap.`);
  await expect(drawSvg(graphOfMap({ map: document.map, maps: new Map() }, name))).toMatchFileSnapshot(
    `${ROOT}/docs/pictures/${name}.svg`,
  );
  expect(page).toContain(`pictures/${name}.svg`);
});
