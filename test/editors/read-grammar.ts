import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import oniguruma from 'vscode-oniguruma';
import textmate, { type IGrammar } from 'vscode-textmate';

const FILE = `${import.meta.dirname}/../../grammar/editors/vscode/wfmap.tmLanguage.json`;

/** The grammar that editors colour maps by, read by the engine of VS Code. */
export async function readGrammar(): Promise<IGrammar> {
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
  await oniguruma.loadWASM(readFileSync(wasm));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: oniguruma.createOnigScanner,
      createOnigString: oniguruma.createOnigString,
    }),
    loadGrammar: (name) =>
      Promise.resolve(
        name === 'source.wfmap' ? textmate.parseRawGrammar(readFileSync(FILE, 'utf8'), FILE) : null,
      ),
  });
  const grammar = await registry.loadGrammar('source.wfmap');
  if (grammar === null) throw new Error('The grammar cannot be read.');
  return grammar;
}

/** The scopes of each character of a text, separated by spaces. */
export function scopesOf(grammar: IGrammar, text: string): readonly string[] {
  const scopes: string[] = [];
  let stack = textmate.INITIAL;
  for (const line of text.split(/(?<=\n)/)) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line.replace(/\r?\n$/, ''), stack);
    stack = ruleStack;
    const start = scopes.length;
    for (const token of tokens) {
      const own = token.scopes.join(' ');
      for (let index = token.startIndex; index < token.endIndex; index += 1) scopes[start + index] = own;
    }
    while (scopes.length < start + line.length) scopes.push('');
    scopes.length = start + line.length;
  }
  return scopes;
}
