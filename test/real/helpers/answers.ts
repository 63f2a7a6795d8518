/**
 * One answer of the scripted API, and when it is given: the first whose conditions all hold and that is not used up.
 *
 * Shape: `prompt` and `match` are regular expressions on all user messages and on the last one; `times` is how often
 * it may be used. Units: milliseconds.
 */
export interface Answer {
  readonly prompt?: string;
  readonly match?: string;
  readonly model?: string;
  readonly lastIs?: 'text' | 'tool_result';
  readonly times?: number;
  readonly reply?: string;
  readonly tool_use?: { readonly name: string; readonly input: object };
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
  readonly error?: number;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly hang?: boolean;
  readonly delay_ms?: number;
}

/** The answers to a session whose prompt holds these words, one after the other; each is given once. */
export function turns(words: string, ...answers: readonly Answer[]): readonly Answer[] {
  const prompt = words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return answers.map((answer) => ({ times: 1, prompt, ...answer }));
}

export function tool(name: string, input: object): Answer {
  return { tool_use: { name, input } };
}

export function bash(command: string): Answer {
  return tool('Bash', { command, description: 'Runs a command' });
}

export function write(path: string, content: string): Answer {
  return tool('Write', { file_path: path, content });
}

/** The structured output, as it is: `{action?, output?}`. */
export function give(answer: object): Answer {
  return tool('StructuredOutput', answer);
}

/** The structured output with an action. */
export function choose(action: string): Answer {
  return give({ action });
}

export function say(reply: string): Answer {
  return { reply };
}
