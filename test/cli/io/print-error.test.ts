import { expect, test } from 'vitest';
import { AgentError } from '../../../src/agent/agent-error.ts';
import { ScenarioError } from '../../../src/agent/scripted/scenario.ts';
import { printError } from '../../../src/cli/io/print-error.ts';
import { UsageError } from '../../../src/cli/io/usage-error.ts';
import { GateError } from '../../../src/gate/gate-error.ts';
import { GitError } from '../../../src/git/git-error.ts';
import { JournalError } from '../../../src/journal/journal-error.ts';
import { ProjectError } from '../../../src/project/project-error.ts';
import { RunError } from '../../../src/run/state/run-error.ts';
import { WfmapError } from '../../../src/util/error.ts';
import { captured } from '../../helpers/captured.ts';

const printed = (thrown: unknown) => captured(() => printError(thrown));

test('an error is told with its help, line by line, and obeyed by no terminal', async () => {
  const error = new UsageError('No \u001B[31mred\u0007.\nNext.', { help: 'Do this.\n  Or that.' });
  expect(await printed(error)).toMatchObject({
    value: 2,
    stderr: 'wfmap: No ␛[31mred␇.\nNext.\n  Do this.\n  Or that.\n',
    stdout: '',
  });
  expect((await printed(new UsageError('No.'))).stderr).toBe('wfmap: No.\n');
});

test('what was there before anything was started ends with 2', async () => {
  const errors = [
    new UsageError('x'),
    new ScenarioError('x'),
    new GateError('x'),
    new RunError('unknown-task', 'x'),
    new JournalError('unknown-run', 'x'),
    new JournalError('run-is-held', 'x'),
  ];
  for (const error of errors) expect((await printed(error)).value).toBe(2);
});

test.each<JournalError['code']>([
  'storage-failed',
  'journal-damaged',
  'journal-changed',
  'journal-foreign',
  'journal-refused',
  'lock-damaged',
  'record-too-large',
  'path-refused',
])('a fault of the disk ends with 3: %s', async (code) => {
  expect(await printed(new JournalError(code, 'x'))).toMatchObject({ value: 3, stderr: 'wfmap: x\n' });
});

class OtherError extends WfmapError {
  readonly code = 'other';
  readonly retryable = false;
}

test('any other fault ends with 3, and one that is no error of ours is told as a bug', async () => {
  expect(await printed(new OtherError('x'))).toMatchObject({ value: 3, stderr: 'wfmap: x\n' });
  const bug = new Error('broken');
  expect(await printed(bug)).toMatchObject({
    value: 3,
    stderr: `${bug.stack}\nThis is a bug in wfmap; please report it with the lines above.\n`,
  });
  expect((await printed('text')).stderr).toContain('text');
});

test('errors of agents, of git and of projects were there before, too', async () => {
  const kinds = [AgentError, GitError, ProjectError];
  for (const kind of kinds) {
    // What a subclass wants beside its message does not matter here.
    const error: unknown = Object.assign(Object.create(kind.prototype) as object, {
      message: 'x',
      code: 'any',
    });
    expect((await printed(error)).value).toBe(2);
  }
});
