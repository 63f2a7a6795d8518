import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { isObjectValue, type Value } from '../../src/model/value.ts';
import { checked, parsed } from '../helpers/maps.ts';
import { diagnosticLines } from '../helpers/diagnostic-lines.ts';

const GOLDENS = `${import.meta.dirname}/../fixtures/check`;
const again = (target: string) => ({ Go: { target } });
const child = {
  description: 'A child',
  startTaskDefinition: 'Do',
  workslipFields: { wish: { type: 'string', description: 'The goal', required: true } },
  taskDefinitions: {
    Do: { type: 'shell', command: 'echo "${wish}"', as: 'done', actions: again('Done') },
    Done: { type: 'end', result: 'done.stdout' },
  },
};
const review = {
  type: 'object',
  properties: { valid: { type: 'boolean' }, kind: { enum: ['bug', 'feature'] }, files: { type: 'array' } },
  required: ['valid', 'kind', 'files'],
};

/** A map that has nearly every field, and nothing to be told of. */
const WHOLE: Value = {
  description: 'Everything',
  startTaskDefinition: 'Look',
  workslipFields: {
    story: { type: 'string', description: 'What to do', required: true },
    depth: { type: 'number', description: 'How deep', required: false, default: 2, enum: [1, 2, 3] },
    plan: { type: 'object', description: 'The plan', required: true, schema: { type: 'object' } },
  },
  defaults: {
    model: 'sonnet',
    timeout: '30m',
    retry: { max: 2, reply: 1 },
    permissionMode: 'plan',
    maxTurns: 9,
  },
  limits: { steps: 100, costUsd: 20, tokens: 100_000, duration: '2h' },
  properties: {
    'is looked at first': { precedes: { first: { task: 'Look' }, second: { task: 'Done' } } },
    'is seldom asked': { atMost: { times: 4, of: { task: 'Ask', when: 'depth > 1' } } },
    'ends somewhere': { eventually: { task: 'Look', action: 'Accept' } },
  },
  artifacts: {
    map: {
      workflow: 'map-plan',
      goal: 'story',
      subtasks: ['Each'],
      steps: { Look: '1.0' },
      stages: { spec: 'story' },
      maxRetries: 2,
      files: [{ path: 'a.md', content: 'story', kind: 'spec' }],
    },
  },
  taskDefinitions: {
    Look: {
      type: 'claude',
      description: 'Looks',
      as: 'seen',
      agent: 'monitor',
      promptTemplate: 'Look at ${story}, ${hint}. ${depth}',
      promptParams: { hint: { type: 'string', required: false, default: 'none', enum: ['none', 'some'] } },
      model: 'opus',
      allowedTools: ['Read'],
      disallowedTools: ['Write'],
      reminder: { text: 'Be brief.', on: ['Edit'], before: true },
      maxTurns: 3,
      budgetUsd: 1.5,
      output: { schema: review },
      timeout: '5m',
      retry: { max: 1 },
      maxVisits: { max: 4, then: 'Failed' },
      onError: 'Ask',
      actions: {
        Accept: { target: 'Set', when: 'result.valid' },
        Again: { target: 'Look', args: { hint: { expr: 'story' } }, limit: { max: 3, then: 'Ask' } },
      },
    },
    Ask: {
      type: 'human',
      prompt: 'What now?',
      signed: true,
      as: 'answer',
      fields: { why: { type: 'string', description: 'Why', required: false } },
      actions: { Retry: { target: 'Look', resets: ['Again', 'Look'] }, Stop: { target: 'Failed' } },
    },
    Set: { type: 'decide', set: { goal: 'story + "!"' }, actions: again('Both') },
    Both: {
      type: 'parallel',
      as: 'both',
      branches: {
        one: {
          description: 'The first',
          startTaskDefinition: 'Run',
          taskDefinitions: {
            Run: { type: 'shell', command: ['npm', 'test'], idempotent: true, actions: again('Ran') },
            Ran: { type: 'end', outcome: 'ran', result: 'goal' },
          },
        },
      },
      join: { atLeast: 1 },
      workspace: 'readonly',
      actions: again('Each'),
    },
    Each: {
      type: 'foreach',
      items: 'seen.files',
      item: 'file',
      key: 'string(file)',
      after: '[]',
      concurrency: 2,
      onItemFailure: 'continue',
      carry: false,
      body: {
        startTaskDefinition: 'Edit',
        taskDefinitions: {
          Edit: {
            type: 'claude',
            promptTemplate: 'Edit ${file}.',
            actions: { Edited: { target: 'Edited' } },
          },
          Edited: { type: 'end' },
        },
      },
      actions: again('Call'),
    },
    Call: {
      type: 'workflow',
      map: 'maps/child.json',
      with: { wish: 'goal' },
      as: 'called',
      actions: again('Done'),
    },
    Done: { type: 'end', result: 'called.outcome', description: 'It is done' },
    Failed: { type: 'end', failed: true },
  },
};
const FILES = {
  'prompts/agents/monitor.md': 'You are the monitor.',
  'maps/child.json': JSON.stringify(child),
};

type Path = readonly string[];

/** All that is in a value, with the way to it. */
function* pathsIn(value: Value, path: Path = []): Iterable<Path> {
  if (path.length > 0) yield path;
  // What a schema says is told as what a schema says.
  if (path.at(-1) === 'schema') return;
  if (isObjectValue(value))
    for (const [key, each] of Object.entries(value)) yield* pathsIn(each, [...path, key]);
}

function changed(
  value: Value,
  [key, ...rest]: Path,
  change: (members: Map<string, Value>, key: string) => void,
): Value {
  if (!isObjectValue(value) || key === undefined) return value;
  const members = new Map(Object.entries(value));
  if (rest.length === 0) change(members, key);
  else members.set(key, changed(value[key] ?? null, rest, change));
  return Object.fromEntries(members);
}

const OTHERS: readonly Value[] = [null, true, -1, 1.5, '', 'nonsense', [], ['nonsense'], {}, { nonsense: 1 }];

test('the whole map has nothing to be told of', () => {
  expect(diagnosticLines(checked(JSON.stringify(WHOLE), FILES).diagnostics)).toEqual([]);
});

/** A message without the names in it, and without what was found. */
const kindOf = ({ code, message, fix }: Diagnostic): string =>
  [code, message, fix?.title ?? ''].join(' ').replaceAll(/"(?:[^"\\]|\\.)*"|, not [^,]*$/g, '"…"');

/** Where each kind of message is told first. */
function firstOfEachKind(
  maps: Iterable<readonly [string, Value]>,
  report: (text: string) => readonly Diagnostic[],
): string {
  const seen = new Set<string>();
  const lines: string[] = [];
  for (const [title, map] of maps) {
    const reported = report(JSON.stringify(map)).filter(
      (each) => !seen.has(kindOf(each)) && seen.add(kindOf(each)),
    );
    if (reported.length > 0)
      lines.push(title, ...diagnosticLines(reported).filter((line) => !line.startsWith(FIXED)));
  }
  return `${lines.join('\n')}\n`;
}

/** What a fix makes of the map says less than its title. */
const FIXED = '      ';

function* withOtherValues(): Iterable<readonly [string, Value]> {
  for (const path of pathsIn(WHOLE)) {
    for (const other of OTHERS) {
      const map = changed(WHOLE, path, (members, key) => members.set(key, other));
      yield [`${path.join(' / ')} = ${JSON.stringify(other)}`, map];
    }
  }
}

function* withOtherNames(): Iterable<readonly [string, Value]> {
  for (const path of pathsIn(WHOLE)) {
    yield [`${path.join(' / ')} left out`, changed(WHOLE, path, (members, key) => members.delete(key))];
    const renamed = changed(WHOLE, path, (members, key) => {
      members.set(`${key}x`, members.get(key) ?? null);
      members.delete(key);
    });
    yield [`${path.join(' / ')} with an x behind`, renamed];
  }
}

test('a field with a value of another kind is told what it takes', async () => {
  const reported = firstOfEachKind(withOtherValues(), (text) => parsed(text).diagnostics);
  await expect(reported).toMatchFileSnapshot(`${GOLDENS}/other-values.txt`);
});

test('a field that is left out, or has another name, is told of, and of what leads to it', async () => {
  const reported = firstOfEachKind(withOtherNames(), (text) => checked(text, FILES).diagnostics);
  await expect(reported).toMatchFileSnapshot(`${GOLDENS}/other-names.txt`);
});
