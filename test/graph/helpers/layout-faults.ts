import type { Point } from '../../../src/graph/layout/medium.ts';
import type { PlacedBlock, PlacedEdge, Rectangle } from '../../../src/graph/layout/placed.ts';

/** What is wrong with a layout, in words; none where it is as it should be. */
export function layoutFaults(placed: PlacedBlock, thick: number): readonly string[] {
  const whole = { x: 0, y: 0, width: placed.width, height: placed.height };
  const labels = placed.edges.map(({ label }) => label);
  const boxes: Rectangle[] = [...placed.nodes, ...labels];
  const lines = [
    ...placed.edges.flatMap(({ before, after }) => [before, after]),
    ...(placed.start ? [placed.start.line] : []),
  ].filter((line) => line.length > 0);
  return [
    ...boxes.flatMap((box) => (isInside(box, whole) ? [] : [`${reported(box)} is outside.`])),
    ...pairs(boxes).flatMap(([one, other]) =>
      overlap(one, other) ? [`${reported(one)} is on ${reported(other)}.`] : [],
    ),
    ...placed.edges.flatMap((edge) => endFaults(edge, placed)),
    ...lines.flatMap((line) => lineFaults(line, boxes, thick)),
    ...pairs(lines).flatMap(([one, other]) =>
      runInto(one, other) ? [`${path(one)} runs into ${path(other)}.`] : [],
    ),
    ...placed.nodes.flatMap((node) =>
      node.blocks.flatMap((inner) => [
        ...(isInside(inner, { ...node, x: 0, y: 0 }) ? [] : [`${reported(inner)} leaves ${node.node.name}.`]),
        ...(isInside(
          { ...inner.inset, width: inner.placed.width, height: inner.placed.height },
          { ...inner, x: 0, y: 0 },
        )
          ? []
          : [`A block of ${node.node.name} leaves its frame.`]),
        ...layoutFaults(inner.placed, thick),
      ]),
    ),
    ...placed.nodes.flatMap((node) =>
      pairs(node.blocks).flatMap(([one, other]) =>
        overlap(one, other) ? [`Blocks of ${node.node.name} overlap.`] : [],
      ),
    ),
  ];
}

function endFaults({ edge, before, after, label }: PlacedEdge, { nodes }: PlacedBlock): readonly string[] {
  const [from, to] = [nodes[edge.from], nodes[edge.to]];
  const name = edge.ways[0]?.label ?? '';
  if (!from || !to) return [`${name} has no ends.`];
  if (edge.from === edge.to) return before.length + after.length === 0 ? [] : [`${name} is no loop.`];
  const meets = (point: Point | undefined, box: Rectangle): boolean =>
    point !== undefined &&
    (point.y === box.y || point.y === box.y + box.height) &&
    box.x <= point.x &&
    point.x < box.x + box.width;
  return [
    ...(meets(before[0], from) ? [] : [`${name} does not begin at ${from.node.name}.`]),
    ...(meets(before.at(-1), label) ? [] : [`${name} does not come to its label.`]),
    ...(meets(after[0], label) ? [] : [`${name} does not leave its label.`]),
    ...(meets(after.at(-1), to) ? [] : [`${name} does not end at ${to.node.name}.`]),
  ];
}

function lineFaults(line: readonly Point[], boxes: readonly Rectangle[], thick: number): readonly string[] {
  return segmentsOf(line).flatMap(([one, other]) => {
    if (one.x !== other.x && one.y !== other.y) return [`${path(line)} is not straight.`];
    const stretch = {
      x: Math.min(one.x, other.x),
      y: Math.min(one.y, other.y),
      width: Math.abs(one.x - other.x) + thick,
      height: Math.abs(one.y - other.y),
    };
    return boxes.flatMap((box) =>
      crosses(stretch, box) ? [`${path(line)} goes through ${reported(box)}.`] : [],
    );
  });
}

/** Whether two lines are one for a while. */
function runInto(one: readonly Point[], other: readonly Point[]): boolean {
  return segmentsOf(one).some(([a, b]) =>
    segmentsOf(other).some(([c, d]) => {
      if (a.x === b.x && c.x === d.x && a.x === c.x) return shared(a.y, b.y, c.y, d.y);
      return a.y === b.y && c.y === d.y && a.y === c.y && shared(a.x, b.x, c.x, d.x);
    }),
  );
}

function shared(a: number, b: number, c: number, d: number): boolean {
  return Math.min(Math.max(a, b), Math.max(c, d)) > Math.max(Math.min(a, b), Math.min(c, d));
}

function segmentsOf(line: readonly Point[]): readonly (readonly [Point, Point])[] {
  return line.slice(1).map((point, place) => [line[place] ?? point, point]);
}

function isInside(one: Rectangle, whole: Rectangle): boolean {
  return (
    one.x >= whole.x &&
    one.y >= whole.y &&
    one.x + one.width <= whole.x + whole.width &&
    one.y + one.height <= whole.y + whole.height
  );
}

function overlap(one: Rectangle, other: Rectangle): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** Of a line that is as thin as a stroke: sides do not count. */
function crosses(line: Rectangle, box: Rectangle): boolean {
  return (
    line.x < box.x + box.width &&
    box.x < line.x + Math.max(line.width, 0.5) &&
    line.y < box.y + box.height &&
    box.y < line.y + Math.max(line.height, 0.5)
  );
}

function pairs<T>(items: readonly T[]): readonly (readonly [T, T])[] {
  return items.flatMap((one, place) => items.slice(place + 1).map((other) => [one, other] as const));
}

function reported({ x, y, width, height }: Rectangle): string {
  return `${width}x${height} at ${x},${y}`;
}

function path(line: readonly Point[]): string {
  return line.map(({ x, y }) => `${x},${y}`).join(' ');
}
