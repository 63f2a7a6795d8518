import fc from 'fast-check';
import type { Answer, Answers, Arrivals } from './answers.ts';
import type { JsonBlock, JsonMap, JsonTask, Named } from './map-json.ts';

/** A valid map with blocks in blocks, what everybody does in it, and how many may work at once. */
export interface NestedRun {
  readonly map: JsonMap;
  readonly answers: Answers;
  readonly places: number;
}

/** `isSure`: how it ends cannot depend on who is first, because nothing is cancelled, left out or never over. */
interface Options {
  readonly isSure?: boolean;
  /** Commands may be run again, and nobody fails for good, so that a cut run goes on as it would have. */
  readonly isCheap?: boolean;
}

/** Where a block is: `item` is the name of the item that it can read. */
interface Place extends Options {
  readonly depth: number;
  readonly item: string | undefined;
}

export function nestedRuns(options: Options = {}): fc.Arbitrary<NestedRun> {
  const place = { ...options, depth: 0, item: undefined };
  return fc.record({
    map: blockAt(place).map((block) => ({ description: 'Any map', ...block })),
    answers: anyAnswers(options),
    places: fc.integer({ min: 1, max: 4 }),
  });
}

const MAX_DEPTH = 3;

/** A decision that binds a name, then up to three tasks, each of which leads to the next or to a failed end. */
function blockAt(place: Place): fc.Arbitrary<JsonBlock> {
  const maxLength = place.depth === 0 ? 3 : 2;
  return fc.array(taskAt(place), { minLength: place.depth === 0 ? 1 : 0, maxLength }).map((tasks) => {
    const names = [...tasks.map((_, index) => `T${index}`), 'Good'];
    const linked = tasks.map((make, index) => [`T${index}`, make(names[index + 1]!, `T${index}`)] as const);
    const { depth } = place;
    const around = depth === 0 ? '0' : `n${depth - 1}`;
    const own = place.item === undefined ? '0' : `${place.item}.v`;
    const set = [[`n${depth}`, `has(n${depth}) ? n${depth} : ${around} + ${own} + 1`]] as const;
    const result = `{'n': n${depth}, 'own': ${own}}`;
    const first = names[0]!;
    return {
      startTaskDefinition: 'Set',
      taskDefinitions: [
        ['Set', { type: 'decide', set, actions: [['Go', { target: first }]] }],
        ...linked,
        ['Good', { type: 'end', result }],
        ['Bad', { type: 'end', failed: true, result }],
      ],
    };
  });
}

/** A task, once it is known what follows. */
type Make = (next: string, name: string) => JsonTask;

function taskAt(place: Place): fc.Arbitrary<Make> {
  const simple = fc.oneof(claudeAt(), shellAt(place), humanAt());
  if (place.depth >= MAX_DEPTH - 1) return simple;
  return fc.oneof({ weight: 2, arbitrary: simple }, parallelAt(place), foreachAt(place));
}

function claudeAt(): fc.Arbitrary<Make> {
  return fc
    .record({ goesBack: fc.boolean(), mends: fc.boolean(), continues: fc.boolean() })
    .map(({ goesBack, mends, continues }): Make => (next, name) => ({
      type: 'claude',
      prompt: 'Do it.',
      as: 't',
      retry: { max: 1, reply: 1 },
      ...(mends ? { onError: next } : {}),
      ...(continues ? { session: 'continue' } : {}),
      actions: [
        ['Go', { target: next, choose: 'if all is done' }],
        ...(goesBack
          ? ([['Back', { target: name, choose: 'if not', limit: { max: 1, then: next } }]] as const)
          : []),
        ['Fail', { target: 'Bad', choose: 'if it cannot be done' }],
      ],
    }));
}

function shellAt({ isCheap = false }: Place): fc.Arbitrary<Make> {
  return fc.boolean().map((mends): Make => (next) => ({
    type: 'shell',
    command: ['run'],
    idempotent: isCheap,
    ...(mends ? { onError: next } : {}),
    actions: [
      ['Go', { target: next, when: 'result.exitCode == 0' }],
      ['Fail', { target: 'Bad' }],
    ],
  }));
}

function humanAt(): fc.Arbitrary<Make> {
  return fc.constant((next) => ({
    type: 'human',
    prompt: 'Well?',
    actions: [
      ['Go', { target: next }],
      ['Fail', { target: 'Bad' }],
    ],
  }));
}

function parallelAt(place: Place): fc.Arbitrary<Make> {
  const inner = blockAt({ ...place, depth: place.depth + 1, item: undefined });
  return fc
    .record({
      blocks: fc.array(inner, { minLength: 1, maxLength: 3 }),
      atLeast: fc.option(fc.integer({ min: 1, max: 3 })),
      isGuarded: fc.boolean(),
    })
    .map(({ blocks, atLeast, isGuarded }): Make => (next) => ({
      type: 'parallel',
      branches: blocks.map((block, index) => [`b${index}`, block] as const),
      join: atLeast === null || place.isSure ? 'all' : { atLeast: Math.min(atLeast, blocks.length) },
      actions: onward(isGuarded, "branches.b0.outcome == 'Good'", next),
    }));
}

function onward(isGuarded: boolean, when: string, next: string): NonNullable<JsonTask['actions']> {
  if (!isGuarded) return [['Go', { target: next }]];
  return [
    ['Go', { target: next, when }],
    ['Fail', { target: 'Bad' }],
  ];
}

function foreachAt(place: Place): fc.Arbitrary<Make> {
  const item = `item${place.depth}`;
  const items = fc.array(
    fc.record({
      v: fc.nat(3),
      after: fc.uniqueArray(fc.nat(1), { maxLength: 2 }),
      uses: fc.uniqueArray(fc.constantFrom('x', 'y'), { maxLength: 2 }),
    }),
    { maxLength: 4 },
  );
  return fc
    .record({
      body: blockAt({ ...place, depth: place.depth + 1, item }),
      items,
      concurrency: fc.option(fc.integer({ min: 1, max: 3 })),
      stops: fc.boolean(),
      carry: fc.boolean(),
      isOrdered: fc.boolean(),
      isExclusive: fc.boolean(),
      isGuarded: fc.boolean(),
      isAgain: fc.boolean(),
    })
    .map(({ body, items: list, concurrency, stops, carry, ...is }): Make => (next, name) => {
      // Items wait only for earlier ones, so that there is no cycle.
      const texts = list.map(({ v, after, uses }, index) => {
        const keys = after.filter((each) => each < index).map((each) => `'k${each}'`);
        // At another visit some are no longer what they were.
        return `{'id': 'k${index}', 'v': visits > 1 ? 1 : ${v}, 'after': [${keys.join(', ')}], 'uses': ${JSON.stringify(uses)}}`;
      });
      return {
        type: 'foreach',
        items: `[${texts.join(', ')}]`,
        item,
        key: `${item}.id`,
        ...(is.isOrdered ? { after: `${item}.after` } : {}),
        ...(is.isExclusive ? { exclusive: `${item}.uses` } : {}),
        ...(concurrency === null ? {} : { concurrency }),
        onItemFailure: stops && !place.isSure ? 'stop' : 'continue',
        carry,
        body,
        actions: [
          ...(is.isAgain ? ([['Again', { target: name, when: 'visits < 2' }]] as const) : []),
          ...onward(is.isGuarded, "items.all(each, each.outcome == 'Good')", next),
        ],
      };
    });
}

/** Answers by place: the same wherever a run is taken up again, and whoever else is at work. */
function anyAnswers({ isSure = false, isCheap = false }: Options): fc.Arbitrary<Answers> {
  const kinds = ['', '', '', '', '', 'Back', 'Back', 'Fail', 'Fail', 'transport'] as const;
  const draft = fc.record({
    kind: fc.constantFrom(...kinds, ...(isSure || isCheap ? [] : (['permanent', 'reply'] as const))),
    costUsd: fc.constantFrom(0, 0.25, 0.5),
  });
  return fc.array(draft, { minLength: 1, maxLength: 20 }).map((list) =>
    Object.assign(
      (task: string, visit: number, turn: number, inside = ''): Answer | undefined => {
        const { kind, costUsd } = list[hashOf(`${inside}${task} ${visit} ${turn}`) % list.length]!;
        const cost = isCheap ? {} : { costUsd };
        const isLast = turn > 1;
        if (kind === 'permanent') return { fail: 'permanent', ...cost };
        if (kind === 'transport' && !isLast) return { fail: 'transport', action: 'Go', ...cost };
        // A person who names no choice gives no answer.
        if (kind === 'reply' && !isLast) return { reply: '?', exitCode: 0, ...cost };
        const action = kind === 'Back' || kind === 'Fail' ? kind : 'Go';
        return { action, exitCode: action === 'Fail' ? 1 : 0, stdout: '', ...cost };
      },
      { toString: () => JSON.stringify(list) },
    ),
  );
}

function hashOf(text: string): number {
  return text.split('').reduce((hash, sign) => (hash * 31 + sign.charCodeAt(0)) % 65_521, 7);
}

/** All orders in which answers can arrive: each gives one, and says when there are no more. */
export function* allOrders(most: number): Generator<Arrivals> {
  let path: number[] = [];
  for (let count = 0; count < most; count += 1) {
    const widths: number[] = [];
    yield ({ length }) => {
      const at = widths.length;
      widths.push(length);
      return path[at] ?? 0;
    };
    // The last choice that can still be another one is, and all after it are the first again.
    const next = widths.map((_, at) => path[at] ?? 0);
    while (next.length > 0 && next.at(-1)! + 1 >= widths[next.length - 1]!) next.pop();
    if (next.length === 0) return;
    path = [...next.slice(0, -1), next.at(-1)! + 1];
  }
}

/** All names of tasks, at any depth. */
export function tasksIn(tasks: Named<JsonTask>): readonly JsonTask[] {
  return tasks.flatMap(([, task]) => [
    task,
    ...(task.branches ?? []).flatMap(([, block]) => tasksIn(block.taskDefinitions)),
    ...(task.body === undefined ? [] : tasksIn(task.body.taskDefinitions)),
  ]);
}
