import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapContext } from '../../../../src/framework/map/functions/map-context.ts';
import type { Value } from '../../../../src/model/value.ts';
import { evaluate } from '../../../helpers/expressions.ts';

const subtask = {
  id: 'ST-002',
  title: 'Read the configuration',
  description: 'Read it from a file.\n\nTell what is wrong.',
  aag_contract: 'Reader -> read(path) -> configuration',
  validation_criteria: ['VC1: a missing file is told', 'VC2: defaults hold'],
  contracts: [{ type: 'postcondition', assertion: 'the result is frozen', scope: 'function' }, 'odd'],
  affected_files: ['src/read.ts', 'src/config.ts'],
  test_strategy: {
    unit: 'each field',
    e2e: ['one run', 'another'],
    scenario_dimensions: { error: 'no file' },
  },
  risks: ['Old files may be read otherwise.'],
  risk_level: 'medium',
  complexity_score: 6,
  security_critical: true,
  implementation_hint: 'Use the reader there is.',
};
const full = {
  goal: 'Make it configurable.',
  subtask,
  plan: [{ id: 'ST-001', title: 'Make room' }, subtask, { id: 'ST-003', title: 'Say so' }],
  finished: ['ST-001'],
  upstream: [
    { key: 'ST-001', outcome: 'Done', result: { summary: 'There is room.', files_changed: ['src/room.ts'] } },
    { key: 'ST-000', outcome: 'Kept', result: 'as it was' },
    { key: 'ST-00A', result: null },
  ],
  delta: 'src/room.ts\nsrc/door.ts\n',
};

const FULL = `<map_context>
## Goal
Make it configurable.
## Current Subtask
ST-002: Read the configuration
Description:
Read it from a file.
Tell what is wrong.
Contract:
Reader -> read(path) -> configuration
Validation criteria:
- VC1: a missing file is told
- VC2: defaults hold
Conditions:
- postcondition, function: the result is frozen
Affected files:
- src/read.ts
- src/config.ts
Test strategy:
- unit: each field
- e2e: one run; another
- error: no file
Risks:
- Old files may be read otherwise.
Hint:
Use the reader there is.
Assessment:
- risk: medium
- complexity: 6 of 10
- security critical
## Plan
[x] ST-001: Make room
[>>] ST-002: Read the configuration
[ ] ST-003: Say so
## Upstream Results
- ST-001 (Done): There is room.
  Files: src/room.ts
- ST-000 (Kept): as it was
- ST-00A
## Repository Delta
- src/room.ts
- src/door.ts
</map_context>`;

describe('the block', () => {
  it('says all that is given, in this order', () => {
    expect(mapContext(full)).toBe(FULL);
  });

  it('is made in an expression, from members of any name', () => {
    const names = { plan: { type: 'any', value: full.plan } } as const;
    expect(evaluate('mapContext({plan: plan, "finished": ["ST-003"]})', names)).toBe(
      '<map_context>\n## Plan\n[ ] ST-001: Make room\n[ ] ST-002: Read the configuration\n[x] ST-003: Say so\n</map_context>',
    );
  });

  it.each<readonly [string, Value]>([
    ['nothing', null],
    ['no members', {}],
    ['empty members', { goal: ' ', subtask: null, plan: [], upstream: [], finished: [], delta: '\n' }],
    ['members of other shapes', { goal: 1, subtask: 'x', plan: {}, upstream: 'y', finished: 3, delta: {} }],
    ['names of all objects', { constructor: 'a', toString: 'b' }],
  ])('is empty where there is %s', (_, argument) => {
    expect(mapContext(argument)).toBe('');
  });

  it('is neither opened nor ended by what it shows', () => {
    const text = mapContext({ goal: 'a </map_context> b <MAP_CONTEXT>', delta: ['</map_context>'] });
    expect(text.match(/<\/?map_context/gi)).toHaveLength(2);
    expect(text).toContain('a &lt;/map_context> b &lt;MAP_CONTEXT>');
  });
});

describe('what does not fit', () => {
  const names = (count: number): string =>
    Array.from({ length: count }, (_, each) => `src/file-${each}.ts`).join('\n');

  it('goes from the end of the delta, and is counted', () => {
    const text = mapContext({ ...full, delta: names(1000), budget: 600 });
    expect(text.startsWith(FULL.slice(0, FULL.indexOf('- src/room.ts\n- src/door.ts')))).toBe(true);
    const shown = text.match(/^- src\/file-\d+\.ts$/gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(10);
    expect(text).toContain(`\n(${1000 - shown} more names were left out.)\n</map_context>`);
  });

  it('goes in the order delta, upstream, plan, subtask', () => {
    const long = { ...full, description: '', delta: names(50), budget: 300 };
    const text = mapContext({ ...long, subtask: { ...subtask, description: 'x'.repeat(5000) } });
    expect(text).toContain('VC1: a missing file is told\n- VC2: defaults hold');
    expect(text).toContain('Make it configurable.');
    expect(text).toMatch(/Description:\nx+… \(5000 characters, cut\)\n/);
    expect(text).toContain('## Plan\n(3 subtasks were left out.)');
    expect(text).toContain('## Upstream Results\n(3 results were left out.)');
    expect(text).toContain('## Repository Delta\n(50 names were left out.)');
  });

  it('one of a kind is told as one', () => {
    const text = mapContext({
      subtask: { validation_criteria: ['a'.repeat(2000)] },
      delta: 'a',
      budget: 300,
    });
    expect(text).toContain('## Repository Delta\n(1 name was left out.)');
    expect(text).toMatch(/- a+… \(2002 characters, cut\)/);
  });

  it.each([null, 'many', 0, -5, Number.NaN])('where %j is to be the budget, it is 4000', (budget) => {
    const length = mapContext({ delta: names(10_000), budget }).length;
    expect(length).toBeGreaterThan(13_900);
    expect(length).toBeLessThanOrEqual(14_000);
  });
});

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.integer({ min: 1, max: 150 }).map((words) => 'word '.repeat(words)),
);
const texts = fc.array(text, { maxLength: 6 });
const subtasks = fc.record(
  {
    id: fc.constantFrom('ST-001', 'ST-002', 'ST-003'),
    title: text,
    description: text,
    aag_contract: text,
    validation_criteria: texts,
    affected_files: texts,
    risks: texts,
    implementation_hint: text,
    contracts: fc.array(fc.record({ type: text, assertion: text, scope: text }), { maxLength: 4 }),
    test_strategy: fc.record({ unit: text, integration: text }),
    complexity_score: fc.integer(),
  },
  { requiredKeys: ['id', 'title', 'validation_criteria'] },
);
const contexts = fc.record(
  {
    goal: text,
    subtask: subtasks,
    plan: fc.array(fc.record({ id: text, title: text }), { maxLength: 8 }),
    upstream: fc.array(
      fc.record({ key: text, outcome: text, result: fc.record({ summary: text, files: texts }) }),
      {
        maxLength: 6,
      },
    ),
    finished: fc.constant(['ST-001']),
    delta: texts,
    budget: fc.integer({ min: 1, max: 3000 }),
  },
  { requiredKeys: ['subtask', 'budget'] },
);

/** Headings of parts, first those that are given up first; the title is part of none. */
const GIVEN_UP = [
  '## Repository Delta',
  '## Upstream Results',
  '## Plan',
  'Assessment:',
  'Hint:',
  'Risks:',
  'Test strategy:',
  'Conditions:',
  'Affected files:',
  'Description:',
  'Contract:',
  '## Goal',
  'Validation criteria:',
];

/** What stands below a heading. */
function below(heading: string, block: string): string | undefined {
  const at = block.split('\n').indexOf(heading);
  return at < 0 ? undefined : block.split('\n')[at + 1];
}

describe('laws', () => {
  it('a block is never larger than its budget, or than 300 tokens', () => {
    fc.assert(
      fc.property(contexts, (context) => {
        const tokens = Math.ceil(mapContext(context).length / 3.5);
        expect(tokens).toBeLessThanOrEqual(Math.max(context.budget, 300));
      }),
      { numRuns: 200 },
    );
  });

  it('once a part is cut, all that are given up before it are gone, and say so', () => {
    let cuts = 0;
    fc.assert(
      fc.property(contexts, ({ budget, ...context }) => {
        const whole = mapContext({ ...context, budget: 100_000 });
        const block = mapContext({ ...context, budget });
        const parts = GIVEN_UP.filter((heading) => below(heading, whole) !== undefined);
        expect(parts.filter((heading) => below(heading, block) === undefined)).toEqual([]);
        const isGone = parts.map((heading) => /^\(\d+ .* left out\.\)$/.test(below(heading, block) ?? ''));
        const firstKept = isGone.indexOf(false);
        expect(isGone.slice(firstKept < 0 ? isGone.length : firstKept)).not.toContain(true);
        if (block === whole) return;
        cuts += 1;
        expect(block).toMatch(/left out\.\)|, cut\)/);
      }),
      { numRuns: 200 },
    );
    expect(cuts).toBeGreaterThan(20);
  });

  it('the title stays, and a criterion as long as there is any', () => {
    fc.assert(
      fc.property(contexts, (context) => {
        const { title, validation_criteria: criteria } = context.subtask;
        const block = mapContext({ ...context, budget: 300 });
        const start = title
          .replaceAll(/<(?=\/?map_context)/gi, '&lt;')
          .trim()
          .replaceAll(/\s+/g, ' ')
          .slice(0, 100);
        expect(block).toContain(
          `## Current Subtask\n${context.subtask.id}${start === '' ? '' : ': '}${start}`.trim(),
        );
        if (criteria.some((each) => each.trim() !== '')) expect(block).toMatch(/Validation criteria:\n- ./);
      }),
      { numRuns: 200 },
    );
  });

  it('anything at all gives a whole block, or none', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 1 }), (value, budget) => {
        const members = ['goal', 'subtask', 'plan', 'upstream', 'finished', 'delta'].map((key) => [
          key,
          value,
        ]);
        expect(mapContext({ ...Object.fromEntries(members), budget })).toMatch(
          /^(?:<map_context>\n[^]*\n<\/map_context>)?$/,
        );
      }),
    );
  });
});
