import fc from 'fast-check';
import type { Answers } from './answers.ts';
import type { Json, JsonAction, JsonMap, JsonTask, Named } from './map-json.ts';
import { answersTo } from './random-answers.ts';

/** A valid map, what it is started with, and what everybody does in it. */
export interface RandomRun {
  readonly map: JsonMap;
  readonly fields: Readonly<Record<string, Json>>;
  readonly answers: Answers;
}

/** Names that machines, paths and objects could take for something else. */
const NAMES =
  'A|B|0|1|10|__proto__|constructor|toString|valueOf|a.b|.|#a|#|%|%terminal|%2E|*|a.*|x y|é|→|null'.split(
    '|',
  );
const ACTION_NAMES = ['Go', '2', '1', '__proto__', 'constructor', 'Go on', 'a.b', '*'];

/** Conditions that any task may ask; names that a task binds are looked at only behind `has`. */
const CONDITIONS = [
  'flag',
  '!flag',
  'has(n) && n > 2',
  'has(n) && n < 1',
  's == "x"',
  'has(s)',
  'visits < 2',
  'visits == 2',
  'vars["s"] == ""',
  '!has(n) || n / 2 > 1',
  'has(t) && t.text == "Go"',
  'has(r) && r.exitCode == 0',
  '!has(v) || v.ok',
  'has(h) && size(h.fields) > 0',
  'has(c) && c > 2',
  'has(b) && b',
  'has(e) && size(e) > 2',
];
/** Nobody can prove of this that it does not always hold. */
const UNSURE = 's.startsWith("x")';
const OF_TEXT = ['result.text == "Go"', 'size(result.text) > 1'];
const OF_OUTPUT = ['result.ok', '!result.ok', 'has(result.n) && result.n / 2 == 1'];
const OF_EXIT = ['result.exitCode == 0', 'result.exitCode / 2 == 1', 'has(result.json) && result.json.ok'];

/** What `set` may bind; later names read earlier ones. */
const C = ['c', 'has(c) ? c + 1 : 1'] as const;
const B = ['b', 'visits > 1 && flag'] as const;
const E = ['e', '"e" + visits + (b ? "b" : "")'] as const;
const SETS: readonly (readonly (readonly [string, string])[])[] = [[], [C], [B], [B, E], [C, B], [C, B, E]];
const NOTHING_BOUND = Object.entries({
  t: '"-"',
  r: '-1',
  h: '"-"',
  v: 'false',
  c: '0',
  b: 'false',
  e: '"-"',
});
const READ = new Map(Object.entries({ t: 't.text', r: 'r.exitCode', h: 'h.action', v: 'v.ok' }));

const OUTPUT = {
  schema: {
    type: 'object',
    properties: { ok: { type: 'boolean' }, n: { type: 'integer' } },
    required: ['ok'],
  },
};
const AGAIN = { type: 'boolean', description: 'Whether again', required: false } as const;
const COUNT = { type: 'number', description: 'A number', required: false } as const;

type Type = Exclude<JsonTask['type'], 'parallel' | 'foreach' | 'workflow'>;

/** Says what a task at a place may lead to: there is no way round through tasks that are no steps. */
interface Place {
  readonly names: readonly string[];
  readonly types: readonly Type[];
  readonly index: number;
}

/** `isCheap`: nothing costs anything, and commands may be run again, so that a cut run goes on as it would have. */
export function randomRuns(isCheap = false): fc.Arbitrary<RandomRun> {
  return mapsOf(isCheap).chain((map) =>
    fc.record({
      map: fc.constant(map),
      fields: fc.record(
        { flag: fc.boolean(), n: fc.constantFrom(0, 2.5, 3), s: fc.constantFrom('x', '${s}', '') },
        { requiredKeys: [] },
      ),
      answers: answersTo(map, isCheap),
    }),
  );
}

function mapsOf(isCheap: boolean): fc.Arbitrary<JsonMap> {
  const types = fc.constantFrom<Type>(
    'claude',
    'claude',
    'claude',
    'shell',
    'human',
    'decide',
    'decide',
    'end',
  );
  return fc
    .uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 7 })
    .chain((names) => fc.tuple(fc.constant(names), fc.tuple(...names.map(() => types))))
    .chain(([names, all]) =>
      fc.record({
        start: fc.constantFrom(...names),
        tasks: fc.tuple(...all.map((_, index) => taskAt({ names, types: all, index }, isCheap))),
        limits: fc.record({
          steps: fc.integer({ min: 1, max: 25 }),
          ...(isCheap ? {} : { costUsd: fc.constantFrom(0.5, 2, 8), tokens: fc.constantFrom(50, 400) }),
        }),
        retry: fc.option(fc.record({ max: fc.nat(2), reply: fc.nat(2) }, { requiredKeys: [] })),
        picks: fc.array(fc.nat(100), { minLength: 1, maxLength: 8 }),
        names: fc.constant(names),
      }),
    )
    .map(({ start, tasks, limits, retry, picks, names }) => ({
      description: 'Any map',
      startTaskDefinition: start,
      workslipFields: [
        ['flag', { type: 'boolean', description: 'A flag', required: false }],
        ['n', { type: 'number', description: 'A number', required: false }],
        ['s', { type: 'string', description: 'A text', required: false }],
      ],
      ...(retry === null ? {} : { defaults: { retry } }),
      limits,
      taskDefinitions: finished(
        tasks.map((task, index) => [names[index]!, task]),
        picks,
      ),
    }));
}

function taskAt({ names, types, index }: Place, isCheap: boolean): fc.Arbitrary<JsonTask> {
  const type = types[index]!;
  const later = names.filter((_, at) => at > index);
  const steps = names.filter((_, at) => types[at] !== 'decide');
  if (type === 'end') {
    return fc.record({ type: fc.constant(type), failed: fc.boolean() }, { requiredKeys: ['type'] });
  }
  // A decision with nowhere to go is an end.
  if (type === 'decide' && steps.length + later.length === 0) return fc.constant({ type: 'end' });
  const target = fc.constantFrom(
    ...(type === 'decide' ? [...steps.filter((name) => !later.includes(name)), ...later] : names),
  );
  const laterSteps = later.filter((name) => steps.includes(name));
  const claude = names.filter((_, at) => types[at] === 'claude');
  return fc
    .record({
      actions: actionsTo(target, conditionsOf(type), type === 'claude' ? 0 : 1),
      isGuarded: fc.boolean(),
      hasElse: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
      onError: fc.option(target),
      maxVisits: fc.option(
        laterSteps.length === 0
          ? fc.constant(null)
          : fc.record({ max: fc.integer({ min: 1, max: 3 }), then: fc.constantFrom(...laterSteps) }),
      ),
      retry: fc.option(fc.record({ max: fc.nat(2), reply: fc.nat(2) }, { requiredKeys: [] }), { freq: 3 }),
      isBound: fc.boolean(),
      hasOutput: fc.boolean(),
      budgetUsd: fc.option(fc.constant(0.25), { freq: 3 }),
      session: fc.option(
        fc.oneof(
          fc.constantFrom('new' as const, 'continue' as const),
          ...(claude.length === 0 ? [] : [fc.constantFrom(...claude).map((of) => ({ of }))]),
          ...(claude.length === 0 ? [] : [fc.constantFrom(...claude).map((fork) => ({ fork }))]),
        ),
      ),
      set: fc.constantFrom(...SETS),
    })
    .map((draft) => toTask(type, draft, isCheap));
}

interface Draft {
  readonly actions: readonly (readonly [string, JsonAction])[];
  readonly isGuarded: boolean;
  readonly hasElse: boolean;
  readonly onError: string | null;
  readonly maxVisits: JsonTask['maxVisits'] | null;
  readonly retry: JsonTask['retry'] | null;
  readonly isBound: boolean;
  readonly hasOutput: boolean;
  readonly budgetUsd: number | null;
  readonly session: JsonTask['session'] | null;
  readonly set: readonly (readonly [string, string])[];
}

function toTask(type: Type, draft: Draft, isCheap: boolean): JsonTask {
  const ofOutput = type === 'claude' && draft.hasOutput;
  const { onError, maxVisits } = draft;
  return {
    type,
    actions: ways(type, draft, ofOutput),
    ...(onError === null ? {} : { onError }),
    ...(maxVisits ? { maxVisits } : {}),
    ...(draft.isBound && type !== 'decide' ? { as: ofOutput ? 'v' : NAME_OF[type] } : {}),
    ...PARTS[type](draft, isCheap),
  };
}

function ways(type: Type, { actions, isGuarded, hasElse }: Draft, ofOutput: boolean): Named<JsonAction> {
  const isFree = !isGuarded && type !== 'decide' && type !== 'shell';
  return actions.map(([name, { when = 'flag', ...rest }], index) => {
    const isLast = index === actions.length - 1;
    if (isFree || (isLast && hasElse)) return [name, rest];
    const fitting = ofOutput ? OF_OUTPUT[OF_TEXT.indexOf(when)] : undefined;
    return [name, { ...rest, when: isLast ? UNSURE : (fitting ?? when) }];
  });
}

const PARAMS: JsonTask['promptParams'] = [
  ['again', AGAIN],
  ['k', COUNT],
];

/** What only tasks of one type have. */
const PARTS: Readonly<Record<Type, (draft: Draft, isCheap: boolean) => Partial<JsonTask>>> = {
  claude: ({ retry, session, budgetUsd, hasOutput }, isCheap) => ({
    prompt: 'Do it.',
    promptParams: PARAMS,
    ...(retry ? { retry } : {}),
    ...(session ? { session } : {}),
    ...(budgetUsd === null || isCheap ? {} : { budgetUsd }),
    ...(hasOutput ? { output: OUTPUT } : {}),
  }),
  shell: ({ retry, hasOutput }, isCheap) => ({
    command: ['run', '${s}'],
    idempotent: isCheap || hasOutput,
    ...(retry ? { retry } : {}),
  }),
  human: () => ({ prompt: 'Do it.', promptParams: PARAMS }),
  decide: ({ set }) => ({ set }),
  end: () => ({}),
};

const NAME_OF = { claude: 't', shell: 'r', human: 'h', decide: '', end: '' } as const;

function conditionsOf(type: Type): fc.Arbitrary<string> {
  const own = type === 'claude' ? [...OF_TEXT, 'again'] : type === 'shell' ? OF_EXIT : CONDITIONS;
  return fc.oneof(fc.constantFrom(...own), fc.constantFrom(...CONDITIONS));
}

function actionsTo(
  target: fc.Arbitrary<string>,
  condition: fc.Arbitrary<string>,
  minLength: number,
): fc.Arbitrary<readonly (readonly [string, JsonAction])[]> {
  const action = fc.record(
    {
      target,
      when: condition,
      args: fc.constantFrom<NonNullable<JsonAction['args']>>(
        '--again=true',
        '--k=7 --again',
        [['k', { expr: 'visits' }]],
        [
          ['again', false],
          ['k', 2],
        ],
      ),
      limit: fc.record({ max: fc.integer({ min: 1, max: 3 }), then: target }),
    },
    { requiredKeys: ['target', 'when'] },
  );
  return fc.uniqueArray(fc.tuple(fc.constantFrom(...ACTION_NAMES), action), {
    minLength,
    maxLength: 4,
    selector: ([name]) => name,
  });
}

/** What can be said only when all tasks are there: what is bound anywhere, and which counters there are. */
function finished(
  tasks: readonly (readonly [string, JsonTask])[],
  picks: readonly number[],
): JsonMap['taskDefinitions'] {
  const bound = new Set(
    tasks.flatMap(([, { as, set = [] }]) => [...(as ? [as] : []), ...set.map(([name]) => name)]),
  );
  const counters = tasks.flatMap(([name, { maxVisits, actions = [] }]) => [
    ...(maxVisits === undefined ? [] : [name]),
    ...actions.flatMap(([action, { limit }]) => (limit === undefined ? [] : [action])),
  ]);
  const members = NOTHING_BOUND.filter(([name]) => bound.has(name)).map(
    ([name, none]) => `"${name}": has(${name}) ? ${READ.get(name) ?? name} : ${none}`,
  );
  const isKnown = (condition: string): boolean =>
    [...condition.matchAll(/has\((\w)\)/g)].every(([, name = '']) => bound.has(name) || 'ns'.includes(name));
  let place = 0;
  const finish = (action: JsonAction): JsonAction => {
    const pick = picks[(place += 1) % picks.length]!;
    const resets = counters[pick];
    return {
      ...action,
      ...(action.when === undefined || isKnown(action.when) ? {} : { when: 'flag' }),
      ...(resets === undefined || action.limit !== undefined ? {} : { resets: [resets] }),
    };
  };
  return tasks.map(([name, task]) => {
    const { actions, set, ...rest } = task;
    if (task.type === 'end') return [name, { ...rest, result: `{${members.join(', ')}}` }];
    return [
      name,
      {
        ...rest,
        ...(set === undefined ? {} : { set }),
        actions: (actions ?? []).map(([action, each]) => [action, finish(each)] as const),
      },
    ];
  });
}
