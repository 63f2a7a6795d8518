import type { ProjectConfig } from '../../project/config.ts';
import { runShellLine } from '../../process/run-shell-line.ts';
import { toOneLine } from '../io/format.ts';
import type { Progress } from './progress.ts';

/** What a person's own command is told of a run that came to rest. */
export interface Notification {
  readonly event: 'paused' | 'finished';
  readonly runName: string;
  /** One sentence, secrets masked. */
  readonly message: string;
  readonly exitCode: number;
}

/** A command line for the shell, as it was written, and where it runs. */
export interface Notifier {
  readonly line: string;
  readonly folder: string;
}

/** Units: ms. */
const TIMEOUT_MS = 10_000;

/** The command of `--notify`, else that of the settings as they were taken; an empty one counts as none. */
export function findNotifier(
  flag: string | undefined,
  { notify: setting }: Pick<ProjectConfig, 'notify'>,
  { workFolder, workRoot }: { readonly workFolder: string; readonly workRoot: string },
): Notifier | undefined {
  const line = flag ?? setting ?? '';
  if (line.trim() === '') return undefined;
  return { line, folder: flag === undefined ? workRoot : workFolder };
}

/** Runs the command. Errors: none; that it failed is a line of the progress. */
export async function notify(
  { line, folder }: Notifier,
  notification: Notification,
  surroundings: { readonly say: Progress['say']; readonly stop: AbortSignal },
): Promise<void> {
  const { event, runName, message, exitCode } = notification;
  const environment = {
    ...process.env,
    WFMAP_EVENT: event,
    WFMAP_RUN_NAME: runName,
    WFMAP_MESSAGE: message,
    WFMAP_EXIT_CODE: String(exitCode),
  };
  const { stop, say } = surroundings;
  const outcome = await runShellLine({ line, folder, environment, timeoutMs: TIMEOUT_MS, stop });
  if (outcome.kind === 'done') return;
  const lastLine = outcome.output.trim().split('\n').at(-1) ?? '';
  say(
    `The command of --notify failed: ${toOneLine(outcome.reason)}${lastLine === '' ? '.' : `: ${toOneLine(lastLine)}`}`,
  );
}
