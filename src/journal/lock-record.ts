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
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, pid, start, host, run, at } = { ...NOTHING, ...value };
  // The id becomes part of a file name.
  if (typeof id !== 'string' || !/^[0-9a-f-]{36}$/.test(id)) return undefined;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return undefined;
  if (start !== null && typeof start !== 'string') return undefined;
  if (typeof host !== 'string' || typeof run !== 'string' || typeof at !== 'string') return undefined;
  return { id, pid, start, host, run, at };
}

const NOTHING: Readonly<Record<keyof LockRecord, unknown>> = {
  id: undefined,
  pid: undefined,
  start: undefined,
  host: undefined,
  run: undefined,
  at: undefined,
};

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // Not JSON, so not a lock: the caller says so.
    return undefined;
  }
}
