import type { ShellReply, ShellRequest, ShellRunner } from '../shell/shell-runner.ts';
import { delayedReply, performed, timeWithin } from './delayed-reply.ts';
import { reportedChanges } from './reported-changes.ts';
import type { ScriptedAnswer } from './scripted-answer.ts';
import { countTurns, type Script, type ScriptedStage } from './script.ts';

/**
 * Shell tasks without a shell: no command is run, and what the script says is what it gave.
 *
 * Errors: none; what the script lets fail is in the reply.
 */
export function createScriptedShell(
  script: Script,
  { sleep, perform, turnOf = countTurns() }: ScriptedStage = {},
): ShellRunner {
  return {
    start: (request) => {
      const { task, visit, address, timeoutMs } = request;
      const asked = { of: 'command' as const, address, actions: [], output: undefined, fields: [] };
      const scripted = script(task, visit, turnOf(task, visit, address), asked);
      const { ms: durationMs, isTooLong } = timeWithin(scripted?.ms, timeoutMs);
      sendOutput(request, scripted?.stdout ?? '');
      const verdict = isTooLong
        ? failure('transport', `The command timed out after ${durationMs / 1000} s.`)
        : replyOf(task, scripted);
      const changes = scripted && reportedChanges(scripted);
      const reply: ShellReply = { durationMs, ...(changes && { changes }), ...verdict };
      const delayed = delayedReply<ShellReply>(
        durationMs,
        { reply, interrupted: { durationMs, outcome: 'interrupted' } },
        sleep,
      );
      return performed(delayed, reply, scripted && perform && (() => perform(scripted)));
    },
  };
}

type Verdict = ShellReply extends infer R ? (R extends ShellReply ? Omit<R, 'durationMs'> : never) : never;

function replyOf(task: string, scripted: ScriptedAnswer | undefined): Verdict {
  if (scripted === undefined) return unanswered('no answer', task);
  const { fail, reason, ends, exitCode, stdout } = scripted;
  if (ends === true) return failure('permanent', 'The recorded run came no further than this command.');
  if (fail !== undefined) {
    const fault = fail === 'transport' ? 'transport' : 'permanent';
    return failure(fault, reason ?? `The scenario lets this command fail (${fault}).`);
  }
  if (exitCode === undefined && stdout === undefined) return unanswered('no exit code', task);
  return { outcome: 'exited', exitCode: exitCode ?? 0, stdout: stdout ?? '' };
}

function unanswered(what: string, task: string): Verdict {
  return failure('permanent', `The scenario has ${what} for the command of task "${task}".`);
}

function failure(fault: 'transport' | 'permanent', reason: string): Verdict {
  return { outcome: 'failed', fault, reason, help: undefined };
}

function sendOutput(request: ShellRequest, stdout: string): void {
  if (stdout === '') return;
  request.log(new TextEncoder().encode(`${stdout}\n`));
  for (const line of stdout.split('\n')) request.onLine(line);
}
