import { test } from '../e2e/helpers/project.ts';
import { serve } from '../e2e/helpers/serve.ts';
import { openPage, useBrowser, waitForTitle } from './helpers/browser.ts';
import { GATE } from './helpers/maps.ts';

useBrowser();

test('a browser that opens the link is shown what waits, and answers it', async ({ project, expect }) => {
  project.put('gate.json', GATE);
  expect((await project.run(['run', 'gate.json', '--set', 'what=1.2', '--no-input'])).code).toBe(4);
  const page = await openPage((await serve(project)).page);
  await page.getByRole('heading', { name: 'Release 1.2?' }).waitFor();
  await waitForTitle(page, '(1) wfmap');
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  await page.getByRole('button', { name: 'Answer “Ship”' }).click();
  await page.locator('.ended-row', { hasText: 'gate/slip-001' }).waitFor();
  await waitForTitle(page, 'wfmap');
  const answered = project.events('gate/slip-001').find(({ type }) => type === 'human.answered');
  expect(answered?.data).toMatchObject({ action: 'Ship', client: 'page', origin: 'claimed' });
});
