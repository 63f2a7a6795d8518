import { describe, expect, test } from 'vitest';
import { exceptReads } from '../helpers/maps.ts';
import { checkedJobs, namesIn, taskNameOf } from './helpers/job-map.ts';
import { JOBS } from './helpers/jobs.ts';
import { renderJob } from './helpers/render-job.ts';
import { LEAST, MOST } from './helpers/sample-values.ts';
import { promptsOfMaps } from './helpers/shipped-maps.ts';

test('every prompt of prompts/map is a job, or has its place in a shipped map', () => {
  const jobs = new Set([...JOBS.map(({ prompt }) => prompt), ...promptsOfMaps()]);
  expect(namesIn('map').filter((name) => !jobs.has(name))).toEqual([]);
});

test('a map of all jobs has no fault: every name is declared, every member of a report is one that its schema has', () => {
  expect(exceptReads(checkedJobs().diagnostics).map(({ code, message }) => `${code}: ${message}`)).toEqual(
    [],
  );
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
