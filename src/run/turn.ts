import type { RunEventData } from '../model/run-event.ts';
import type { OpenTask } from './run-state.ts';

/** What the engine says to an agent next: the task's prompt, or a few fixed words in a session that knows it. */
export type Turn =
  | { readonly purpose: RunEventData['agent.started']['purpose']; readonly continues: false }
  | {
      readonly purpose: RunEventData['agent.started']['purpose'];
      readonly continues: true;
      readonly text: string;
    };

/**
 * Decides the next turn of an execution from how the turns before it went.
 *
 * A session is continued wherever the agent still has it, so that work paid for is not paid again; where it
 * has none the prompt is sent anew.
 */
export function turnOf(open: OpenTask): Turn {
  const isKnown = open.session?.known ?? false;
  const { last } = open;
  if (last === undefined) {
    if (open.resumes === undefined) return { purpose: 'prompt', continues: false };
    return isKnown
      ? { purpose: 'resume', continues: true, text: resumeText(open.resumes) }
      : { purpose: 'resume', continues: false };
  }
  if (last.outcome === 'rejected') {
    return isKnown
      ? { purpose: 'repair', continues: true, text: repairText(open, last.reason ?? '') }
      : { purpose: 'repair', continues: false };
  }
  return isKnown
    ? { purpose: 'retry', continues: true, text: RETRY_TEXT }
    : { purpose: 'retry', continues: false };
}

const RETRY_TEXT =
  'The connection broke before you had finished. Look at what is already done, go on from there, ' +
  'finish the task as it was given, and answer as it asks.';

function resumeText({ cause, reason }: NonNullable<OpenTask['resumes']>): string {
  const what =
    cause === 'interrupted'
      ? 'You were interrupted before you had finished; a command of yours may have been cut off.'
      : `Your last attempt at this task ended with a fault: ${reason}`;
  return `${what} Look at what is already done, go on from there, finish the task as it was given, and answer as it asks.`;
}

function repairText({ task }: OpenTask, fault: string): string {
  const names = task.type === 'end' ? [] : task.actions.map(({ name }) => `- ${name}`);
  return [
    `Your answer cannot be used: ${fault}`,
    '',
    'Choose exactly one of these actions, by what you have already done and found:',
    ...names,
    '',
    'Do no further work. Answer in the way the task asked for, with one of these names, spelled exactly so.',
  ].join('\n');
}
