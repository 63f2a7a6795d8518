import { existsSync, readFileSync } from 'node:fs';

/** What the program asked of the API. */
export interface Request {
  readonly model: string;
  /** How hard the model is to think; undefined where nobody says. */
  readonly effort: string | undefined;
  /** The texts of the user's messages, one for each block, in order. */
  readonly texts: readonly string[];
  /** The results of tools, in order. */
  readonly results: readonly string[];
  /** The figures that the API gave back; undefined where it gave an error. */
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number } | undefined;
  readonly system: string;
  /** All messages, as JSON. */
  readonly all: string;
  /** The names of the tools that the model is offered. */
  readonly tools: readonly string[];
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
}

interface Logged {
  readonly kind?: string;
  readonly action?: { readonly usage?: Request['usage'] };
  readonly body?: {
    readonly model: string;
    readonly output_config?: { readonly effort?: string };
    readonly system?: string | readonly Block[];
    readonly tools?: readonly { readonly name: string }[];
    readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
  };
}

/** Reads the API's log. Shape: in order, those for messages alone. */
export function readRequests(path: string): readonly Request[] {
  // The API makes its log with the first request.
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return lines.flatMap((line): Request[] => {
    const { kind, body, action } = JSON.parse(line || '{}') as Logged;
    if (kind?.startsWith('messages') !== true || body === undefined) return [];
    const blocks = body.messages
      .filter(({ role }) => role === 'user')
      .flatMap(({ content }): readonly Block[] =>
        typeof content === 'string' ? [{ type: 'text', text: content }] : content,
      );
    return [
      {
        model: body.model,
        effort: body.output_config?.effort,
        texts: blocks.filter(({ type }) => type === 'text').map(({ text = '' }) => text),
        results: blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => textOf(content)),
        usage: action?.usage,
        system: textOf(body.system),
        all: JSON.stringify(body.messages),
        tools: (body.tools ?? []).map(({ name }) => name),
      },
    ];
  });
}

function textOf(content: string | readonly Block[] | undefined): string {
  if (content === undefined || typeof content === 'string') return content ?? '';
  return content.map(({ text = '' }) => text).join('\n');
}
