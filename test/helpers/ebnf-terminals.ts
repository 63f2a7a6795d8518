import type { Terminals } from './ebnf-recognise.ts';

const LETTERS = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const PART = String.raw`(?:${LETTERS}|\d[A-Za-z0-9_]*)`;
const QUOTED = String.raw`"(?!"")(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"`;
const RAW = String.raw`("{3,})(?!")[^\n\r]*?[^"\n\r]\1(?!")`;
const FENCED = String.raw`("{3,})[ \t]*\r?\n(?:[^]*?\n)??[ \t]*\1(?!")`;
const SINGLE = String.raw`'(?:[^'\\\n\r]|\\[^\n\r])*'`;
const CEL_ESCAPE = String.raw`\\(?:["'\x60?\\/abfnrtv]|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[xX][0-9a-fA-F]{2}|[0-3][0-7]{2})`;
const DURATION = String.raw`(?:\d+(?:ms|s|m|h))+(?![\p{L}\p{N}_])`;

/** What the productions of grammar/wfmap.ebnf look like that it describes in words; `words` are the language's. */
export function terminalsOf(words: readonly string[]): Terminals {
  const mistakes = ['about', 'choose', 'set', 'if', 'else', 'otherwise', 'unless', 'max'];
  const own = String.raw`(?!(?:${[...words, ...mistakes].join('|')})(?![\p{L}\p{N}_]))`;
  const phrase = String.raw`${own}${LETTERS}(?:[ \t]+${own}${PART})+`;
  const path = String.raw`(?!//|->|(?:true|false|null)(?![\p{L}\p{N}._\-/@+]))[\p{L}\p{N}._\-/@+]+`;
  const sources = {
    letters: LETTERS,
    phrase,
    'action name': `${phrase}|${own}${LETTERS}|${QUOTED}`,
    assigned: String.raw`(?!(?:failed|true|false|null|in)(?![\p{L}\p{N}_]))${LETTERS}|${QUOTED}`,
    path: `${path}|${RAW}|${QUOTED}`,
    quoted: QUOTED,
    raw: RAW,
    fenced: FENCED,
    'cel text': String.raw`[rRbB]{1,2}"(?:[^"\\\n\r]|\\[^\n\r])*"|[rRbB]{0,2}${SINGLE}|"(?!"")(?:[^"\\\n\r]|${CEL_ESCAPE})*"`,
    number: String.raw`0[xX][0-9a-fA-F]+u?|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?u?`,
    duration: `${DURATION}|${QUOTED}`,
  };
  return new Map(Object.entries(sources).map(([name, source]) => [name, new RegExp(source, 'uy')]));
}
