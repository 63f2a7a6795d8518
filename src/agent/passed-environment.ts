/** What programs need to work at all: where they and files are, language, terminal, proxies and certificates, the name for commits. */
const USUAL = [
  'PATH HOME USER LOGNAME SHELL PWD TMPDIR TMP TEMP TZ XDG_*',
  'LANG LANGUAGE LC_* TERM COLORTERM NO_COLOR FORCE_COLOR CI',
  'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy',
  'SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS GIT_AUTHOR_* GIT_COMMITTER_* WFMAP_*',
].flatMap((names) => names.split(' '));

/** What Claude Code is set up and logged in by. */
export const OF_CLAUDE = ['ANTHROPIC_*', 'CLAUDE_*'];

/**
 * The variables that a process of a run gets.
 *
 * Shape: all of them where `names` is undefined; else the usual ones, those in `names`, and those in `also`. A `*` at the end of a
 * name stands for any letters.
 */
export function passedEnvironment<Value>(
  environment: Readonly<Record<string, Value>>,
  names: readonly string[] | undefined,
  also: readonly string[] = [],
): Readonly<Record<string, Value>> {
  if (names === undefined) return environment;
  const all = [...USUAL, ...also, ...names];
  const exact = new Set(all);
  const begins = all.flatMap((name) => (name.endsWith('*') ? [name.slice(0, -1)] : []));
  const passes = (name: string): boolean => exact.has(name) || begins.some((start) => name.startsWith(start));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => passes(name)));
}
