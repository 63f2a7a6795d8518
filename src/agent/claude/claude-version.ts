import { startChild } from '../../process/start-child.ts';

const TIMEOUT_MS = 10_000;
/** The first version that knows `client_composed` and the output schema as wfmap uses them. */
const FIRST_STRUCTURED = [2, 1, 248];

const known = new Map<string, Promise<string | undefined>>();

/** What a program printed before, and what keeps what it prints now. */
interface Recalled {
  readonly version: string | undefined;
  readonly keep: (version: string) => void;
}

/**
 * Reads the version that a `claude` program prints; asked once a program, and not where `recall` knows it.
 *
 * Shape: `2.1.329`; undefined when it prints none, fails, or is silent for ten seconds.
 */
export function readClaudeVersion(
  command: string,
  environment: Readonly<Record<string, string | undefined>>,
  recall?: (command: string) => Recalled,
): Promise<string | undefined> {
  const asked = known.get(command);
  if (asked) return asked;
  const version = recallOrAsk(command, environment, recall?.(command));
  known.set(command, version);
  return version;
}

async function recallOrAsk(
  command: string,
  environment: Readonly<Record<string, string | undefined>>,
  recalled: Recalled | undefined,
): Promise<string | undefined> {
  if (recalled?.version !== undefined) return recalled.version;
  const version = await askVersion(command, environment);
  if (version !== undefined) recalled?.keep(version);
  return version;
}

async function askVersion(
  command: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  let version: string | undefined;
  const child = startChild({
    command,
    args: ['--version'],
    folder: '/',
    environment,
    marker: 'version',
    input: '',
    maxLineBytes: 4096,
    timeoutMs: TIMEOUT_MS,
    graceMs: 1_000,
    onOutput: () => undefined,
    onLine: (line) => {
      version ??= /^\d{1,9}\.\d{1,9}\.\d{1,9}/.exec(line.trim())?.[0];
    },
  });
  const end = await child.end;
  return end.exitCode === 0 ? version : undefined;
}

/** How a program of this version is to give its choice. An unknown version counts as a new one. */
export function channelOf(version: string | undefined): 'structured' | 'text' {
  if (version === undefined) return 'structured';
  const parts = version.split('.').map(Number);
  for (const [n, first] of FIRST_STRUCTURED.entries()) {
    const part = parts[n] ?? 0;
    if (part !== first) return part > first ? 'structured' : 'text';
  }
  return 'structured';
}
