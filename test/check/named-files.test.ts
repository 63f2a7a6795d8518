import { expect, test } from 'vitest';
import { namedFilesOf } from '../../src/check/named-files.ts';
import { checked, mapOf, spelled } from '../helpers/maps.ts';

const HEAD = '---\nsyntax: handlebars\n---\n';
const DONE = { Done: { type: 'end' } };
const ON = { actions: { On: { target: 'Done' } } };

const named = (map: string, files: Readonly<Record<string, string>> = {}) =>
  namedFilesOf(checked(map, files)).map((file) => [file.kind, file.path, spelled(file)]);

test('every file is told with its name as it is written, in all blocks of the map', () => {
  const body = {
    startTaskDefinition: 'Go',
    taskDefinitions: { Go: { type: 'claude', prompt: 'Go.', agent: 'a/b', ...ON }, ...DONE },
  };
  const map = mapOf({
    Each: { type: 'foreach', items: '[1]', item: 'one', body, actions: { On: { target: 'Ask' } } },
    Ask: { type: 'human', promptTemplatePath: 'ask.md', actions: { Yes: { target: 'Run' } } },
    Run: { type: 'workflow', map: 'workflows/x.json', actions: { On: { target: 'Work' } } },
    Work: { type: 'claude', prompt: 'Go.', output: { schemaPath: 's.json' }, ...ON },
    ...DONE,
  });
  expect(named(map)).toEqual([
    ['map', 'workflows/x.json', '"workflows/x.json"'],
    ['template', 'ask.md', '"ask.md"'],
    ['schema', 's.json', '"s.json"'],
    ['role', 'prompts/agents/a/b.md', '"a/b"'],
  ]);
});

test('a partial is told at each place where it is taken in, be it in another, in a role, or in a text of the map', () => {
  const map = mapOf({
    Work: { type: 'claude', agent: 'a', promptTemplatePath: 'w.md', actions: { On: { target: 'Text' } } },
    Text: { type: 'claude', promptTemplate: `${HEAD}"\t"{{> one}}`, ...ON },
    ...DONE,
  });
  const files = {
    'w.md': `${HEAD}{{> one}}{{> "one.md"}}`,
    'prompts/agents/a.md': `${HEAD}{{> two}}`,
    'prompts/one.md': '{{> two}}',
    'prompts/two.md': 'Two.',
  };
  expect(named(map, files).filter(([kind]) => kind === 'partial')).toEqual([
    ['partial', 'prompts/two.md', 'two'],
    ['partial', 'prompts/one.md', 'one'],
    ['partial', 'prompts/one.md', '"one.md"'],
    ['partial', 'prompts/two.md', 'two'],
    ['partial', 'prompts/one.md', 'one'],
    ['partial', 'prompts/two.md', 'two'],
  ]);
});

test('a text that is no map names nothing', () => {
  expect(named('[]')).toEqual([]);
});
