/** What a line of a test run shows. */
export type Finding = 'broken' | 'missing' | 'failed';

/**
 * What a line says of the run, for the test runners of Python, JavaScript, TypeScript, Go and Rust; undefined where it
 * says nothing.
 *
 * `broken`: the tests cannot be run as they are written. `missing`: what they import or call is not there yet, also
 * where the compiler says so. `failed`: a test ran and failed. The first that fits counts. Every pattern takes time in
 * proportion to the line.
 */
export function findingIn(line: string): Finding | undefined {
  return FINDINGS.find(({ pattern }) => pattern.test(line))?.finding;
}

/** Codes of rustc and tsc for a name, member or module that is not there. */
const RUST_MISSING = '0405|0407|0412|0422|0425|0432|0433|0463|0531|0560|0583|0599|0609';
const TYPESCRIPT_MISSING = '2304|2305|2306|2307|2339|2503|2551|2552|2613|2614|2694|2724|2792|5097|7016';

const FINDINGS: readonly { readonly finding: Finding; readonly pattern: RegExp }[] = [
  // Thrown while a test ran, or while modules were linked: no mistake in how a file is written.
  { finding: 'missing', pattern: /SyntaxError: .*does not provide an export named/ },
  { finding: 'failed', pattern: /SyntaxError: (?:.*JSON|Invalid regular expression)/ },

  // The runner itself, or the one file that it was given.
  { finding: 'broken', pattern: /No module named '?(?:pytest|unittest|nose2?|tox)'?(?:\W|$)/ },
  { finding: 'broken', pattern: /^\S*sh: .*not found|\*\*\* .*\bError 127\b|could not determine executable/ },
  { finding: 'broken', pattern: /is not recognized as an internal or external command|requireStack: \[\]/ },
  { finding: 'broken', pattern: /Missing script: |^error: no such command|No rule to make target/ },
  { finding: 'broken', pattern: /^error: could not find `Cargo\.toml`|^go: (?:cannot find main|go\.mod)/ },
  {
    finding: 'broken',
    pattern: /Cannot find module '.*[\\/]node_modules[\\/](?:\.bin|jest|vitest|mocha|ava|tap|jasmine)[\\/]/,
  },

  // No tests.
  {
    finding: 'broken',
    pattern: /No test suite found in file|Your test suite must contain at least one test/,
  },

  // Python
  { finding: 'broken', pattern: /^(?:E\s+)?(?:SyntaxError|IndentationError|TabError): / },
  { finding: 'missing', pattern: /^(?:E\s+)?(?:ModuleNotFoundError|ImportError): (?!Failed to import test)/ },

  // JavaScript
  { finding: 'broken', pattern: /^[#●✖×>|\s]*SyntaxError(?: \[\w+\])?: / },
  {
    finding: 'broken',
    pattern:
      /Jest encountered an unexpected token|Failed to parse source for |Parse failure: |Transform failed with \d|\[PARSE_ERROR\]/,
  },
  {
    finding: 'missing',
    pattern: /Cannot find (?:module|package) ['"]|Failed to (?:resolve import|load url) /,
  },

  // Compilers: what is missing, then all else that they refuse.
  { finding: 'missing', pattern: new RegExp(`^error\\[E(?:${RUST_MISSING})\\]`) },
  { finding: 'missing', pattern: /^error: cannot find macro / },
  { finding: 'broken', pattern: /^error\[E\d{4}\]/ },
  {
    finding: 'broken',
    pattern: /^error: (?:expected|unexpected|unknown start|unterminated|mismatched|this file contains)\b/i,
  },
  { finding: 'missing', pattern: new RegExp(`\\berror TS(?:${TYPESCRIPT_MISSING}):`) },
  { finding: 'broken', pattern: /\berror TS\d{4,5}:/ },
  {
    finding: 'missing',
    pattern:
      /\.go:\d+:\d+: (?:undefined: |\S+ undefined \(|no required module provides|package \S+ is not in|cannot find package|could not import|unknown field )/,
  },
  // It stands below others, which have been told.
  { finding: 'missing', pattern: /\.go:\d+:\d+: (?:too many errors)/ },
  { finding: 'broken', pattern: /\.go:\d+:\d+: \S/ },

  // A test that ran.
  { finding: 'failed', pattern: /\bAssert(?:ion)?Error\b|^E\s+(?:assert\b|\w+Error\b)|^assertion .*failed/ },
  { finding: 'failed', pattern: /^\s*not ok \d|^\s*--- FAIL: |^test result: FAILED|^test .* \.\.\. FAILED/ },
  { finding: 'failed', pattern: /^FAILED(?: \S+::| \()|^\s*(?:[✕✖✗×]|[✘●] )\s*\S|^\s*FAIL(?:ED)?:? / },
  { finding: 'failed', pattern: /\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?)\b/i },
  { finding: 'failed', pattern: /\b(?:fail|failed|failures?|errors)\s*[:=]?\s*[1-9]/i },
];
