/**
 * Ranks the symbols of real projects by wfmap's rules and by those of aider and cub, and counts how many of the twenty that most
 * other files use are among the first forty.
 *
 *   node bench/outline/ranking.ts FOLDER [project …]
 *
 * FOLDER has the projects that {@link PROJECTS} names, each in a folder of its name. The truth is counted by compilers: that of
 * TypeScript, Python's own parser, javac; for C by ctags. It needs python3, ctags and java.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from '../../src/context/languages/languages.ts';
import { listProject } from '../../src/context/files/list-project.ts';
import { isMinified, readSource } from '../../src/context/files/read-source.ts';
import { pageRank } from '../../src/context/symbols/page-rank.ts';
import { rankSymbols } from '../../src/context/symbols/rank-symbols.ts';
import type { TaggedFile } from '../../src/context/symbols/references.ts';
import { createTagReader } from '../../src/context/symbols/tag-reader.ts';
import { countUses } from './truth/typescript.ts';

/** Named before anything was ranked. `isHeldOut`: no rule or weight was chosen by it. */
const PROJECTS = [
  { name: 'rxjs-7.8.2', isCode: /\.ts$/, isHeldOut: false },
  { name: 'eslint-10.15.0', isCode: /\.js$/, isHeldOut: false },
  { name: 'rich-13.3.1', isCode: /\.py$/, isHeldOut: false },
  { name: 'tmux-3.3a', isCode: /\.[ch]$/, isHeldOut: false },
  { name: 'reduxjs-toolkit-2.14.0', isCode: /\.tsx?$/, isHeldOut: true },
  { name: 'jsoup-1.15.3', isCode: /\.java$/, isHeldOut: true },
];
const MOST_USED = 20;
const FIRST = 40;

const [folder = '', ...names] = process.argv.slice(2);
const chosen = PROJECTS.filter(({ name }) => names.length === 0 || names.includes(name));
for (const { name, isCode, isHeldOut } of chosen) {
  const root = join(folder, name);
  if (!existsSync(root)) throw new Error(`There is no ${root}.`);
  const files = listProject(root, []).files.filter((path) => isCode.test(path));
  const uses = [...truthOf(root, files)].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const truth = uses.slice(0, MOST_USED).map(([key]) => key);
  const tagged = await tagsOf(root, files);
  const found = Object.entries({
    wfmap: rankSymbols(tagged, { files: [], words: [] }).map((each) => `${each.path}\t${each.name}`),
    aider: byAider(tagged),
    cub: byCub(tagged),
  }).map(([rules, ranked]) => `${rules} ${hits(ranked, truth)}`);
  console.log(`${name}${isHeldOut ? ' (held out)' : ''}: of ${MOST_USED} by ${found.join(', by ')}`);
}

function hits(ranked: readonly string[], truth: readonly string[]): number {
  const first = new Set(ranked.slice(0, FIRST));
  return truth.filter((key) => first.has(key)).length;
}

function truthOf(root: string, files: readonly string[]): ReadonlyMap<string, number> {
  const scripts = `${import.meta.dirname}/truth`;
  const first = files[0] ?? '';
  if (/\.[jt]sx?$/.test(first)) return countUses(root, files);
  const command = first.endsWith('.java')
    ? ['java', `${scripts}/Java.java`]
    : ['python3', `${scripts}/${first.endsWith('.py') ? 'python' : 'c'}.py`];
  const [program = '', ...words] = [...command, root, ...files];
  const json: unknown = JSON.parse(execFileSync(program, words, { encoding: 'utf8', maxBuffer: 1e9 }));
  return new Map(Object.entries(json ?? {}).map(([key, count]) => [key, Number(count)]));
}

async function tagsOf(root: string, files: readonly string[]): Promise<readonly TaggedFile[]> {
  const reader = createTagReader();
  const tagged: TaggedFile[] = [];
  for (const path of files) {
    const language = languageOf(path);
    const text = readSource(root, path);
    if (language === undefined || text === undefined || isMinified(text)) continue;
    const tags = await reader.read(language, text);
    if (tags !== undefined) tagged.push({ path, language, tags });
  }
  reader.close();
  return tagged;
}

/** An edge of their graphs: a file that has a name, to each file that defines it. */
interface NamedEdge {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
  readonly name: string;
}

/** Their rules of weight: rarely defined, long names in a case of code count ten times, private and common ones a tenth. */
function edgesOf(files: readonly TaggedFile[]): readonly NamedEdge[] {
  const definers = new Map<string, Set<number>>();
  files.forEach(({ tags }, file) => {
    for (const { name } of tags.definitions) definers.set(name, (definers.get(name) ?? new Set()).add(file));
  });
  const referenced = new Set<string>();
  const edges: NamedEdge[] = [];
  files.forEach(({ tags }, from) => {
    for (const [name, count] of [...tags.names, ...tags.members]) {
      const targets = definers.get(name);
      if (targets === undefined) continue;
      referenced.add(name);
      const isCase = /_|[a-z][A-Z]/.test(name) && name.length >= 8;
      const weight = (isCase ? 10 : 1) * (name.startsWith('_') ? 0.1 : 1) * (targets.size > 5 ? 0.1 : 1);
      for (const to of targets) edges.push({ from, to, weight: weight * Math.sqrt(count), name });
    }
  });
  const lone = [...definers].filter(([name]) => !referenced.has(name));
  return [
    ...edges,
    ...lone.flatMap(([name, targets]) => [...targets].map((at) => ({ from: at, to: at, weight: 0.1, name }))),
  ];
}

/** The rank of a file is divided among the names that lead out of it, and added up by definition. */
function byAider(files: readonly TaggedFile[]): readonly string[] {
  const edges = edgesOf(files);
  const ranks = pageRank(
    files.map(() => 1),
    edges,
  );
  const out = files.map(() => 0);
  for (const { from, weight } of edges) out[from] = (out[from] ?? 0) + weight;
  const scores = new Map<string, number>();
  for (const { from, to, weight, name } of edges) {
    const key = `${files[to]?.path}\t${name}`;
    scores.set(key, (scores.get(key) ?? 0) + ((ranks[from] ?? 0) * weight) / (out[from] ?? 1));
  }
  return [...scores].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([key]) => key);
}

/** Each definition has the rank of its file; equals are ordered by path and name. */
function byCub(files: readonly TaggedFile[]): readonly string[] {
  const ranks = pageRank(
    files.map(() => 1),
    edgesOf(files),
  );
  const all = files.flatMap(({ path, tags }, file) =>
    tags.definitions.map(({ name }) => ({ key: `${path}\t${name}`, rank: ranks[file] ?? 0 })),
  );
  return all.toSorted((a, b) => b.rank - a.rank || (a.key < b.key ? -1 : 1)).map(({ key }) => key);
}
