import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** Caches of package managers and compilers, in the home folder. */
const CACHES = ['.npm', '.cache', '.cargo', 'go', '.gradle', '.m2'];

/**
 * What Claude Code and package managers write outside of a project, as far as it exists.
 *
 * Shape: absolute paths: the configuration of Claude Code, then caches. `.claude.json` is a file: it can be written in
 * place, not replaced.
 */
export function usualWritable(
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): readonly string[] {
  const own = environment['CLAUDE_CONFIG_DIR'] ?? '';
  const config = isAbsolute(own) ? [own] : [join(home, '.claude'), join(home, '.claude.json')];
  const caches = CACHES.map((name) => join(home, name));
  return [...config, ...caches].filter((path) => existsSync(path));
}
