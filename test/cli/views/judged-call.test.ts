import { describe, expect, test } from 'vitest';
import { judgedCall } from '../../../src/cli/views/judged-call.ts';
import type { JudgedCall } from '../../../src/view/run-view.ts';

const CALL: JudgedCall = {
  id: 'a',
  tool: 'Bash',
  input: { command: 'npm\nci\u001B[2J' },
  rule: 'Bash(npm ci)',
  allow: null,
  reason: '',
  isOver: false,
};

describe('a call that a person was asked about', () => {
  test.each([
    [{}, 'waits for a person at the terminal of the run'],
    [{ isOver: true }, 'nobody answered'],
    [{ allow: 'once' }, 'a person allowed it once'],
    [{ allow: 'task' }, 'a person allowed Bash(npm ci) until the task ends'],
    [{ allow: 'never' }, 'a person refused it'],
    [{ allow: 'never', reason: 'use\nyarn' }, 'a person refused it: use yarn'],
  ] as const)('says what became of it: %j', (changes, words) => {
    expect(judgedCall({ ...CALL, ...changes }, true)).toBe(`Bash npm ci [2J  (${words})`);
  });

  test('waits no longer once the process that drove the run is gone', () => {
    expect(judgedCall(CALL, false)).toContain('(nobody answered)');
  });
});
