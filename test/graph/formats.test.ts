import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawDot } from '../../src/graph/draw-dot.ts';
import { drawMermaid, mermaidEdges } from '../../src/graph/draw-mermaid.ts';
import { graphOfMap } from '../../src/graph/graph-of-map.ts';
import type { MapGraph } from '../../src/graph/map-graph.ts';
import { drawSvg } from '../../src/graph/svg/draw-svg.ts';
import { drawText } from '../../src/graph/text/draw-text.ts';
import { anyText } from '../helpers/any-text.ts';
import { mapOf, parsed } from '../helpers/maps.ts';
import { anyGraph, count, namesIn } from './helpers/graphs.ts';
import { xmlFault } from './helpers/xml.ts';

const sheet = { width: 200, isAscii: false, color: false };

/** What a picture shows at first sight: without what it tells on hovering, and without names in values. */
const FORMS: readonly (readonly [string, (graph: MapGraph) => string])[] = [
  ['SVG', (graph) => drawSvg(graph).replaceAll(/<title>[^<]*<\/title>|data-task="[^"]*"/g, '')],
  ['Mermaid', drawMermaid],
  ['Graphviz', drawDot],
];

describe.each(FORMS)('as %s', (_, draw) => {
  test('every task and every way is there once', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const text = draw(graph);
        const { tasks, ways } = namesIn(graph.block);
        for (const name of [...tasks, ...ways]) expect(count(text, name), name).toBe(1);
      }),
      { numRuns: 40 },
    );
  });
});

describe('as text', () => {
  test('a drawing has every task and every way once, in either set of signs', () => {
    fc.assert(
      fc.property(anyGraph, fc.boolean(), (graph, isAscii) => {
        fc.pre(graph.size <= 40);
        const text = drawText(graph, { ...sheet, width: 10_000, isAscii });
        const { tasks, ways } = namesIn(graph.block);
        for (const name of [...tasks, ...ways]) expect(count(text, name), name).toBe(1);
        // oxlint-disable-next-line no-control-regex
        if (isAscii) expect(text).toMatch(/^[\u0000-\u007f]*$/);
      }),
      { numRuns: 40 },
    );
  });

  test('a list has every way once, and each task where it is and where ways lead to it', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const text = drawText(graph, { ...sheet, width: 40, isAscii: true });
        fc.pre(text.includes(' -> ') || namesIn(graph.block).ways.length === 0);
        const { tasks, ways } = namesIn(graph.block);
        for (const name of ways) expect(count(text, name), name).toBe(1);
        for (const name of tasks) expect(text).toContain(name);
      }),
      { numRuns: 40 },
    );
  });

  test('no line is wider than the sheet', () => {
    fc.assert(
      fc.property(anyGraph, fc.integer({ min: 40, max: 200 }), (graph, width) => {
        const lines = drawText(graph, { ...sheet, width }).split('\n');
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
      }),
      { numRuns: 40 },
    );
  });

  test('colours change nothing but colours', () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const text = drawText(graph, { ...sheet, color: true });
        // oxlint-disable-next-line no-control-regex
        expect(text.replaceAll(/\u001b\[\d+m/g, '').replaceAll(/ +$/gm, '')).toBe(drawText(graph, sheet));
      }),
      { numRuns: 20 },
    );
  });
});

/** What some reader of a picture could take for its own. */
const NASTY = [
  'end',
  'subgraph',
  '%%{init: {"theme": "dark"}}%%',
  '-->',
  '<script>alert(1)</script>',
  ']]>',
  '&amp;',
  '&#0;',
  '"',
  "'",
  '\\',
  '\\"',
  '\\N',
  '`x`',
  '**x**',
  '1. x',
  '- x',
  '# x',
  '#35;',
  '$$x$$',
  'fa:fa-car',
  'style a:#f;',
  '\u202ex',
  '日本語',
  '👩‍👩‍👧',
  '|',
  '}',
  'click n1',
  'direction TB',
];

describe('whatever the names are', () => {
  const nasty = fc.oneof(
    anyText(24),
    fc.constantFrom(...NASTY),
    fc.array(fc.constantFrom(...NASTY), { maxLength: 4 }).map((parts) => parts.join(' ')),
  );
  const hostile = fc
    .record({ name: nasty, action: nasty, guard: nasty, fact: nasty })
    .map(({ name, action, guard, fact }) => {
      const first = `a${name}`;
      const text = mapOf({
        [first]: {
          type: 'shell',
          command: `x${fact}`,
          actions: { [`b${action}`]: { target: `c${name}`, when: `d${guard}` }, again: { target: first } },
        },
        [`c${name}`]: { type: 'end', outcome: `e${fact}` },
      });
      const { document } = parsed(text);
      return document && graphOfMap({ map: document.map, maps: new Map() }, name);
    })
    .filter((graph) => graph !== undefined);

  test('the SVG is well-formed XML without a script or anything from elsewhere', () => {
    fc.assert(
      fc.property(hostile, (graph) => {
        const svg = drawSvg(graph);
        expect(xmlFault(svg)).toBeUndefined();
        expect(svg).not.toMatch(/<(?:script|a|image|use|foreignObject)\b|\s(?:on\w+|href|src)=/);
      }),
    );
  });

  test('outside of quotes, the text for Graphviz has its own words alone', () => {
    fc.assert(
      fc.property(hostile, (graph) => {
        const rest = drawDot(graph).replaceAll(/"(?:[^"\\]|\\.)*"/gs, 'Q');
        expect(rest).toMatch(/^digraph Q \{\n(?: {2}[\w ;{}[\]=,.>-]*\n)+\}\n$/);
        expect(count(rest, '{')).toBe(count(rest, '}'));
      }),
    );
  });

  test('outside of quotes, the text for Mermaid has its own words alone, and within them nothing that it obeys', () => {
    fc.assert(
      fc.property(hostile, (graph) => {
        const [title = '', ...lines] = drawMermaid(graph).split('\n');
        expect(title).toMatch(/^%% [^%{}\n\r]*$/);
        const body = lines.filter((line) => !line.startsWith('  classDef ')).join('\n');
        expect(body.replaceAll(/"[^"]*"/g, 'Q')).toMatch(/^flowchart TD\n(?: +[\w ()[\]{}/\\|:.>-]*\n?)*$/);
        for (const [, quoted = ''] of body.matchAll(/"([^"]*)"/g)) {
          expect(quoted.replaceAll(/<br>|#\d+;/g, '·')).not.toMatch(/[#<>&%`*~${}|\\;@]|\bend\b|direction /);
        }
        expect(mermaidEdges(graph.block)).toBeGreaterThanOrEqual(2);
      }),
    );
  });

  test('a text has as many lines as it shows, and no sign that a terminal obeys', () => {
    fc.assert(
      fc.property(hostile, (graph) => {
        const text = drawText(graph, sheet);
        expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});
