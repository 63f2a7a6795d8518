// Draws the folders of src and their rooms from the imports between them: as DOT (npm run layers -- --dot), or as Mermaid,
// which docs/explanation/architecture.md holds (node test/config/draw-layers.mjs writes it there). An arrow that follows from others is
// left out.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cruise } from 'dependency-cruiser';
import layers, { rooms } from './layers.mjs';

export const PAGE = resolve(import.meta.dirname, '../../docs/explanation/architecture.md');
const START = '<!-- made by test/config/draw-layers.mjs: do not edit -->\n';
const END = '<!-- end -->';

/** The page with the picture of the code as it is. */
export async function drawnPage() {
  const page = readFileSync(PAGE, 'utf8');
  const [from, to] = [page.indexOf(START) + START.length, page.indexOf(END)];
  if (from < START.length || to < from) throw new Error('The page has no place for the picture.');
  return `${page.slice(0, from)}\n\`\`\`mermaid\n${toMermaid(await readEdges())}\`\`\`\n\n${page.slice(to)}`;
}

/** What imports what, by folder, or by room where a folder has rooms. Shape: names such as `git` and `run/state`. */
export async function readEdges() {
  const { output } = await cruise(['src'], layers.options);
  const edges = new Map();
  for (const { source, dependencies } of output.modules) {
    const from = placeOf(source);
    if (from === undefined) continue;
    const targets = edges.get(from) ?? new Set();
    edges.set(from, targets);
    for (const { resolved } of dependencies) {
      const to = placeOf(resolved);
      if (to !== undefined && to !== from) targets.add(to);
    }
  }
  return reduced(edges);
}

/** Undefined for what is in no folder of src. */
function placeOf(file) {
  const [top, folder, room, file2] = file.split('/');
  if (top !== 'src' || room === undefined) return undefined;
  return file2 !== undefined && rooms[folder]?.includes(room) ? `${folder}/${room}` : folder;
}

/** Without the arrows that a longer way says already. */
function reduced(edges) {
  const reachable = new Map();
  const reach = (place) => {
    const known = reachable.get(place);
    if (known !== undefined) return known;
    const found = new Set();
    reachable.set(place, found);
    for (const next of edges.get(place) ?? []) for (const each of [next, ...reach(next)]) found.add(each);
    return found;
  };
  return new Map(
    [...edges].toSorted(byName).map(([from, targets]) => {
      const others = (to) => [...targets].filter((each) => each !== to);
      const direct = [...targets].filter((to) => !others(to).some((each) => reach(each).has(to)));
      return [from, direct.toSorted((a, b) => a.localeCompare(b))];
    }),
  );
}

function byName([a], [b]) {
  return a < b ? -1 : 1;
}

function toMermaid(edges) {
  const id = (place) => place.replaceAll(/[^a-z]/g, '_');
  const lines = [
    ...grouped(edges, (folder, places) => [
      `  subgraph ${id(folder)}_rooms ["${folder}"]`,
      ...places.map((place) => `    ${id(place)}["${place.slice(folder.length + 1) || folder}"]`),
      '  end',
    ]),
  ];
  for (const [from, targets] of edges) for (const to of targets) lines.push(`  ${id(from)} --> ${id(to)}`);
  return `flowchart TD\n${lines.join('\n')}\n`;
}

export function toDot(edges) {
  const lines = [
    ...grouped(edges, (folder, places) => [
      `  subgraph "cluster_${folder}" { label="${folder}";`,
      ...places.map((place) => `    "${place}";`),
      '  }',
    ]),
  ];
  for (const [from, targets] of edges) for (const to of targets) lines.push(`  "${from}" -> "${to}";`);
  return `digraph src {\n  node [shape=box];\n${lines.join('\n')}\n}\n`;
}

/** The folders that have rooms, each with its places. */
function* grouped(edges, lines) {
  // Rooms of a room are not drawn.
  for (const folder of Object.keys(rooms).filter((each) => !each.includes('/'))) {
    yield* lines(
      folder,
      [...edges.keys()].filter((place) => place === folder || place.startsWith(`${folder}/`)),
    );
  }
}

if (process.argv[1] === import.meta.filename) writeFileSync(PAGE, await drawnPage());
