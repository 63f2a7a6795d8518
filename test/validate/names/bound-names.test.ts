import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checked, mapOf } from '../../helpers/maps.ts';

/** A task of a small random map: what it binds, where it leads, and what it reads on entry. */
interface Piece {
  readonly as: number | undefined;
  readonly set: readonly number[];
  readonly ways: readonly { readonly to: number; readonly has: number | undefined }[];
  readonly onError: number | undefined;
  readonly maxVisits: number | undefined;
}

const NAMES = ['a', 'b', 'c'];
const SIZE = 6;
const task = fc.nat({ max: SIZE - 1 });
const name = fc.nat({ max: NAMES.length - 1 });
const piece: fc.Arbitrary<Piece> = fc.record({
  as: fc.option(name, { nil: undefined }),
  set: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.uniqueArray(name, { minLength: 1 }) },
  ),
  ways: fc.array(fc.record({ to: task, has: fc.option(name, { nil: undefined, freq: 3 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  onError: fc.option(task, { nil: undefined, freq: 3 }),
  maxVisits: fc.option(task, { nil: undefined, freq: 3 }),
});

const isDecide = ({ set }: Piece): boolean => set.length > 0;
const nameOf = (index: number): string => NAMES[index] ?? '';

/** A moment of a path: a place, and which names are known to be bound there. */
interface State {
  readonly at: number;
  readonly bound: ReadonlySet<number>;
}

/**
 * Which tasks can be entered, and with which name unbound, by walking all paths. Shares nothing with what is tested but
 * the meaning of a map.
 */
function unboundEntries(pieces: readonly Piece[]) {
  const entered = new Set<number>();
  const found = new Set<string>();
  const seen = new Set<string>();
  const open: State[] = [{ at: 0, bound: new Set() }];
  for (const state of open) {
    const key = `${state.at}:${[...NAMES.keys()].map((index) => state.bound.has(index)).join()}`;
    const current = pieces[state.at];
    if (seen.has(key) || !current) continue;
    seen.add(key);
    entered.add(state.at);
    if (current.maxVisits !== undefined) open.push({ at: current.maxVisits, bound: state.bound });
    const bound = new Set(state.bound);
    if (!isDecide(current) && current.as !== undefined) bound.delete(current.as);
    for (const index of NAMES.keys()) if (!bound.has(index)) found.add(`${state.at}:${index}`);
    open.push(...statesAfter(current, bound));
  }
  return { entered, found };
}

function statesAfter(current: Piece, bound: ReadonlySet<number>): readonly State[] {
  const states: State[] = current.onError === undefined ? [] : [{ at: current.onError, bound }];
  for (const { to, has } of current.ways) {
    const after = new Set([...bound, ...current.set]);
    if (!isDecide(current) && current.as !== undefined) after.add(current.as);
    // Whoever comes through a guard that asks for a name has it; the flag beside it may say no all the same.
    if (has !== undefined) after.add(has);
    states.push({ at: to, bound: after });
    if (has === undefined) break;
  }
  return states;
}

/** A map in which every task reads one name on entry. */
function mapText(pieces: readonly Piece[], reads: number): string {
  const tasks = pieces.map((each, index) => {
    const actions = each.ways.map(({ to, has }, way) => [
      `way ${way}`,
      { target: `T${to}`, ...(has === undefined ? {} : { when: `has(${nameOf(has)}) && flag` }) },
    ]);
    const common = {
      actions: Object.fromEntries(actions),
      ...(each.onError === undefined ? {} : { onError: `T${each.onError}` }),
      ...(each.maxVisits === undefined ? {} : { maxVisits: { max: 3, then: `T${each.maxVisits}` } }),
    };
    const read = nameOf(reads);
    const own = isDecide(each)
      ? {
          type: 'decide',
          set: Object.fromEntries([
            ['probe' + index, `${read} == null`],
            ...each.set.map((n) => [nameOf(n), 'null']),
          ]),
        }
      : {
          type: 'shell',
          command: ['echo', `\${${read}}`],
          ...(each.as === undefined ? {} : { as: nameOf(each.as) }),
        };
    return [`T${index}`, { ...own, ...common }];
  });
  // Every name is bound somewhere, so that reading it is no typo.
  const everywhere = {
    type: 'decide',
    set: Object.fromEntries(NAMES.map((each) => [each, 'null'])),
    actions: { Go: { target: 'End' } },
  };
  return mapOf(
    { ...Object.fromEntries(tasks), Everywhere: everywhere, End: { type: 'end' } },
    { workslipFields: { flag: { type: 'boolean', description: 'x', required: true } } },
  );
}

describe('a name', () => {
  test('is told to be unbound exactly where some path leads without it', () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: SIZE, maxLength: SIZE }), name, (pieces, reads) => {
        const text = mapText(pieces, reads);
        const { diagnostics } = checked(text);
        // Loops without work or without a way out are told first, and nothing of this is looked at then.
        fc.pre(!diagnostics.some(({ code }) => code === 'idle-loop' || code === 'redirect-cycle'));
        const reported = new Set(
          diagnostics
            .filter(({ code }) => code === 'unbound-name')
            .map(({ span }) => taskAt(text, span.start)),
        );
        const { entered, found } = unboundEntries(pieces);
        const expected = [...found].filter((each) => each.endsWith(`:${reads}`));
        const reportedThere = [...reported].filter((each) => entered.has(Number(each.slice(1))));
        expect(reportedThere.toSorted()).toEqual(expected.map((each) => `T${each.split(':')[0]}`).toSorted());
      }),
      { numRuns: 100 },
    );
  });
});

/** The task whose definition an offset is in. */
function taskAt(text: string, offset: number): string {
  return [...text.slice(0, offset).matchAll(/"(T\d)":\{"type"/g)].at(-1)?.[1] ?? '';
}
