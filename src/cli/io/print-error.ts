import { AgentError } from '../../agent/agent-error.ts';
import { ScenarioError } from '../../agent/scripted/scenario.ts';
import { GateError } from '../../gate/gate-error.ts';
import { GitError } from '../../git/git-error.ts';
import { JournalError } from '../../journal/journal-error.ts';
import { printable } from '../../diagnostics/printable.ts';
import { ProjectError } from '../../project/project-error.ts';
import { RunError } from '../../run/state/run-error.ts';
import { toError, WfmapError } from '../../util/error.ts';
import { EXIT } from './exit-code.ts';
import { UsageError } from './usage-error.ts';

/** Faults of the disk; every other fault that has a class of ours was there before anything was started. */
const DISK_FAULTS: ReadonlySet<string> = new Set([
  'storage-failed',
  'journal-damaged',
  'journal-changed',
  'journal-foreign',
  'journal-missing',
  'journal-refused',
  'lock-damaged',
  'record-too-large',
  'path-refused',
]);

const BEFORE_THE_START = [
  UsageError,
  ProjectError,
  RunError,
  AgentError,
  ScenarioError,
  JournalError,
  GitError,
  GateError,
];

/** Tells an error as a person can use it. Shape: the exit code that belongs to it. */
export function printError(thrown: unknown): number {
  const error = toError(thrown);
  if (error instanceof WfmapError) {
    const lines = [`wfmap: ${error.message}`, ...(error.help === undefined ? [] : [`  ${error.help}`])];
    // Names from the command line and from files are in it.
    for (const line of lines.join('\n').split('\n')) process.stderr.write(`${printable(line)}\n`);
    const isEarly = BEFORE_THE_START.some((kind) => error instanceof kind) && !DISK_FAULTS.has(error.code);
    return isEarly ? EXIT.usage : EXIT.fault;
  }
  process.stderr.write(
    `${error.stack ?? String(error)}\nThis is a bug in wfmap; please report it with the lines above.\n`,
  );
  return EXIT.fault;
}
