import { dirname, resolve } from 'node:path';
import { findScenarios } from '../../project/find-scenarios.ts';
import { ProjectError } from '../../project/project-error.ts';
import type { Checked } from '../../check/check.ts';
import { treeAt } from '../../scenario/tree-places.ts';
import { readYamlTree, type YamlTree } from '../../scenario/yaml-tree.ts';
import type { Source, Span } from '../../text/source.ts';
import { blockNodesOf, type BlockNode } from '../../validate/blocks/blocks.ts';
import { WORKFLOW_KEY } from '../../model/address.ts';
import type { Task } from '../../model/block.ts';
import { actionsOf } from '../../model/tasks.ts';
import type { Analysis } from '../documents/analysis.ts';
import { keyOf } from './occurrence.ts';
import type { PlacedOccurrence } from './occurrence.ts';
import type { Workspace } from '../documents/workspace.ts';

const MAX_FILE_BYTES = 4 * 1_048_576;
/** Units: places of tasks. A map that many tasks run is there as often as they do. */
const MAX_PLACES = 5_000;

/** A step of a place: a task, or the name of a branch; undefined for the key of an item. */
interface Step {
  readonly name: string | undefined;
  /** What the step is, where it is a task. */
  readonly key: string | undefined;
}

/** A task, and the steps that lead to it from the outermost map, its own last. */
interface TaskPlace {
  readonly task: Task;
  readonly steps: readonly Step[];
  /** Keys of the actions of the task, by name. */
  readonly actionKey: (action: string) => string;
}

/** Where the scenarios of a project name tasks and actions of its maps. */
export function scenarioOccurrences(
  workspace: Workspace,
  analyses: readonly Analysis[],
): readonly PlacedOccurrence[] {
  const byPath = new Map(
    analyses.flatMap((each) => (each.file.path === undefined ? [] : [[each.file.path, each]])),
  );
  const roots = new Set([...byPath.keys()].map((path) => workspace.workRootOf(path)));
  return [...roots].flatMap((root) =>
    scenariosIn(root).flatMap((path) => {
      const file = resolve(root, path);
      const text = textOf(file, workspace);
      if (text === undefined) return [];
      const tree = readYamlTree({ name: path, text });
      if ('message' in tree) return [];
      const map = tree.members?.get('map')?.tree.value;
      const analysis = typeof map === 'string' ? byPath.get(resolve(dirname(file), map)) : undefined;
      return analysis
        ? new ScenarioFile(workspace.uriOf(file), tree, analysis, placesOf(analysis, workspace)).collect()
        : [];
    }),
  );
}

class ScenarioFile {
  readonly #uri: string;
  readonly #tree: YamlTree;
  readonly #map: string;
  readonly #inputs: ReadonlySet<string>;
  readonly #places: readonly TaskPlace[];
  readonly #found: PlacedOccurrence[] = [];

  constructor(uri: string, tree: YamlTree, analysis: Analysis, places: readonly TaskPlace[]) {
    this.#uri = uri;
    this.#tree = tree;
    this.#map = analysis.file.uri;
    this.#inputs = new Set(analysis.document?.map.fields.map(({ name }) => name));
    this.#places = places;
  }

  collect(): readonly PlacedOccurrence[] {
    const scenarios = treeAt(this.#tree, ['scenarios'])?.items ?? [];
    for (const owner of [this.#tree, ...scenarios]) {
      this.#answers(owner);
      this.#fields(owner);
    }
    for (const scenario of scenarios) this.#expected(treeAt(scenario, ['expect']));
    return this.#found;
  }

  #expected(tree: YamlTree | undefined): void {
    if (!tree) return;
    const lists = ['path', 'includes'].flatMap((name) => treeAt(tree, [name])?.items ?? []);
    for (const each of [...lists, treeAt(tree, ['paused', 'at'])])
      if (each) this.#place(each.value, each.span);
    for (const [place, { key }] of membersOf(tree, 'visits')) this.#place(place, key);
  }

  #fields(owner: YamlTree): void {
    for (const [name, { key }] of membersOf(owner, 'fields')) {
      if (!this.#inputs.has(name)) continue;
      this.#put({ kind: 'input', keys: [keyOf('input', this.#map, name)], name, span: key });
    }
  }

  #answers(owner: YamlTree): void {
    for (const [place, { key, tree }] of membersOf(owner, 'answers')) {
      const meant = this.#place(place, key);
      for (const answer of answersIn(tree)) this.#action(answer, meant);
    }
  }

  #action(answer: YamlTree, meant: readonly TaskPlace[]): void {
    const tree = answer.members?.get('action')?.tree ?? answer;
    const { value: name, span } = tree;
    if (typeof name !== 'string') return;
    const owners = meant.filter(({ task }) => actionsOf(task).some((each) => each.name === name));
    const keys = [...new Set(owners.map(({ actionKey }) => actionKey(name)))];
    if (keys.length > 0) this.#put({ kind: 'action', keys, name, span });
  }

  /** Finds every task on the way that a text tells, and gives the places that it can mean. */
  #place(text: unknown, span: Span): readonly TaskPlace[] {
    if (typeof text !== 'string') return [];
    const meant = this.#places.flatMap((place) => {
      const parts = stepsIn(text, place.steps);
      return parts ? [{ place, parts }] : [];
    });
    const byStart = new Map<number, { readonly name: string; readonly keys: Set<string> }>();
    for (const { start, name, key } of meant.flatMap(({ parts }) => parts)) {
      const known = byStart.get(start) ?? { name, keys: new Set<string>() };
      known.keys.add(key);
      byStart.set(start, known);
    }
    for (const [start, { name, keys }] of byStart) {
      const own = partOf(span, text, { start, length: name.length });
      if (own) this.#put({ kind: 'task', keys: [...keys], name, span: own });
    }
    return meant.map(({ place }) => place);
  }

  #put(found: Pick<PlacedOccurrence, 'kind' | 'keys' | 'name' | 'span'>): void {
    this.#found.push({ ...found, uri: this.#uri, isDefinition: false, spelling: 'yaml' });
  }
}

function membersOf(tree: YamlTree, name: string): Iterable<readonly [string, YamlMember]> {
  return treeAt(tree, [name])?.members ?? [];
}

interface YamlMember {
  readonly key: Span;
  readonly tree: YamlTree;
}

/** The answers of a place: each visit has one, or a list of those of its turns. */
function answersIn(visits: YamlTree): readonly YamlTree[] {
  return (visits.items ?? []).flatMap((visit) => visit.items ?? [visit]);
}

/** Where a part of a place stands; undefined where it is not written as it is, such as with escapes. */
function partOf(
  span: Span,
  text: string,
  part: { readonly start: number; readonly length: number },
): Span | undefined {
  if (part.start === 0 && part.length === text.length) return span;
  const at = span.source.text.slice(span.start, span.end).indexOf(text);
  if (at < 0) return undefined;
  const start = span.start + at + part.start;
  return { ...span, start, end: start + part.length };
}

interface StepPlace {
  readonly start: number;
  readonly name: string;
  readonly key: string;
}

/** Lays a text over the end of the steps to a task; undefined where it cannot mean that. */
function stepsIn(text: string, steps: readonly Step[]): readonly StepPlace[] | undefined {
  const found: StepPlace[] = [];
  let end = text.length;
  for (const { name, key } of steps.toReversed()) {
    const start = name === undefined ? text.lastIndexOf('/', end - 1) + 1 : startOf(text.slice(0, end), name);
    if (start === undefined) return undefined;
    if (name !== undefined && key !== undefined) found.push({ start, name, key });
    if (start === 0) return found;
    if (text[start - 1] !== '/') return undefined;
    end = start - 1;
  }
  return undefined;
}

/** A step may say which activation is meant. */
function startOf(text: string, name: string): number | undefined {
  const plain = text.endsWith(name) ? text : text.replace(/#\d+$/, '');
  return plain.endsWith(name) ? plain.length - name.length : undefined;
}

function placesOf(analysis: Analysis, workspace: Workspace): readonly TaskPlace[] {
  const places: TaskPlace[] = [];
  const visit = ({ document, maps }: Checked, uri: string, outer: readonly Step[]): void => {
    const blocks = document ? blockNodesOf(document.map) : [];
    for (const [at, blockNode] of blocks.entries()) {
      const around = [...outer, ...stepsTo(blockNode, blocks, uri)];
      for (const task of blockNode.block.tasks) {
        if (places.length >= MAX_PLACES) return;
        const steps = [...around, { name: task.name, key: keyOf('task', uri, at, task.name) }];
        places.push({ task, steps, actionKey: (name) => keyOf('action', uri, at, task.name, name) });
        const inner = task.type === 'workflow' ? maps.get(task.map) : undefined;
        const source = inner?.document?.source;
        if (!inner || !source) continue;
        const map = { name: WORKFLOW_KEY, key: undefined };
        visit(inner, workspace.uriOfSource(analysis.file, source.name), [...steps, map]);
      }
    }
  };
  visit(analysis.checked, analysis.file.uri, []);
  return places;
}

/** The steps that lead to a block from that of its map. */
function stepsTo({ around }: BlockNode, blocks: readonly BlockNode[], uri: string): readonly Step[] {
  if (!around) return [];
  const { outer, task, key } = around;
  const own = { name: task.name, key: keyOf('task', uri, blocks.indexOf(outer), task.name) };
  return [...stepsTo(outer, blocks, uri), own, { name: key, key: undefined }];
}

function scenariosIn(root: string): readonly string[] {
  try {
    return findScenarios(root);
  } catch (thrown) {
    if (thrown instanceof ProjectError) return [];
    throw thrown;
  }
}

function textOf(file: string, workspace: Workspace): Source['text'] | undefined {
  try {
    return workspace.files.read(file, MAX_FILE_BYTES);
  } catch (thrown) {
    if (thrown instanceof ProjectError) return undefined;
    throw thrown;
  }
}
