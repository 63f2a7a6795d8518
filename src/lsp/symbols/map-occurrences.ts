import type { Inspected } from '../../check/check.ts';
import type { Action, CountLimit } from '../../model/action.ts';
import type { ArtifactSection } from '../../model/artifacts.ts';
import type { ActiveTask, Task } from '../../model/block.ts';
import { situationsOf } from '../../model/claims.ts';
import type { Situation } from '../../model/map.ts';
import { actionsOf } from '../../model/tasks.ts';
import type { Span } from '../../text/source.ts';
import { blockNodesOf, type BlockNode } from '../../validate/blocks/blocks.ts';
import { keyOf, spelledName, type Occurrence, type Spelling, type SymbolKind } from './occurrence.ts';

interface Named {
  readonly kind: SymbolKind;
  readonly keys: readonly string[];
  readonly name: string;
}

/** Collects where tasks and actions of a map are named. */
export class MapOccurrences {
  readonly #uri: string;
  readonly #inspected: Inspected;
  readonly #blocks: readonly BlockNode[];
  readonly #places: ReadonlyMap<BlockNode, number>;
  readonly #found: Occurrence[] = [];

  constructor(uri: string, inspected: Inspected) {
    this.#uri = uri;
    this.#inspected = inspected;
    this.#blocks = blockNodesOf(inspected.subject.document.map);
    this.#places = new Map(this.#blocks.map((each, index) => [each, index]));
  }

  /** In no promised order. */
  collect(): readonly Occurrence[] {
    const { document } = this.#inspected.subject;
    for (const blockNode of this.#blocks) {
      const { block } = blockNode;
      this.#task(block.start, blockNode, document.spanOf(block, 'startTaskDefinition'));
      for (const task of block.tasks) this.#inTask(task, blockNode);
    }
    for (const { claim } of document.map.properties) {
      for (const situation of situationsOf(claim)) this.#inSituation(situation);
    }
    for (const section of document.map.artifacts) this.#inSection(section);
    return this.#found;
  }

  #inSection(section: ArtifactSection): void {
    const { source, spanOf } = this.#inspected.subject.document;
    const inWords = source.text.startsWith('artifacts', spanOf(section, 'name').start);
    const spelling = inWords ? 'name' : 'json';
    for (const field of section.fields) {
      for (const each of field.kind === 'tasks' ? field.tasks : [])
        this.#anyTask(each.name, spanOf(each), spelling);
      for (const each of field.kind === 'labels' ? field.labels : [])
        this.#anyTask(each.name, spanOf(each, 'name'), spelling);
    }
  }

  #inTask(task: Task, blockNode: BlockNode): void {
    const { spanOf } = this.#inspected.subject.document;
    this.#add(this.#taskNamed(task.name, blockNode), spanOf(task, 'name'), { isDefinition: true });
    if (task.type === 'end') return;
    if (task.onError !== undefined) this.#task(task.onError, blockNode, spanOf(task, 'onError'));
    this.#limit(task.maxVisits, blockNode);
    if (task.type === 'claude' && 'task' in task.session) {
      this.#sessionTask(task.session.task, blockNode, spanOf(task.session, task.session.kind));
    }
    for (const action of task.actions) this.#inAction(action, task, blockNode);
  }

  #inAction(action: Action, task: ActiveTask, blockNode: BlockNode): void {
    const { spanOf } = this.#inspected.subject.document;
    const [own, target] = [spanOf(action, 'name'), spanOf(action, 'target')];
    const isShared = own.start === target.start;
    const spelling: Spelling = isShared ? 'arrow' : 'name';
    const keys = [keyOf('action', this.#uri, this.#at(blockNode), task.name, action.name)];
    this.#add({ kind: 'action', keys, name: action.name }, own, { isDefinition: true, spelling });
    this.#add(this.#taskNamed(action.target, blockNode), target, { spelling });
    this.#limit(action.limit, blockNode);
    for (const each of action.resets) this.#add(this.#resetNamed(each.name, blockNode), spanOf(each));
  }

  #limit(limit: CountLimit | undefined, blockNode: BlockNode): void {
    if (limit) this.#task(limit.then, blockNode, this.#inspected.subject.document.spanOf(limit, 'then'));
  }

  #inSituation(situation: Situation): void {
    const { spanOf } = this.#inspected.subject.document;
    const { task, action } = situation;
    if (task !== undefined) this.#anyTask(task, spanOf(situation, 'task'), 'name');
    if (action === undefined) return;
    const owners = this.#blocks.flatMap((blockNode) =>
      blockNode.block.tasks
        .filter((each) => task === undefined || each.name === task)
        .map((each) => ({ blockNode, each })),
    );
    const keys = owners
      .filter(({ each }) => actionsOf(each).some(({ name }) => name === action))
      .map(({ blockNode, each }) => keyOf('action', this.#uri, this.#at(blockNode), each.name, action));
    this.#add({ kind: 'action', keys, name: action }, spanOf(situation, 'action'));
  }

  #task(name: string, blockNode: BlockNode, span: Span): void {
    this.#add(this.#taskNamed(name, blockNode), span);
  }

  /** A task of any block: whatever has the name. */
  #anyTask(name: string, span: Span, spelling: Spelling): void {
    const owners = this.#blocks.filter(({ block }) => block.tasks.some((task) => task.name === name));
    const keys = owners.map((blockNode) => keyOf('task', this.#uri, this.#at(blockNode), name));
    this.#add({ kind: 'task', keys, name }, span, { spelling });
  }

  /** Sessions reach tasks of the blocks around. */
  #sessionTask(name: string, from: BlockNode, span: Span): void {
    let blockNode: BlockNode | undefined = from;
    while (blockNode && !blockNode.block.tasks.some((task) => task.name === name))
      blockNode = blockNode.around?.outer;
    if (blockNode) this.#task(name, blockNode, span);
  }

  #taskNamed(name: string, blockNode: BlockNode): Named {
    return { kind: 'task', keys: [keyOf('task', this.#uri, this.#at(blockNode), name)], name };
  }

  /** A counter: that of a task, and those of all actions of the name. */
  #resetNamed(name: string, blockNode: BlockNode): Named {
    const at = this.#at(blockNode);
    const actions = blockNode.block.tasks
      .filter((task) => actionsOf(task).some((action) => action.name === name))
      .map((task) => keyOf('action', this.#uri, at, task.name, name));
    const isTask = blockNode.block.tasks.some((task) => task.name === name);
    const keys = [...(isTask ? [keyOf('task', this.#uri, at, name)] : []), ...actions];
    return { kind: isTask ? 'task' : 'action', keys, name };
  }

  #at(blockNode: BlockNode): number {
    return this.#places.get(blockNode) ?? 0;
  }

  #add(
    named: Named,
    span: Span,
    { isDefinition = false, spelling = 'name' }: { isDefinition?: boolean; spelling?: Spelling } = {},
  ): void {
    // What is absent has the place of what is around it.
    if (named.keys.length === 0 || spelledName(span) !== named.name) return;
    this.#found.push({ ...named, span, isDefinition, spelling });
  }
}
