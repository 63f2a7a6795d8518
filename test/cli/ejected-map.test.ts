import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { ejectMap } from '../../src/cli/ejected-map.ts';
import type { TemplateLookup } from '../../src/model/template-lookup.ts';
import { packageRoot } from '../../src/project/package-root.ts';
import { readText } from '../../src/project/read-text.ts';
import { shippedMaps } from '../../src/project/resolve-map.ts';
import { templateReader } from '../../src/project/template-reader.ts';

const HOME = packageRoot();
const FROM_PACKAGE = templateReader({ workRoot: HOME, mapRoot: HOME, nameFrom: HOME });

function shippedMap(name: string) {
  const path = `workflows/${name}.json`;
  const text = readText(join(HOME, path), 2 ** 20);
  return { path, text, checked: check({ name: path, text }, FROM_PACKAGE) };
}

describe.each(shippedMaps())('the shipped map %s, ejected,', (name) => {
  const { path, text, checked } = shippedMap(name);

  test('is as shipped but for its schema, and comes after every prompt that it names', () => {
    const { files } = ejectMap(checked, path, { folder: '', schema: 'elsewhere/x.json' });
    expect(files.at(-1)).toEqual({
      path,
      text: text.replace('../grammar/map.schema.json', 'elsewhere/x.json'),
    });
    const prompts = files.slice(0, -1).map((file) => file.path);
    expect(prompts.toSorted()).toEqual([...checked.lookups.keys()].toSorted());
    for (const file of files.slice(0, -1)) expect(file.text).toBe(readText(join(HOME, file.path), 2 ** 20));
  });

  test('is valid in a folder of the project, with the prompts there and no others', () => {
    const { files } = ejectMap(checked, path, { folder: 'a "b"/c', schema: undefined });
    const byPath = new Map(files.map((file) => [file.path, file.text]));
    const copy = byPath.get(`a "b"/c/${path}`) ?? '';
    const again = check({ name: path, text: copy }, (prompt): TemplateLookup => {
      const found = byPath.get(prompt);
      if (found === undefined) return { kind: 'missing', lookedIn: [prompt] };
      return { kind: 'found', source: { name: prompt, text: found } };
    });
    expect(again.diagnostics).toEqual([]);
    expect(copy).not.toContain('$schema');
  });
});

function mapOf(taskDefinitions: object): string {
  const head = { $schema: '../grammar/map.schema.json', description: 'A map', startTaskDefinition: 'Go' };
  return JSON.stringify({ ...head, workslipFields: {}, taskDefinitions }, undefined, 2);
}

test('partials go where the prompts look for them: to the root', () => {
  const map = mapOf({ Go: { type: 'claude', promptTemplatePath: 'prompts/go.md', actions: {} } });
  const files: Readonly<Record<string, string>> = {
    'prompts/go.md': '---\nsyntax: handlebars\n---\n{{> rules}}\n',
    'prompts/rules.md': 'Be kind.\n',
  };
  const checked = check({ name: 'm.json', text: map }, (path) => {
    const text = files[path];
    return text === undefined
      ? { kind: 'missing', lookedIn: [path] }
      : { kind: 'found', source: { name: path, text } };
  });
  const { files: copies } = ejectMap(checked, 'workflows/m.json', { folder: 'flows', schema: undefined });
  expect(copies.map(({ path }) => path)).toEqual([
    'flows/prompts/go.md',
    'prompts/rules.md',
    'flows/workflows/m.json',
  ]);
});

test('schemas go with the map and are named there, roles go to the root, prompts of people go too', () => {
  const map = mapOf({
    Go: {
      type: 'claude',
      prompt: 'Go.',
      agent: 'monitor',
      output: { schemaPath: 'schemas/go.json' },
      actions: { On: { target: 'Ask' } },
    },
    Ask: { type: 'human', promptTemplatePath: 'prompts/ask.md', actions: { Yes: { target: 'Done' } } },
    Done: { type: 'end' },
  });
  const files: Readonly<Record<string, string>> = {
    'prompts/agents/monitor.md': 'You watch.\n',
    'schemas/go.json': '{"type": "object"}',
    'prompts/ask.md': 'Well?\n',
  };
  const checked = check({ name: 'm.json', text: map }, (path) => {
    const text = files[path];
    return text === undefined
      ? { kind: 'missing', lookedIn: [path] }
      : { kind: 'found', source: { name: path, text } };
  });
  const { files: copies } = ejectMap(checked, 'workflows/m.json', { folder: 'flows', schema: undefined });
  expect(copies.map(({ path }) => path).toSorted()).toEqual([
    'flows/prompts/ask.md',
    'flows/schemas/go.json',
    'flows/workflows/m.json',
    'prompts/agents/monitor.md',
  ]);
  const copy = JSON.parse(copies.at(-1)?.text ?? '').taskDefinitions;
  expect(copy).toMatchObject({
    Go: { agent: 'monitor', output: { schemaPath: 'flows/schemas/go.json' } },
    Ask: { promptTemplatePath: 'flows/prompts/ask.md' },
  });
});
