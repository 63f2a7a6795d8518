import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkFile } from '../../../src/cli/validate/check-file.ts';
import { createResultCache, MAX_ENTRIES, type ResultCache } from '../../../src/cli/validate/result-cache.ts';
import { renderPretty } from '../../../src/diagnostics/render-pretty.ts';
import { toJson } from '../../../src/diagnostics/to-json.ts';
import type { ReadTemplate } from '../../../src/model/template-lookup.ts';
import { FIXTURE_MAPS, mapOf } from '../../helpers/maps.ts';

let home = '';
let folder = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'wfmap-cache-'));
  folder = join(home, 'wfmap');
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

const TEXT = mapOf({
  Work: {
    type: 'claude',
    promptTemplatePath: 'a.md',
    actions: { Done: { target: 'End', choose: 'always' } },
  },
  End: { type: 'end' },
});
const SOURCE = { name: 'map.json', text: TEXT };

function templates(text: string | undefined): ReadTemplate {
  return (path) =>
    text === undefined
      ? { kind: 'missing', lookedIn: [path] }
      : { kind: 'found', source: { name: path, text } };
}

function open(build = 'one', workFolder = '/home/me/project'): ResultCache {
  return createResultCache({ build, folder, workFolder });
}

function keep(source = SOURCE, readTemplate = templates('Do ${it}.')): void {
  const [found] = checkFile({ path: '/map.json', source }, readTemplate);
  open().keep(source, found.lookups, found);
}

test('what is found again is what the check found, in every form, for every map of the fixtures', () => {
  for (const [n, text] of FIXTURE_MAPS.entries()) {
    const source = { name: `${n}.json`, text };
    const readTemplate = templates('---\nparameters:\n  a:\n---\nDo ${it}.');
    const [checked] = checkFile({ path: '/map.json', source }, readTemplate);
    const { diagnostics, properties } = checked;
    open().keep(source, checked.lookups, checked);
    const found = open().find(source, readTemplate);
    if (text.length > 500_000) continue;
    expect(found).toEqual({ diagnostics, properties });
    expect(toJson(found?.diagnostics ?? [], 1)).toEqual(toJson(diagnostics, 1));
    expect(renderPretty(found?.diagnostics ?? [])).toBe(renderPretty(diagnostics));
  }
});

describe('a result is not given', () => {
  test.each<[string, () => object | undefined]>([
    [
      'for another text of the map',
      () => open().find({ ...SOURCE, text: `${TEXT} ` }, templates('Do ${it}.')),
    ],
    ['for another template', () => open().find(SOURCE, templates('Do it.'))],
    ['for a template that is gone', () => open().find(SOURCE, templates(undefined))],
    ['by another build', () => open('two').find(SOURCE, templates('Do ${it}.'))],
    ['from another folder', () => open('one', '/other').find(SOURCE, templates('Do ${it}.'))],
  ])('%s', (_what, find) => {
    keep();
    expect(find()).toBeUndefined();
    expect(open().find(SOURCE, templates('Do ${it}.'))?.diagnostics).toHaveLength(1);
  });

  test('from a folder that others may write to', () => {
    keep();
    chmodSync(folder, 0o777);
    expect(open().find(SOURCE, templates('Do ${it}.'))).toBeUndefined();
  });

  test('from an entry that was changed, at any place', () => {
    keep();
    const [name = ''] = readdirSync(folder);
    const path = join(folder, name);
    const whole = readFileSync(path, 'utf8');
    for (let at = 0; at < whole.length; at += 7) {
      writeFileSync(path, `${whole.slice(0, at)}~${whole.slice(at + 1)}`);
      expect(open().find(SOURCE, templates('Do ${it}.'))).toBeUndefined();
      writeFileSync(path, whole.slice(0, at));
      expect(open().find(SOURCE, templates('Do ${it}.'))).toBeUndefined();
    }
  });
});

test('the number of entries is bounded', () => {
  for (let n = 0; n < MAX_ENTRIES + 10; n += 1) keep({ name: `${n}.json`, text: TEXT });
  expect(readdirSync(folder)).toHaveLength(MAX_ENTRIES);
});

test('a place that cannot be written to costs nothing', () => {
  folder = '/dev/null/wfmap';
  keep();
  expect(open().find(SOURCE, templates('Do ${it}.'))).toBeUndefined();
});
