import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { complete } from '../../src/lsp/completion/complete.ts';
import { hoverAt } from '../../src/lsp/features/hover-at.ts';
import { rename } from '../../src/lsp/features/rename.ts';
import { allOccurrences } from '../../src/lsp/symbols/symbol-index.ts';
import { toLspDiagnostic } from '../../src/lsp/documents/to-lsp-diagnostic.ts';
import { toPosition } from '../../src/lsp/documents/to-range.ts';
import { withEdits } from '../../src/lsp/documents/with-edits.ts';
import { Workspace } from '../../src/lsp/documents/workspace.ts';
import { renamingOf } from '../../src/lsp/symbols/spell-symbol.ts';
import { findMapRoot } from '../../src/project/find-map-root.ts';
import { templateReader } from '../../src/project/template-reader.ts';
import { copyOfProject, inWords } from './helpers/project-copy.ts';

const RUNS = Number(process.env['WFMAP_LSP_RUNS'] ?? 30);
const root = copyOfProject();
afterAll(() => rmSync(root, { recursive: true, force: true }));

const FORMS = ['workflows/ship.json', 'workflows/words.wfmap'] as const;
const json = readFileSync(join(root, FORMS[0]), 'utf8');
const TEXTS: Readonly<Record<(typeof FORMS)[number], string>> = {
  [FORMS[0]]: json,
  [FORMS[1]]: inWords(json),
};
const uriOf = (path: string): string => pathToFileURL(join(root, path)).href;

function workspaceWith(texts: Readonly<Record<string, string>>): Workspace {
  const workspace = new Workspace();
  workspace.setFolders([pathToFileURL(root).href]);
  for (const [path, text] of Object.entries(texts)) put(workspace, path, text);
  return workspace;
}

function put(workspace: Workspace, path: string, text: string): void {
  workspace.put({
    uri: uriOf(path),
    languageId: path.endsWith('.wfmap') ? 'wfmap' : 'json',
    version: 1,
    text,
  });
}

/** What a command finds that is started in the root. */
function validated(path: string, text: string): readonly Diagnostic[] {
  const roots = { workRoot: root, mapRoot: findMapRoot(join(root, path)), nameFrom: root };
  return check({ name: path, text }, templateReader(roots)).diagnostics;
}

const shown = (found: readonly Diagnostic[]): string =>
  JSON.stringify(found.map((each) => [each.span.source.name, toLspDiagnostic(each, (name) => name)]));

/** A stretch of a text taken out, and a piece of such texts put in its place. */
const edit = fc.record({
  at: fc.nat(),
  length: fc.nat({ max: 20 }),
  text: fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '"',
      '{',
      '}',
      '->',
      ',',
      '\n',
      '\r\n',
      'Ask',
      '"Ask"',
      'x',
      '${',
      '}}',
      ':',
      '𝒳',
      '\uFEFF',
    ),
    fc.string({ maxLength: 6 }),
  ),
});

function edited(
  text: string,
  { at, length, text: piece }: { at: number; length: number; text: string },
): string {
  const start = at % (text.length + 1);
  return text.slice(0, start) + piece + text.slice(start + length);
}

describe.each(FORMS)('%s', (path) => {
  test('after any edits is told the same as by wfmap validate', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), (edits) => {
        const workspace = workspaceWith({ [path]: TEXTS[path] });
        let text = TEXTS[path];
        for (const each of edits) {
          text = edited(text, each);
          put(workspace, path, text);
          const found = workspace.analysisOf(uriOf(path))?.checked.diagnostics;
          expect(shown(found ?? [])).toBe(shown(found ? validated(path, text) : []));
        }
      }),
      { numRuns: RUNS },
    );
  }, 120_000);

  test('answers every request after any edit, at any place', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), fc.nat(), (edits, at) => {
        const text = edits.reduce(edited, TEXTS[path]);
        const workspace = workspaceWith({ [path]: TEXTS[path] });
        workspace.analysisOf(uriOf(path));
        put(workspace, path, text);
        const position = toPosition({ name: path, text }, at % (text.length + 1));
        const params = { textDocument: { uri: uriOf(path) }, position };
        expect(Array.isArray(complete(workspace, params))).toBe(true);
        expect(() => hoverAt(workspace, params)).not.toThrow();
      }),
      { numRuns: 2 * RUNS },
    );
  }, 120_000);

  test('is renamed to what means the same, or not at all', () => {
    const workspace = workspaceWith({ [path]: TEXTS[path] });
    const named = allOccurrences(workspace).filter(({ kind, uri }) => kind !== 'file' && uri === uriOf(path));
    const before = validated(path, TEXTS[path]).map(({ code }) => code);
    const names = fc.constantFrom(
      'Ask',
      'Rework',
      'A B',
      'fresh',
      'story',
      'review',
      'end',
      'when',
      'result',
      'x-y',
      '1',
      'ß',
    );
    fc.assert(
      fc.property(fc.constantFrom(...named), names, (found, newName) => {
        let isRenamed = true;
        try {
          rename(workspace, found, newName);
        } catch (thrown) {
          isRenamed = false;
          expect(thrown).toHaveProperty('code');
        }
        if (!isRenamed || newName === found.name) return;
        const meant = allOccurrences(workspace).filter(({ keys }) =>
          keys.some((key) => found.keys.includes(key)),
        );
        expect(meant.length).toBeGreaterThan(0);
        const changes = Map.groupBy(meant, ({ uri }) => uri);
        const after = withEdits(
          workspace,
          new Map([...changes].map(([uri, group]) => [uri, group.map((each) => renamingOf(each, newName))])),
        );
        const { document, checked } = after.analysisOf(uriOf(path)) ?? {};
        expect(document).toBeDefined();
        expect(checked?.diagnostics.map(({ code }) => code)).toEqual(before);
      }),
      { numRuns: 2 * RUNS },
    );
  }, 120_000);
});
