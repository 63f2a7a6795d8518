import { expect, test } from 'vitest';
import { GOOD_ANSWERS } from '../../../helpers/map-sample.ts';
import { artifactsOf } from './ends.ts';

const ISSUE = {
  severity: 'high',
  category: 'correctness',
  title: 'The key has no <b>locale</b>',
  description: 'Two locales share an entry.',
  location: 'src/key.ts:3',
};
const REFUSED = {
  output: {
    valid: false,
    recommendation: 'revise',
    summary: 'It does not hold.',
    issues: [ISSUE],
    feedback_for_actor: '1. src/key.ts:3: add the locale.',
  },
};
const PASSED = { output: { valid: true, recommendation: 'approve', issues: [] } };

test('each rejection is kept as the reviewer put it, also once the subtask has passed', async () => {
  const texts = await artifactsOf('complete', {
    answers: { ...GOOD_ANSWERS, 'ST-001/Monitor': [REFUSED, REFUSED, PASSED] },
  });
  expect(texts['.map/main/code-review-001.md']).toBe(
    [
      '# Code Review 001: ST-001 sent back',
      '',
      'It does not hold.',
      '',
      String.raw`1\. src/key.ts:3: add the locale.`,
      '',
      '## Findings: 1',
      '',
      '### 1. high: The key has no &lt;b&gt;locale&lt;/b&gt;',
      '',
      'Two locales share an entry.',
      '',
      '- Place: src/key.ts:3',
      '- Rule: correctness',
      '',
    ].join('\n'),
  );
  expect(Object.keys(texts).filter((path) => path.includes('code-review'))).toHaveLength(2);
});

test('a report that lets pass what its findings refuse counts as a rejection', async () => {
  const texts = await artifactsOf('complete', {
    answers: { ...GOOD_ANSWERS, 'ST-001/Monitor': [{ output: { ...PASSED.output, issues: [ISSUE] } }] },
  });
  expect(texts['.map/main/code-review-001.md']).toContain('### 1. high: ');
  const state = JSON.parse(texts['.map/main/step_state.json'] ?? '') as {
    readonly subtask_retry_counts: object;
  };
  expect(state.subtask_retry_counts).toMatchObject({ 'ST-001': 1 });
});

test('what was read for a subtask is there as its agent reported it', async () => {
  const texts = await artifactsOf('complete');
  expect(JSON.parse(texts['.map/main/research/ST-001__research.json'] ?? '')).toEqual({ confidence: 0.9 });
});

test('a report of research over 64 KiB is none', async () => {
  const large = { output: { confidence: 0.9, executive_summary: 'x'.repeat(70_000) } };
  const texts = await artifactsOf('complete', { answers: { ...GOOD_ANSWERS, 'ST-001/Research': [large] } });
  expect(texts['.map/main/research/ST-001__research.json']).toBeUndefined();
});

test('a run that ends says what is open, how it went and what a pull request could say', async () => {
  const texts = await artifactsOf('blocked in a subtask');
  const open = JSON.parse(texts['.map/main/active-issues.json'] ?? '') as {
    readonly issues: readonly { readonly id: string; readonly summary: string }[];
  };
  expect(open.issues.map(({ id }) => id)).toContain('IMP-001');
  expect(texts['.map/main/pr-draft.md']).toMatch(/## Summary\n[^]*## Validation\n[^]*## Risks\n[^]*IMP-001/);
  const health = JSON.parse(texts['.map/main/run_health_report.json'] ?? '') as object;
  expect(health).toMatchObject({ terminal_status: 'blocked', artifacts: { 'step_state.json': true } });
  const handoff = JSON.parse(texts['.map/main/learning-handoff.json'] ?? '') as object;
  expect(handoff).toMatchObject({ artifacts: { run_health_report: 'run_health_report.json' } });
});

test('a run that goes on leaves no closing report', async () => {
  const texts = await artifactsOf('waiting for a person');
  expect(
    Object.keys(texts).filter((path) => /active-issues|pr-draft|run_health|verification-summary/.test(path)),
  ).toEqual([]);
});

test('the files that the subtask under way is planned to change are its scope', async () => {
  const texts = await artifactsOf('paused by a failure');
  const state = JSON.parse(texts['.map/main/step_state.json'] ?? '') as {
    readonly current_subtask_id: string;
    readonly constraints: { readonly scope_glob: string } | null;
  };
  expect(state.current_subtask_id).toMatch(/^ST-/);
  expect(state.constraints?.scope_glob).toMatch(/^(?:[\w./]+|\{[\w./,]+\})$/);
});
