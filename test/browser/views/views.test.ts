import { afterAll, beforeAll, describe } from 'vitest';
import { createProject, test, type Project } from '../../e2e/helpers/project.ts';
import { serve } from '../../e2e/helpers/serve.ts';
import { startSlow } from '../../e2e/helpers/slow-run.ts';
import { barriers, goTo, openPage, useBrowser } from '../helpers/browser.ts';
import { GATE, ITEMS } from '../helpers/maps.ts';

useBrowser();

const REWORKED = [
  { match: 'Look at A-1', action: 'Rework', times: 2 },
  { match: 'Look at', action: 'Accept' },
];

/** A run that waits for an answer. */
async function waiting(project: Project): Promise<void> {
  project.put('gate.json', GATE);
  await project.run(['run', 'gate.json', '--set', 'what=1.2', '--no-input']);
}

/** That one, and one whose first item was sent back twice: for tests that only look. */
const lookedAt = createProject();

beforeAll(async () => {
  await waiting(lookedAt);
  lookedAt.put('items.json', ITEMS);
  lookedAt.script(...REWORKED);
  await lookedAt.run(['run', 'items.json']);
});
afterAll(() => lookedAt.remove());

const GATE_RUN = '#/run/gate/slip-001';
const ITEMS_RUN = '#/run/items/slip-001';

describe('what is shown', () => {
  test('a run that begins while the page is open is shown, with its agent, and so is its end', async ({
    project,
    expect,
  }) => {
    const page = await openPage((await serve(project)).page);
    await page.getByText('There is no run in this project yet.').waitFor();
    const run = await startSlow(project);
    await page.getByRole('heading', { name: 'Working' }).waitFor();
    await page.locator('.agent', { hasText: 'Second' }).waitFor();
    run.kill('SIGINT');
    await run.end;
    await page.getByRole('heading', { name: 'Ended and stopped' }).waitFor();
    expect(await page.locator('.agent').count()).toBe(0);
  });

  test('the map has states, the story the reasons, and a step its guards, its prompt and its stream', async ({
    expect,
  }) => {
    const page = await openPage((await serve(lookedAt)).page, {}, ITEMS_RUN);
    await page.getByRole('button', { name: /^A-1 the first part ↩2 Good: done$/ }).waitFor();
    await page.getByRole('button', { name: /A-2.*went through at the first attempt/ }).waitFor();
    await page.getByText('Rework → Act').first().waitFor();
    await page.getByText('the same result 2 times in a row').first().waitFor();
    await page.getByRole('button', { name: /^Build: done$/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Guards were looked at').waitFor();
    await page.locator('.guards .holds', { hasText: 'Done' }).waitFor();
    await page.getByRole('button', { name: /^A-1 the first part/ }).click();
    await page.getByRole('button', { name: /^Monitor ×3 .*: done$/ }).click();
    await page.getByText('visit 3 of 3').waitFor();
    await page.getByRole('tab', { name: 'Prompt' }).click();
    await page.locator('pre', { hasText: 'Look at A-1.' }).waitFor();
    await page.getByRole('tab', { name: 'Stream' }).click();
    await page
      .locator('pre.stream', { hasText: 'ACTION' })
      .or(page.locator('pre.stream', { hasText: '=' }))
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Earlier visit' }).click();
    await page.getByText('visit 2 of 3').waitFor();
    expect(await page.locator('.step h2').textContent()).toBe('Monitor');
  });

  test('a run that failed says why at its top, and how to begin again', async ({ project, expect }) => {
    project.put('gate.json', GATE);
    await project.run(['run', 'gate.json', '--set', 'what=1.2', '--no-input']);
    await project.run(['answer', 'gate/slip-001', 'Stop']);
    const page = await openPage((await serve(project)).page, {}, GATE_RUN);
    await page.locator('.standing.failed', { hasText: 'a person chose "Stop" at "Ask"' }).waitFor();
    expect(await page.locator('.standing code').textContent()).toBe('wfmap resume gate/slip-001 --from Ask');
    await page.locator('.ended', { hasText: 'A person decided it at "Ask".' }).waitFor();
  });

  test('an earlier moment shows what was known then, and nothing can be answered there', async ({
    expect,
  }) => {
    const page = await openPage((await serve(lookedAt)).page, {}, GATE_RUN);
    await page.getByRole('button', { name: 'Ask waits for you' }).waitFor();
    await page.getByLabel('Record of the run').fill('3');
    await page.getByText('Nothing can be answered there.').waitFor();
    await page.getByRole('button', { name: 'Ask not reached' }).waitFor();
    expect(await page.locator('.answer').count()).toBe(0);
    expect(await page.evaluate('location.hash')).toBe(`${GATE_RUN}?q=3`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('End');
    await page.locator('.answer').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('Nothing can be answered there.').waitFor();
  });
});

describe('what is done', () => {
  test('a question is answered in full, with its fields', async ({ project, expect }) => {
    await waiting(project);
    const page = await openPage((await serve(project)).page, {}, GATE_RUN);
    await page.keyboard.press('1');
    await page.getByLabel(/note/).fill('3 warnings,\nnone of them new');
    await page.keyboard.press('Control+Enter');
    await page.locator('.standing.done').waitFor();
    const answered = project.events('gate/slip-001').find(({ type }) => type === 'human.answered');
    expect(answered?.data).toMatchObject({
      action: 'Ship',
      fields: { note: '3 warnings,\nnone of them new' },
    });
  });

  test('who was first is named, when an answer comes too late', async ({ project, expect }) => {
    await waiting(project);
    const page = await openPage((await serve(project)).page, {}, GATE_RUN);
    await page.getByRole('radio', { name: /^Again/ }).waitFor();
    // Its news are held back, as on a slow line.
    await page.route('**/api/run?*', (route) => route.abort());
    await page.getByRole('radio', { name: /^Again/ }).check();
    await project.run(['answer', 'gate/slip-001', 'Stop']);
    await page.getByRole('button', { name: 'Answer “Again”' }).click();
    const words = page.locator('.answer .note', { hasText: 'It was answered already' });
    expect(await words.textContent()).toContain('Stop, chosen by a person → Stopped');
  });

  test('a run is stopped when that is pressed twice, and resumed', async ({ project, expect }) => {
    const run = await startSlow(project);
    const page = await openPage((await serve(project)).page, {}, '#/run/two/slip-001');
    await page.locator('.standing.working', { hasText: 'Second' }).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Stop it: it can be resumed' }).click();
    await page.locator('.standing.stopped').waitFor();
    await run.end;
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.locator('.standing.done').waitFor();
    expect(project.events('two/slip-001').at(-1)?.type).toBe('run.finished');
  });

  test('a message reaches the agent at work', async ({ project, expect }) => {
    await startSlow(project, { match: '^The second task', say: 'Working.', hears: 1, action: 'Accept' });
    const page = await openPage((await serve(project)).page, {}, '#/run/two/slip-001');
    await page.getByRole('button', { name: /^Second .*: working$/ }).click();
    await page.getByRole('tab', { name: 'Stream' }).click();
    await page.locator('pre.stream', { hasText: 'Working.' }).waitFor();
    await page.getByLabel(/Tell this agent/).fill('Leave the tests alone.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.standing.done').waitFor();
    const sent = project.events('two/slip-001').find(({ type }) => type === 'message.sent');
    expect(sent?.data).toMatchObject({ text: 'Leave the tests alone.', client: 'page' });
  });

  test('a page that only shows has the line to type instead', async ({ project, expect }) => {
    await waiting(project);
    const page = await openPage((await serve(project, ['--read-only'])).page, {}, GATE_RUN);
    await page.locator('.answer pre', { hasText: 'wfmap answer gate/slip-001 Ship' }).waitFor();
    expect(await page.getByRole('radio').count()).toBe(0);
    await page.getByText('This page only shows runs.').waitFor();
  });
});

describe('the connection', () => {
  test('a link opens the page once, and the token opens it again', async ({ project }) => {
    const { page: link } = await serve(project);
    await openPage(link);
    const second = await openPage(link);
    await second.getByText('That link was used before').waitFor();
    await second.getByLabel('Token').fill('a-token-of-the-tests-0123456789');
    await second.getByRole('button', { name: 'Open' }).click();
    await second.getByText('There is no run in this project yet.').waitFor();
  });

  test('a server that is gone is said so, and one that comes back is followed again', async ({ project }) => {
    project.put('gate.json', GATE);
    const first = await serve(project);
    const page = await openPage(first.page);
    await page.getByText('There is no run in this project yet.').waitFor();
    first.kill('SIGKILL');
    await page.getByText('No connection for').waitFor();
    await project.run(['run', 'gate.json', '--set', 'what=1.2', '--no-input']);
    await serve(project, [`--port=${first.port}`]);
    await page.getByRole('heading', { name: 'Release 1.2?' }).waitFor();
    await page.getByText('No connection for').waitFor({ state: 'detached' });
  });

  test('with another token it asks for the new link', async ({ project }) => {
    const first = await serve(project);
    const page = await openPage(first.page);
    first.kill('SIGKILL');
    await first.ended;
    const environment = { WFMAP_SERVE_TOKEN: 'another-token-of-the-tests-0123' };
    await serve(project, [`--port=${first.port}`], environment);
    await page.getByText('The server was started again, with another token.').waitFor();
  });
});

describe('for everybody', () => {
  const VIEWS = [
    ['runs', '#/runs'],
    ['a question', GATE_RUN],
    ['a run that has ended', ITEMS_RUN],
    ['the whole map', `${ITEMS_RUN}?whole=1`],
    ['the past', `${ITEMS_RUN}?q=9`],
    ['the maps', '#/maps'],
    ['a map with a task of it', '#/map/efficient?task=Decompose'],
    ['two runs', '#/compare/items/slip-001?with=gate/slip-001'],
    ['the runs to compare with', '#/compare/items/slip-001'],
  ] as const;

  test.for([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
  ] as const)('no view hinders anybody: %s, %i wide', async ([colorScheme, width], { expect }) => {
    const { page: link } = await serve(lookedAt);
    const page = await openPage(link, { colorScheme, viewport: { width, height: 844 } });
    const found: string[] = [];
    for (const [name, hash] of VIEWS) {
      await goTo(page, hash);
      for (const each of await barriers(page)) found.push(`${name}: ${each}`);
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      if (width === 390 && wide !== 390) found.push(`${name}: ${String(wide)} wide`);
    }
    await goTo(page, `${ITEMS_RUN}?show=map`);
    await page.getByRole('button', { name: /^Build: done$/ }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.step').waitFor();
    for (const each of await barriers(page)) found.push(`a step: ${each}`);
    expect(found).toEqual([]);
  });

  test('all of it is reached by keys', async ({ expect }) => {
    const page = await openPage((await serve(lookedAt)).page);
    await page.getByRole('heading', { name: 'Release 1.2?' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('nothing like that');
    await page.getByText('No run is like that.').waitFor();
    await page.getByLabel('Search runs').fill('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await page.waitForSelector('.answer');
    expect(await page.evaluate('location.hash')).toBe(GATE_RUN);
    await page.keyboard.press('g');
    await page.waitForSelector('main.runs');
    await goTo(page, ITEMS_RUN);
    await page.waitForSelector('.step-line');
    await page.keyboard.press('j');
    await page.locator('.step h2').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.step').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.waitForSelector('main.runs');
  });
});

describe('what it costs', () => {
  test('nothing is asked of another host', async ({ expect }) => {
    const { page: link, port } = await serve(lookedAt);
    const asked = new Set<string>();
    const page = await openPage(link);
    page.on('request', (request) => asked.add(new URL(request.url()).host));
    await goTo(page, ITEMS_RUN);
    await page.reload();
    await page.waitForSelector('.map-picture');
    expect([...asked]).toEqual([`127.0.0.1:${port}`]);
  });
});
