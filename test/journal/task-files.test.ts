import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kebabOf, taskFilesOf } from '../../src/journal/task-files.ts';

describe('the files of an execution', () => {
  test('are named after its number and its task', () => {
    expect(taskFilesOf(1, 'Code Subtask')).toEqual({
      prompt: 'task-001-code-subtask-prompt.md',
      edits: 'edits/task-001-code-subtask.json',
      log: 'task-001-code-subtask.log',
      change: 'task-001-code-subtask.diff',
      patch: 'task-001-code-subtask.patch',
      times: 'log-times/task-001-code-subtask',
      reminder: 'task-001-code-subtask-reminder.json',
    });
    expect(taskFilesOf(1234, 'x').log).toBe('task-1234-x.log');
  });

  test.each([
    ['Check Code: Complete?', 'check-code-complete'],
    ['  --A__b--  ', 'a-b'],
    ['../../etc/passwd', 'etc-passwd'],
    ['…', 'task'],
    ['', 'task'],
    ['Prüfung 2', 'prüfung-2'],
    ['検証', '検証'],
  ])('say %j as %s', (name, kebab) => {
    expect(kebabOf(name)).toBe(kebab);
  });

  test('are plain names that any file system takes, whatever the task is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const { prompt } = taskFilesOf(1, name);
        expect(prompt).not.toMatch(/[/\\\0\s]|^\./);
        expect(Buffer.byteLength(prompt)).toBeLessThan(255);
      }),
    );
  });
});
