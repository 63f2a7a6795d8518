import { describe, expect, test } from 'vitest';
import type { Value } from '../../src/model/value.ts';
import { checkedJobs, namesIn, schemaNamed, taskNameOf } from './helpers/job-map.ts';
import { JOBS } from './helpers/jobs.ts';
import { renderJob } from './helpers/render-job.ts';

const example = (name: string, index = 0): Value => schemaNamed(name).examples?.[index] as Value;

/** The least that a map supplies. */
const LEAST: Readonly<Record<string, Value>> = {
  goal: 'Options take durations.',
  subtask: { id: 'ST-001', title: 'parse durations', validation_criteria: ['VC1: 1h is 3600000'] },
  plan: [{ id: 'ST-001', title: 'parse durations', validation_criteria: ['VC1: 1h is 3600000'] }],
  specification: '# Durations',
  variants: [],
  report: example('actor-report'),
  verification: example('final-verification', 1),
  gate: 'test',
  command: 'npm test',
  text: '1 failed',
  diff: '',
  summary: 'Two attempts.',
};

const MOST: Readonly<Record<string, Value>> = {
  ...LEAST,
  plan: [
    { id: 'ST-001', title: 'parse durations', dependencies: [], validation_criteria: ['VC1: 1h is 3600000'] },
    { id: 'ST-002', title: 'use them', dependencies: ['ST-001'], validation_criteria: ['VC1: 90s'] },
  ],
  upstream: [{ key: 'ST-001', outcome: 'Done', result: { summary: 'Parses.' } }],
  finished: ['ST-001'],
  delta: 'src/a.ts',
  answers: 'Q1: yes',
  question: 'Who calls it?',
  log: 'x'.repeat(20_000),
  text: `${'y'.repeat(20_000)}the end`,
  diff: `+${'z'.repeat(70_000)}`,
  hypothesis: 'The key.',
  rules: '- When in doubt, refuse.',
  outcome: 'complete',
  base: 'main',
  description: 'Adds durations.',
  focus: 'time zones',
  feedback: '1. src/a.ts:3: refuse a missing unit.',
  existing_patterns: '- Refuse instead of guessing.',
  retry_context: 'VC1 fails.',
  research: example('research'),
  judgement: example('monitor-report', 1),
  prediction: example('prediction', 1),
  predictions: example('prediction', 1),
  contract: example('test-report'),
  faults: ['ST-002 depends on ST-009, which is not there.'],
  files: ['src/a.ts'],
  gates: [{ name: 'test', exitCode: 0 }],
  variants: [
    { variant_id: 'v1', report: example('actor-report'), judgement: example('monitor-variant'), diff: '+a' },
  ],
  iteration: 2,
  repeated: true,
  is_fix: true,
};

test('every prompt of prompts/map is a job', () => {
  expect([...new Set(JOBS.map(({ prompt }) => prompt))].toSorted()).toEqual(namesIn('map'));
});

test('a map of all jobs has no fault: every name is declared, every member of a report is one that its schema has', () => {
  expect(checkedJobs().diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
});

describe.each(JOBS.map((job) => [taskNameOf(job), job] as const))('%s', (_, job) => {
  const texts = { least: renderJob(job, LEAST), most: renderJob(job, MOST) };

  test.each(Object.entries(texts))(
    'with the %s it is given, it reads as if written for it',
    (_kind, whole) => {
      const text = whole.replace(/<map_context>.*<\/map_context>/s, 'CONTEXT');
      expect(text.match(/.{0,50}(?:undefined|\[object|\{\{|\$\{|:\s?null\b)/)?.[0]).toBeUndefined();
      expect(text.match(/.{0,50}(?:\n{3}|\n\n$|[ \t]\n)/)?.[0]).toBeUndefined();
      expect(text.match(/^#+ .*\n[^\n]/m)?.[0]).toBeUndefined();
      expect(text).toMatch(/^# Role: /);
      expect(text.match(/^# Job: /gm)).toHaveLength(1);
    },
  );

  test('the role is short enough to be read: its longest form has less than 750 tokens at four characters each', () => {
    expect(texts.most.indexOf('\n# Job: ') / 4).toBeLessThan(750);
    expect(texts.least.indexOf('\n# Job: ') / 4).toBeGreaterThan(220);
  });

  test('what is wrong with the last attempt is part of what is sent', () => {
    expect(texts.most).toContain('1. src/a.ts:3: refuse a missing unit.');
    expect(texts.least).not.toContain('## Feedback');
  });
});

test('of long output the end is sent, of a long change the beginning, and both are told', () => {
  const of = (prompt: string) => {
    const job = JOBS.find((each) => each.prompt === prompt);
    return job ? renderJob(job, MOST) : '';
  };
  expect(of('repair-gates')).toContain('ythe end\n````');
  expect(of('repair-gates').length).toBeLessThan(17_000);
  expect(of('analyse-bug')).toContain('the last 12,000 characters');
  expect(of('review-change')).toContain('70001 characters, of which the first 60,000 are here');
  expect(of('review-change').length).toBeLessThan(66_000);
});
