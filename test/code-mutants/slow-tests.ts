/** The tests of the slow project that a folder of the code is judged by, once the fast ones have passed. */
const SLOW_TESTS: Readonly<Record<string, readonly string[]>> = {
  'src/agent': ['test/agent/claude', 'test/agent/shell', 'test/e2e/agent-behaviour', 'test/e2e/agent-faults'],
  'src/artifact': ['test/e2e/artifacts'],
  'src/cli': ['test/cli/git', 'test/conformance/command-line', 'test/e2e'],
  'src/gate': ['test/e2e/signed', 'test/attacks/signed', 'test/attacks/gates'],
  'src/git': ['test/git', 'test/cli/git', 'test/run/worktree', 'test/e2e/git', 'test/e2e/worktrees'],
  'src/journal': [
    'test/e2e/kill',
    'test/e2e/torn-journal',
    'test/e2e/resume',
    'test/e2e/answer-command',
    'test/e2e/synced',
  ],
  'src/lsp': ['test/lsp/served'],
  'src/process': ['test/process', 'test/e2e/processes', 'test/e2e/interrupts', 'test/e2e/launcher'],
  'src/project': ['test/e2e/files', 'test/e2e/bad-input', 'test/e2e/command-line', 'test/e2e/doctor'],
  'src/run': ['test/run/worktree', 'test/e2e/resume', 'test/e2e/kill.test', 'test/e2e/agent-behaviour'],
  'src/scenario': ['test/e2e/test-command'],
  'src/wall': ['test/wall/battery', 'test/wall/raised-wall', 'test/process/walled-child'],
};

/** Those of the folders below `check`, which every command goes through. */
const OF_MAPS: readonly string[] = [
  'test/conformance/command-line',
  'test/e2e/map-commands',
  'test/e2e/map-forms',
  'test/e2e/prompt-command',
  'test/e2e/validate-command',
];

/** Filters of vitest for the slow tests of a file of the code. */
export function slowTestsOf(path: string): readonly string[] {
  const folder = path.split('/').slice(0, 2).join('/');
  return SLOW_TESTS[folder] ?? OF_MAPS;
}

/** All that the table names. */
export const NAMED_SLOW_TESTS: readonly string[] = [
  ...new Set([...Object.values(SLOW_TESTS).flat(), ...OF_MAPS]),
];
