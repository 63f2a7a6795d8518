import type { AgentReminder } from '../agent.ts';
import { shellWord } from './shell-start.ts';

/** Units: seconds. Printing a file takes none of them, but on a machine that is busy. */
const TIMEOUT_S = 10;

/**
 * The hook of Claude Code that reminds an agent, as its `--settings` take it.
 *
 * The command holds no text but the path of a file that the run wrote. Where that is gone the hook prints nothing, and the
 * tool is used as if there were none.
 */
export function reminderHooks({ file, on, before }: AgentReminder) {
  const command = before ? onceCommand(file) : `cat ${shellWord(file)}`;
  const hooks = [{ type: 'command', command, timeout: TIMEOUT_S }] as const;
  return { PreToolUse: [{ matcher: on.join('|'), hooks }] } as const;
}

/** What the file is to hold: what Claude Code is answered. */
export function hookAnswer({ text, before }: { readonly text: string; readonly before: boolean }): string {
  const answer = before
    ? { permissionDecision: 'deny', permissionDecisionReason: text }
    : { additionalContext: text };
  return `${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...answer } })}\n`;
}

/** Tools may be used side by side: of several at once only one can move the file. */
function onceCommand(file: string): string {
  const shown = shellWord(`${file.replace(/\.json$/, '')}-told.json`);
  return `if mv -f ${shellWord(file)} ${shown} 2>/dev/null; then cat ${shown}; fi`;
}
