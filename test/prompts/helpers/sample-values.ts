import type { Value } from '../../../src/model/value.ts';
import { isSchemaObject, memberOf, type SchemaObject } from '../../../src/schema/subschemas.ts';
import { CHECKED, schemaNamed, subtaskSchema } from './job-map.ts';

type Values = Readonly<Record<string, Value>>;

const example = (name: string, index = 0): Value => schemaNamed(name).examples?.[index] as Value;

/** The report that a name of the prompts holds, and which of its examples. */
const REPORTS = {
  research: ['research', 0],
  report: ['actor-report', 0],
  judgement: ['monitor-report', 1],
  prediction: ['prediction', 1],
  predictions: ['prediction', 1],
  contract: ['test-report', 0],
  verification: ['final-verification', 1],
  earlier: ['final-verification', 1],
} as const;

/** The least that a map supplies. */
export const LEAST: Values = {
  goal: 'Options take durations.',
  subtask: { id: 'ST-001', title: 'parse durations', validation_criteria: ['VC1: 1h is 3600000'] },
  plan: [{ id: 'ST-001', title: 'parse durations', validation_criteria: ['VC1: 1h is 3600000'] }],
  specification: '# Durations',
  variants: [],
  report: example('actor-report'),
  verification: example('final-verification', 1),
  checked: checkedWith('1 failed'),
  again: [],
  diff: '',
  summary: 'Two attempts.',
};

const SUBTASK = {
  id: 'ST-002',
  title: 'use durations in the timeout option',
  description: 'The timeout option takes durations with units and still takes plain milliseconds.',
  dependencies: ['ST-001'],
  risk_level: 'medium',
  risks: ['Scripts that pass plain numbers break.'],
  security_critical: false,
  complexity_score: 5,
  validation_criteria: ['VC1: --timeout 90s waits 90 seconds', 'VC2: --timeout 500 still waits 500 ms'],
  contracts: [{ type: 'postcondition', assertion: 'the timeout is a whole number of ms', scope: 'function' }],
  aag_contract: 'Command line -> readTimeout(flag) -> the timeout in milliseconds',
  implementation_hint: 'readNumber in src/cli.ts is where options are read.',
  test_strategy: { unit: 'readTimeout', integration: 'the command with both forms', e2e: '' },
  affected_files: ['src/cli.ts', 'test/cli.test.ts'],
};

/** What a run halfway through five subtasks supplies. */
export const MOST: Values = {
  ...LEAST,
  goal: 'Every option of the command that is a time takes durations with units, such as 90s and 1h30m.',
  subtask: SUBTASK,
  plan: ['ST-001', 'ST-002', 'ST-003', 'ST-004', 'ST-005'].map((id) => ({ ...SUBTASK, id })),
  upstream: [
    {
      key: 'ST-001',
      outcome: 'Done',
      result: { summary: 'Durations are parsed.', files: ['src/duration.ts'] },
    },
  ],
  finished: ['ST-001'],
  delta: 'src/duration.ts\ntest/duration.test.ts',
  answers: 'Do plain numbers stay milliseconds? Yes.',
  question: 'Who calls readNumber?',
  log: 'x'.repeat(20_000),
  checked: checkedWith(`${'y'.repeat(20_000)}the end`),
  diff: `+${'z'.repeat(70_000)}`,
  evidence: 'npm test',
  only: ['ST-002'],
  differences: ['ST-002 changed: title.'],
  causes: [
    {
      summary: 'The cause: the key leaves out the locale.',
      findings: ['Only the language is in the key.'],
      code_locations: ['src/cache.ts:40'],
      quotes: ['src/cache.ts:40: const key = path + language'],
      next_steps: ['Put the whole locale into the key.'],
    },
  ],
  refused: { quotes: ['src/cache.ts:40: const key = path + language'], findings: ['The key is too short.'] },
  tried: [{ kind: 'review', what: 'Adds the locale.', why: 'The old key is still read.' }],
  hypothesis: 'The key leaves out the locale.',
  rules: '- When in doubt, refuse.',
  outcome: 'complete',
  base: 'main',
  description: 'Adds durations.',
  focus: 'time zones',
  refusals: [
    { line: 'numbers without a unit', text: 'Numbers without a unit pass.' },
    { line: 'no test', text: 'There is no test.' },
  ],
  testCommand: 'npm test -- duration',
  tries: 1,
  lastVerdict: schemaNamed('monitor-report').examples?.[1] as Value,
  feedback: '1. src/a.ts:3: refuse a missing unit.',
  retry_context: 'VC1 fails.',
  faults: ['ST-002 depends on ST-009, which is not there.'],
  files: ['src/a.ts'],
  gates: [
    { gate: 'build', command: '', outcome: 'no command' },
    { gate: 'test', command: 'npm test', outcome: 'pass' },
  ],
  built: [
    { key: 'ST-002', outcome: 'complete', result: { commit: '2222222', reason: '' } },
    { key: 'ST-003', outcome: 'blocked', result: { commit: '', reason: 'no rights' } },
  ],
  done: ['ST-001'],
  again: [SUBTASK],
  answer: [SUBTASK],
  concerns: [{ problem: 'Nobody says how long.', suggestion: 'Say an hour.' }],
  told: 'The test was skipped.',
  shown: true,
  previous: [SUBTASK],
  note: 'Only ST-002.',
  since: '1111111',
  variants: [
    { variant_id: 'v1', report: example('actor-report'), judgement: example('monitor-variant'), diff: '+a' },
  ],
  repeated: true,
  is_fix: true,
  ...Object.fromEntries(
    Object.entries(REPORTS).map(([name, [schema, index]]) => [name, example(schema, index)]),
  ),
};

/** The same with texts of a usual size. */
export const USUAL: Values = {
  ...MOST,
  log: 'at readTimeout (src/cli.ts:61)\n'.repeat(60),
  checked: checkedWith('not ok 12 - --timeout 90s waits 90 seconds\n'.repeat(40)),
  diff: '+  const timeoutMs = parseDuration(flag);\n'.repeat(200),
  specification: '- AC-1: --timeout 90s waits 90 seconds.\n'.repeat(40),
};

/** Nothing in any of them: of objects the members that they must have. */
export const EMPTY: Values = {
  ...Object.fromEntries(
    Object.entries(REPORTS).map(([name, [schema]]) => [name, emptyOf(schemaNamed(schema) as SchemaObject)]),
  ),
  subtask: emptyOf(subtaskSchema() as SchemaObject),
  checked: emptyOf(CHECKED),
};

/** What a task that ran the gates has, where one of them failed. */
function checkedWith(log: string): Value {
  return { outcome: 'fail', result: { gate: 'test', command: 'npm test', log } };
}

function emptyOf(schema: Value): Value {
  if (!isSchemaObject(schema)) return null;
  const type = memberOf(schema, 'type');
  if (type === 'array') return [];
  if (type === 'string') return '';
  if (type === 'boolean') return false;
  if (type !== 'object') return type === 'number' || type === 'integer' ? 0 : null;
  const properties = memberOf(schema, 'properties');
  const required = memberOf(schema, 'required');
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  const of = isSchemaObject(properties) ? properties : {};
  return Object.fromEntries(names.map((name) => [name, emptyOf(of[name] ?? null)]));
}
