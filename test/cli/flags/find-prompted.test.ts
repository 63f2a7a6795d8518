import { describe, expect, test } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { findPromptedTask } from '../../../src/cli/flags/find-prompted.ts';
import { UsageError } from '../../../src/cli/io/usage-error.ts';
import type { TemplateLookup } from '../../../src/model/template-lookup.ts';
import { toProgram } from '../../../src/run/program/to-program.ts';
import { mapOf } from '../../helpers/maps.ts';

const ON = { actions: { On: { target: 'Done' } } };
const DONE = { Done: { type: 'end' } };
const work = { type: 'claude', prompt: 'Go.', ...ON };
const block = (tasks: object) => ({
  startTaskDefinition: Object.keys(tasks)[0],
  taskDefinitions: { ...tasks, ...DONE },
});

const FILES: Readonly<Record<string, string>> = {
  'part.json': mapOf({ Act: work, ...DONE }),
};
const MAP = mapOf({
  Plan: { ...work, actions: { On: { target: 'a/b' } } },
  'a/b': { ...work, actions: { On: { target: 'Each' } } },
  Each: {
    type: 'foreach',
    items: '[1]',
    item: 'one',
    body: block({
      Run: { type: 'workflow', map: 'part.json', actions: { On: { target: 'See' } } },
      See: work,
    }),
    actions: { On: { target: 'Both' } },
  },
  Both: {
    type: 'parallel',
    branches: { a: block({ Look: work }), b: block({ Look: work, Plan: { type: 'decide', ...ON } }) },
    actions: { On: { target: 'Again' } },
  },
  Again: { type: 'workflow', map: 'part.json', ...ON },
  ...DONE,
});

const { document, ...rest } = check({ name: 'a.json', text: MAP }, (path): TemplateLookup => {
  const text = FILES[path];
  if (text === undefined) return { kind: 'missing', lookedIn: [path] };
  return { kind: 'found', source: { name: path, text } };
});
if (document === undefined) throw new Error('the map can be read');
const { program } = toProgram({ ...rest, document }, 'a.json');

const found = (name: string) => {
  const { task, place, items, program: own } = findPromptedTask(program, name);
  return [task.name, place, items, own.source.path];
};

function refusal(name: string | undefined): string {
  try {
    findPromptedTask(program, name);
  } catch (thrown) {
    if (thrown instanceof UsageError) return `${thrown.message} ${thrown.help ?? ''}`;
    throw thrown;
  }
  return '';
}

describe('a task with a prompt', () => {
  test('is found by its name in the map, which goes before that of any other', () => {
    expect(found('Plan')).toEqual(['Plan', 'Plan', [], 'a.json']);
    expect(found('a/b')).toEqual(['a/b', 'a/b', [], 'a.json']);
  });

  test('is found by a name that no other task has, in blocks and in maps, however often these are run', () => {
    expect(found('See')).toEqual(['See', 'Each/*/See', ['one'], 'a.json']);
    expect(found('Act')).toEqual(['Act', 'Each/*/Run/map/Act', [], 'part.json']);
  });

  test('is found by its place, with keys, stars and numbers of visits', () => {
    for (const place of ['Each/ST-001/Run/map/Act', 'Each#3/*/Run#2/map/Act']) {
      expect(found(place)).toEqual(['Act', 'Each/*/Run/map/Act', [], 'part.json']);
    }
    expect(found('Again/map/Act')).toEqual(['Act', 'Again/map/Act', [], 'part.json']);
    expect(found('Both/b/Look')).toEqual(['Look', 'Both/b/Look', [], 'a.json']);
  });

  test('is none where the name may mean several, has no prompt, or is nobody’s', () => {
    expect(refusal('Look')).toBe(
      '2 tasks with a prompt are called "Look". Name one by its place: "Both/a/Look", "Both/b/Look".',
    );
    expect(refusal('Both/b/Plan')).toContain('Task "Both/b/Plan" is of type "decide": it has no prompt.');
    expect(refusal('Done')).toContain('is an end: it has no prompt.');
    expect(refusal('Both/c/Look')).toContain('Did you mean "Both/a/Look"?');
    expect(refusal('Again/map/Nothing')).toContain('The map has no task "Again/map/Nothing".');
    expect(refusal(undefined)).toBe(
      'No task is named. The tasks with a prompt are "Plan", "a/b", "Each/*/Run/map/Act", "Each/*/See", ' +
        '"Both/a/Look", "Both/b/Look".',
    );
  });
});

test('of very many tasks the first 50 are listed', () => {
  const names = Array.from({ length: 52 }, (_, index) => `T${index}`);
  const tasks = names.map((name, index) => [
    name,
    { ...work, actions: { On: { target: names[index + 1] ?? 'Done' } } },
  ]);
  const large = check({ name: 'b.json', text: mapOf({ ...Object.fromEntries(tasks), ...DONE }) }, () => ({
    kind: 'missing',
    lookedIn: [],
  }));
  if (large.document === undefined) throw new Error('the map can be read');
  const many = toProgram({ ...large, document: large.document }, 'b.json').program;
  const listed = names.slice(0, 50).map((name) => `"${name}"`);
  expect(() => findPromptedTask(many, undefined)).toThrow(
    expect.objectContaining({ help: `The tasks with a prompt are ${listed.join(', ')} and 2 more.` }),
  );
});
