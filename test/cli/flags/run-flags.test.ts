import { expect, test } from 'vitest';
import yargs, { type Argv } from 'yargs';
import { readLimits } from '../../../src/cli/flags/limit-flags.ts';
import {
  channelFlagOf,
  flagNames,
  flagsToResume,
  readSeed,
  withRunFlags,
  type RunFlags,
} from '../../../src/cli/flags/run-flags.ts';
import { withResumeFlags } from '../../../src/cli/running/resume-here.ts';
import { signingFlags } from '../../../src/cli/signed/signing-flags.ts';
import { captured } from '../../helpers/captured.ts';

const FIXTURES = `${import.meta.dirname}/../../fixtures/flags`;

const onLine = (...words: readonly string[]): Argv =>
  yargs([...words])
    .scriptName('wfmap')
    .wrap(110)
    .locale('en')
    .version(false)
    .help(false)
    .parserConfiguration({ 'strip-aliased': true });
const read = (...words: readonly string[]) => {
  const { $0: _, ...flags } = withRunFlags(onLine(...words)).parseSync();
  return flags;
};
const FLAGS: RunFlags = {
  wait: false,
  'accept-settings': false,
  json: false,
  input: true,
  wall: true,
  pr: false,
};

test('the flags of a run, of one that resumes and of signing say what they are for', async () => {
  const helps = [withRunFlags(onLine()), withResumeFlags(onLine()), onLine().options(signingFlags)];
  const texts = await Promise.all(helps.map((each) => each.getHelp()));
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot(`${FIXTURES}/help.out`);
});

test('a line without flags has defaults, and rules may be repeated', () => {
  expect(read()).toEqual({
    _: [],
    wait: false,
    json: false,
    input: true,
    wall: true,
    'accept-settings': false,
    acceptSettings: false,
    pr: false,
  });
  const rules = read(
    '--allow',
    'Bash(ls)',
    'word',
    '--allow=Read',
    '--no-input',
    '--json',
    '--notify',
    'beep',
    'two',
  );
  expect(rules).toMatchObject({
    _: ['word', 'two'],
    allow: ['Bash(ls)', 'Read'],
    input: false,
    json: true,
    notify: 'beep',
  });
  const { $0: _, ...signing } = onLine(
    '--export',
    'run',
    '-o',
    'file',
    '--sign',
    '-',
    '--key',
    'k',
    '--import',
    'i',
  )
    .options(signingFlags)
    .parseSync();
  expect(signing).toEqual({ _: ['run'], export: true, output: 'file', sign: '-', key: 'k', import: 'i' });
});

test('near misses of a field are looked for among all flags of the command line', () => {
  expect(flagNames().toSorted()).toEqual([
    'accept-settings',
    'agent',
    'allow',
    'branch',
    'choose',
    'claims',
    'claude',
    'concurrency',
    'dirty',
    'env',
    'gate-key',
    'goal',
    'help',
    'here',
    'input',
    'json',
    'max-cost',
    'max-duration',
    'max-steps',
    'max-tokens',
    'no-input',
    'no-wall',
    'notify',
    'pr',
    'seed',
    'verbose',
    'version',
    'wait',
    'wall',
    'worktree',
  ]);
});

test('a channel is one of two, else what the agent can do', () => {
  expect(
    ['structured', 'text', 'other', undefined].map((choose) => channelFlagOf({ ...FLAGS, choose })),
  ).toEqual(['structured', 'text', undefined, undefined]);
});

test.each<readonly [object, readonly string[]]>([
  [{}, []],
  [{ agent: 'claude', maxSteps: '5', json: true }, []],
  [{ agent: 'scripted' }, []],
  [{ agent: 'scripted:a.json' }, ['--agent=scripted:a.json']],
  [{ dirty: 'stash' }, []],
  [{ dirty: 'refuse' }, ['--dirty=refuse']],
  [{ 'as-started': false }, []],
  [
    {
      notify: 'beep',
      wait: true,
      concurrency: '2',
      allow: ['A', 'B'],
      choose: 'text',
      claude: '/c',
      dirty: 'allow',
      'as-started': true,
    },
    [
      '--as-started',
      '--claude=/c',
      '--choose=text',
      '--allow=A',
      '--allow=B',
      '--concurrency=2',
      '--wait',
      '--dirty=allow',
      '--notify=beep',
    ],
  ],
  [{ wall: false }, ['--no-wall']],
])('whoever resumes a run that was given %j is told to give %j', (flags, words) => {
  expect(flagsToResume({ ...FLAGS, ...flags })).toEqual(words);
});

test('a seed is a whole number of 32 bits, and 1 without one', () => {
  expect([undefined, '0', '7', '4294967295'].map(readSeed)).toEqual([1, 0, 7, 4_294_967_295]);
  for (const text of ['-1', '4294967296', '1.5', 'x']) {
    expect(() => readSeed(text)).toThrow(`--seed "${text}" is not a whole number from 0 to 4294967295.`);
  }
});

const NONE = { steps: null, costUsd: null, tokens: null, durationMs: null };
const SOME = { steps: 10, costUsd: 1.5, tokens: 100, durationMs: 60_000 };
const limits = (...[maxSteps, maxCost, maxTokens, maxDuration]: readonly (string | undefined)[]) =>
  readLimits({ maxSteps, maxCost, maxTokens, maxDuration }, SOME);

test('a limit is what is given, or is added to the one before', () => {
  expect(limits()).toEqual({
    steps: undefined,
    costUsd: undefined,
    tokens: undefined,
    durationMs: undefined,
  });
  expect(limits('5', '2.25', ' 7 ', '30m')).toEqual({
    steps: 5,
    costUsd: 2.25,
    tokens: 7,
    durationMs: 1_800_000,
  });
  expect(limits('+5', '+0.5', '+7', '+1h')).toEqual({
    steps: 15,
    costUsd: 2,
    tokens: 107,
    durationMs: 3_660_000,
  });
  expect(limits('0', '0')).toMatchObject({ steps: 0, costUsd: 0 });
});

test('a limit that makes no sense, or that there is none to add to, is told with what does', async () => {
  const flags = ['maxSteps', 'maxCost', 'maxTokens', 'maxDuration'] as const;
  const texts = [
    'many',
    '1.5',
    '-1',
    '1e3',
    '',
    '9007199254740993',
    `1${'0'.repeat(400)}`,
    '5 minutes',
    '+',
    '+5',
    '+2h',
  ];
  const reported: string[] = [];
  for (const flag of flags) {
    for (const text of texts) {
      const { fault, value } = await captured(() => readLimits({ [flag]: text }, NONE));
      const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
      reported.push(
        fault === '' ? `${flag} ${shown}: ${JSON.stringify(value)}\n` : fault.replace(text, () => shown),
      );
    }
  }
  await expect(reported.join('')).toMatchFileSnapshot(`${FIXTURES}/limits.out`);
});
