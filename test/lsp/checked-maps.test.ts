import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { check, inspect, type Checked } from '../../src/check/check.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { toLspDiagnostic } from '../../src/lsp/documents/to-lsp-diagnostic.ts';
import { Workspace } from '../../src/lsp/documents/workspace.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-checked-maps-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A map of one task; `result` is what it gives, as an expression. */
function leaf(result: string, field = 'subject'): string {
  return `map "A leaf"

input ${field}: string "What is looked at"

claude Look as seen
  template prompts/look.md
  output {"type": "object", "properties": {"score": {"type": "integer"}}, "required": ["score"]}
  -> Done

end Done = ${result}
`;
}

/** A map that runs another, and says what it found. */
function around(map: string, path: string): string {
  return `map "Around another"

input subject: string "What is looked at"

workflow Run as ran
  map ${map}
  with subject
  -> Done

end Done = ran${path}
`;
}

/** What each file may be at a time: sound in two ways, wrong, or such that the maps lead round. */
const TEXTS = {
  'workflows/outer.wfmap': [
    around('workflows/inner.wfmap', '.result'),
    around('workflows/leaf.wfmap', '.result.score'),
  ],
  'workflows/inner.wfmap': [
    around('workflows/leaf.wfmap', '.result'),
    around('workflows/leaf.wfmap', '.result.score'),
    around('workflows/outer.wfmap', '.result'),
    'map "Nothing"',
  ],
  'workflows/leaf.wfmap': [
    leaf('seen'),
    leaf('{"score": seen.score}'),
    leaf('seen', 'other'),
    leaf('nobody'),
    around('workflows/inner.wfmap', '.result'),
    around('workflows/leaf.wfmap', '.result'),
  ],
  'prompts/look.md': ['Look at ${subject}.', 'Look at ${nothing}.', 'Look at ${', 'Look.'],
} as const;

type Path = keyof typeof TEXTS;
const PATHS = Object.keys(TEXTS) as readonly Path[];
const MAPS = PATHS.filter((path) => path.endsWith('.wfmap'));

const uriOf = (root: string, path: string): string => pathToFileURL(join(root, path)).href;

function projectOf(): { readonly root: string; readonly workspace: Workspace } {
  const root = mkdtempSync(join(folder, 'project-'));
  mkdirSync(join(root, '.git'));
  for (const path of PATHS) save(root, path, TEXTS[path][0]);
  const workspace = new Workspace();
  workspace.setFolders([pathToFileURL(root).href]);
  return { root, workspace };
}

function save(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const shown = (found: readonly Diagnostic[]): unknown =>
  found.map((each) => [each.span.source.name, toLspDiagnostic(each, (name) => name)]);

/** A file is given a text in the editor or on disk, is closed in the editor, or is deleted from the disk. */
const step = fc.record({
  path: fc.constantFrom(...PATHS),
  text: fc.nat(),
  how: fc.constantFrom('typed', 'saved', 'closed', 'deleted'),
});

function take(
  { root, workspace }: ReturnType<typeof projectOf>,
  { path, text, how }: { path: Path; text: number; how: string },
): void {
  const texts = TEXTS[path];
  const wanted = texts[text % texts.length] ?? '';
  const uri = uriOf(root, path);
  if (how === 'typed') workspace.put({ uri, languageId: 'wfmap', version: text, text: wanted });
  if (how === 'saved') save(root, path, wanted);
  if (how === 'closed') workspace.remove(uri);
  if (how === 'deleted') rmSync(join(root, path), { force: true });
  workspace.noteChange();
}

test('whatever was checked before, a map is told what a first check finds', () => {
  let recalled = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const project = projectOf();
      const { root, workspace } = project;
      const checks = new Set<Checked>();
      for (const each of [undefined, ...steps]) {
        if (each) take(project, each);
        for (const path of MAPS) {
          const analysis = workspace.analysisOf(uriOf(root, path));
          if (!analysis) continue;
          const fresh = check(analysis.file.source, analysis.file.readTemplate);
          expect(shown(analysis.checked.diagnostics)).toEqual(shown(fresh.diagnostics));
          expect([...analysis.checked.maps.keys()]).toEqual([...fresh.maps.keys()]);
          expect(analysis.checked.lookups).toEqual(fresh.lookups);
          const { document } = fresh;
          const inspected = document && inspect(document, analysis.file.readTemplate);
          expect([...(analysis.inspected()?.maps.keys() ?? [])]).toEqual([...(inspected?.maps.keys() ?? [])]);
          for (const inner of analysis.checked.maps.values()) {
            if (checks.has(inner)) recalled += 1;
            checks.add(inner);
          }
        }
      }
      rmSync(root, { recursive: true });
    }),
    { numRuns: 50 },
  );
  expect(recalled).toBeGreaterThan(30);
}, 120_000);
