import type { Retry } from '../../model/block.ts';

/** What a map says for all tasks that do not say otherwise; undefined stands for the engine's default. */
export interface TaskDefaults {
  readonly model: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly retry: Retry;
  readonly permissionMode: string | undefined;
  readonly allowedTools: readonly string[] | undefined;
  readonly maxTurns: number | undefined;
}
