import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { loadProgram } from '../../src/cli/io/load-program.ts';

const WORK = { type: 'claude', prompt: 'Do it.', actions: { Complete: { target: 'End Workflow' } } };
const FIELD = { type: 'string', description: 'The story', required: true };
const TEMPLATE = {
  type: 'claude',
  promptTemplate: 'Do it.',
  actions: { Complete: { target: 'End Workflow' } },
};

/** A whole map, with other parts where they are given. */
function mapWith(parts: object): object {
  return {
    description: 'A map',
    startTaskDefinition: 'Work',
    taskDefinitions: { Work: WORK, 'End Workflow': { type: 'end' } },
    ...parts,
  };
}

const tasks = (more: object): object =>
  mapWith({ taskDefinitions: { Work: WORK, 'End Workflow': { type: 'end' }, ...more } });
const args = (text: string, params: object = {}): object =>
  tasks({
    Work: { ...WORK, actions: { Complete: { target: 'Next', args: text } } },
    Next: { ...TEMPLATE, promptParams: params },
  });

function reportOf(map: object | string): string[] {
  const text = typeof map === 'string' ? map : JSON.stringify(map);
  const { diagnostics } = check({ name: 'map.json', text }, (path) => ({
    kind: 'missing',
    lookedIn: [path],
  }));
  return diagnostics.map(({ severity, code }) => `${severity} ${code}`);
}

describe('a map is refused where', () => {
  test.each<[string, object | string, string]>([
    ['a task has two kinds of prompt', tasks({ Work: { ...WORK, promptTemplate: 'x' } }), 'several-prompts'],
    ['a task has no prompt', tasks({ Work: { type: 'claude', actions: WORK.actions } }), 'missing-prompt'],
    ['an end has a prompt', tasks({ 'End Workflow': { type: 'end', prompt: 'x' } }), 'prompt-on-end'],
    [
      'an end has actions',
      tasks({ 'End Workflow': { type: 'end', actions: WORK.actions } }),
      'actions-on-end',
    ],
    [
      'a target differs in case',
      tasks({ Work: { ...WORK, actions: { Go: { target: 'end workflow' } } } }),
      'unknown-target',
    ],
    ['the start is misspelt', mapWith({ startTaskDefinition: 'Wrok' }), 'unknown-start'],
    ['there are no tasks', mapWith({ taskDefinitions: {} }), 'empty-value'],
    ['the description is empty', mapWith({ description: '' }), 'empty-value'],
    ['a type is written with a capital', tasks({ Work: { ...WORK, type: 'Claude' } }), 'unknown-value'],
    ['a field is an int', mapWith({ workslipFields: { story: { ...FIELD, type: 'int' } } }), 'unknown-value'],
    ['a key stands twice', '{"description": "a", "description": "b"}', 'duplicate-key'],
    ['a comment stands in it', `// A map\n${JSON.stringify(mapWith({}))}`, 'json-comment'],
    [
      'a parameter is neither value nor definition',
      tasks({ Work: { ...WORK, promptParams: { n: [1] } } }),
      'malformed-param',
    ],
    [
      'a name is a field and a parameter of another type',
      mapWith({
        workslipFields: { n: FIELD },
        taskDefinitions: {
          Work: { ...TEMPLATE, promptParams: { n: { type: 'number', description: 'n', required: false } } },
          'End Workflow': { type: 'end' },
        },
      }),
      'conflicting-types',
    ],
    [
      'a template is not there',
      tasks({ Work: { type: 'claude', promptTemplatePath: 'a.md', actions: WORK.actions } }),
      'missing-template',
    ],
    [
      'a template lies above the project',
      tasks({ Work: { type: 'claude', promptTemplatePath: '../a.md', actions: WORK.actions } }),
      'escaping-template-path',
    ],
    [
      'a template is named from the root of the disk',
      tasks({ Work: { type: 'claude', promptTemplatePath: '/a.md', actions: WORK.actions } }),
      'escaping-template-path',
    ],
    ['an argument is a bare word', args('again'), 'malformed-argument'],
    ['an argument has its value behind a space', args('--again true'), 'malformed-argument'],
    [
      'an argument does not fit its type',
      args('--n=12abc', { n: { type: 'number', description: 'n', required: false } }),
      'wrong-argument-type',
    ],
    ['a field has the name of a word', mapWith({ workslipFields: { in: FIELD } }), 'reserved-field-name'],
    [
      'the name of an action would break the line that answers',
      tasks({ Work: { ...WORK, actions: { 'Go\nAway': { target: 'End Workflow' } } } }),
      'malformed-action-name',
    ],
  ])('%s', (_, map, code) => {
    expect(reportOf(map)).toContain(`error ${code}`);
  });
});

describe('a map has a warning where', () => {
  const loop = { Work: { ...WORK, actions: { Again: { target: 'Work', choose: 'x' } } } };
  test.each<[string, object, string]>([
    ['a task has no actions', tasks({ Work: { type: 'claude', prompt: 'x' } }), 'missing-actions'],
    ['no path leads to an end', tasks(loop), 'missing-end'],
    ['it starts at an end', mapWith({ startTaskDefinition: 'End Workflow' }), 'start-at-end'],
    [
      'an end has parameters',
      tasks({ 'End Workflow': { type: 'end', promptParams: { n: 1 } } }),
      'ineffective-field',
    ],
    [
      'a field and a parameter of one type share a name',
      mapWith({
        workslipFields: { n: FIELD },
        taskDefinitions: {
          Work: { ...TEMPLATE, promptParams: { n: { type: 'string', description: 'n', required: false } } },
          'End Workflow': { type: 'end' },
        },
      }),
      'shadowed-field',
    ],
    [
      'nothing gives the start what it needs',
      tasks({
        Work: { ...TEMPLATE, promptParams: { n: { type: 'string', description: 'n', required: true } } },
      }),
      'unsupplied-param',
    ],
    ['an argument is declared nowhere', args('--again=true'), 'undeclared-argument'],
    [
      'an argument looks like a template',
      args('--n=${x}', { n: { type: 'string', description: 'n', required: false } }),
      'uninterpolated-argument',
    ],
    ['a name has white space around it', tasks({ ' Work ': WORK }), 'padded-name'],
    ['a task cannot be reached', tasks({ Other: WORK }), 'unreachable-task'],
  ])('%s', (_, map, code) => {
    const reported = reportOf(map);
    expect(reported).toContain(`warning ${code}`);
    expect(reported.filter((each) => each.startsWith('error'))).toEqual([]);
  });
});

describe('a map is taken as it is where', () => {
  test.each<[string, object]>([
    ['nothing is wrong with it', mapWith({})],
    ['a parameter is a plain value', tasks({ Work: { ...TEMPLATE, promptParams: { n: 1 } } })],
    [
      'arguments are quoted, hold an equals sign, or are bare',
      args(`--a="two words" --b='x=y=z' --c`, {
        a: { type: 'string', description: 'a', required: false },
        b: { type: 'string', description: 'b', required: false },
        c: { type: 'boolean', description: 'c', required: false },
      }),
    ],
  ])('%s', (_, map) => {
    expect(reportOf(map)).toEqual([]);
  });

  test('its templates are behind a symbolic link that leaves the project', () => {
    const outside = mkdtempSync(join(tmpdir(), 'wfmap-prompts-'));
    const root = mkdtempSync(join(tmpdir(), 'wfmap-links-'));
    try {
      mkdirSync(join(root, '.sdlc/workflows/system'), { recursive: true });
      writeFileSync(join(outside, 'do.md'), 'Do it.\n');
      symlinkSync(outside, join(root, '.sdlc/prompts'));
      const map = tasks({
        Work: { type: 'claude', promptTemplatePath: '.sdlc/prompts/do.md', actions: WORK.actions },
      });
      writeFileSync(join(root, '.sdlc/workflows/system/do-map.json'), JSON.stringify(map));
      const { program } = loadProgram('.sdlc/workflows/system/do-map.json', root, root);
      expect(Object.keys(program.templateSources)).toEqual(['.sdlc/prompts/do.md']);
    } finally {
      for (const folder of [outside, root]) rmSync(folder, { recursive: true, force: true });
    }
  });
});
