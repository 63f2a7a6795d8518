import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PROGRAM } from './helpers/program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wfmap launcher-'));
  writeProgram(join(folder, 'node'), 'echo "the machine: $@"');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeProgram(path: string, line: string): void {
  writeFileSync(path, `#!/bin/sh\n${line}\n`);
  chmodSync(path, 0o755);
}

function started(program: string, ...words: readonly string[]): string {
  const env = { HOME: folder, PATH: `${folder}:/usr/bin:/bin` };
  return spawnSync(program, words, { cwd: folder, encoding: 'utf8', env }).stdout;
}

describe('wfmap, linked onto PATH,', () => {
  test('runs on the Node that a clone brings, whatever that of the machine', () => {
    const link = join(folder, 'wfmap');
    symlinkSync(PROGRAM, link);
    expect(started(link, '--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('runs on that of the machine where it brings none, with its words as they are', () => {
    const dist = join(folder, 'a package/dist');
    mkdirSync(dist, { recursive: true });
    copyFileSync(PROGRAM, join(dist, 'main.js'));
    symlinkSync(join(dist, 'main.js'), join(folder, 'wfmap'));
    const reported = started(join(folder, 'wfmap'), 'run', 'my map', '--x=$HOME');
    expect(reported).toMatch(/^the machine: \/.*\/a package\/dist\/main\.js run my map --x=\$HOME\n$/);
  });
});
