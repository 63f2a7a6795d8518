import type { Inspected } from '../../check/check.ts';
import type { Action, CountLimit } from '../../model/action.ts';
import type { ArtifactSection } from '../../model/artifacts.ts';
import type { ActiveTask, Task } from '../../model/block.ts';
import type { Claim, Situation } from '../../model/map.ts';
import { actionsOf } from '../../model/tasks.ts';
import type { Span } from '../../text/source.ts';
import { placedBlocksOf, type PlacedBlock } from '../../validate/blocks/blocks.ts';
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
  readonly #blocks: readonly PlacedBlock[];
  readonly #places: ReadonlyMap<PlacedBlock, number>;
  readonly #found: Occurrence[] = [];

  constructor(uri: string, inspected: Inspected) {
    this.#uri = uri;
    this.#inspected = inspected;
    this.#blocks = placedBlocksOf(inspected.subject.document.map);
    this.#places = new Map(this.#blocks.map((each, index) => [each, index]));
  }

  /** In no promised order. */
  collect(): readonly Occurrence[] {
    const { document } = this.#inspected.subject;
    for (const placed of this.#blocks) {
      const { block } = placed;
      this.#task(block.start, placed, document.spanOf(block, 'startTaskDefinition'));
      for (const task of block.tasks) this.#inTask(task, placed);
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

  #inTask(task: Task, placed: PlacedBlock): void {
    const { spanOf } = this.#inspected.subject.document;
    this.#add(this.#taskNamed(task.name, placed), spanOf(task, 'name'), { isDefinition: true });
    if (task.type === 'end') return;
    if (task.onError !== undefined) this.#task(task.onError, placed, spanOf(task, 'onError'));
    this.#limit(task.maxVisits, placed);
    if (task.type === 'claude' && 'task' in task.session) {
      this.#sessionTask(task.session.task, placed, spanOf(task.session, task.session.kind));
    }
    for (const action of task.actions) this.#inAction(action, task, placed);
  }

  #inAction(action: Action, task: ActiveTask, placed: PlacedBlock): void {
    const { spanOf } = this.#inspected.subject.document;
    const [own, target] = [spanOf(action, 'name'), spanOf(action, 'target')];
    const isShared = own.start === target.start;
    const spelling: Spelling = isShared ? 'arrow' : 'name';
    const keys = [keyOf('action', this.#uri, this.#at(placed), task.name, action.name)];
    this.#add({ kind: 'action', keys, name: action.name }, own, { isDefinition: true, spelling });
    this.#add(this.#taskNamed(action.target, placed), target, { spelling });
    this.#limit(action.limit, placed);
    for (const each of action.resets) this.#add(this.#resetNamed(each.name, placed), spanOf(each));
  }

  #limit(limit: CountLimit | undefined, placed: PlacedBlock): void {
    if (limit) this.#task(limit.then, placed, this.#inspected.subject.document.spanOf(limit, 'then'));
  }

  #inSituation(situation: Situation): void {
    const { spanOf } = this.#inspected.subject.document;
    const { task, action } = situation;
    if (task !== undefined) this.#anyTask(task, spanOf(situation, 'task'), 'name');
    if (action === undefined) return;
    const owners = this.#blocks.flatMap((placed) =>
      placed.block.tasks
        .filter((each) => task === undefined || each.name === task)
        .map((each) => ({ placed, each })),
    );
    const keys = owners
      .filter(({ each }) => actionsOf(each).some(({ name }) => name === action))
      .map(({ placed, each }) => keyOf('action', this.#uri, this.#at(placed), each.name, action));
    this.#add({ kind: 'action', keys, name: action }, spanOf(situation, 'action'));
  }

  #task(name: string, placed: PlacedBlock, span: Span): void {
    this.#add(this.#taskNamed(name, placed), span);
  }

  /** A task of any block: whatever has the name. */
  #anyTask(name: string, span: Span, spelling: Spelling): void {
    const owners = this.#blocks.filter(({ block }) => block.tasks.some((task) => task.name === name));
    const keys = owners.map((placed) => keyOf('task', this.#uri, this.#at(placed), name));
    this.#add({ kind: 'task', keys, name }, span, { spelling });
  }

  /** Sessions reach tasks of the blocks around. */
  #sessionTask(name: string, from: PlacedBlock, span: Span): void {
    let placed: PlacedBlock | undefined = from;
    while (placed && !placed.block.tasks.some((task) => task.name === name)) placed = placed.around?.outer;
    if (placed) this.#task(name, placed, span);
  }

  #taskNamed(name: string, placed: PlacedBlock): Named {
    return { kind: 'task', keys: [keyOf('task', this.#uri, this.#at(placed), name)], name };
  }

  /** A counter: that of a task, and those of all actions of the name. */
  #resetNamed(name: string, placed: PlacedBlock): Named {
    const at = this.#at(placed);
    const actions = placed.block.tasks
      .filter((task) => actionsOf(task).some((action) => action.name === name))
      .map((task) => keyOf('action', this.#uri, at, task.name, name));
    const isTask = placed.block.tasks.some((task) => task.name === name);
    const keys = [...(isTask ? [keyOf('task', this.#uri, at, name)] : []), ...actions];
    return { kind: isTask ? 'task' : 'action', keys, name };
  }

  #at(placed: PlacedBlock): number {
    return this.#places.get(placed) ?? 0;
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

function situationsOf(claim: Claim): readonly Situation[] {
  return 'of' in claim ? [claim.of] : [claim.first, claim.second];
}
