import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { completeStory } from '../../../src/cli/flags/story.ts';
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
