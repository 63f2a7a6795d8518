import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { ejectMap, type EjectOptions } from '../../../src/cli/eject/eject-map.ts';
import type { TemplateLookup } from '../../../src/model/template-lookup.ts';
import { packageRoot } from '../../../src/project/package-root.ts';
import { readText } from '../../../src/project/read-text.ts';
import { shippedMaps } from '../../../src/project/resolve-map.ts';
import { templateReader } from '../../../src/project/template-reader.ts';

const HOME = packageRoot();
const FROM_PACKAGE = templateReader({ workRoot: HOME, mapRoot: HOME, nameFrom: HOME });

/** A reader that knows these files and no others. */
function readerOf(files: ReadonlyMap<string, string>) {
  return (path: string): TemplateLookup => {
    const text = files.get(path);
    if (text === undefined) return { kind: 'missing', lookedIn: [path] };
    return { kind: 'found', source: { name: path, text } };
  };
}

function byPath(files: readonly { readonly path: string; readonly text: string }[]) {
  return new Map(files.map(({ path, text }) => [path, text]));
}

function shippedMap(name: string) {
  const path = `workflows/${name}.json`;
  const text = readText(join(HOME, path), 2 ** 20);
  return { path, text, checked: check({ name: path, text }, FROM_PACKAGE) };
}

const NAMES = [
  /"\$schema": "[^"]*map\.schema\.json",\s*/g,
  /"(map|schemaPath|promptTemplatePath|agent)": "[^"]*"/g,
  /(?<=\{\{> )[^ }]*/g,
] as const;

/** A text without what ejecting changes. */
const bare = (text: string) => NAMES.reduce((left, names) => left.replaceAll(names, ''), text);

describe.each(shippedMaps())('the shipped map %s, ejected,', (name) => {
  const { path, text, checked } = shippedMap(name);
  const everyFile = [...checked.lookups].flatMap(([, lookup]) =>
    lookup.kind === 'found' ? [lookup.source.text] : [],
  );

  test('is as shipped but for names of files, and comes after all that it names', () => {
    const { files } = ejectMap(checked, { name, folder: '', schema: 'elsewhere/map.schema.json' });
    const copy = files.at(-1);
    expect(copy?.path).toBe(path);
    expect(bare(copy?.text ?? '')).toBe(bare(text));
    expect(
      files
        .slice(0, -1)
        .map((each) => bare(each.text))
        .toSorted(),
    ).toEqual(everyFile.map(bare).toSorted());
    for (const { path: at, text: map } of files.filter((each) => each.path.startsWith('workflows/'))) {
      const up = '../'.repeat(at.split('/').length - 1);
      expect(JSON.parse(map)).toMatchObject({ $schema: `${up}elsewhere/map.schema.json` });
    }
  });

  test('shares no file with other maps but itself', () => {
    const { files } = ejectMap(checked, { name, folder: '', schema: undefined });
    for (const { path: each } of files.slice(0, -1)) {
      expect(each).toMatch(new RegExp(`^(workflows|prompts|prompts/agents)/${name}/`));
    }
  });

  test('is valid in a folder of the project, with what was copied and nothing else', () => {
    const { files } = ejectMap(checked, { name, folder: 'a "b"/c', schema: undefined });
    const copies = byPath(files);
    const copy = copies.get(`a "b"/c/${path}`) ?? '';
    const again = check({ name: path, text: copy }, readerOf(copies));
    expect(again.diagnostics).toEqual([]);
    expect([...copies.keys()].toSorted()).toEqual([...again.lookups.keys(), `a "b"/c/${path}`].toSorted());
    for (const [each, { diagnostics }] of again.maps) expect([each, diagnostics]).toEqual([each, []]);
    for (const map of copies.values()) expect(map).not.toContain('map.schema.json');
  });
});

function mapOf(taskDefinitions: object, more: object = {}): string {
  const head = { $schema: '../grammar/map.schema.json', description: 'A map', startTaskDefinition: 'Go' };
  return JSON.stringify({ ...head, workslipFields: {}, ...more, taskDefinitions }, undefined, 2);
}

/** The copies of a map that is made of these texts. */
function ejected(map: string, files: Readonly<Record<string, string>>, folder = '') {
  const checked = check({ name: 'workflows/m.json', text: map }, readerOf(new Map(Object.entries(files))));
  expect(checked.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const options: EjectOptions = { name: 'm', folder, schema: undefined };
  return byPath(ejectMap(checked, options).files);
}

const DONE = { type: 'end' };
const HEAD = '---\nsyntax: handlebars\n---\n';

test('partials go to the root, and are named there by the prompts, roles and partials that take them in', () => {
  const map = mapOf({
    Go: {
      type: 'claude',
      agent: 'actor',
      promptTemplatePath: 'prompts/go.md',
      actions: { On: { target: 'Done' } },
    },
    Done: DONE,
  });
  const copies = ejected(
    map,
    {
      'prompts/go.md': `${HEAD}{{> rules}} {{> "deep/more.txt"}} {{!-- {{> rules}} --}}\n`,
      'prompts/agents/actor.md': `${HEAD}You act. {{> rules}}\n`,
      'prompts/rules.md': 'Be kind. {{> [deep/more.txt]}}\n',
      'prompts/deep/more.txt': 'And quick.\n',
    },
    'flows',
  );
  expect(Object.fromEntries([...copies].slice(0, -1))).toEqual({
    'flows/prompts/m/go.md': `${HEAD}{{> m/rules}} {{> "m/deep/more.txt"}} {{!-- {{> rules}} --}}\n`,
    'prompts/agents/m/actor.md': `${HEAD}You act. {{> m/rules}}\n`,
    'prompts/m/rules.md': 'Be kind. {{> [m/deep/more.txt]}}\n',
    'prompts/m/deep/more.txt': 'And quick.\n',
  });
});

test('a partial that a text of the map takes in is named anew in it, whatever is escaped around it', () => {
  const prompt = `${HEAD}"Go"\t{{> rules}}\\\\ and {{> rules}}`;
  const map = mapOf({
    Go: { type: 'claude', promptTemplate: prompt, actions: { On: { target: 'Done' } } },
    Done: DONE,
  });
  const copies = ejected(map, { 'prompts/rules.md': 'Be kind.\n' });
  const copy: unknown = JSON.parse(copies.get('workflows/m.json') ?? '');
  expect(copy).toMatchObject({
    taskDefinitions: { Go: { promptTemplate: prompt.replaceAll('> rules', '> m/rules') } },
  });
});

test('schemas of outputs and artifacts lie beside the prompts of the map, each named where it is used', () => {
  const map = mapOf(
    {
      Go: {
        type: 'claude',
        prompt: 'Go.',
        output: { schemaPath: 'prompts/schemas/go.json' },
        actions: { On: { target: 'Ask', when: 'true' } },
      },
      Ask: { type: 'human', promptTemplatePath: 'prompts/m/ask.md', actions: { Yes: { target: 'Done' } } },
      Done: DONE,
    },
    {
      artifacts: {
        map: {
          workflow: 'm',
          files: [{ path: 'x.json', content: '1', schemaPath: 'grammar/artifacts/x.json', kind: 'spec' }],
        },
      },
    },
  );
  const copies = ejected(map, {
    'prompts/schemas/go.json': '{"type": "object"}',
    'grammar/artifacts/x.json': '{"type": "number"}',
    'prompts/m/ask.md': 'Well?\n',
  });
  expect([...copies.keys()].toSorted()).toEqual([
    'prompts/m/ask.md',
    'prompts/m/schemas/go.json',
    'prompts/m/schemas/x.json',
    'workflows/m.json',
  ]);
  const copy: unknown = JSON.parse(copies.get('workflows/m.json') ?? '');
  expect(copy).toMatchObject({
    artifacts: { map: { files: [{ schemaPath: 'prompts/m/schemas/x.json' }] } },
    taskDefinitions: {
      Go: { output: { schemaPath: 'prompts/m/schemas/go.json' } },
      Ask: { promptTemplatePath: 'prompts/m/ask.md' },
    },
  });
});

test('a map that several maps run is copied once, with what it runs itself', () => {
  const run = (map: string) =>
    mapOf({ Go: { type: 'workflow', map, actions: { On: { target: 'Done' } } }, Done: DONE });
  const first = mapOf({
    Go: { type: 'workflow', map: 'workflows/parts/a.json', actions: { On: { target: 'Then' } } },
    Then: { type: 'workflow', map: 'b', actions: { On: { target: 'Done' } } },
    Done: DONE,
  });
  const copies = ejected(first, {
    'workflows/parts/a.json': run('workflows/b.json'),
    'workflows/b.json': mapOf({ Go: DONE }),
  });
  expect([...copies.keys()]).toEqual(['workflows/m/parts/a.json', 'workflows/m/b.json', 'workflows/m.json']);
  expect(JSON.parse(copies.get('workflows/m/parts/a.json') ?? '')).toMatchObject({
    taskDefinitions: { Go: { map: 'workflows/m/b.json' } },
  });
  expect(JSON.parse(copies.get('workflows/m.json') ?? '')).toMatchObject({
    taskDefinitions: { Go: { map: 'workflows/m/parts/a.json' }, Then: { map: 'workflows/m/b.json' } },
  });
});
