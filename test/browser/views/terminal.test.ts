import { describe } from 'vitest';
import { test, type Project } from '../../e2e/helpers/project.ts';
import { serve } from '../../e2e/helpers/serve.ts';
import { typeInTerminal } from '../../e2e/helpers/typed-terminal.ts';
import { openPage, useBrowser } from '../helpers/browser.ts';
import { GATE } from '../helpers/maps.ts';

useBrowser();

/** What a terminal of the project is. */
const terminalOf = ({ root, environment }: Project) => ({
  root,
  environment: { ...environment, TERM: 'xterm' },
});

const answersIn = (project: Project) =>
  project
    .events('gate/slip-001')
    .filter(({ type }) => type === 'human.answered')
    .map(({ data }) => data);

describe('a question that a terminal and a page ask at the same time', () => {
  test('is answered by the page: the terminal says so, and its run goes on', async ({ project, expect }) => {
    project.put('gate.json', GATE);
    const served = await serve(project);
    const terminal = typeInTerminal(['run', 'gate.json', '--set', 'what=1.2'], terminalOf(project));
    const page = await openPage(served.page);
    await page.getByRole('heading', { name: 'Release 1.2?' }).waitFor();
    await page.getByRole('button', { name: 'Ship', exact: true }).click();
    await page.getByRole('button', { name: 'Answer “Ship”' }).click();
    await page.locator('.ended-row', { hasText: 'gate/slip-001' }).waitFor();
    const { code, shown } = await terminal;
    expect(code).toBe(0);
    expect(shown).toMatch(/Answered from elsewhere.*: Ship, by .* for "page"\./);
    expect(answersIn(project)).toMatchObject([{ action: 'Ship', client: 'page' }]);
  });

  test('is answered at the terminal: the page has what was chosen', async ({ project, expect }) => {
    project.put('gate.json', GATE);
    await project.run(['run', 'gate.json', '--set', 'what=1.2', '--no-input']);
    const page = await openPage((await serve(project)).page, {}, '#/run/gate/slip-001');
    await page.getByRole('radio', { name: /^Ship/ }).check();
    const { shown } = await typeInTerminal(['resume', 'gate/slip-001'], {
      ...terminalOf(project),
      typed: [
        ['Choice', '3'],
        ['note', ''],
      ],
    });
    expect(shown).toContain('reached the failed end "Stopped"');
    await page.locator('.standing.failed').waitFor();
    await page.locator('.step-line', { hasText: 'Stop, chosen by a person → Stopped' }).waitFor();
    expect(await page.locator('.answer').count()).toBe(0);
    expect(answersIn(project)).toMatchObject([{ action: 'Stop', origin: 'seen' }]);
  });
});
