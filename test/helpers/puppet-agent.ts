import type { Agent, AgentMessage, AgentReply, AgentRequest, Settled } from '../../src/agent/agent.ts';
import type { Value } from '../../src/model/value.ts';

/** A turn that was asked for, and how its call was ended. */
export interface PuppetTurn extends AgentRequest {
  readonly calls: ('stop' | 'kill')[];
  /** The messages that it was told. */
  readonly heard: string[];
  /** Takes no more messages, as one that has answered. */
  readonly closeEar: () => void;
  /** Replies to a turn that is held. */
  readonly reply: (reply: AgentReply) => void;
}

export interface PuppetAgent extends Agent {
  readonly turns: PuppetTurn[];
  /** Resolves when that many turns were asked for. */
  readonly asked: (count: number) => Promise<void>;
}

/**
 * An agent that replies as it is told, one reply a turn in order.
 *
 * A turn beyond the list, or one that is `hold`, is held until the test replies or the call is ended: it is
 * `interrupted` then.
 */
export function puppetAgent(...replies: readonly (AgentReply | 'hold')[]): PuppetAgent {
  const turns: PuppetTurn[] = [];
  let wake = (): void => undefined;
  return {
    kind: 'scripted',
    turns,
    asked: async (count) => {
      while (turns.length < count) await new Promise<void>((resolve) => (wake = resolve));
    },
    start: (request) => {
      const { promise, resolve } = Promise.withResolvers<AgentReply>();
      const given = replies[turns.length];
      const calls: ('stop' | 'kill')[] = [];
      const heard: string[] = [];
      let isOpen = true;
      const closeEar = (): void => {
        isOpen = false;
      };
      turns.push({ ...request, calls, heard, closeEar, reply: resolve });
      if (given !== undefined && given !== 'hold') resolve(given);
      const endBy = (how: 'stop' | 'kill') => (): void => {
        calls.push(how);
        resolve(interrupted());
      };
      wake();
      const ear = { isOpen: () => isOpen, tell: ({ text }: AgentMessage) => void heard.push(text) };
      return { reply: promise, stop: endBy('stop'), kill: endBy('kill'), ear };
    },
  };
}

const SETTLED: Settled = { durationMs: 1, costUsd: 0, tokens: 0, denials: [], sessionKnown: true };

/** `output` is what comes beside the choice. */
export function answered(
  action: string | undefined,
  more: Partial<Settled & { readonly output: Value | undefined }> = {},
): AgentReply {
  return { ...SETTLED, output: undefined, ...more, outcome: 'answered', action, text: 'Done.' };
}

export function rejected(
  text = 'Well.',
  more: Partial<Settled & { readonly output: Value | undefined }> = {},
): AgentReply {
  return { ...SETTLED, output: undefined, ...more, outcome: 'rejected', fault: 'It names no action.', text };
}

/** `resetsAt` is when a subscription's limit ends. */
export function failed(
  fault: 'transport' | 'permanent' | 'limit',
  more: Partial<Settled & { readonly resetsAt: string | undefined }> = {},
): AgentReply {
  const why = { reason: 'It broke.', help: undefined, text: '' };
  return { ...SETTLED, resetsAt: undefined, ...more, outcome: 'failed', fault, ...why };
}

export function interrupted(more: Partial<Settled> = {}): AgentReply {
  return { ...SETTLED, ...more, outcome: 'interrupted' };
}
