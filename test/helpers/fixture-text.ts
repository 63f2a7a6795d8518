import { readFileSync } from 'node:fs';

/** The text of a fixture: the file itself, or what a `*.generate.mjs` makes where it would be too long to keep. */
export async function fixtureText(file: string): Promise<string> {
  if (!file.endsWith('.mjs')) return readFileSync(file, 'utf8');
  const { text }: { readonly text: string } = await import(file);
  return text;
}
