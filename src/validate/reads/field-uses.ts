import { joined, ofMember, UNREAD, WHOLE, type Demand } from '../../expression/reads/demand.ts';
import { readExpression, type Reader } from '../../expression/reads/read-expression.ts';
import type { Action } from '../../model/action.ts';
import type { HumanTask, Task } from '../../model/block.ts';
import type { Field } from '../../model/field.ts';
import type { FieldUses } from '../../model/field-uses.ts';
import { isPrompted } from '../../model/tasks.ts';
import { readTemplate } from '../../prompt/check/read-template.ts';
import { edgesOf, type Edge } from '../blocks/block-edges.ts';
import { blockNodesOf, type BlockNode } from '../blocks/blocks.ts';
import type { PromptSubject } from '../blocks/rule.ts';
import { templatesOf } from '../names/declarations.ts';
import { expressionPlacesOf, type ExpressionPlace } from '../types/expression-places.ts';

/**
 * Which choices of a person use which fields: those after which something reads what was written there.
 *
 * Shape: a field that every choice uses, or none, is absent: it is asked for whatever is chosen.
 */
export function fieldUsesOf(subject: PromptSubject): FieldUses {
  const uses = new Map<Field, ReadonlySet<string>>();
  const places = [...expressionPlacesOf(subject)];
  for (const blockNode of blockNodesOf(subject.document.map)) {
    for (const task of blockNode.block.tasks) {
      if (task.type !== 'human' || task.fields.length === 0 || task.actions.length < 2) continue;
      const answer = new AnswerReads(subject, { task, blockNode, places });
      const demands = task.actions.map((action) => [action.name, answer.readAfter(action)] as const);
      for (const field of task.fields) {
        const users = demands.filter(([, demand]) => ofMember(ofMember(demand, 'fields'), field.name).isRead);
        if (users.length === 0 || users.length === demands.length) continue;
        uses.set(field, new Set(users.map(([name]) => name)));
      }
    }
  }
  return uses;
}

interface Asked {
  readonly task: HumanTask;
  readonly blockNode: BlockNode;
  readonly places: readonly ExpressionPlace[];
}

/** What is read of the answer to one task. */
class AnswerReads {
  readonly #subject: PromptSubject;
  readonly #asked: Asked;
  readonly #edges: readonly Edge[];
  /** Read of its name at each task of the block, in the blocks inside of that too. */
  readonly #at = new Map<Task, Demand>();
  /** Read at any time, as by artifacts. */
  #anywhere: Demand = UNREAD;

  constructor(subject: PromptSubject, asked: Asked) {
    this.#subject = subject;
    this.#asked = asked;
    const { task, blockNode, places } = asked;
    this.#edges = edgesOf(blockNode.block, subject.expressionOf);
    if (task.as === undefined) return;
    for (const { expression, point } of places) {
      const read = this.#readerAt(point.blockNode, point.task);
      if (read && point.task !== task) readExpression(expression, WHOLE, this.#ofName(read));
    }
    for (const each of blockNodesOf(subject.document.map)) {
      for (const prompted of each.block.tasks.filter(isPrompted)) {
        const read = this.#readerAt(each, prompted);
        for (const template of read ? templatesOf(prompted, subject) : []) {
          if (read) readTemplate(template, this.#ofName(read));
        }
      }
    }
  }

  #ofName(read: Reader): (name: string) => Reader {
    return (name) => (name === this.#asked.task.as ? read : () => undefined);
  }

  /** Where what is read at a place counts; undefined for one that cannot see the answer. */
  #readerAt(inner: BlockNode, at: Task | undefined): Reader | undefined {
    const { block } = this.#asked.blockNode;
    let task = at;
    let each = inner;
    while (each.block !== block && each.around) {
      ({ task, outer: each } = each.around);
    }
    if (each.block !== block) return undefined;
    if (task === undefined) {
      return (demand) => {
        this.#anywhere = joined(this.#anywhere, demand);
      };
    }
    const place = task;
    return (demand) => this.#at.set(place, joined(this.#at.get(place) ?? UNREAD, demand));
  }

  /** What is read of the answer once an action is taken, until the same is asked again. */
  readAfter(action: Action): Demand {
    const { task, blockNode } = this.#asked;
    const { tasks } = blockNode.block;
    let demand = joined(this.#anywhere, this.#readBy(action));
    const targets = new Set([action.target, ...(action.limit ? [action.limit.then] : [])]);
    const reached = new Set(tasks.flatMap((each, at) => (targets.has(each.name) ? [at] : [])));
    // A set grows while it is walked.
    for (const at of reached) {
      const place = tasks[at];
      if (place === undefined || place === task) continue;
      demand = joined(demand, this.#at.get(place) ?? UNREAD);
      for (const { from, to } of this.#edges) if (from === at) reached.add(to);
    }
    return demand;
  }

  /** By its arguments. */
  #readBy(action: Action): Demand {
    let demand: Demand = UNREAD;
    const { as } = this.#asked.task;
    for (const each of action.args) {
      const expression = each.kind === 'expression' ? this.#subject.expressionOf(each.expression) : undefined;
      if (!expression) continue;
      readExpression(expression, WHOLE, (name) => (more) => {
        if (name === 'result' || name === as) demand = joined(demand, more);
      });
    }
    return demand;
  }
}
