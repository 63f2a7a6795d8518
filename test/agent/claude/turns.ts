import type { Turn } from '../../../src/agent/claude/judge-result.ts';
import { createStreamReader } from '../../../src/agent/claude/read-stream.ts';

/** A process that ended well and said nothing. */
export const END = {
  exitCode: 0,
  signal: null,
  stderr: '',
  timedOut: false,
  wasSilent: false,
  startFault: undefined,
  leftovers: 0,
  survivors: [],
  durationMs: 5,
};

/** A turn whose process wrote these lines. */
export function turnOf(lines: readonly string[], changes: Partial<Turn> = {}): Turn {
  const reader = createStreamReader({
    onProgress: () => undefined,
    onResult: () => true,
    onRead: () => false,
    onRefused: () => undefined,
    onTool: () => undefined,
    onRequest: () => undefined,
  });
  for (const line of lines) reader.line(line);
  return {
    request: {
      actions: [{ name: 'Go', choose: undefined }],
      output: undefined,
      channel: 'text',
      session: { id: 's', continues: false },
      timeoutMs: 30_000,
      workFolder: '/project',
      permissionMode: undefined,
    },
    stream: reader.facts(),
    end: END,
    stopped: false,
    refused: false,
    ...changes,
  };
}

/** The line of a good result, but for some fields. */
export function result(fields: object): string {
  const good = {
    type: 'result',
    subtype: 'success',
    is_error: false,
    terminal_reason: 'completed',
    result: 'ACTION: Go',
  };
  return JSON.stringify({ ...good, ...fields });
}

/** The line that says that a limit is used up, but for some fields. */
export function limitLine(info: object): string {
  return JSON.stringify({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', ...info } });
}
