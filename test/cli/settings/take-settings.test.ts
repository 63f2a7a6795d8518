import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findAccepted, rememberAccepted } from '../../../src/cli/settings/accepted-commands.ts';
import {
  recordOf,
  takeSettings,
  takeSettingsHere,
  type SettingsRequest,
} from '../../../src/cli/settings/take-settings.ts';
import type { SettingsRecord } from '../../../src/model/event-records.ts';
import { readConfig, type ProjectConfig } from '../../../src/project/config.ts';

let home = '';
let project = '';
let state = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'wfmap-settings-'));
  project = join(home, 'project');
  mkdirSync(project);
  state = join(home, 'state', 'wfmap', 'accepted-commands.json');
  vi.stubEnv('XDG_STATE_HOME', join(home, 'state'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

function settings(values: object): ProjectConfig {
  writeFileSync(join(project, 'wfmap.config.json'), JSON.stringify(values));
  return readConfig(project);
}

/** Takes settings as a run does; a person at the terminal gives these answers, one after the other. */
async function take(
  config: ProjectConfig,
  recorded?: SettingsRecord,
  more: Partial<SettingsRequest> & { answers?: boolean[] } = {},
) {
  const said: string[] = [];
  const { answers, ...rest } = more;
  const confirm = (question: string): Promise<boolean> => {
    said.push(question);
    return Promise.resolve(answers?.shift() ?? false);
  };
  const taken = await takeSettings(config, {
    workRoot: project,
    recorded,
    hasOwnNotify: false,
    accepts: false,
    say: (line) => said.push(line),
    confirm: answers === undefined ? undefined : confirm,
    ...rest,
  });
  return { ...taken, said };
}

describe('the command of a project', () => {
  test('is shown in full and not run where nobody accepts it', async () => {
    const { config, said } = await take(settings({ notify: 'beep "a" && boop' }));
    expect(config.notify).toBeUndefined();
    expect(said[0]).toContain(`(${join(project, 'wfmap.config.json')}) run a command`);
    expect(said[0]).toContain(JSON.stringify('beep "a" && boop'));
    expect(said[1]).toContain('--accept-settings');
    expect(said).toHaveLength(2);
  });

  test('is asked about at the terminal, and once for all runs where it is accepted', async () => {
    const config = settings({ notify: 'beep' });
    expect((await take(config, undefined, { answers: [false] })).config.notify).toBeUndefined();
    const accepted = await take(config, undefined, { answers: [true] });
    expect([accepted.config.notify, accepted.said.length]).toEqual(['beep', 2]);
    const next = await take(config);
    expect([next.config.notify, next.said]).toEqual(['beep', []]);
  });

  test('is accepted by a flag, but shown', async () => {
    const { config, said } = await take(settings({ notify: 'beep' }), undefined, { accepts: true });
    expect([config.notify, said.length]).toEqual(['beep', 1]);
  });

  test('is asked about again when it changes, with the one before', async () => {
    await take(settings({ notify: 'beep' }), undefined, { accepts: true });
    const { config, said } = await take(settings({ notify: 'boop' }));
    expect(config.notify).toBeUndefined();
    expect(said[0]).toContain('"boop" The one accepted before: "beep"');
  });

  test('is not asked about where the command line has one', async () => {
    const { config, said } = await take(settings({ notify: 'beep' }), undefined, { hasOwnNotify: true });
    expect([config.notify, said]).toEqual([undefined, []]);
  });

  test('of another project is another, also below a link', async () => {
    const config = settings({ notify: 'beep' });
    await take(config, undefined, { accepts: true });
    mkdirSync(join(home, 'other'));
    symlinkSync(project, join(home, 'link'));
    expect((await take(config, undefined, { workRoot: join(home, 'other') })).config.notify).toBeUndefined();
    expect((await take(config, undefined, { workRoot: join(home, 'link') })).config.notify).toBe('beep');
  });
});

describe('a run that goes on', () => {
  const begun = recordOf({
    ...readConfig('/'),
    notify: 'beep',
    secrets: ['A'],
    dirty: 'refuse',
    checks: { test: 'make' },
  });

  test('says nothing where nothing has changed', async () => {
    rememberAccepted(project, 'beep');
    const same = { notify: 'beep', secrets: ['A'], dirty: 'refuse', checks: { test: 'make' } };
    const { config, accepted, said } = await take(settings(same), begun);
    expect([config.notify, accepted, said]).toEqual(['beep', undefined, []]);
  });

  test('keeps what it began with until a person accepts the change', async () => {
    rememberAccepted(project, 'beep');
    const { config, accepted, said } = await take(
      settings({ notify: 'evil', checks: { test: 'evil' } }),
      begun,
    );
    expect([config.notify, config.dirty, config.secrets, accepted]).toEqual([
      'beep',
      'refuse',
      ['A'],
      undefined,
    ]);
    expect(said.map((line) => /^The setting "(\S+)"/.exec(line)?.[1])).toEqual([
      'notify',
      'secrets',
      'dirty',
      'checks.test',
      undefined,
    ]);
    expect(said[0]).toContain('it was "beep", and is now "evil"');
  });

  test('takes the change that a person accepts, and asks but once', async () => {
    const now = settings({ notify: 'boop', checks: { test: 'make' } });
    const { config, accepted, said } = await take(now, begun, { answers: [true, false] });
    expect([config.notify, config.dirty, config.secrets]).toEqual(['boop', undefined, []]);
    expect(accepted).toEqual({ notify: 'boop', secrets: [], dirty: null, checks: { test: 'make' } });
    expect(said.filter((line) => line.endsWith('(y/N) '))).toHaveLength(1);
    expect(findAccepted(project, 'boop').isAccepted).toBe(true);
  });

  test('does not take a command for accepted because another change was', async () => {
    const now = settings({ notify: 'beep', secrets: ['A'], checks: { test: 'make' } });
    const { config, accepted } = await take(now, begun, { answers: [true, false] });
    expect([accepted?.dirty, config.notify]).toEqual([null, undefined]);
  });

  test('masks what is named now and what was named before, without a word', async () => {
    rememberAccepted(project, 'beep');
    const more = { notify: 'beep', secrets: ['B', 'A'], dirty: 'refuse', checks: { test: 'make' } };
    const { config, said } = await take(settings(more), begun);
    expect([config.secrets, said]).toEqual([['A', 'B'], []]);
  });

  test('asks before it no longer compares a path, and compares one more without a word', async () => {
    rememberAccepted(project, 'beep');
    const own = { notify: 'beep', secrets: ['A'], dirty: 'refuse', checks: { test: 'make' } };
    const compared = { ...begun, compared: ['data'] };
    const less = await take(settings(own), compared);
    expect([less.config.compared, less.accepted]).toEqual([['data'], undefined]);
    expect(less.said[0]).toContain('The setting "compared" has changed');
    expect((await take(settings(own), compared, { accepts: true })).config.compared).toEqual([]);
    const more = await take(settings({ ...own, compared: ['more', 'data'] }), compared);
    expect([more.config.compared, more.said]).toEqual([['data', 'more'], []]);
  });

  test('knows its command though the journal masks a secret in it, and does not run the masked one', async () => {
    vi.stubEnv('HOOK_TOKEN', 'horse-battery');
    const masked = { ...begun, notify: 'post [masked]' };
    const rest = { secrets: ['A'], dirty: 'refuse', checks: { test: 'make' } };
    const same = await take(settings({ notify: 'post horse-battery', ...rest }), masked, { accepts: true });
    expect([same.config.notify, same.accepted]).toEqual(['post horse-battery', undefined]);
    const other = await take(settings({ notify: 'evil', ...rest }), masked);
    expect(other.config.notify).toBeUndefined();
  });
});

describe('what is accepted', () => {
  test('is kept outside of the project, for its owner alone', () => {
    rememberAccepted(project, 'beep');
    expect(statSync(state).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(state)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(state))).toEqual(['accepted-commands.json']);
  });

  test.each([
    ['no JSON', '{"version":1,"projects":{'],
    ['another version', '{"version":2,"projects":{"x":{}}}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['projects that are none', '{"version":1,"projects":[1,null,"x",{"digest":1}]}'],
    ['too much', ' '.repeat(1_048_577)],
  ])('counts as empty where its file is damaged (%s), and is written anew', (_, text) => {
    mkdirSync(dirname(state), { recursive: true });
    writeFileSync(state, text);
    expect(findAccepted(project, 'beep')).toEqual({ isAccepted: false, before: undefined });
    rememberAccepted(project, 'beep');
    expect(findAccepted(project, 'beep').isAccepted).toBe(true);
  });

  test('is bounded: the oldest projects go', () => {
    const entry = { digest: 'x', shown: 'y' };
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`/p/${index}`, entry]));
    mkdirSync(dirname(state), { recursive: true });
    writeFileSync(state, JSON.stringify({ version: 1, projects: many }));
    rememberAccepted(project, 'b'.repeat(9000));
    const kept = Object.keys(JSON.parse(readFileSync(state, 'utf8')).projects as object);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([500, '/p/101', project]);
    expect(statSync(state).size).toBeLessThan(100_000);
  });

  test('that cannot be remembered counts for this run, and it is said', async () => {
    writeFileSync(join(home, 'state'), 'a file');
    const { config, said } = await take(settings({ notify: 'beep' }), undefined, { accepts: true });
    expect(config.notify).toBe('beep');
    expect(said.at(-1)).toContain('could not be saved (ENOTDIR)');
  });
});

describe('what a person is told of settings', () => {
  const GOLDEN = `${import.meta.dirname}/../../fixtures/settings/take.out`;
  const begun = recordOf({
    ...readConfig('/'),
    notify: 'beep',
    secrets: ['A', 'B'],
    dirty: 'refuse',
    checks: { test: 'make' },
  });

  test('is what they are, what changed, and how they are accepted', async () => {
    const reported: string[] = [];
    const report = async (name: string, ...line: Parameters<typeof take>): Promise<void> => {
      const { config, accepted, said } = await take(...line);
      const { notify, secrets, dirty } = config;
      reported.push(
        `# ${name}`,
        ...said,
        JSON.stringify({ notify, secrets, dirty, accepted: accepted ?? null }),
        '',
      );
    };
    await report('no command', settings({}));
    await report('a command of blanks', settings({ notify: '  ' }));
    await report('a command that nobody is there to accept', settings({ notify: 'beep "a"' }));
    await report('a command that a person declines', settings({ notify: 'beep "a"' }), undefined, {
      answers: [false],
    });
    await report('a command that a person accepts', settings({ notify: 'beep "a"' }), undefined, {
      answers: [true],
    });
    await report('another one', settings({ notify: 'boop' }), undefined, { answers: [] });
    await report('another one, by the flag', settings({ notify: 'boop' }), undefined, {
      accepts: true,
      answers: [],
    });
    await report(
      'changes of all',
      settings({ notify: 'evil', secrets: ['B', 'C'], dirty: 'stash', checks: { lint: 'x' } }),
      begun,
    );
    await report('changes of all, declined', settings({ notify: 'evil', dirty: 'stash' }), begun, {
      answers: [false, false],
    });
    await report('changes of all, accepted', settings({ notify: 'evil', dirty: 'stash' }), begun, {
      answers: [true],
    });
    await report('changes of all, by the flag', settings({ secrets: [] }), begun, { accepts: true });
    await report(
      'a command of the line',
      settings({ notify: 'evil', secrets: ['A', 'B'], dirty: 'refuse', checks: { test: 'make' } }),
      begun,
      {
        hasOwnNotify: true,
      },
    );
    await report('a policy that was known once', settings({}), { ...begun, dirty: 'burn' });
    await report('no settings in a file', readConfig('/'), begun);
    await report(
      'none before, and now all',
      settings({ notify: 'evil', secrets: ['A'], dirty: 'allow' }),
      recordOf(readConfig('/')),
    );
    writeFileSync(state, 'x');
    rmSync(join(home, 'state'), { recursive: true });
    writeFileSync(join(home, 'state'), 'a file');
    await report('an acceptance that cannot be kept', settings({ notify: 'beep' }), undefined, {
      accepts: true,
    });
    await expect(reported.join('\n').replaceAll(home, '<home>')).toMatchFileSnapshot(GOLDEN);
  });

  test('of a command line without a terminal is not asked, and a command of its own needs no word', async () => {
    const said: string[] = [];
    const progress = {
      say: (line: string) => said.push(line),
      suspend: () => undefined,
      restore: () => undefined,
    };
    const argv = { notify: undefined, 'accept-settings': false, input: true, json: false };
    const request = { workRoot: project, recorded: undefined, argv, progress };
    const config = settings({ notify: 'beep' });
    const own = { ...request, argv: { ...argv, notify: 'mine' } };
    expect([(await takeSettingsHere(config, own)).config.notify, said.length]).toEqual([undefined, 0]);
    expect([(await takeSettingsHere(config, request)).config.notify, said.length]).toEqual([undefined, 2]);
    const accepts = { ...request, argv: { ...argv, 'accept-settings': true } };
    expect([(await takeSettingsHere(config, accepts)).config.notify, said.length]).toEqual(['beep', 3]);
    expect([(await takeSettingsHere(config, request)).config.notify, said.length]).toEqual(['beep', 3]);
  });
});
