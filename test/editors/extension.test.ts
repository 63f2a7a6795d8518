import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';

const FOLDER = `${import.meta.dirname}/../../grammar/editors/vscode`;
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

interface Manifest {
  readonly main: string;
  readonly contributes: {
    readonly languages: readonly { readonly extensions: readonly string[]; readonly configuration: string }[];
    readonly grammars: readonly { readonly path: string }[];
    readonly jsonValidation: readonly { readonly url: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  };
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const { languages, grammars, jsonValidation, configuration } = manifest.contributes;

describe('the extension for VS Code', () => {
  test('names files that are there', () => {
    const named = [
      manifest.main,
      ...languages.map((each) => each.configuration),
      ...grammars.map(({ path }) => path),
      ...jsonValidation.map(({ url }) => url),
    ];
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((file) => !existsSync(join(FOLDER, file)))).toEqual([]);
  });

  test('is a script that reads the settings it declares', () => {
    const code = read(manifest.main);
    expect(() => new Script(code)).not.toThrow();
    const asked = Array.from(code.matchAll(/getConfiguration\('(\w+)'\)\.get\('(\w+)'\)/g), (match) =>
      match.slice(1).join('.'),
    );
    expect(asked).toEqual(Object.keys(configuration.properties));
  });

  test('tells what a word is, and where lines are indented, by patterns that editors can read', () => {
    const { wordPattern, indentationRules } = JSON.parse(read('language-configuration.json')) as {
      readonly wordPattern: { readonly pattern: string; readonly flags: string };
      readonly indentationRules: Readonly<Record<'increaseIndentPattern' | 'decreaseIndentPattern', string>>;
    };
    const word = new RegExp(wordPattern.pattern, `g${wordPattern.flags}`);
    expect('-> Größe2 when a.b'.match(word)).toEqual(['Größe2', 'when', 'a', 'b']);
    const increase = new RegExp(indentationRules.increaseIndentPattern);
    expect(['claude A as b', '  body {', '  -> B', 'end Done'].map((line) => increase.test(line))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(new RegExp(indentationRules.decreaseIndentPattern).test('  }')).toBe(true);
  });
});
