import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';

/** Lines of a shell that stands in for git: `$*` are its words; what it does not end goes on to the real one. */
export function standInGit(home: string, lines: string): void {
  const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const folder = join(home, 'stand-in');
  mkdirSync(folder, { recursive: true });
  const text = `#!/bin/sh\n${lines}\nexec '${real}' "$@"\n`;
  writeFileSync(join(folder, 'git'), text, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
}

/** A git that refuses each call whose words hold these, so that its own words are the same everywhere. */
export function refusingGit(home: string, words: string): void {
  const lines = [`case " $* " in *' ${words} '*)`, "echo 'fatal: no such luck' >&2; exit 128;;", 'esac'];
  standInGit(home, lines.join('\n'));
}
