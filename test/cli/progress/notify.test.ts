import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findNotifier, notify } from '../../../src/cli/progress/notify.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'wfmap-notify-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the command that tells of a run', () => {
  const folders = { workFolder: '/home/me/project/src', workRoot: '/home/me/project' };

  test.each([
    [undefined, undefined, undefined],
    [undefined, ' \n', undefined],
    ['', 'bell', undefined],
    [' ', undefined, undefined],
    ['ring', 'bell', { line: 'ring', folder: '/home/me/project/src' }],
    [undefined, 'bell', { line: 'bell', folder: '/home/me/project' }],
  ])('is for the flag %j and the setting %j %j', (flag, setting, found) => {
    expect(findNotifier(flag, { notify: setting }, folders)).toEqual(found);
  });

  async function said(line: string): Promise<readonly string[]> {
    const lines: string[] = [];
    await notify(
      { line, folder },
      { event: 'paused', runName: 'a/slip-001', message: 'It "waits".', exitCode: 4 },
      { say: (each) => lines.push(each), stop: new AbortController().signal },
    );
    return lines;
  }

  test('has all that it is told in its environment, and runs in its folder', async () => {
    const line =
      'printf "%s\\n" "$WFMAP_EVENT" "$WFMAP_RUN_NAME" "$WFMAP_MESSAGE" "$WFMAP_EXIT_CODE" "$PWD" > told; [ -n "$PATH" ]';
    expect(await said(line)).toEqual([]);
    expect(readFileSync(join(folder, 'told'), 'utf8')).toBe(
      `paused\na/slip-001\nIt "waits".\n4\n${folder}\n`,
    );
  });

  test('that fails is a line of the progress, with the last thing that it said', async () => {
    expect(await said('exit 3')).toEqual(['The command of --notify failed: exit code 3.']);
    expect(await said('printf "one\\ntwo\\t2\\n\\n" >&2; exit 3')).toEqual([
      'The command of --notify failed: exit code 3: two 2',
    ]);
  });
});
