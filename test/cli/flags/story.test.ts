import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { UsageError } from '../../../src/cli/io/usage-error.ts';
import { completeStory, placeGoal } from '../../../src/cli/flags/story.ts';
import type { Field } from '../../../src/model/field.ts';
import { readConfig } from '../../../src/project/config.ts';

const workRoot = mkdtempSync(join(tmpdir(), 'wfmap-story-'));
mkdirSync(join(workRoot, 'stories'));
writeFileSync(join(workRoot, 'stories/S-1.md'), 'The first story.\n');
afterAll(() => rmSync(workRoot, { recursive: true }));

const field = (name: string, value?: string): Field => ({
  name,
  type: 'string',
  description: '',
  required: false,
  default: value,
  enum: undefined,
  schema: undefined,
});

function complete(fields: readonly Field[], values = {}, goal?: string) {
  const request = { fields, goal, workRoot, config: readConfig(workRoot), canReadInput: false };
  return completeStory(values, request).values;
}

test('the default of a story id finds its file', () => {
  expect(complete([field('storyId', 'S-1'), field('story')])).toMatchObject({ story: 'The first story.\n' });
});

test('a given id and a goal come before the default of the id', () => {
  const fields = [field('storyId', 'S-1'), field('story')];
  expect(complete(fields, { storyId: 'S-2' })).toEqual({ storyId: 'S-2' });
  expect(complete(fields, {}, 'Add a flag')).toEqual({ storyId: 'add-a-flag', story: 'Add a flag' });
});

test('a story behind a link that leads out of the project is told with where it leads', () => {
  const outside = mkdtempSync(join(tmpdir(), 'wfmap-outside-'));
  writeFileSync(join(outside, 'text.md'), 'Theirs.\n');
  symlinkSync(join(outside, 'text.md'), join(workRoot, 'stories/S-8.md'));
  symlinkSync('S-1.md', join(workRoot, 'stories/S-9.md'));
  const request = {
    fields: [field('storyId'), field('story')],
    goal: undefined,
    workRoot,
    canReadInput: false,
  };
  const noticeOf = (storyId: string): string | undefined =>
    completeStory({ storyId }, { ...request, config: readConfig(workRoot) }).notice;
  expect(noticeOf('S-8')).toMatch(
    /^Story: stories\/S-8\.md, a link that leads out of the project, to \/.*\/text\.md$/,
  );
  expect(noticeOf('S-9')).toBe('Story: stories/S-9.md');
  rmSync(outside, { recursive: true });
});

const reported = (fields: readonly Field[], values: object, goal?: string) => {
  const request = { fields, goal, workRoot, config: readConfig(workRoot), canReadInput: false };
  return completeStory({ ...values }, request);
};
const ABOUT = [field('storyId'), field('story')];

test('a map without a text field "story" takes no goal, and is left as it is without one', () => {
  const list: Field = { ...field('story'), type: 'array' };
  for (const fields of [[field('storyId')], [list]]) {
    expect(reported(fields, { storyId: 'S-1' })).toEqual({ values: { storyId: 'S-1' }, notice: undefined });
    expect(() => reported(fields, {}, 'Do it')).toThrow(
      new UsageError('This map takes no --goal: it has no text field "story" or "goal".'),
    );
  }
});

test('a story that is given counts before a goal, and without an id there is nothing to find', () => {
  expect(reported(ABOUT, { story: 'Mine', storyId: 'S-1' }, 'Theirs')).toEqual({
    values: { story: 'Mine', storyId: 'S-1' },
    notice: undefined,
  });
  expect(reported(ABOUT, {})).toEqual({ values: {}, notice: undefined });
});

test('a goal is the text input of that name where a map has no story, as one more word of the command line', () => {
  expect(placeGoal(['--x=1'], '--do it', [field('goal')])).toEqual({
    tokens: ['--x=1', '--set', 'goal=--do it'],
    goal: undefined,
  });
  for (const fields of [ABOUT, [...ABOUT, field('goal')], [{ ...field('goal'), type: 'array' } as Field]])
    expect(placeGoal([], 'Do it', fields)).toEqual({ tokens: [], goal: 'Do it' });
  expect(placeGoal([], undefined, [field('goal')])).toEqual({ tokens: [], goal: undefined });
});

test('a goal that says nothing is refused', () => {
  expect(() => reported(ABOUT, {}, ' \n')).toThrow(new UsageError('The goal is empty.'));
});

test('a goal gets an id of its first words, unless one is given or the map has none', () => {
  const idOf = (goal: string): unknown => reported(ABOUT, {}, goal).values['storyId'];
  expect(idOf(' Add a --version flag to the wfmap CLI ')).toBe('add-a-version-flag-to-the');
  expect(idOf('Größe: 5!')).toBe('größe-5');
  expect(idOf('x'.repeat(60))).toBe('x'.repeat(50));
  expect(idOf('?!')).toBe('goal');
  expect(reported(ABOUT, { storyId: 'S-7' }, ' Go ').values).toEqual({ storyId: 'S-7', story: 'Go' });
  expect(reported([field('story')], {}, 'Go').values).toEqual({ story: 'Go' });
});

test('where no story is named, no file is missed', () => {
  expect(reported(ABOUT, { storyId: '' })).toEqual({ values: { storyId: '' }, notice: undefined });
});

test('a story that has no file is told with where it was looked for', () => {
  expect(reported(ABOUT, { storyId: 'S-0' })).toEqual({
    values: { storyId: 'S-0' },
    notice:
      'No file for story "S-0" (looked for stories/S-0.md, .sdlc/stories/S-0*): the agents know its id alone.',
  });
});
