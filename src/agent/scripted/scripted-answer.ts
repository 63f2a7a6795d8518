import type { ReportedChanges } from '../agent.ts';
import type { Value } from '../../model/value.ts';

/**
 * One answer, of whoever does the task. A text alone stands for `{"action": text}`.
 *
 * Shape: one of these. An agent: `action` and `output`, as far as they are asked for, or `text` alone where neither
 * is; `reply`, a text that is no answer. A command: `exitCode` (0 without one) and `stdout`. A person: `action` and
 * `fields`. Anybody: `fail`, of which `limit` is an agent's, with `resetsAt` in ISO 8601.
 */
export interface ScriptedAnswer {
  readonly action?: string;
  readonly output?: Value;
  readonly reply?: string;
  readonly exitCode?: number;
  readonly stdout?: string;
  readonly fields?: Readonly<Record<string, Value>>;
  readonly fail?: 'transport' | 'permanent' | 'limit';
  /** Why it fails. Default: because the scenario says so. */
  readonly reason?: string;
  readonly resetsAt?: string;
  readonly text?: string;
  /** Of a task whose branches or items work in worktrees: the names or keys of those whose merge meets other changes. */
  readonly conflicts?: readonly string[];
  /** What an agent or a command has changed: paths, or paths by how they changed with the commits that were made. Default: what it edits. */
  readonly changes?: readonly string[] | Partial<ReportedChanges>;
  /** The files that it wrote, by path: all of the text, null where it deleted one. Written only where a project is there for it. */
  readonly edits?: Readonly<Record<string, string | null>>;
  /** The message of a commit of all that is changed by then; made as edits are. */
  readonly commit?: string;
  /** Units: US dollars. */
  readonly costUsd?: number;
  /** A recorded run came no further: a person is waited for, an agent or a command is stopped. */
  readonly ends?: true;
  /** How long the work takes. Units: milliseconds. */
  readonly ms?: number;
}
