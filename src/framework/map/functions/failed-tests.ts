/** A test that failed, or a file that could not be run. */
export interface FailedTest {
  readonly name: string;
  /** Files that it may be in: where the runner says that it is, else where it failed. */
  readonly files: readonly string[];
}

/**
 * The tests that failed, as the lines of a run tell them; empty where they are told in no form that is known.
 *
 * Known are node --test (its own form and TAP), vitest, jest, mocha, pytest, unittest, go test, cargo test and what
 * tsc, rustc and go say of files that do not compile. Each test once; takes time in proportion to the lines.
 */
export function failedTests(lines: readonly string[]): readonly FailedTest[] {
  const told = readWith(HEADS, lines);
  return told.length > 0 ? told : readWith(HEADS_OF_NO_RUN, lines);
}

interface Head {
  readonly pattern: RegExp;
  /** A line that comes before it: the same form stands elsewhere with another meaning. */
  readonly after?: RegExp;
  /** The file that the run is in, from a line before. */
  readonly isInContext?: boolean;
}

const SCRIPT = String.raw`[^\s:()]+\.[cm]?[jt]sx?`;

const HEADS: readonly Head[] = [
  // vitest and jest, of a test and of a file
  {
    pattern: new RegExp(
      String.raw`^\s*FAIL {1,2}(?:\|[^|]+\| )?(?<file>${SCRIPT})(?: > (?<name>.+)| \[.*\]| \([\d.]+ m?s\))?$`,
    ),
  },
  { pattern: /^ {2}● (?<name>.+)$/, isInContext: true },
  // node --test; its name is in the line that follows
  { pattern: /^test at (?<file>.+?):\d+:\d+$/ },
  { pattern: /^\s*not ok \d+ -? ?(?!.*# (?:TODO|SKIP))(?<name>.*)$/i },
  { pattern: /^ {2}\d+\) (?<name>.+)$/, after: /^ {2}\d+ failing$/ },
  // pytest and unittest
  { pattern: /^(?:FAILED|ERROR) (?<file>[^\s:]+\.py)(?:::(?<name>\S+))?/ },
  { pattern: /^(?:FAIL|ERROR): (?<name>\S+ \([\w.]+\))$/ },
  // go test, and files that do not compile
  { pattern: /^\s*--- FAIL: (?<name>\S+)/ },
  { pattern: /^(?:vet: )?(?<file>[^\s:]+\.go):\d+:\d+: (?<name>.+)$/ },
  // cargo test, and files that do not compile
  { pattern: /^test (?<file>\S+\.rs) - (?<name>.+?) \.\.\. FAILED$/ },
  { pattern: /^---- (?<name>\S+) stdout ----$/, isInContext: true },
  { pattern: /^error(?:\[E\d{4}\])?: (?!could not compile|test failed|aborting|\d+ target)(?<name>.+)$/ },
  // tsc
  { pattern: /^(?<file>[^\s(]+\.[cm]?tsx?)\(\d+,\d+\): error (?<name>TS\d+: .*)$/ },
  { pattern: /^(?<file>[^\s:]+\.[cm]?tsx?):\d+:\d+ - error (?<name>TS.*)$/ },
];

/** Where the runner itself went down with a file. */
const HEADS_OF_NO_RUN: readonly Head[] = [
  {
    pattern:
      /^(?:\w+Error|Error)(?: \[\w+\])?: (?<name>Cannot find (?:module|package) '[^']*')(?: imported from (?<file>\S+))?/,
  },
];

/** Lines that say which file the tests after them are in. */
const CONTEXTS: readonly RegExp[] = [
  new RegExp(String.raw`^\s*FAIL {1,2}(?:\|[^|]+\| )?(?<file>${SCRIPT})(?: \([\d.]+ m?s\))?$`),
  /^\s*Running (?:unittests )?(?<file>\S+\.rs) \(/,
];

/** Lines below a head that say where it failed. */
const PLACES: readonly RegExp[] = [
  /^\s*location: '(?<file>.+?):\d+:\d+'$/,
  /^\s+at .*?(?<file>[^\s()]+):\d+:\d+\)?$/,
  /^\s*File "(?<file>[^"<]+)", line \d+/,
  /^\s+(?<file>\S+_test\.go):\d+/,
  /^\s*-->\s+(?<file>[^:]+):\d+:\d+$/,
  /panicked at (?<file>[^:\s]+\.rs):\d+/,
  /^- (?<file>\/.*)$/,
];
const NOT_OF_THE_PROJECT = /^node:|[\\/]node_modules[\\/]|[\\/]lib[\\/]python|^<|^internal[\\/]/;
const NAME_OF_NODE = /^✖ (?<name>.+?)(?: \([\d.]+m?s\))?$/;

interface Found {
  name: string;
  readonly files: Set<string>;
  /** Whether the head itself names the file: then no line below it does. */
  readonly isPlaced: boolean;
}

function readWith(heads: readonly Head[], lines: readonly string[]): readonly FailedTest[] {
  const found: Found[] = [];
  const seen = new Set<RegExp>();
  let context = '';
  let previous = '';
  for (const line of lines) {
    for (const { after } of heads) if (after?.test(line)) seen.add(after);
    context = fileIn(CONTEXTS, line) ?? context;
    const head = heads.find(
      (each) => (each.after === undefined || seen.has(each.after)) && each.pattern.test(line),
    );
    const open = found.at(-1);
    if (head !== undefined) found.push(begin(head, line, context));
    else if (open !== undefined) goOn(open, line, previous);
    previous = line;
  }
  return found.map(({ name, files }) => ({ name, files: [...files] }));
}

function begin({ pattern, isInContext = false }: Head, line: string, context: string): Found {
  const { name = '', file = '' } = pattern.exec(line)?.groups ?? {};
  const files = [file, isInContext ? context : ''].filter((each) => each !== '');
  return { name: name.trim(), files: new Set(files), isPlaced: file !== '' };
}

function goOn(open: Found, line: string, previous: string): void {
  if (previous.startsWith('test at ')) open.name = NAME_OF_NODE.exec(line)?.groups?.['name'] ?? '';
  const place = open.isPlaced ? undefined : fileIn(PLACES, line);
  if (place !== undefined && !NOT_OF_THE_PROJECT.test(place)) open.files.add(place);
}

function fileIn(patterns: readonly RegExp[], line: string): string | undefined {
  for (const pattern of patterns) {
    const file = pattern.exec(line)?.groups?.['file'];
    if (file !== undefined) return file;
  }
  return undefined;
}
