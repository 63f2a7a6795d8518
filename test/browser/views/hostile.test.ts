import type { Page } from 'playwright-core';
import { ask, mapOf } from '../../e2e/helpers/maps.ts';
import { test } from '../../e2e/helpers/project.ts';
import { serve } from '../../e2e/helpers/serve.ts';
import { goTo, openPage, useBrowser } from '../helpers/browser.ts';

useBrowser();

/** Runs where something takes it for HTML, and where a text ends an element, an attribute or a script around it. */
const HOSTILE = `"'></textarea></script><img src=x onerror="window.pwned=1"><svg onload="window.pwned=2"><a href="javascript:window.pwned=3">go</a>`;

const MAP = mapOf(
  {
    List: {
      type: 'decide',
      set: { parts: 'texts' },
      actions: { Build: { target: 'Build', when: 'true' } },
    },
    Build: {
      type: 'foreach',
      items: 'parts',
      item: 'part',
      key: 'part',
      body: {
        startTaskDefinition: HOSTILE.slice(0, 60),
        taskDefinitions: {
          [HOSTILE.slice(0, 60)]: ask({ Good: 'Good' }, { promptTemplate: '${part}' }),
          Good: { type: 'end' },
        },
      },
      actions: { Ask: { target: 'Ask', when: 'true' } },
    },
    Ask: {
      type: 'human',
      promptTemplate: '${goal}\n${goal}',
      evidence:
        '{"findings": [{"title": goal, "severity": "high", "location": goal, "description": goal, "suggestion": goal}], "attempts": [goal], "options": [goal], "change": "+" + goal + "\\n-" + goal}',
      actions: { [HOSTILE.slice(0, 40)]: { target: 'Done', choose: HOSTILE }, Stop: { target: 'Stopped' } },
    },
    Stopped: { type: 'end', failed: true, description: HOSTILE },
  },
  {
    description: HOSTILE,
    workslipFields: {
      goal: { type: 'string', description: HOSTILE, required: true },
      texts: { type: 'array', description: HOSTILE, required: true },
    },
  },
);

/** What a text made of the page: nothing but text. */
async function made(page: Page): Promise<unknown> {
  return page.evaluate(`({
    pwned: window.pwned ?? null,
    images: document.querySelectorAll('img, iframe, object, embed').length,
    scripts: document.scripts.length,
    links: [...document.querySelectorAll('a')].filter((each) => !each.getAttribute('href').startsWith('#')).length,
    handlers: document.querySelectorAll('[onload], [onerror], [onclick]').length,
  })`);
}

test('no text of a map, an agent or a user becomes anything but text, in any view', async ({
  project,
  expect,
}) => {
  project.put('hostile.json', MAP);
  project.script({ match: '.', say: HOSTILE, action: 'Good' });
  const run = await project.run([
    'run',
    'hostile.json',
    '--set',
    `goal=${HOSTILE}`,
    '--set',
    `texts:=${JSON.stringify([HOSTILE])}`,
    '--no-input',
  ]);
  expect(run.code).toBe(4);
  const page = await openPage((await serve(project)).page);
  const nothing = { pwned: null, images: 0, scripts: 1, links: 0, handlers: 0 };
  await page.getByText('onerror=').first().waitFor();
  expect(await made(page)).toEqual(nothing);
  const events = project.events('hostile/slip-001');
  const steps = events.filter(({ type }) => type === 'task.started').map(({ seq }) => seq);
  const views = steps.flatMap((step) =>
    ['why', 'stream', 'prompt', 'result'].map((tab) => `?step=${step}&tab=${tab}`),
  );
  for (const view of ['', '?whole=1', '?middle=story', '?block=1', `?q=${HOSTILE}`, ...views]) {
    await goTo(page, `#/run/hostile/slip-001${view}`);
    if (view.includes('step=')) await page.locator('.step .pad').waitFor();
    expect([view, await made(page)]).toEqual([view, nothing]);
  }
  await goTo(page, '#/run/hostile/slip-001');
  await page.locator('.evidence .finding').waitFor();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: /^Answer/ }).click();
  await page.locator('.standing.done').waitFor();
  expect(await made(page)).toEqual(nothing);
  await page.evaluate(`location.hash = ${JSON.stringify(`#/run/${encodeURIComponent(HOSTILE)}`)}`);
  await page.getByText('There is no run').waitFor();
  expect(await made(page)).toEqual(nothing);
});
