import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createProcessTable } from '../../src/process/process-table.ts';

test('a process is a wfmap where its words name the program, by whatever link', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wfmap-words-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/main.js'), "console.log('up'); setInterval(() => {}, 1000);");
  symlinkSync('dist/main.js', join(folder, 'wfmap'));
  const isWfmap = async (name: string, ...words: readonly string[]): Promise<boolean | undefined> => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, type: 'module' }));
    const child = spawn(process.execPath, words, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    const found = createProcessTable()
      .find(child.pid ?? 0)
      ?.isWfmap();
    child.kill('SIGKILL');
    return found;
  };
  expect(await isWfmap('wfmap', './wfmap', 'run')).toBe(true);
  expect(await isWfmap('wfmap', join(folder, 'dist/main.js'))).toBe(true);
  expect(await isWfmap('another', 'dist/main.js')).toBe(false);
  expect(await isWfmap('wfmap', '-e', "console.log('up'); setInterval(() => {}, 1000)", 'main.js')).toBe(
    false,
  );
});
