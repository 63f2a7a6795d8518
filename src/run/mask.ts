/**
 * Hides secrets in what a run leaves behind.
 *
 * Shape: `text` and `value` replace every occurrence; `stream` does so over chunks of bytes, also where a secret
 * lies across two of them.
 */
export interface Mask {
  readonly text: (text: string) => string;
  readonly value: <T>(value: T) => T;
  readonly stream: () => MaskedStream;
}

/** Gives back what may be written already; what could be the start of a secret is held until `end`. */
export interface MaskedStream {
  readonly push: (chunk: Uint8Array) => Uint8Array;
  readonly end: () => Uint8Array;
}

const MASKED = '[masked]';

/** Shorter values are words that occur anyway. Units: UTF-16. */
const MIN_SECRET_LENGTH = 8;

const SPEAKS_OF_SECRETS = /key(?!board)|token|secret|passw(?:or)?d|credential/i;

/**
 * The secrets in an environment: values of variables whose names speak of one, and of those named `also`.
 *
 * Shape: as they are, and as they stand in JSON; longest first.
 */
export function secretsOf(
  environment: Readonly<Record<string, string | undefined>>,
  also: readonly string[] = [],
): readonly string[] {
  const values = Object.entries(environment)
    .filter(([name]) => SPEAKS_OF_SECRETS.test(name) || also.includes(name))
    .flatMap(([, value = '']) => [value, JSON.stringify(value).slice(1, -1)])
    .filter((value) => value.length >= MIN_SECRET_LENGTH);
  return [...new Set(values)].toSorted((a, b) => b.length - a.length);
}

/** Names of the map, ids and digests: what a run is found by is never masked. */
const KEPT: ReadonlySet<string> = new Set([
  'task',
  'action',
  'target',
  'from',
  'session',
  'run',
  'path',
  'digest',
]);

/** In what was given to a run or a task, such a name is one that the map's author chose. */
const GIVEN: ReadonlySet<string> = new Set(['fields', 'args', 'params']);
const NONE: ReadonlySet<string> = new Set();

export function createMask(secrets: readonly string[]): Mask {
  if (secrets.length === 0) return NO_MASK;
  const pattern = patternOf(secrets);
  const text = (each: string): string => each.replace(pattern, MASKED);
  return {
    text,
    // The shape stays as it is: only strings are replaced, by strings.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    value: <T>(value: T): T => maskValue(value, text) as T,
    stream: () => maskStream(secrets.map((secret) => Buffer.from(secret).toString('latin1'))),
  };
}

const AS_IT_IS: MaskedStream = { push: (chunk) => chunk, end: () => new Uint8Array() };
const NO_MASK: Mask = { text: (text) => text, value: (value) => value, stream: () => AS_IT_IS };

function maskValue(value: unknown, text: (text: string) => string, kept = KEPT): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((each) => maskValue(each, text, kept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      kept.has(key) && typeof each === 'string' ? each : maskValue(each, text, GIVEN.has(key) ? NONE : kept),
    ]),
  );
}

/** Bytes are searched as Latin-1, one unit a byte, so that a character cut in two is no matter. */
function maskStream(secrets: readonly string[]): MaskedStream {
  const pattern = patternOf(secrets);
  const longest = Math.max(...secrets.map((secret) => secret.length));
  const crossesLines = secrets.some((secret) => secret.includes('\n'));
  let held = '';
  return {
    push: (chunk) => {
      const all = held + Buffer.from(chunk).toString('latin1');
      let end = 0;
      for (const match of all.matchAll(pattern)) end = match.index + match[0].length;
      // Behind the last whole secret another may have begun; it would have to end in what comes next.
      const line = crossesLines ? 0 : all.lastIndexOf('\n') + 1;
      const cut = Math.max(end, line, all.length - (longest - 1));
      held = all.slice(cut);
      return Buffer.from(all.slice(0, cut).replace(pattern, MASKED), 'latin1');
    },
    end: () => {
      const rest = held.replace(pattern, MASKED);
      held = '';
      return Buffer.from(rest, 'latin1');
    },
  };
}

function patternOf(secrets: readonly string[]): RegExp {
  return new RegExp(
    secrets.map((secret) => secret.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join('|'),
    'g',
  );
}
