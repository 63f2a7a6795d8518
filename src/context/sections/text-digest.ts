import { hash } from 'node:crypto';

/** SHA-256 of a text, hex, by what a person would call the same text: with line feeds, and without blank lines around it. */
export function textDigest(text: string): string {
  return hash('sha256', plainText(text), 'hex');
}

/** A text with line feeds and without white space around it. */
export function plainText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim();
}
