import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkFile } from '../../../src/cli/validate/check-file.ts';
import { createResultCache, type ResultCache } from '../../../src/cli/validate/result-cache.ts';
import { validateMap } from '../../../src/cli/validate/validate-map.ts';
import type { ReadTemplate } from '../../../src/model/template-lookup.ts';
import { mapOf } from '../../helpers/maps.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'wfmap-recalled-'));
});
afterEach(() => rmSync(home, { recursive: true }));

/** As the next process opens it. */
const open = (): ResultCache =>
  createResultCache({ build: 'one', folder: join(home, 'wfmap'), workFolder: '/home/me/project' });

type Files = Readonly<Record<string, string | undefined>>;

function readerOf(files: Files): ReadTemplate {
  return (path) => {
    const text = files[path];
    return text === undefined
      ? { kind: 'missing', lookedIn: [path] }
      : { kind: 'found', source: { name: path, text } };
  };
}

const mapAt = (name: string, text: string) => ({ path: `/${name}`, source: { name, text } });

interface Said {
  readonly result?: string;
  readonly with?: object;
  readonly fields?: object;
}

const ending = (result?: string) => ({ End: { type: 'end', ...(result === undefined ? {} : { result }) } });
const calling = (map: string, said: Said = {}) =>
  mapOf(
    {
      Call: {
        type: 'workflow',
        map,
        as: 'call',
        ...(said.with ? { with: said.with } : {}),
        actions: { Done: { target: 'End' } },
      },
      ...ending(said.result),
    },
    { description: `Calls ${map}`, ...(said.fields ? { workslipFields: said.fields } : {}) },
  );
const working = (said: Said & { readonly prompt?: object } = {}) =>
  mapOf(
    {
      Work: {
        type: 'claude',
        promptTemplatePath: 'work.md',
        output: { schemaPath: 'work.json' },
        as: 'work',
        ...said.prompt,
        actions: { Done: { target: 'End' } },
      },
      ...ending(said.result),
    },
    said.fields ? { workslipFields: said.fields } : {},
  );

const story = (rest: object = {}) => ({
  story: { type: 'string', description: 'The story', required: false, ...rest },
});

/** What each file of a project may say, or that it is not there. */
const TEXTS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'a.json': [
    calling('b.json', { result: 'call.found' }),
    calling('b.json', { with: { story: '"x"' }, result: 'call.found + 1' }),
    calling('b.json', { with: { tale: '"x"', story: '12' } }),
    calling('c'),
  ],
  'b.json': [
    calling('c', { result: 'call', fields: story() }),
    calling('c', { result: '{"found": call}', fields: story({ required: true }) }),
    working({ result: 'work', fields: story({ enum: ['y', 'z'] }) }),
    calling('a.json'),
    '{"startTaskDefinition": 12',
    undefined,
  ],
  'workflows/c.json': [
    working({ result: 'work' }),
    working({ prompt: { agent: 'writer' }, fields: story() }),
    calling('b.json'),
    working({ prompt: { actions: { Done: { target: 'Nowhere' } } } }),
    undefined,
  ],
  'work.md': ['Work on ${story}.', 'Work.', '{{> part}}', undefined],
  'prompts/partials/part.md': ['Work on ${story}.', undefined],
  'prompts/agents/writer.md': [
    '---\nmodel: opus\n---\nYou write.',
    '---\nmodel: 12\n---\nYou write.',
    undefined,
  ],
  'work.json': [
    '{"type": "object", "properties": {"found": {"enum": ["y", 1]}}, "required": ["found"]}',
    '{"type": "object", "properties": {"members": {"type": "array", "items": {"type": "number"}}}}',
    '{"type": 12}',
    undefined,
  ],
};
const PATHS = Object.keys(TEXTS);
const ROOTS = ['a.json', 'b.json', 'workflows/c.json'];

/** One of the texts of one of the files, and a map that is validated then. */
const edits = fc.array(
  fc.record({
    path: fc.constantFrom(...PATHS),
    text: fc.nat(),
    root: fc.constantFrom(...ROOTS),
  }),
  { minLength: 2, maxLength: 12 },
);

test('a validation finds the same with whatever was kept before it as with nothing', async () => {
  await fc.assert(
    fc.asyncProperty(edits, fc.boolean(), async (all, isOneProcess) => {
      rmSync(join(home, 'wfmap'), { recursive: true, force: true });
      const files: Record<string, string | undefined> = {};
      for (const path of PATHS) files[path] = TEXTS[path]?.[0];
      let cache = open();
      for (const { path, text, root } of all) {
        const texts = TEXTS[path] ?? [];
        files[path] = texts[text % texts.length];
        const first = files[root];
        if (first === undefined) continue;
        if (!isOneProcess) cache = open();
        const map = mapAt(root, first);
        const { diagnostics, properties } = await validateMap(map, readerOf(files), undefined);
        expect(await validateMap(map, readerOf(files), cache)).toMatchObject({ diagnostics, properties });
      }
    }),
    { numRuns: 60 },
  );
});

describe('of a map that was validated', () => {
  const files = {
    'a.json': calling('b.json', { with: { story: '"x"' }, result: 'call.found' }),
    'b.json': calling('c', { result: 'call', fields: story() }),
    'workflows/c.json': working({ result: 'work' }),
    'work.md': 'Work.',
    'work.json': TEXTS['work.json']?.[0],
  };
  const checkedIn = (now: Files): readonly string[] =>
    checkFile(mapAt('a.json', now['a.json'] ?? ''), readerOf(now), open().recallMap).map(
      ({ source }) => source.name,
    );
  beforeEach(async () => {
    await validateMap(mapAt('a.json', files['a.json']), readerOf(files), open());
  });

  test.each<[string, Files, readonly string[]]>([
    ['the map itself', { 'a.json': calling('b.json') }, ['a.json']],
    ['a map in it', { 'b.json': calling('c') }, ['a.json', 'b.json']],
    ['a map in a map in it', { 'workflows/c.json': working() }, ['a.json', 'workflows/c.json', 'b.json']],
    ['what such a map names', { 'work.md': 'Work on.' }, ['a.json', 'workflows/c.json', 'b.json']],
    ['what it would name first', { c: working() }, ['a.json', 'c', 'b.json']],
  ])('an edit of %s checks what it touches', (_what, edit, names) => {
    expect(checkedIn({ ...files, ...edit })).toEqual(names);
  });
});
