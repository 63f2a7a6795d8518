import type { ShellCall, ShellReply, ShellRunner } from '../../agent/shell/shell-runner.ts';
import type { SettingsGuard } from '../host/settings-guard.ts';

/** Starts a command that uses git once its settings are seen to be those of the start of the run. */
export function startChecked(
  shell: ShellRunner,
  guard: SettingsGuard,
  request: Parameters<ShellRunner['start']>[0],
): ShellCall {
  let call: ShellCall | undefined;
  let isStopped = false;
  const reply = guard.faultIn(request.workFolder).then((reason): ShellReply | Promise<ShellReply> => {
    if (isStopped) return { outcome: 'interrupted', durationMs: 0 };
    if (reason !== undefined)
      return { outcome: 'failed', fault: 'permanent', reason, help: undefined, durationMs: 0 };
    call = shell.start(request);
    return call.reply;
  });
  const end = (how: 'stop' | 'kill') => (): void => {
    isStopped = true;
    call?.[how]();
  };
  return { reply, stop: end('stop'), kill: end('kill') };
}
