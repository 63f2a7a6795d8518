import { afterAll, beforeAll, expect, test } from 'vitest';
import { transcriptOf, type Played } from './play-lines.ts';
import { playStories, type Story } from './play-stories.ts';
import { createWorkFolder, PLAIN_MAP, type WorkFolder } from './work-folder.ts';

const OUTPUTS = `${import.meta.dirname}/../../fixtures/command-output`;
const NOTHING = 'map "Nothing to do"\n\nend Done\n';

const STORIES: Readonly<Record<string, Story>> = {
  list: {
    files: {
      '.git/': '',
      'sub/': '',
      'workflows/cake.wfmap': NOTHING,
      'workflows/fast.json': { ...PLAIN_MAP, description: 'A fast cake,\nof our own.\u001B[31m' },
      'workflows/two words.json': PLAIN_MAP,
      'workflows/broken.json': '{"description": ',
      '.sdlc/workflows/system/bake-map.json': PLAIN_MAP,
    },
    lines: [['list'], ['list --json', { at: 'sub' }], ['list cake']],
  },
  'list-outside-of-git': { files: {}, lines: [['list']] },
};

let folder: WorkFolder;
let played: ReadonlyMap<string, readonly Played[]>;

beforeAll(async () => {
  folder = createWorkFolder();
  played = await playStories(STORIES, folder);
});
afterAll(() => folder.remove());

test.each(Object.keys(STORIES))('the maps of a folder are printed as written down: %s', async (name) => {
  await expect(transcriptOf(played.get(name) ?? [])).toMatchFileSnapshot(`${OUTPUTS}/${name}.out`);
});
