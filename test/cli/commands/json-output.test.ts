import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outputSchemas } from '../../config/output-schemas.mjs';
import { readOutputSchemas } from '../../helpers/output-schemas.ts';
import type { Played } from './play-lines.ts';
import { playStories, type Story } from './play-stories.ts';
import { ASKING_MAP, createWorkFolder, PLAIN_MAP, type WorkFolder } from './work-folder.ts';

const ROOT = `${import.meta.dirname}/../../..`;
const ALONE = { WFMAP_CGROUP: 'off', WFMAP_WALL: 'off' };

/** Branches, items that wait for others, a map in a map, guards over lists, commands, and a question that shows values. */
const WIDE = `map "Look, then ask"

decide Begin
  todo = [{"id": "a", "after": []}, {"id": "b", "after": ["a"]}]
  Known -> Look when todo.exists(each, size(each.after) > 0)
  Unknown -> Not Done

parallel Look
  join all
  branch one {
    shell Count as counted
      command ["sh", "-c", "echo 3"]
      Go -> Counted when result.exitCode == 0
      Stay -> Lost
    end Counted
    end Lost failed
  }
  branch two {
    shell Fail as tried
      command ["sh", "-c", "exit 4"]
      Go -> Seen when result.exitCode in [0, 4]
      Stay -> Lost
    end Seen
    end Lost failed
  }
  -> Each always

foreach Each
  each item in todo
  key item.id after item.after
  body {
    shell Try
      command ["true"]
      Go -> Tried when result.exitCode == 0
      Stay -> Lost
    end Tried
    end Lost failed
  }
  -> Inner always

workflow Inner
  map plain.json
  with wish = "a cake"
  -> Ask always

human Ask
  prompt "Is that all?"
  evidence {"findings": [{"description": "One thing", "severity": "low"}]}
  Yes -> Done
  No -> Not Done
end Done
end Not Done failed because "a person wants more"
`;

/** Without blanks, as a line of a story wants it. */
const DRAFTED = [
  'draft check --name=ship',
  '--map=map\t"Ship"\n\ndecide\tLook\n\t->\tDone\n\nend\tDone\n',
  '--scenarios={"map":"../ship.wfmap","scenarios":[{"name":"it","expect":{"outcome":"Done"}}]}',
].join(' ');

const STORY: Story = {
  files: { 'wide.wfmap': WIDE, 'plain.json': PLAIN_MAP, 'asking.json': ASKING_MAP, 'bad.json': '{}' },
  lines: [
    ['run wide.wfmap --json', { environment: ALONE, first: 'git init -q -b main' }],
    ['show --json'],
    ['why --json'],
    ['record --json'],
    ['runs --json'],
    ['list --json'],
    ['logs wide/slip-001 Count --json'],
    ['logs wide/slip-001 Count --json --raw'],
    ['logs wide/slip-001 Begin --json'],
    ['answer No --json', { environment: ALONE }],
    ['answer wide/slip-001 No --json', { environment: ALONE }],
    ['show --events'],
    ['why --json'],
    ['run efficient --goal=It --agent=scripted --json', { environment: ALONE }],
    ['show --json'],
    ['why --json'],
    ['key new --out gate.pem --no-passphrase'],
    ['show --verify gate.pub --json'],
    ['prompt asking.json Work --wish=cake --json'],
    ['explain --json'],
    ['doctor --json', { environment: ALONE }],
    ['outline --json'],
    ['validate bad.json wide.wfmap --json'],
    ['runs prune --json'],
    ['checkpoint'],
    [DRAFTED],
  ],
};

/** The schema of what a command prints, by how its words begin; the first that fits. */
const SCHEMAS: readonly (readonly [words: RegExp, schema: string])[] = [
  [/^run /, 'event'],
  [/^show --events/, 'event'],
  [/^show --verify/, 'show-verify'],
  [/^runs prune/, 'runs-prune'],
  [/^answer No --json/, 'event'],
  [/^[a-z]+/, ''],
];
const OF_LINES = new Set(['event', 'logs']);

let folder: WorkFolder;
let played: readonly Played[];

beforeAll(async () => {
  folder = createWorkFolder();
  played = (await playStories({ json: STORY }, folder)).get('json') ?? [];
});
afterAll(() => folder.remove());

describe('what is printed as JSON is what its schema says', () => {
  const schemas = readOutputSchemas();
  const schemaOf = (words: string): string => {
    const [pattern, name = ''] = SCHEMAS.find(([each]) => each.test(words)) ?? [];
    return name === '' ? (pattern?.exec(words)?.[0] ?? '') : name;
  };

  const lines = STORY.lines.map(([words], at) => [words, at] as const);

  test.each(lines.filter(([words]) => schemaOf(words) !== 'key'))('%s', (words, at) => {
    const { stdout = '', stderr = '' } = played[at] ?? {};
    const name = schemaOf(words);
    const texts = OF_LINES.has(name) ? stdout.split('\n').slice(0, -1) : [stdout];
    expect(texts, stderr).not.toEqual([]);
    for (const text of texts) expect(schemas.get(name)?.(JSON.parse(text)), text).toBe('');
  });

  test('each schema is that of a command above', () => {
    // These are looked at where a server or an agent is at work: test/e2e/serve-attacks.test.ts, test/e2e/steer-command.test.ts.
    const used = [...STORY.lines.map(([words]) => schemaOf(words)), 'serve', 'steer'];
    expect([...schemas.keys()].filter((name) => !used.includes(name))).toEqual([]);
  });
});

test('the schemas that ship are those of the types that are printed', async () => {
  const made = await outputSchemas();
  const differing = [...made].filter(([path, text]) => {
    const file = `${ROOT}/${path}`;
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
  expect(
    differing.map(([path]) => path),
    'write them with: node test/config/output-schemas.mjs',
  ).toEqual([]);
});
