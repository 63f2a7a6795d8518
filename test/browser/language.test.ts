import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as language from '../../src/language.ts';
import { MANIFEST, ROOT } from '../e2e/helpers/installed.ts';
import { newPage, useBrowser } from './helpers/browser.ts';

useBrowser();

const MAPS = ['workflows/efficient.json', 'workflows/release.wfmap', 'workflows/patterns/work-check.wfmap'];
const BROKEN = {
  name: 'broken.wfmap',
  text: 'map "Broken"\n\nclaude Look\n  prompt "Look."\n  Found -> Tidy\n  Nothing -> Done\n\nend Done\n',
};

/** As a page would write it: a function of what it is given, which gives texts. */
const PAGE = `
import * as language from 'wfmap/language';

globalThis.inspect = ${String(inspect)};
globalThis.language = language;
`;

interface Given {
  readonly source: language.Source;
  readonly files: Readonly<Record<string, string>>;
}

/** The same code here and there. */
function inspect(of: typeof language, { source, files }: Given) {
  const lookedUp: string[] = [];
  const { document, diagnostics } = of.check(source, (path) => {
    lookedUp.push(path);
    const text = files[path];
    return text === undefined
      ? { kind: 'missing', lookedIn: [path] }
      : { kind: 'found', source: { name: path, text } };
  });
  const drawn = document && of.graphOfMap({ map: document.map, maps: new Map() }, 'map');
  const { report } = of.collect();
  return {
    lookedUp,
    report: of.toJson(diagnostics, 1),
    other: of.convertMap(source, source.name.endsWith('.json') ? 'wfmap' : 'json', report),
    pictures: drawn && [of.drawSvg(drawn), of.drawMermaid(drawn), of.drawDot(drawn)],
  };
}

let folder: string;
let script: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wfmap-language-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules', MANIFEST.name));
  writeFileSync(join(folder, 'page.js'), PAGE);
  const bundle = await rolldown({
    cwd: folder,
    input: 'page.js',
    platform: 'browser',
    checks: { bundlerTimings: false },
    // Such as that a module of Node has no counterpart in a browser.
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({ format: 'iife' });
  const [{ code, imports }, ...more] = output;
  if (imports.length + more.length > 0)
    throw new Error(`The page needs ${imports.join(', ')} and more files.`);
  script = code;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every file that a map names, as the page of an editor would fetch them. */
function filesOf(source: language.Source): Given['files'] {
  const files: Record<string, string> = {};
  language.check(source, (path) => {
    try {
      files[path] = readFileSync(join(ROOT, path), 'utf8');
    } catch {
      return { kind: 'missing', lookedIn: [path] };
    }
    return { kind: 'found', source: { name: path, text: files[path] } };
  });
  return files;
}

const SOURCES = [
  ...MAPS.map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') })),
  BROKEN,
  { name: 'none.json', text: '{' },
];

test('a browser says of maps what Node says', async () => {
  const page = await newPage();
  await page.goto('about:blank');
  await page.addScriptTag({ content: script });
  for (const source of SOURCES) {
    const given = { source, files: filesOf(source) };
    const there = await page.evaluate(
      ([each]) => {
        const { inspect: look, language: of } = globalThis as unknown as {
          inspect: (of: unknown, given: unknown) => unknown;
          language: unknown;
        };
        return look(of, each);
      },
      [given],
    );
    // What is undefined is absent, once it has been sent.
    expect(there).toEqual(JSON.parse(JSON.stringify(inspect(language, given))));
  }
});

test('what is compared is more than nothing', () => {
  const results = SOURCES.map((source) => inspect(language, { source, files: filesOf(source) }));
  expect(results.map(({ report }) => report.summary.errors)).toEqual([0, 0, 0, 1, 1]);
  expect(results[0]?.lookedUp.length).toBeGreaterThan(10);
  expect(results.flatMap(({ pictures }) => pictures ?? [])).toHaveLength(12);
  expect(results[3]?.report.diagnostics[0]?.code).toBe('unknown-target');
});
