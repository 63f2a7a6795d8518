import { describe } from 'vitest';
import { mapOf } from '../../e2e/helpers/maps.ts';
import { test } from '../../e2e/helpers/project.ts';
import { serve } from '../../e2e/helpers/serve.ts';
import { openPage, useBrowser } from '../helpers/browser.ts';

useBrowser();

/** Writes a line more each time, and a file of its own. */
const WRITES = mapOf({
  Act: {
    type: 'shell',
    command: [
      'sh',
      '-c',
      'n=$(wc -l < src/greet.txt); echo "line" $n >> src/greet.txt; echo new > src/b-$((n)).txt',
    ],
    writes: ['src'],
    actions: {
      Again: { target: 'Act', when: 'visits < 2' },
      Fine: { target: 'Good', when: 'visits >= 2' },
    },
  },
  Good: { type: 'end' },
});

describe('the files of a step', () => {
  test('are shown as it left them, against how the step before left them', async ({ project, expect }) => {
    project.put('writes.json', WRITES);
    expect((await project.run(['run', 'writes.json', '--here'])).code).toBe(0);
    const served = await serve(project);
    const page = await openPage(served.page, {}, '#/run/writes/slip-001');
    // A task that leads to itself has a line to itself.
    expect(await page.locator('.way.taken[d*="q6"]').count()).toBe(1);
    await page.getByRole('button', { name: /^Act ×2/ }).click();
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.locator('.diff .file', { hasText: '+++ src/b-2.txt' }).waitFor();
    expect(await page.locator('.diff .added').allTextContents()).toEqual(['+new', '+line 2']);
    await page.getByRole('button', { name: 'Earlier visit' }).click();
    await page.locator('.diff .file', { hasText: '+++ src/b-1.txt' }).waitFor();
    expect(await page.locator('.diff .added').allTextContents()).toEqual(['+new', '+hello', '+line 1']);
  });
});
