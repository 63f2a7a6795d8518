import type { Inspected } from '../../check/check.ts';
import { placedBlocksOf, type PlacedBlock } from '../../validate/blocks/blocks.ts';
import { declarationOf } from '../../validate/names/declarations.ts';
import { environmentsOf } from '../../validate/types/environments.ts';
import type { Moment } from '../../validate/blocks/moment.ts';
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
  readonly #blocks: readonly PlacedBlock[];
  readonly #places: ReadonlyMap<PlacedBlock, number>;
  readonly #names = new Map<PlacedBlock, ReadonlySet<string>>();

  constructor(uri: string, inspected: Inspected) {
    this.#uri = uri;
    this.#inspected = inspected;
    this.#blocks = placedBlocksOf(inspected.subject.document.map);
    this.#places = new Map(this.#blocks.map((each, index) => [each, index]));
  }

  /** Undefined for what is built in, and for what nobody declares. */
  meaningOf(name: string, moment: Moment): Meaning | undefined {
    const { placed, task, hasResult, extra } = moment;
    if (hasResult && RESULTS.has(name)) return undefined;
    if (extra?.has(name) === true) return this.#itemOf(name, moment);
    const from = declarationOf(name, task, this.#inspected.subject)?.from;
    if (from === 'field') return { kind: 'input', keys: [keyOf('input', this.#uri, name)] };
    const parameter: Meaning = { kind: 'parameter', keys: [this.#parameterKey(name, moment)] };
    if (from === 'param') return parameter;
    const bound = this.#boundKeys(name, placed);
    if (bound.length > 0) return { kind: 'name', keys: bound };
    return from !== undefined || this.#isPassed(name, moment) ? parameter : undefined;
  }

  /** The name of the item in the body of a task, by that body. */
  itemKey(name: string, body: PlacedBlock): string {
    return keyOf('name', this.#uri, this.#places.get(body) ?? 0, name);
  }

  boundKey(name: string, placed: PlacedBlock): string {
    return keyOf('name', this.#uri, this.#places.get(placed) ?? 0, name);
  }

  #parameterKey(name: string, { placed, task }: Moment): string {
    return keyOf('parameter', this.#uri, this.#places.get(placed) ?? 0, task?.name ?? '', name);
  }

  #isPassed(name: string, { placed, task }: Moment): boolean {
    return placed.block.tasks.some(
      (each) =>
        each.type !== 'end' &&
        each.actions.some(
          ({ target, limit, args }) =>
            (target === task?.name || limit?.then === task?.name) && args.some((arg) => arg.name === name),
        ),
    );
  }

  /** Of the block and of those around it, up to the item that hides the rest. */
  #boundKeys(name: string, from: PlacedBlock): readonly string[] {
    const keys: string[] = [];
    for (let placed: PlacedBlock | undefined = from; placed; placed = placed.around?.outer) {
      if (this.#namesOf(placed).has(name)) keys.push(this.boundKey(name, placed));
      const { around } = placed;
      if (around?.task.type !== 'foreach' || around.task.item !== name) continue;
      keys.push(this.itemKey(name, placed));
      break;
    }
    return keys;
  }

  #itemOf(name: string, { placed, task }: Moment): Meaning | undefined {
    if (task?.type !== 'foreach' || task.item !== name) return undefined;
    const body = this.#blocks.find(({ around }) => around?.task === task && around.outer === placed);
    return body && { kind: 'name', keys: [this.itemKey(name, body)] };
  }

  #namesOf(placed: PlacedBlock): ReadonlySet<string> {
    const known =
      this.#names.get(placed) ?? new Set(environmentsOf(this.#inspected.subject).boundNamesOf(placed));
    this.#names.set(placed, known);
    return known;
  }
}
