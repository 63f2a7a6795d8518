import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claimText } from '../../src/claims/claim-text.ts';
import { createMonitor, type BlockRun, type Truth } from '../../src/claims/monitor.ts';
import type { Block, Task } from '../../src/model/block.ts';
import type { Claim, Situation } from '../../src/model/map.ts';
import { isRefuted, type Step } from './definition.ts';

const NAMES = ['A', 'B'];
const ACTIONS = ['Go', 'Stop'];
const CONDITIONS = ['x', 'y'];

/** Only names and child blocks of tasks matter here. */
function blockOf(names: readonly string[], children: readonly Block[]): Block {
  const tasks = [
    ...names.map((name) => ({ type: 'decide', name })),
    ...children.map((body, index) => ({ type: 'foreach', name: `Each ${index}`, body })),
  ];
  return { start: names[0] ?? '', tasks: tasks as unknown as readonly Task[] };
}

const anyNames = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 });
/** A map with child blocks, two deep, in which a name may stand several times. */
const anyRoot: fc.Arbitrary<Block> = fc
  .tuple(anyNames, fc.array(fc.tuple(anyNames, fc.array(anyNames, { maxLength: 2 })), { maxLength: 2 }))
  .map(([names, children]) =>
    blockOf(
      names,
      children.map(([own, inner]) =>
        blockOf(
          own,
          inner.map((each) => blockOf(each, [])),
        ),
      ),
    ),
  );

const anySituation: fc.Arbitrary<Situation> = fc
  .record({
    task: fc.option(fc.constantFrom(...NAMES), { nil: undefined }),
    action: fc.option(fc.constantFrom(...ACTIONS), { nil: undefined, freq: 2 }),
    when: fc.option(
      fc.constantFrom(...CONDITIONS).map((text) => ({ text })),
      { nil: undefined, freq: 2 },
    ),
  })
  .filter(({ task, action, when }) => (task ?? action ?? when) !== undefined);

const anyClaim: fc.Arbitrary<Claim> = fc.oneof(
  fc.record({ kind: fc.constantFrom('always' as const, 'never', 'eventually'), of: anySituation }),
  fc.record({
    kind: fc.constantFrom('leadsTo' as const, 'precedes'),
    first: anySituation,
    second: anySituation,
  }),
  fc.record({ kind: fc.constant('atMost' as const), times: fc.nat(2), of: anySituation }),
);

/** What happens next: `pick` chooses among what can, the truths are those of the conditions. */
interface Choice {
  readonly pick: number;
  readonly truths: readonly Truth[];
}

const anyTruth: fc.Arbitrary<Truth> = fc.constantFrom<Truth[]>(true, true, false, false, { fault: 'lost' });
const anyChoices: fc.Arbitrary<Choice[]> = fc.array(
  fc.record({ pick: fc.nat(1_000_000), truths: fc.tuple(anyTruth, anyTruth) }),
  { maxLength: 20, size: 'max' },
);

/** The blocks under way, each from itself outwards. */
type Open = readonly (readonly [BlockRun, ...BlockRun[]])[];

/** A run through a map: blocks are entered, tasks entered and left, blocks end or are left without an end. */
function traceOf(root: Block, choices: readonly Choice[]): readonly Step[] {
  const trace: Step[] = [];
  let open: Open = [[{ block: root }]];
  for (const choice of choices) {
    const next = advance(open, choice);
    open = next.open;
    if (next.step !== undefined) trace.push(next.step);
  }
  // Half of the runs end, and leave what is open inside.
  const [outermost] = open;
  if (outermost?.length === 1 && choices.length % 2 === 0) trace.push({ kind: 'end', around: outermost });
  return trace;
}

function advance(open: Open, { pick, truths }: Choice): { readonly open: Open; readonly step?: Step } {
  const around = open[pick % Math.max(1, open.length)];
  if (around === undefined) return { open };
  const [own] = around;
  const inside = open.filter((each) => each.includes(own));
  const task = own.block.tasks[(pick >> 3) % own.block.tasks.length];
  const what = WHATS[(pick >> 6) % WHATS.length] ?? null;
  if (what === 'end' && inside.length === 1)
    return { open: open.filter((each) => each !== around), step: { kind: 'end', around } };
  if (what === 'leave' && around.length > 1) return { open: open.filter((each) => !inside.includes(each)) };
  if (task?.type === 'foreach') return { open: [...open, [{ block: task.body }, ...around]] };
  return { open, step: momentOf(task?.name ?? '', what, { around, truths }) };
}

const WHATS = ['end', 'leave', null, null, null, ...ACTIONS] as const;

function momentOf(
  task: string,
  what: string | null,
  { around, truths }: { readonly around: readonly BlockRun[]; readonly truths: Choice['truths'] },
): Step {
  const action = what !== null && ACTIONS.includes(what) ? what : null;
  const holds = (text: string): Truth => truths[CONDITIONS.indexOf(text)] ?? false;
  return { kind: 'moment', moment: { task, action, around }, holds };
}

/** How many steps it takes to refute a claim; undefined where none does. */
function refutedAt(claim: Claim, root: Block, trace: readonly Step[]): number | undefined {
  const monitor = createMonitor({ block: root, properties: [{ name: 'p', claim }] });
  const found = trace.map((step) =>
    step.kind === 'end'
      ? monitor.end(step.around)
      : monitor.take(step.moment, ({ text }) => step.holds(text)),
  );
  expect(found.flat().length).toBeLessThan(2);
  const at = found.findIndex((each) => each.length > 0);
  return at < 0 ? undefined : at + 1;
}

test('the monitor refutes a claim with the first moment by which its definition does', () => {
  const met = new Map<string, number>();
  fc.assert(
    fc.property(anyRoot, anyClaim, anyChoices, (root, claim, choices) => {
      const trace = traceOf(root, choices);
      const lengths = trace.map((_, index) => index + 1);
      const expected = lengths.find((length) => isRefuted(claim, trace.slice(0, length), root));
      const verdict = `${claim.kind} ${expected === undefined ? 'kept' : 'refuted'}`;
      met.set(verdict, (met.get(verdict) ?? 0) + 1);
      expect(refutedAt(claim, root, trace), claimText(claim)).toBe(expected);
    }),
    { numRuns: 5000 },
  );
  // Else the law would say nothing of some kind of claim.
  expect([...met].filter(([, count]) => count > 10).length).toBe(12);
});

describe('a claim is refuted', () => {
  const item = blockOf(['Review', 'Commit'], []);
  const root = blockOf(['Approve', 'Deploy'], [item]);
  const map: BlockRun = { block: root };
  const items: BlockRun[] = [{ block: item }, { block: item }];
  const at = (task: string, action: string | null, inside?: BlockRun): Step => ({
    kind: 'moment',
    moment: { task, action, around: inside === undefined ? [map] : [inside, map] },
    holds: () => ({ fault: 'x is not bound' }),
  });
  const end: Step = { kind: 'end', around: [map] };
  const named = (task: string, action?: string): Situation => ({ task, action, when: undefined });
  const [one, other] = items as [BlockRun, BlockRun];

  test.each<[law: string, claim: Claim, trace: readonly Step[], at: number | undefined]>([
    [
      'by the second in an item in which the first was not, whatever other items did',
      { kind: 'precedes', first: named('Review'), second: named('Commit') },
      [at('Review', null, one), at('Commit', null, one), at('Commit', null, other)],
      3,
    ],
    [
      'by the second in a block without the first inside of it, unless the run had the first',
      { kind: 'precedes', first: named('Review'), second: named('Deploy') },
      [at('Review', null, other), at('Deploy', null)],
      undefined,
    ],
    [
      'by too many of one item, not of all items',
      { kind: 'atMost', times: 1, of: named('Commit') },
      [at('Commit', null, one), at('Commit', null, other), at('Commit', null, other)],
      3,
    ],
    [
      'by the end of the item in which the second is owed',
      { kind: 'leadsTo', first: named('Review'), second: named('Commit') },
      [at('Review', null, one), at('Commit', null, other), { kind: 'end', around: [one, map] }],
      3,
    ],
    [
      'by no block that is left without an end',
      { kind: 'leadsTo', first: named('Review'), second: named('Commit') },
      [at('Review', null, one), end],
      undefined,
    ],
    [
      'by the end of a run without what must come',
      { kind: 'eventually', of: named('Approve', 'Yes') },
      [at('Approve', null), at('Approve', 'No'), end],
      3,
    ],
    [
      'by a condition without a value where that may be true',
      { kind: 'never', of: { ...named('Deploy'), when: { text: 'x' } } },
      [at('Approve', null), at('Deploy', null)],
      2,
    ],
    [
      'by another action of the task whose action is always the same',
      { kind: 'always', of: named('Approve', 'Yes') },
      [at('Approve', null), at('Deploy', 'No'), at('Approve', 'No')],
      3,
    ],
  ])('%s', (_, claim, trace, expected) => {
    expect(refutedAt(claim, root, trace)).toBe(expected);
  });
});
