import { describe, expect, test } from 'vitest';
import { effectsNotes } from '../../../src/cli/running/effects-notes.ts';
import { checkedProgram } from '../../helpers/checked-program.ts';

const READER = '---\nwrites: nothing\n---\nYou look at things.';
const SILENT = [
  expect.stringMatching(
    /^Agents only read in \S+, where no task says what it may change; an agent that is to edit has "writes"/,
  ),
];

const notesOf = (tasks: Record<string, object>, more: object = {}): readonly string[] => {
  const map = {
    description: 'A map',
    startTaskDefinition: 'Work',
    taskDefinitions: { ...tasks, Done: { type: 'end' } },
    ...more,
  };
  return effectsNotes(checkedProgram(map, { 'prompts/agents/reader.md': READER }).program);
};

const agent = (more: object = {}) => ({
  type: 'claude',
  prompt: 'Work.',
  timeout: '5m',
  actions: { Go: { target: 'Done' } },
  ...more,
});

describe('the start of a run', () => {
  test('says that agents only read where no task says what it may change', () => {
    expect(notesOf({ Work: agent() })).toEqual(SILENT);
    expect(notesOf({ Work: agent(), Look: agent({ agent: 'reader' }) })).toEqual(SILENT);
  });

  test('says it of tasks inside of others as well', () => {
    const inner = { startTaskDefinition: 'Work', taskDefinitions: { Work: agent(), Done: { type: 'end' } } };
    const both = { type: 'parallel', branches: { a: inner }, actions: { Go: { target: 'Done' } } };
    expect(notesOf({ Work: both })).toEqual(SILENT);
  });

  test.each<readonly [string, Record<string, object>, object]>([
    ['a task says it', { Work: agent({ writes: ['nothing'] }), Look: agent() }, {}],
    ['the defaults say it', { Work: agent() }, { defaults: { writes: ['anything'] } }],
    ['all agents have a role that only reads', { Work: agent({ agent: 'reader' }) }, {}],
    [
      'there is no agent',
      { Work: { type: 'shell', command: ['true'], actions: { Go: { target: 'Done' } } } },
      {},
    ],
  ])('says nothing where %s', (_, tasks, more) => {
    expect(notesOf(tasks, more)).toEqual([]);
  });

  test('says that agents edit in maps of the original format', () => {
    const original = { type: 'claude', prompt: 'Work.', actions: { Go: { target: 'Done', choose: 'go' } } };
    expect(notesOf({ Work: original })).toEqual([
      expect.stringMatching(
        /^Agents edit as their permissions allow, since \S+ uses the fields of the original/,
      ),
    ]);
  });
});
