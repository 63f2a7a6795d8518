import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '../../e2e/helpers/project.ts';
import { barriers, newPage, useBrowser } from '../helpers/browser.ts';
import { GATE } from '../helpers/maps.ts';

useBrowser();

/** Ends the elements that a report puts it in, where something takes it for HTML. */
const HOSTILE = '</script><script>window.pwned=1</script><!--';

test('a report opens from disk with the run inside, alone, and says what is masked', async ({
  project,
  expect,
}) => {
  project.put('gate.json', GATE);
  await project.run(['run', 'gate.json', '--set', `what=${HOSTILE}`, '--no-input']);
  await project.run(['answer', 'gate/slip-001', 'Stop']);
  const written = await project.run(['show', 'gate/slip-001', '-o', 'out/report.html']);
  expect(written).toMatchObject({ code: 0, stdout: '' });
  expect(written.stderr).toContain('Secrets in it are masked by their names and values alone');
  const page = await newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const path = join(project.root, 'out/report.html');
  await page.goto(`file://${path}`);
  await page.locator('.standing.failed', { hasText: 'a person chose "Stop" at "Ask"' }).waitFor();
  await page.getByRole('button', { name: /^Build .*: done$/ }).click();
  await page.locator('.guards .holds', { hasText: 'Ask' }).waitFor();
  await page.getByRole('tab', { name: 'Stream' }).click();
  await page.locator('pre.stream', { hasText: 'built' }).waitFor();
  await page.getByRole('button', { name: /^Ask .*: done$/ }).click();
  await page.getByRole('tab', { name: 'Prompt' }).click();
  await page.locator('pre', { hasText: HOSTILE }).waitFor();
  await page.getByText('Secrets are masked by their names and values alone').waitFor();
  expect(await page.evaluate('window.pwned')).toBe(undefined);
  expect(asked).toEqual([`file://${path}`]);
  expect(await barriers(page)).toEqual([]);
  expect(readFileSync(path, 'utf8')).toMatch(
    /Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/,
  );
  await page.getByRole('link', { name: 'Runs' }).first().click();
  await page.locator('.ended-row').waitFor();
});
