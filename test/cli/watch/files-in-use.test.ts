import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FilesInUse } from '../../../src/cli/watch/files-in-use.ts';
import { noteRead } from '../../../src/project/noted-reads.ts';
import { readText } from '../../../src/project/read-text.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wfmap-in-use-'));
  put('map.json', 'one');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (name: string): string => join(root, name);
const put = (name: string, text: string): void => writeFileSync(at(name), text);
const none = (): readonly string[] => [];

/** Files in use that have read the map. */
async function inUse(listed = none, meanwhile = (): void => undefined): Promise<FilesInUse> {
  const files = new FilesInUse(listed);
  await files.note(() => {
    readText(at('map.json'), 100);
    meanwhile();
    return Promise.resolve();
  });
  return files;
}

/** An editor that writes the new text beside the file and puts it in its place. */
function replace(name: string, text: string): void {
  put(`.${name}.swp`, text);
  renameSync(at(`.${name}.swp`), at(name));
}

describe('the files that a piece of work goes by', () => {
  test.each([
    ['is written over', () => put('map.json', 'two')],
    ['is replaced by another file', () => replace('map.json', 'two')],
    ['is replaced by one with the same text', () => replace('map.json', 'one')],
    ['is removed', () => rmSync(at('map.json'))],
    [
      'is moved away and written anew',
      () => {
        renameSync(at('map.json'), at('map.json~'));
        put('map.json', 'two');
      },
    ],
  ])('one that %s is a change', async (_, change) => {
    const files = await inUse();
    const next = files.nextChange();
    change();
    expect(await next).toEqual([at('map.json')]);
  });

  test('one that changed after it was read, while the work went on, is a change', async () => {
    const files = await inUse(none, () => put('map.json', 'two'));
    expect(await files.nextChange()).toEqual([at('map.json')]);
  });

  test('one that was looked for in vain is a change once it is there, also in a folder that was not', async () => {
    const files = await inUse(none, () => noteRead(at('prompts/work.md')));
    const next = files.nextChange();
    mkdirSync(at('prompts'));
    put('prompts/work.md', 'Work.');
    expect(await next).toEqual([at('prompts/work.md')]);
  });

  test('what nobody looked for is none, and what comes to be listed is one', async () => {
    const files = await inUse(() =>
      readdirSync(root)
        .map(at)
        .filter((file) => file.endsWith('.json')),
    );
    const next = files.nextChange();
    put('notes.txt', 'Nothing.');
    put('second.json', 'two');
    expect(await next).toEqual([at('second.json')]);
  });

  test('each work has files of its own', async () => {
    const files = await inUse();
    await files.note(() => Promise.resolve(noteRead(at('other.json'))));
    const next = files.nextChange();
    put('map.json', 'two');
    put('other.json', 'two');
    expect(await next).toEqual([at('other.json')]);
    noteRead(at('map.json'));
    put('other.json', 'three');
    expect(await files.nextChange()).toEqual([at('other.json')]);
  });
});
