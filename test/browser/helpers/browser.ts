import packed from '@sparticuz/chromium';
import { source as axeSource, type AxeResults } from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';

/** As in `until`. Units: ms. */
const MAX_MS = 50_000;

let browser: Browser | undefined;

/** Has one browser for a file of tests. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: await packed.executablePath(),
      // With all of it in one process, a context that closes takes the browser along.
      args: packed.args.filter((each) => each !== '--single-process' && each !== '--no-zygote'),
      headless: true,
    });
  });
  afterAll(() => browser?.close());
}

/** A page of a browser of its own, which has seen nothing. It fails the test where a script of it throws. */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  if (browser === undefined) throw new Error('There is no browser: useBrowser() comes first.');
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(String(error.stack ?? error)));
  onTestFinished(async () => {
    await context.close();
    expect(thrown).toEqual([]);
  });
  page.setDefaultTimeout(MAX_MS);
  return page;
}

/** Opens the page of a server by its link, at an address. */
export async function openPage(link: string, options: BrowserContextOptions = {}, hash = ''): Promise<Page> {
  const page = await newPage(options);
  await page.goto(link);
  await page.waitForSelector('main');
  if (hash !== '') await goTo(page, hash);
  return page;
}

/** Waits for the title of the page, which is updated after its content. */
export async function waitForTitle(page: Page, title: string): Promise<void> {
  await expect.poll(() => page.title(), { timeout: MAX_MS }).toBe(title);
}

/** What is there once a screen has what it shows, by how its address begins. */
const SCREENS: Readonly<Record<string, string>> = {
  '#/run/': 'main.run',
  '#/map/': 'main.map-screen',
  '#/maps': 'main .map-row',
  '#/compare/': 'main h2, main .map-row',
};

/** Goes to an address of the page, and waits until what is there is shown. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  const screen = Object.entries(SCREENS).find(([start]) => hash.startsWith(start));
  await page.waitForSelector(screen?.[1] ?? 'main.runs');
  // On a narrow screen another part than the map is in sight.
  if (hash.startsWith('#/run/')) await page.waitForSelector('.map-picture, .map p', { state: 'attached' });
}

/** What hinders people who do not use a mouse, or do not see the page: by rule and place. */
export async function barriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource);
  const found: AxeResults = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })');
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
