import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageRoot } from '../../project/package-root.ts';
import { unlessRefused } from '../../util/unless-refused.ts';

/** The package with the grammars that are too large to come with wfmap, as one installs it. */
export const GRAMMAR_PACKAGE = '@vscode/tree-sitter-wasm@0.3.1';

const require = createRequire(import.meta.url);

/** A grammar, from wfmap's own files or from the package of grammars; undefined where neither has it. */
export function findGrammar(name: string): Uint8Array | undefined {
  const file = `tree-sitter-${name}.wasm`;
  const own = unlessRefused(() => readFileSync(join(packageRoot(), 'dist/grammars', file)));
  // It resolves from where wfmap is, never from the project that is looked at: a grammar is code that is run.
  return own ?? unlessRefused(() => readFileSync(require.resolve(`@vscode/tree-sitter-wasm/wasm/${file}`)));
}
