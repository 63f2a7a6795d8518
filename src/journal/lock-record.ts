/**
 * What a lock says of its owner.
 *
 * Shape: `id` is new for every lock; `start` as in `RunningProcess`; `run` marks every process of the run;
 * `at` is ISO 8601.
 */
export interface LockRecord {
  readonly id: string;
  readonly pid: number;
  readonly start: string | null;
  readonly host: string;
  readonly run: string;
  readonly at: string;
}

/** Reads a lock; undefined for bytes that are none. */
export function decodeLockRecord(bytes: Uint8Array): LockRecord | undefined {
  const value = parsed(bytes);
  return isLockRecord(value) ? value : undefined;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Not JSON, so not a lock: the caller says so.
    return undefined;
  }
}

function isLockRecord(value: unknown): value is LockRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { id, pid, start } = { id: undefined, pid: undefined, start: undefined, ...value };
  // The id becomes part of a file name.
  if (typeof id !== 'string' || !/^[0-9a-f-]{36}$/.test(id)) return false;
  if (!Number.isSafeInteger(pid) || Number(pid) < 1) return false;
  if (start !== null && typeof start !== 'string') return false;
  const texts = { host: undefined, run: undefined, at: undefined, ...value };
  return [texts.host, texts.run, texts.at].every((text) => typeof text === 'string');
}
