import type { RunEventData } from '../../model/run-event.ts';
import { formatCommand } from '../io/format.ts';
import { UsageError } from '../io/usage-error.ts';

/**
 * The agent that a run resumes with: the one that it started with. What a simulation invents is not a record of a real
 * run, and a simulation that a real agent ends is a record of neither.
 *
 * Errors: throws {@link UsageError} where the command line names the other one.
 */
export function agentToResume(
  flag: string | undefined,
  { agent: begun, map }: RunEventData['run.started'],
  runName: string,
): string {
  const asked = flag ?? begun;
  const isScripted = asked === 'scripted' || asked.startsWith('scripted:');
  if (begun === 'claude' && isScripted) {
    const anew = formatCommand(['wfmap', 'run', map.path, '--agent', asked]);
    throw new UsageError(
      `${runName} is the run of a real agent: a simulation would record steps that nobody did.`,
      {
        help: `To resume: ${formatCommand(['wfmap', 'resume', runName])}. To simulate the map: ${anew}. To test it: wfmap test`,
      },
    );
  }
  if (begun === 'scripted' && asked === 'claude') {
    throw new UsageError(
      `${runName} is a simulation: a real agent would continue from steps that nobody did.`,
      {
        help: `To resume: ${formatCommand(['wfmap', 'resume', runName])}. For a real run: ${formatCommand(['wfmap', 'run', map.path])}`,
      },
    );
  }
  return asked;
}
