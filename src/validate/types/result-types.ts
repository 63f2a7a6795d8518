import { elementOf } from '../../expression/types/member-of.ts';
import { resultTypeOf } from '../../expression/types/result-type.ts';
import { unionOf } from '../../expression/types/union-of.ts';
import type { ValueType } from '../../expression/types/value.ts';
import type { ExpressionText } from '../../model/action.ts';
import type { EndTask, ForeachTask, Task } from '../../model/block.ts';
import { blockTypeOf } from '../blocks/block-type.ts';
import { blockNodesOf, type BlockNode } from '../blocks/blocks.ts';
import { foreachType, parallelType, withMembers } from '../blocks/container-types.ts';
import { onEntry, type ProgramPoint } from '../blocks/program-point.ts';
import type { PromptSubject } from '../blocks/rule.ts';
import type { TypeBounds } from './type-bounds.ts';

type TypeOfNode = (node: ExpressionText, point: ProgramPoint) => ValueType;

/**
 * Types of what tasks find out, those with blocks inside too, and of what blocks come to. Each is worked out once, when
 * it is asked for; one that is asked for by itself is any value.
 */
export class ResultTypes {
  readonly #subject: PromptSubject;
  readonly #bounds: TypeBounds;
  readonly #typeOfNode: TypeOfNode;
  /** By task, in the order of its branches. */
  readonly #inside = new Map<Task, BlockNode[]>();
  readonly #known = new Map<object, ValueType>();

  constructor(subject: PromptSubject, bounds: TypeBounds, typeOfNode: TypeOfNode) {
    this.#subject = subject;
    this.#bounds = bounds;
    this.#typeOfNode = typeOfNode;
    for (const blockNode of blockNodesOf(subject.document.map)) {
      const task = blockNode.around?.task;
      const blocks = task && this.#inside.get(task);
      if (blocks) blocks.push(blockNode);
      else if (task) this.#inside.set(task, [blockNode]);
    }
  }

  of(task: Task): ValueType {
    if (task.type === 'parallel')
      return this.#once(task, () => parallelType(task, (index) => this.#ofInner(task, index)));
    if (task.type === 'foreach') return this.#once(task, () => foreachType(task, this.#ofInner(task, 0)));
    if (task.type === 'workflow') {
      const map = this.#subject.maps.get(task.map);
      return map?.kind === 'sound' ? map.result : 'any';
    }
    return resultTypeOf(task, (source) => this.#subject.schemas.get(source));
  }

  ofBlock(blockNode: BlockNode): ValueType {
    return this.#once(blockNode, () => this.#blockType(blockNode));
  }

  #blockType(blockNode: BlockNode, counts?: (end: EndTask) => boolean): ValueType {
    const typeOfResult = (end: EndTask): ValueType =>
      end.result ? this.#typeOfNode(end.result, onEntry(blockNode, end)) : 'null';
    return blockTypeOf(blockNode, typeOfResult, counts);
  }

  /** `outer` is the block of the task. */
  ofItem(task: ForeachTask, outer: BlockNode): ValueType {
    return this.#once(
      task.items,
      () => elementOf(this.#typeOfNode(task.items, onEntry(outer, task))) ?? 'any',
    );
  }

  /** What an item reads of those that it waited for: they ended well, or it would not be there. */
  ofUpstream(task: ForeachTask): ValueType {
    return this.#once(task.body, () => {
      const blockNode = this.#inside.get(task)?.[0];
      const ends = blockNode ? this.#blockType(blockNode, ({ failed }) => !failed) : 'any';
      return { kind: 'list', items: withMembers(ends, [['key', { type: 'string', required: true }]]) };
    });
  }

  ofParts(task: Task): ValueType {
    return unionOf((this.#inside.get(task) ?? []).map((blockNode) => this.ofBlock(blockNode)));
  }

  #ofInner(task: Task, index: number): ValueType {
    const blockNode = this.#inside.get(task)?.[index];
    return blockNode ? this.ofBlock(blockNode) : 'any';
  }

  #once(node: object, workOut: () => ValueType): ValueType {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    this.#known.set(node, 'any');
    const type = this.#bounds.bounded(workOut());
    this.#known.set(node, type);
    return type;
  }
}
