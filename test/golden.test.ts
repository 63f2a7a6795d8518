import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../src/check/check.ts';
import { checkProject } from '../src/check/check-project.ts';
import { applyFixes } from '../src/diagnostics/apply-fixes.ts';
import { catalogue } from '../src/diagnostics/catalogue.ts';
import type { Diagnostic } from '../src/diagnostics/diagnostic.ts';
import { renderPretty } from '../src/diagnostics/render-pretty.ts';
import type { ReadTemplate } from '../src/model/template-lookup.ts';
import { findMaps } from '../src/project/find-maps.ts';
import { templateReader } from '../src/project/template-reader.ts';
import type { Source } from '../src/text/source.ts';
import { diagnosticsReference } from './helpers/diagnostics-reference.ts';
import { fixtureText } from './helpers/fixture-text.ts';

const FIXTURES = `${import.meta.dirname}/fixtures`;
const filesIn = (pattern: string) =>
  globSync(`${FIXTURES}/${pattern}`)
    .toSorted()
    .map((file): [string, string] => [relative(FIXTURES, file), file]);

describe('ok: a good map gives no diagnostics', () => {
  test.each(filesIn('ok/*.json'))('%s', async (_, file) => {
    const source = { name: basename(file), text: await fixtureText(file) };
    expect(renderPretty(diagnose(source, dirname(file)))).toBe('');
  });
});

describe('err: a bad map gives the diagnostics beside it, and its fixes lead to what stands below them', () => {
  test.each(filesIn('err/*/*.{json,wfmap,generate.mjs}'))('%s', async (_, file) => {
    const source = await badSource(file);
    const diagnostics = diagnosed(source, file);
    expect(diagnostics.map((each) => each.code)).toContain(basename(dirname(file)));
    const reported = renderPretty(diagnostics) + afterFixes(source, diagnostics, dirname(file));
    await expect(reported).toMatchFileSnapshot(file.replace(/\.(json|wfmap|generate\.mjs)$/, '.out'));
  });
});

describe('projects: all maps of a project give what stands beside it', () => {
  test.each(filesIn('projects/*/'))('%s', async (_, folder) => {
    const maps = findMaps(folder);
    expect(maps).not.toEqual([]);
    const reported = maps.map((map) => {
      const source = { name: map, text: readFileSync(`${folder}/${map}`, 'utf8') };
      return renderPretty(diagnose(source, folder));
    });
    reported.push(renderPretty(together(folder, maps)));
    await expect(reported.filter((each) => each !== '').join('\n')).toMatchFileSnapshot(
      `${folder.replace(/\/$/, '')}.out`,
    );
  });
});

test('every code has a fixture, and every folder of fixtures is a code', () => {
  const folders = filesIn('err/*').map(([, folder]) => basename(folder));
  expect(folders.toSorted()).toEqual(Object.keys(catalogue).toSorted());
});

test('grammar/DIAGNOSTICS.md says what the catalogue and the fixtures say', async () => {
  const reference = await diagnosticsReference(`${FIXTURES}/err`, async (file) =>
    renderPretty(diagnosed(await badSource(file), file)),
  );
  await expect(reference).toMatchFileSnapshot(`${import.meta.dirname}/../grammar/DIAGNOSTICS.md`);
});

async function badSource(file: string): Promise<Source> {
  return {
    name: basename(file).replace(/(\.wfmap)?\.generate\.mjs$/, (_, form = '.json') => form),
    text: await fixtureText(file),
  };
}

/** What is told of a bad map, which is all of its project where the code is about that. */
function diagnosed(source: Source, file: string): readonly Diagnostic[] {
  const folder = dirname(file);
  if (!OF_PROJECTS.has(basename(folder))) return diagnose(source, folder);
  return checkProject([{ source, readTemplate: readerOf(folder) }], () => true);
}

const OF_PROJECTS: ReadonlySet<string> = new Set(['field-for-people', 'unbound-parameter', 'ungiven-input']);

/** What all maps of a project say together, but for what one says alone. */
function together(folder: string, maps: readonly string[]): readonly Diagnostic[] {
  const readTemplate = readerOf(folder);
  const all = maps.map((map) => ({ name: map, text: readFileSync(`${folder}/${map}`, 'utf8') }));
  const alone = all.flatMap((source) => check(source, readTemplate).diagnostics.map(placeOf));
  const found = checkProject(
    all.map((source) => ({ source, readTemplate })),
    ({ name }) => !isAbsolute(name),
  );
  return found.filter((each) => !alone.includes(placeOf(each)));
}

function placeOf({ code, span, message }: Diagnostic): string {
  return [code, span.source.name, span.start, message].join('\n');
}

function readerOf(folder: string): ReadTemplate {
  return templateReader({ workRoot: folder, mapRoot: folder, nameFrom: folder });
}

function diagnose(source: Source, folder: string): readonly Diagnostic[] {
  return check(source, readerOf(folder)).diagnostics;
}

/** The map with every fix applied, safe or not, and what is then told of it; empty where nothing has a fix. */
function afterFixes(source: Source, diagnostics: readonly Diagnostic[], folder: string): string {
  const text = applyFixes(source, diagnostics, () => true);
  if (text === source.text) return '';
  const left = renderPretty(diagnose({ name: source.name, text }, folder));
  return `\n--- after fixes ---\n${text}--- still told ---\n${left}`;
}
