import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../src/check/check.ts';
import { applyFixes } from '../src/diagnostics/apply-fixes.ts';
import { catalogue } from '../src/diagnostics/catalogue.ts';
import type { Diagnostic } from '../src/diagnostics/diagnostic.ts';
import { renderPretty } from '../src/diagnostics/render-pretty.ts';
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
    const diagnostics = diagnose(source, dirname(file));
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
    renderPretty(diagnose(await badSource(file), dirname(file))),
  );
  await expect(reference).toMatchFileSnapshot(`${import.meta.dirname}/../grammar/DIAGNOSTICS.md`);
});

async function badSource(file: string): Promise<Source> {
  return { name: basename(file).replace('.generate.mjs', '.json'), text: await fixtureText(file) };
}

function diagnose(source: Source, folder: string): readonly Diagnostic[] {
  const lookUp = templateReader({ workRoot: folder, mapRoot: folder, nameFrom: folder });
  return check(source, lookUp).diagnostics;
}

/** The map with every fix applied, safe or not, and what is then told of it; empty where nothing has a fix. */
function afterFixes(source: Source, diagnostics: readonly Diagnostic[], folder: string): string {
  const text = applyFixes(source, diagnostics, () => true);
  if (text === source.text) return '';
  const left = renderPretty(diagnose({ name: source.name, text }, folder));
  return `\n--- after fixes ---\n${text}--- still told ---\n${left}`;
}
