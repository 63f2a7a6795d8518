import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { playLines } from '../commands/play-lines.ts';
import { ASKING_MAP, createWorkFolder, PLAIN_MAP } from '../commands/work-folder.ts';
import { everyFlag, type Flag } from './declared.ts';

/** `npm run test:attacks` plays more, others each time unless a seed is named. */
const ALL = process.env['WFMAP_FULL_COUNTS'] === '1';
const LINES = ALL ? 5_000 : 150;
const SEED = Number(process.env['WFMAP_SEED'] ?? (ALL ? Date.now() % 2 ** 31 : 1));

/** These wait: for an editor, for a person, for the end of a run. */
const WAITS = new Set(['lsp', 'serve', 'acp', 'key', 'completion', 'demo']);

/** So do these flags, for a run or for a change. */
const WAITING = new Set(['follow', 'watch']);

const folder = createWorkFolder({
  '.git/': '',
  'there/': '',
  'plain.json': PLAIN_MAP,
  'asking.json': ASKING_MAP,
  'broken.json': '{"description": ',
  'one.wfmap': 'map "Nothing to do"\n\nend Done\n',
});
afterAll(() => folder.remove());

const VALUES = [
  '',
  '1',
  '-1',
  '0',
  '1e9',
  'x',
  'true',
  'no',
  '../up',
  'there',
  '-',
  '\u0000'.slice(1),
  '5m',
  '+3',
  '{"a":1}',
  'ä\u202e',
  'a b',
];
const WORDS = [
  'plain.json',
  'asking.json',
  'broken.json',
  'one.wfmap',
  'there',
  'Make',
  'Work',
  'plan',
  'x',
  'plain/slip-001',
  '--',
  '-',
  '-z',
  '--wish=x',
  '--wish',
  '--no-quick',
  '--times=2',
  '--input.wish=x',
];

const value = fc.constantFrom(...VALUES);
const flagWords = (flags: readonly Flag[]): fc.Arbitrary<readonly string[]> =>
  flags.length === 0
    ? fc.constant([])
    : fc.constantFrom(...flags).chain(({ name, choices }) =>
        fc.oneof(
          fc.constant([`--${name}`]),
          value.map((each) => [`--${name}=${each}`]),
          value.map((each) => [`--${name}`, each]),
          fc.constantFrom(...(choices ?? ['x'])).map((each) => [`--${name}=${each}`]),
          fc.constant([`--${name.slice(1)}`]),
          fc.constant([`--no-${name}`]),
        ),
      );

const commands = [...new Set(everyFlag.map(({ command }) => command))].filter((each) => !WAITS.has(each));
const line = fc.constantFrom(...commands).chain((command) =>
  fc
    .array(
      fc.oneof(
        flagWords(everyFlag.filter(({ name, ...each }) => each.command === command && !WAITING.has(name))),
        fc.constantFrom(...WORDS).map((word) => [word]),
      ),
      { maxLength: 5 },
    )
    .map((parts) => [command, ...parts.flat()]),
);

test('any command line ends with an exit code of its own, without a stack trace', async () => {
  const lines = fc.sample(line, { numRuns: LINES, seed: SEED });
  const played = await playLines(
    lines.map((words) => ({ words, folder: folder.root })),
    folder.home,
  );
  const wrong = played.filter(
    ({ code, stderr }) =>
      ![0, 1, 2, 3, 4, 5, 6].includes(code) || /This is a bug in wfmap|\n {4}at /.test(stderr),
  );
  expect(wrong, `seed ${SEED}`).toEqual([]);
});
