import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rememberAccepted } from '../../../src/cli/settings/accepted-commands.ts';
import { settingsOf } from '../../../src/cli/settings/list-settings.ts';

let home = '';
let project = '';
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-list-')));
  project = join(home, 'project');
  mkdirSync(project);
  vi.stubEnv('XDG_STATE_HOME', join(home, 'state'));
  vi.stubEnv('WFMAP_CONCURRENCY', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

const put = (values: object): void =>
  writeFileSync(join(project, 'wfmap.config.json'), JSON.stringify(values));
const listed = (): string =>
  settingsOf(project, project)
    .map(
      ({ name, value, from, help }) =>
        `${name}: ${value} (${from})${help === undefined ? '' : `\n  ${help}`}\n`,
    )
    .join('')
    .replaceAll(home, '<home>');

test('each setting is listed with where it comes from, and whether a run would use it', async () => {
  const reported = [`# no file\n${listed()}`];
  put({});
  reported.push(`# an empty file\n${listed()}`);
  put({
    stories: ['a/{id}.md', 'b/{id}.md'],
    secrets: ['A', 'B'],
    environment: ['SHOP_*'],
    notify: 'beep',
    dirty: 'refuse',
    concurrency: 7,
  });
  reported.push(`# all\n${listed()}`);
  rememberAccepted(project, 'beep');
  vi.stubEnv('WFMAP_CONCURRENCY', '3');
  reported.push(`# all, accepted, and a variable\n${listed()}`);
  put({ secrets: [], notify: ' ' });
  reported.push(`# little, and a variable\n${listed()}`);
  await expect(reported.join('\n')).toMatchFileSnapshot(
    `${import.meta.dirname}/../../fixtures/settings/listed.out`,
  );
});
