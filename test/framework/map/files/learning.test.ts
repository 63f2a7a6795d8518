import { expect, test } from 'vitest';
import { GOOD_ANSWERS } from '../../../helpers/map-sample.ts';
import { artifactsOf } from './ends.ts';

test('a rejection is handed on for learning with its reason, also once the subtask has passed', async () => {
  const refused = { output: { valid: false, recommendation: 'revise', issues: ['the key has no locale'] } };
  const texts = await artifactsOf('complete', {
    answers: { ...GOOD_ANSWERS, 'ST-001/Monitor': [refused, { output: { valid: true, issues: [] } }] },
  });
  const notes = texts['.map/main/learning-handoff.md'] ?? '';
  expect(notes).toContain('- ST-001 complete, sent back 1 times');
  expect(notes).toContain('- ST-001, Monitor rejected: the key has no locale');
});

test('what a person decided is handed on with the reason', async () => {
  const notes = (await artifactsOf('called off'))['.map/main/learning-handoff.md'];
  expect(notes).toContain('- Review Plan a person chose Abort: We do not need it');
});

test('a run that is rejected again and again hands on a bounded account', async () => {
  const refused = { output: { valid: false, recommendation: 'revise', issues: ['x'.repeat(5000)] } };
  const texts = await artifactsOf('blocked in a subtask', {
    answers: { ...GOOD_ANSWERS, 'ST-001/Monitor': [refused] },
  });
  const lines = (texts['.map/main/learning-handoff.md'] ?? '').split('\n');
  expect(lines.length).toBeLessThan(120);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(510);
});
