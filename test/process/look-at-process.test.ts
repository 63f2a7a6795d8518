import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lookAtProcess } from '../../src/process/look-at-process.ts';
import { startedOf } from '../../src/process/platform/one-process.ts';
import { runsAround } from '../../src/process/runs-around.ts';

/** A folder of a test's own with a script in it that says that it is up and stays. */
function makeScript() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-look-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'script.cjs'), "console.log('up'); setInterval(() => {}, 1000);");
  symlinkSync('script.cjs', join(folder, 'link'));
  return folder;
}

async function startIn(folder: string, words: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child.pid ?? 0;
}

describe.skipIf(process.platform !== 'linux')('a look at a process', () => {
  test('sees its program, its words, its user and the runs that it is inside of', async () => {
    const folder = makeScript();
    const pid = await startIn(folder, ['--no-warnings', 'link', 'answer', 'Go on'], {
      WFMAP_RUN: 'run-1',
      WFMAP_AGENT: 'agent-1',
    });
    expect(lookAtProcess(pid, join(folder, 'none'))).toEqual({
      start: startedOf(pid),
      user: userInfo().username,
      terminal: lookAtProcess(process.pid, folder)?.terminal,
      program: join(folder, 'script.cjs'),
      words: ['answer', 'Go on'],
      within: [{ run: 'run-1', agent: 'agent-1' }, ...runsAround()],
      isReadable: true,
      holds: false,
    });
  });

  test('sees no program where there is no script, or none any more', async () => {
    const folder = makeScript();
    const code = "console.log('up'); setInterval(() => {}, 1000)";
    const alone = await startIn(folder, ['--no-warnings', `--eval=${code}`]);
    expect(lookAtProcess(alone, folder)).toMatchObject({ program: null, words: [] });
    const gone = await startIn(folder, ['script.cjs', 'x']);
    rmSync(join(folder, 'script.cjs'));
    expect(lookAtProcess(gone, folder)).toMatchObject({ program: null, words: ['x'] });
  });

  test('sees whether it has a file open', () => {
    const folder = makeScript();
    const [file, other] = [join(folder, 'file'), join(folder, 'other')];
    writeFileSync(file, '');
    writeFileSync(other, '');
    const open = openSync(file, 'r');
    expect(lookAtProcess(process.pid, file)?.holds).toBe(true);
    expect(lookAtProcess(process.pid, other)?.holds).toBe(false);
    closeSync(open);
    expect(lookAtProcess(process.pid, file)?.holds).toBe(false);
  });

  test('sees nothing of one that is gone', async () => {
    const child = spawn('/bin/true');
    await once(child, 'exit');
    expect(lookAtProcess(child.pid ?? 0, '/')).toBeUndefined();
  });
});
