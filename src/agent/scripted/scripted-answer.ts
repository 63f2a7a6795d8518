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
  /** The paths that an agent or a command has changed. Default: none. */
  readonly changes?: readonly string[];
  /** Units: US dollars. */
  readonly costUsd?: number;
  /** How long the work takes. Units: milliseconds. */
  readonly ms?: number;
}
