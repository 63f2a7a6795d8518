import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createCompiler } from './compiler.ts';

const root = mkdtempSync(join(tmpdir(), 'wfmap-compiler-'));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, 'src'));
const put = (path: string, text: string) => writeFileSync(join(root, path), text);
put(
  'tsconfig.json',
  '{"compilerOptions": {"strict": true, "allowImportingTsExtensions": true, "noEmit": true}}',
);
put('src/kind.ts', "export const kind = 'a';\n");
put('src/user.ts', "import { kind } from './kind.ts';\nexport const used: 'a' | 'b' = kind;\n");
const compiler = createCompiler(root, ['src/kind.ts', 'src/user.ts']);

test('a file that compiles alone may break another one', () => {
  const text = "export const kind = '';\n";
  expect(compiler.compiles('src/kind.ts', text)).toBe(true);
  expect(compiler.findFault('src/kind.ts', text)).toMatch(/^src\/user\.ts: Type '""' is not assignable/);
});

test('what nobody minds, and what was there before, is no fault', () => {
  expect(compiler.findFault('src/kind.ts', "export const kind = 'b';\n")).toBeUndefined();
  expect(compiler.findFault('src/kind.ts', "export const kind = 'a';\n")).toBeUndefined();
  expect(compiler.compiles('src/kind.ts', 'export const kind: number = "a";\n')).toBe(false);
});
