import type { RunEventData } from '../../model/run-event.ts';
import type { OpenTask } from '../state/run-state.ts';
import { choicesOf } from '../../prompt/render/expected-answer.ts';

type Purpose = RunEventData['agent.started']['purpose'];

/**
 * What the engine says to an agent next: the task's prompt, or a few fixed words in a session that knows it.
 *
 * Shape: `session` is the one to go on in, `forks` the one to begin as a copy of; without either it is a new one.
 */
export interface Turn {
  readonly purpose: Purpose;
  readonly text: { readonly kind: 'prompt' } | { readonly kind: 'words'; readonly words: string };
  readonly session: string | undefined;
  readonly forks: string | undefined;
}

/** The session that an execution begins in, as its task says. */
export type FirstSession = Pick<Turn, 'session' | 'forks'>;

/**
 * Decides the next turn of an execution from how the turns before it went.
 *
 * A session is continued wherever the agent still has it, so that work paid for is not paid again; where it
 * has none the prompt is sent anew.
 */
export function turnOf(open: OpenTask, first: () => FirstSession): Turn {
  const { last, session, resumes } = open;
  if (last === undefined && resumes === undefined) return { purpose: 'prompt', text: PROMPT, ...first() };
  const purpose = last === undefined ? 'resume' : last.outcome === 'rejected' ? 'repair' : 'retry';
  if (session?.known !== true) {
    // A copy that never came to be is made again; what was lost twice is not there to be copied.
    const forks = open.lost < 2 ? first().forks : undefined;
    return { purpose, text: PROMPT, session: undefined, forks };
  }
  return { purpose, text: { kind: 'words', words: wordsOf(open) }, session: session.id, forks: undefined };
}

const PROMPT = { kind: 'prompt' } as const;

/**
 * What a person told the agents of this visit that the session of the next turn does not know, to be added to what the agent is
 * told; "" for nothing. A session that is not known any more knew all that its agent had read.
 */
export function messagesFor({ messages }: Pick<OpenTask, 'messages'>, kind: Turn['text']['kind']): string {
  const unknown = kind === 'words' ? messages.filter(({ isRead }) => !isRead) : messages;
  if (unknown.length === 0) return '';
  const texts = unknown.map((message) => message.text);
  return ['', '', 'A person wrote this to you while you worked on the task before:', ...texts].join('\n');
}

function wordsOf(open: OpenTask): string {
  const { last, resumes } = open;
  if (last?.outcome === 'rejected') return repairText(open, last.reason ?? '');
  return last === undefined && resumes !== undefined ? resumeText(resumes) : RETRY_TEXT;
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
  const names = task.type !== 'claude' ? [] : choicesOf(task).map(({ name }) => `- ${name}`);
  const choose =
    names.length === 0
      ? []
      : ['Choose exactly one of these actions, by what you have already done and found:', ...names, ''];
  const how =
    names.length === 0
      ? 'Do no further work. Answer in the way the task asked for.'
      : 'Do no further work. Answer in the way the task asked for, with one of these names, spelled exactly so.';
  return [`Your answer cannot be used: ${fault}`, '', ...choose, how].join('\n');
}
