import { afterAll, beforeAll, describe } from 'vitest';
import { createProject, test, type Project } from '../../e2e/helpers/project.ts';
import { serve } from '../../e2e/helpers/serve.ts';
import { goTo, openPage, useBrowser } from '../helpers/browser.ts';
import { GATE } from '../helpers/maps.ts';

useBrowser();

/** A map of the project, and one with a fault. */
function withMaps(project: Project): Project {
  project.put('workflows/gate.json', GATE);
  project.put('workflows/faulty.json', JSON.stringify(GATE).replace('"target":"Ship"', '"target":"Shop"'));
  return project;
}

/** Two runs of one map that were answered differently, for tests that only look. */
const compared = withMaps(createProject());

beforeAll(async () => {
  for (const [run, what, answer] of [
    ['gate/slip-001', '1.2', 'Ship'],
    ['gate/slip-002', '1.3', 'Stop'],
  ] as const) {
    await compared.run(['run', 'gate', '--set', `what=${what}`, '--no-input']);
    await compared.run(['answer', run, answer]);
  }
});
afterAll(() => compared.remove());

describe('a map', () => {
  test('is listed with what it is for, the own ones first', async ({ expect }) => {
    const page = await openPage((await serve(compared)).page, {}, '#/maps');
    const names = await page.locator('.map-row code').allTextContents();
    expect(names.slice(0, 2)).toEqual(['faulty', 'gate']);
    expect(names).toContain('efficient');
    await page.getByRole('link', { name: /^efficient Turn a story into finished work/ }).click();
    await page.locator('main.map-screen h1', { hasText: 'efficient' }).waitFor();
  });

  test('shows a task with its ways, what it may change, and its prompt', async ({ expect }) => {
    const page = await openPage((await serve(compared)).page, {}, '#/map/efficient');
    await page.getByRole('button', { name: /^Decompose/ }).click();
    const task = page.getByRole('region', { name: 'Task Decompose' });
    await task.getByText('It may change nothing.').waitFor();
    await task.getByText('role task-decomposer').waitFor();
    await task.locator('pre', { hasText: '{{' }).waitFor();
    expect(await task.locator('li b').allTextContents()).toContain('Check Plan');
  });

  test('leads into the blocks of a task, and back', async ({ expect }) => {
    const page = await openPage((await serve(compared)).page, {}, '#/map/efficient');
    await page.getByRole('button', { name: /^Build subtask/ }).click();
    await page.getByRole('button', { name: 'Open Build' }).click();
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.getByRole('button', { name: 'Open Run' }).click();
    await page.getByRole('button', { name: /^Monitor/ }).click();
    await page.getByRole('region', { name: 'Task Monitor' }).locator('pre', { hasText: '{{' }).waitFor();
    await page.getByRole('button', { name: 'efficient ›' }).click();
    await page.getByRole('button', { name: /^Decompose/ }).waitFor();
    expect(await page.evaluate('location.hash')).toBe('#/map/efficient');
  });

  test('with a fault shows the finding, its place, and no start', async ({ expect }) => {
    const page = await openPage((await serve(compared)).page, {}, '#/map/faulty');
    await page.locator('.finding', { hasText: 'which is not a task of this block' }).waitFor();
    expect(await page.locator('.finding code').allTextContents()).toEqual([
      'unknown-target',
      expect.stringMatching(/^workflows\/faulty\.json:\d+:\d+$/),
    ]);
    await page.getByText('The map has errors: it cannot be started.').waitFor();
    expect(await page.getByRole('button', { name: /^Start/ }).count()).toBe(0);
  });
});

describe('a start', () => {
  test('needs what the map requires, and leads to the run', async ({ project, expect }) => {
    withMaps(project);
    const page = await openPage((await serve(project)).page, {}, '#/map/gate');
    await page.getByText('Needs what.').waitFor();
    await page.getByLabel(/^what/).fill("it's 1.2");
    await page
      .locator('form pre', { hasText: String.raw`wfmap run gate --set 'what=it'\''s 1.2'` })
      .waitFor();
    await page.getByLabel('At most, in steps').fill('50');
    await page.keyboard.press('Control+Enter');
    await page.locator('h3, .asked-text, h2', { hasText: "Release it's 1.2?" }).first().waitFor();
    const [started] = project.events('gate/slip-001');
    expect(started?.data).toMatchObject({
      fields: { what: "it's 1.2" },
      limits: { steps: 50 },
      startedBy: { client: 'page' },
    });
    await page.getByText('Inputs', { exact: true }).click();
    await page.locator('dd', { hasText: "it's 1.2" }).waitFor();
  });

  test('that is refused says why, and keeps what was typed', async ({ project, expect }) => {
    const counted = {
      what: { type: 'string', description: 'What is released', required: true, default: 'all' },
      count: { type: 'number', description: 'How many', required: true },
    };
    project.put('workflows/counted.json', { ...GATE, workslipFields: counted });
    const page = await openPage((await serve(project)).page, {}, '#/map/counted');
    await page.getByLabel(/^count/).fill('three');
    await page.getByLabel('Agents').selectOption('scripted');
    await page.getByRole('button', { name: /^Play it without agents/ }).click();
    await page.locator('form .note', { hasText: 'count' }).waitFor();
    expect(await page.getByLabel(/^count/).inputValue()).toBe('three');
    expect(await page.locator('form .note').textContent()).toMatch(/number/);
  });

  test('cannot be made where the page only shows', async ({ expect }) => {
    const page = await openPage((await serve(compared, ['--read-only'])).page, {}, '#/map/gate');
    await page.getByText('This page only shows. Type:').waitFor();
    expect(await page.getByRole('button', { name: /^Start/ }).count()).toBe(0);
  });
});

describe('two runs', () => {
  test('are shown from where they part first, with the reason of each', async ({ expect }) => {
    const page = await openPage((await serve(compared)).page, {}, '#/run/gate/slip-001');
    await page.keyboard.press('c');
    await page.getByRole('link', { name: /^gate\/slip-002/ }).click();
    await page.getByRole('heading', { name: 'They part first at Ask' }).waitFor();
    const sides = await page.locator('.two-sides article').allTextContents();
    expect(sides[0]).toContain('Ship, chosen by a person → Ship');
    expect(sides[1]).toContain('Stop, chosen by a person → Stopped');
    const rows = await page.locator('tbody tr').allTextContents();
    expect(rows).toContain('what"1.2""1.3"');
    expect(rows.some((row) => /^Ship×1.*–$/.test(row))).toBe(true);
  });

  test('that took the same way are said to have', async ({ expect }) => {
    const page = await openPage((await serve(compared)).page);
    await goTo(page, '#/compare/gate/slip-001?with=gate/slip-001');
    await page.getByRole('heading', { name: 'They took the same way' }).waitFor();
    expect(await page.locator('.two-sides').count()).toBe(0);
  });
});
