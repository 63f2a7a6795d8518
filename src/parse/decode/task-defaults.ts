import type { ClaudeTask } from '../../model/block.ts';

/** What a map says for all tasks that do not say otherwise; undefined stands for the engine's default. */
export type TaskDefaults = Pick<
  ClaudeTask,
  'model' | 'timeoutMs' | 'retry' | 'permissionMode' | 'unruledCalls' | 'allowedTools' | 'writes' | 'maxTurns'
>;
