import type { Inspected } from '../../check/check.ts';
import { blockNodesOf, type BlockNode } from '../../validate/blocks/blocks.ts';
import { declarationOf } from '../../validate/names/declarations.ts';
import { environmentsOf } from '../../validate/types/environments.ts';
import type { ProgramPoint } from '../../validate/blocks/program-point.ts';
import { keyOf, type SymbolKind } from './occurrence.ts';

/** What a name of a value means. */
export interface Meaning {
  readonly kind: SymbolKind;
  readonly keys: readonly string[];
}

const RESULTS: ReadonlySet<string> = new Set(['result', 'branches', 'items']);

/** Finds what the names in expressions and prompts of one map mean. */
export class NameResolver {
  readonly #uri: string;
  readonly #inspected: Inspected;
  readonly #blocks: readonly BlockNode[];
  readonly #places: ReadonlyMap<BlockNode, number>;
  readonly #names = new Map<BlockNode, ReadonlySet<string>>();

  constructor(uri: string, inspected: Inspected) {
    this.#uri = uri;
    this.#inspected = inspected;
    this.#blocks = blockNodesOf(inspected.subject.document.map);
    this.#places = new Map(this.#blocks.map((each, index) => [each, index]));
  }

  /** Undefined for what is built in, and for what nobody declares. */
  meaningOf(name: string, point: ProgramPoint): Meaning | undefined {
    const { blockNode, task, hasResult, extra } = point;
    if (hasResult && RESULTS.has(name)) return undefined;
    if (extra?.has(name) === true) return this.#itemOf(name, point);
    const from = declarationOf(name, task, this.#inspected.subject)?.from;
    if (from === 'field') return { kind: 'input', keys: [keyOf('input', this.#uri, name)] };
    const parameter: Meaning = { kind: 'parameter', keys: [this.#parameterKey(name, point)] };
    if (from === 'param') return parameter;
    const bound = this.#boundKeys(name, blockNode);
    if (bound.length > 0) return { kind: 'name', keys: bound };
    return from !== undefined || this.#isPassed(name, point) ? parameter : undefined;
  }

  /** The name of the item in the body of a task, by that body. */
  itemKey(name: string, body: BlockNode): string {
    return keyOf('name', this.#uri, this.#places.get(body) ?? 0, name);
  }

  boundKey(name: string, blockNode: BlockNode): string {
    return keyOf('name', this.#uri, this.#places.get(blockNode) ?? 0, name);
  }

  #parameterKey(name: string, { blockNode, task }: ProgramPoint): string {
    return keyOf('parameter', this.#uri, this.#places.get(blockNode) ?? 0, task?.name ?? '', name);
  }

  #isPassed(name: string, { blockNode, task }: ProgramPoint): boolean {
    return blockNode.block.tasks.some(
      (each) =>
        each.type !== 'end' &&
        each.actions.some(
          ({ target, limit, args }) =>
            (target === task?.name || limit?.then === task?.name) && args.some((arg) => arg.name === name),
        ),
    );
  }

  /** Of the block and of those around it, up to the item that hides the rest. */
  #boundKeys(name: string, from: BlockNode): readonly string[] {
    const keys: string[] = [];
    for (let blockNode: BlockNode | undefined = from; blockNode; blockNode = blockNode.around?.outer) {
      if (this.#namesOf(blockNode).has(name)) keys.push(this.boundKey(name, blockNode));
      const { around } = blockNode;
      if (around?.task.type !== 'foreach' || around.task.item !== name) continue;
      keys.push(this.itemKey(name, blockNode));
      break;
    }
    return keys;
  }

  #itemOf(name: string, { blockNode, task }: ProgramPoint): Meaning | undefined {
    if (task?.type !== 'foreach' || task.item !== name) return undefined;
    const body = this.#blocks.find(({ around }) => around?.task === task && around.outer === blockNode);
    return body && { kind: 'name', keys: [this.itemKey(name, body)] };
  }

  #namesOf(blockNode: BlockNode): ReadonlySet<string> {
    const known =
      this.#names.get(blockNode) ?? new Set(environmentsOf(this.#inspected.subject).boundNamesOf(blockNode));
    this.#names.set(blockNode, known);
    return known;
  }
}
