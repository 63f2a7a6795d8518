import type { Agent } from '../agent/agent.ts';
import type { Asker, Question } from '../agent/human/asker.ts';
import type { ShellRunner } from '../agent/shell/shell-runner.ts';
import { evidenceLines } from '../findings/evidence-lines.ts';
import { placeOfTask } from '../model/place.ts';
import type { Address } from '../model/address.ts';

/** What a visit of a task asked for: the role and prompt of an agent, a command, the question to a person. */
export interface Asked {
  readonly address: Address;
  /** Those of several turns, one under the other. */
  readonly text: string;
}

interface Performers {
  readonly agent: Agent;
  readonly shell: ShellRunner;
  readonly asker: Asker;
}

/** All that a person reads. */
function textOf({ text, evidence }: Question): string {
  const shown = evidence === undefined ? [] : evidenceLines(evidence).map((line) => line.text);
  return [text, ...shown].join('\n');
}

/** Performers that also record what they are asked for; `asked` gives a visit once, in the order of the first requests. */
export function recordAsked({ agent, shell, asker }: Performers): Performers & {
  readonly asked: () => readonly Asked[];
} {
  const visits = new Map<string, { readonly address: Address; readonly texts: string[] }>();
  const record = (address: Address | undefined, text: string): void => {
    if (address === undefined) return;
    const key = `${placeOfTask(address)} ${address.visit ?? 1}`;
    const visit = visits.get(key) ?? { address, texts: [] };
    visits.set(key, visit);
    visit.texts.push(text);
  };
  return {
    agent: {
      ...agent,
      start: (request) => {
        record(request.address, request.prompt);
        return agent.start(request);
      },
    },
    shell: {
      ...shell,
      start: (request) => {
        record(request.address, request.argv.join(' '));
        return shell.start(request);
      },
    },
    asker: {
      ...asker,
      ask: (question, signal) => {
        record(question.address, textOf(question));
        return asker.ask(question, signal);
      },
    },
    asked: () => Array.from(visits.values(), ({ address, texts }) => ({ address, text: texts.join('\n') })),
  };
}
