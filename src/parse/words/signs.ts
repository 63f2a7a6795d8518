import { createToken, type TokenType } from 'chevrotain';
import { NameTaker, Operator } from './words.ts';

const sign = (image: string, ...categories: TokenType[]) =>
  createToken({ name: `"${image}"`, pattern: image, line_breaks: false, categories });

export const Arrow = sign('->', NameTaker);
/** What other languages write for an arrow: read, and told. */
export const FatArrow = sign('=>', Arrow, NameTaker);
export const Equals = sign('=');
export const Question = sign('?', Operator);
export const Colon = sign(':', Operator);
export const Comma = sign(',', NameTaker);
export const Dot = sign('.');
export const Not = sign('!');
export const Minus = sign('-', Operator);
export const Opens = { brace: sign('{'), bracket: sign('['), paren: sign('(') } as const;
export const Closes = { brace: sign('}'), bracket: sign(']'), paren: sign(')') } as const;

const otherOperators = ['||', '&&', '==', '!=', '<=', '>=', '<', '>', '+', '*', '/', '%'];

/** All signs, longer ones before those that they begin with. */
export const SIGNS: readonly TokenType[] = [
  Arrow,
  FatArrow,
  ...otherOperators.map((image) => sign(image, Operator)),
  Equals,
  Question,
  Colon,
  Comma,
  Dot,
  Not,
  Minus,
  ...Object.values(Opens),
  ...Object.values(Closes),
];
