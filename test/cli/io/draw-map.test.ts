import { expect, test } from 'vitest';
import {
  drawPicture,
  graphOfChecked,
  PICTURE_FORMS,
  titleOf,
  type PictureForm,
} from '../../../src/cli/io/draw-map.ts';
import { madeOfMap } from '../../../src/cli/io/made-of-map.ts';
import { drawDot } from '../../../src/graph/draw-dot.ts';
import { drawMermaid } from '../../../src/graph/draw-mermaid.ts';
import type { MapGraph } from '../../../src/graph/map-graph.ts';
import { drawSvg } from '../../../src/graph/svg/draw-svg.ts';
import { captured } from '../../helpers/captured.ts';
import { checked, mapOf } from '../../helpers/maps.ts';

const NEXT = { actions: { Next: { target: 'Done' } } };
const DONE = { Done: { type: 'end' } };
const command = (target: string) => ({ type: 'shell', command: ['true'], actions: { Next: { target } } });
const ITEMS = { items: '[1]', item: 'n' };

/** A map with so many commands in a row, apart from what is given. */
function rowOf(count: number, more: object = {}): string {
  const names = Array.from({ length: count }, (_, index) => `T${index}`);
  const tasks = names.map((name, index) => [name, command(names[index + 1] ?? 'Done')]);
  return mapOf({ ...Object.fromEntries(tasks), ...more, ...DONE });
}

function graphOf(text: string, isDeep = false, files: Readonly<Record<string, string>> = {}): MapGraph {
  const graph = graphOfChecked(checked(text, files), 'maps/a.wfmap', isDeep);
  if (graph === undefined) throw new Error('the map can be read');
  return graph;
}

const drawn = (graph: MapGraph, form: PictureForm) => captured(() => drawPicture(graph, form));

test('a map is drawn in each form, without a notice where there is nothing to tell', async () => {
  const graph = graphOf(rowOf(2));
  expect(graph.title).toBe('a');
  const texts = { mermaid: drawMermaid(graph), dot: drawDot(graph), svg: drawSvg(graph) };
  for (const form of PICTURE_FORMS)
    expect((await drawn(graph, form)).value).toEqual({ text: texts[form], notice: '' });
});

test('a picture is called by the name of its file', () => {
  expect(['a/b.json', 'b.wfmap', 'c.txt', 'x.json.old', 'd'].map(titleOf)).toEqual([
    'b',
    'b',
    'c.txt',
    'x.json.old',
    'd',
  ]);
});

test('a map that cannot be read has no graph', () => {
  expect(graphOfChecked(checked('{'), 'a.json', false)).toBeUndefined();
});

test('maps of a map are drawn in its tasks where that is asked for, however often they are run', () => {
  const run = (map: string, target: string) => ({ type: 'workflow', map, actions: { Next: { target } } });
  const files = {
    'b.json': mapOf({ In: run('c.json', 'Done'), ...DONE }),
    'c.json': mapOf({ Inmost: command('Done'), ...DONE }),
    'broken.json': '{',
  };
  const map = mapOf({
    One: run('b.json', 'Two'),
    Two: run('c.json', 'Three'),
    Three: run('broken.json', 'Done'),
    ...DONE,
  });
  expect([graphOf(map, false, files).size, graphOf(map, true, files).size]).toEqual([4, 10]);
});

test('more lines than Mermaid shows are told, and drawn none the less', async () => {
  // A start, a line between each two, and one to the end.
  expect((await drawn(graphOf(rowOf(499)), 'mermaid')).value?.notice).toBe('');
  const { value } = await drawn(graphOf(rowOf(500)), 'mermaid');
  expect(value?.notice).toBe(
    'Mermaid shows at most 500 lines unless its maxEdges says more; this map has 501.',
  );
  expect(value?.text).toContain('T499');
});

test('more tasks than can be laid out are refused with what can be done', async () => {
  const help =
    '  Write --to dot and let Graphviz lay it out, or --to text for a list; draw a map of the map by its own file.\n';
  expect((await drawn(graphOf(rowOf(150)), 'svg')).fault).toBe(
    `wfmap: The picture would have 151 tasks in one block, and 150 is the most that can be laid out.\n${help}`,
  );
  expect((await drawn(graphOf(rowOf(150)), 'dot')).fault).toBe('');
  const body = { startTaskDefinition: 'T0', ...JSON.parse(rowOf(139)) } as { taskDefinitions: object };
  const { taskDefinitions } = body;
  const each = (target: string) => ({
    type: 'foreach',
    ...ITEMS,
    body: { startTaskDefinition: 'T0', taskDefinitions },
    actions: { Next: { target } },
  });
  const blocks = Object.fromEntries(
    Array.from({ length: 7 }, (_, index) => [`B${index}`, each(index < 6 ? `B${index + 1}` : 'Done')]),
  );
  const large = graphOf(mapOf({ ...blocks, ...DONE }));
  const { size } = large;
  expect(size).toBe(7 * 140 + 8);
  expect((await drawn({ ...large, size: 1001 }, 'svg')).fault).toBe(
    `wfmap: The picture would have 1001 tasks, and 1000 is the most that can be laid out.\n${help}`,
  );
  const small = graphOf(mapOf({ A: { type: 'shell', command: ['true'], ...NEXT }, ...DONE }));
  expect((await drawn({ ...small, size: 1000 }, 'svg')).fault).toBe('');
});

test('what is made of a map is given, else its errors are printed', async () => {
  expect(madeOfMap('a.json', () => 'made')).toBe('made');
  const { fault, stderr } = await captured(() => madeOfMap('a.json', () => undefined));
  expect([fault, stderr]).toEqual(['wfmap: "a.json" has errors, so nothing was written.\n', '']);
});
