import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playLines, transcriptOf, type Line, type Played } from './play-lines.ts';
import { ASKING_MAP, createWorkFolder, OUTER_MAP, PLAIN_MAP, type WorkFolder } from './work-folder.ts';

const REFUSALS = `${import.meta.dirname}/../../fixtures/refusals`;

/** Command lines that are refused, by the command that refuses them; those after a "/" are typed in a folder without maps. */
const REFUSED: Readonly<Record<string, readonly (readonly string[])[]>> = {
  wfmap: [
    [],
    ['rnu', 'plain.json'],
    ['zzzzzzzz'],
    ['efficient', '--ci'],
    ['doctor', '--jsn=1'],
    ['doctor', '--json=1'],
    ['doctor', '--json', '--json'],
    ['--verson'],
    ['--jsn', 'doctor'],
    ['lsp', 'stray'],
    ['runs', 'stray'],
    ['runs', '--limit=0'],
    ['runs', 'prune', 'stray'],
    ['runs', 'prune', '--no=1'],
    ['show', 'a', 'b'],
    ['logs', 'a', 'b', 'c'],
    ['stop', 'a', 'b'],
    ['workflow'],
    ['task', 'rnu'],
    ['workflow', 'run'],
    ['task', 'run', '--json'],
    ['workflow', 'run', 'plain.json', '--wish=x'],
    ['workflow', 'run', '--workflowMap'],
    ['workflow', 'run', '--workflowMap=', '--wish=x'],
    ['workflow', 'run', '--workflowMap=plain.json', '--workflow-map=plain.json'],
    ['workflow', 'run', '--workflowMap=plain.json', '--wsh=x'],
    ['workflow', 'run', '--workflowMap=nothing.json'],
    ['task', 'run', '--slip', '--taskDefinitionName=Make'],
    ['task', 'run', '--slip=plain/slip-001/', '--taskDefinitionName=Make'],
    ['task', 'run', '--slip=plain/slip-001/', '--taskDefinitionName=Make', '--from=Make'],
  ],
  run: [
    ['run'],
    ['run', '--json'],
    ['run', 'nothing.json'],
    ['run', 'eficient'],
    ['run', 'plain.json'],
    ['run', 'plain.json', '--no-input'],
    ['run', 'plain.json', 'stray'],
    ['run', 'plain.json', '--wish=x', '--tims=2'],
    ['run', 'plain.json', '--wish=x', '--times=many'],
    ['run', 'plain.json', '--wish=x', '--quick=maybe'],
    ['run', 'plain.json', '--wish'],
    ['run', 'plain.json', '--wish=x', '--goal=y'],
    ['run', 'plain.json', '--wish=x', '--agent=robot'],
    ['run', 'plain.json', '--wish=x', '--seed=-1'],
    ['run', 'plain.json', '--wish=x', '--seed=4294967296'],
    ['run', 'plain.json', '--wish=x', '--max-steps=-1'],
    ['run', 'plain.json', '--wish=x', '--max-steps=+5'],
    ['run', 'plain.json', '--wish=x', '--max-cost=much'],
    ['run', 'plain.json', '--wish=x', '--max-duration=long'],
    ['run', 'plain.json', '--wish=x', '--concurrency=0'],
    ['run', 'plain.json', '--wish=x', '--dirty=perhaps'],
    ['run', 'plain.json', '--wish=x', '--branch=one', '--branch=two'],
    ['run', 'plain.json', '--wish=x', '--branch'],
    ['run', 'plain.json', '--wish=x', '--agent'],
    ['run', 'plain.json', '--agent', '--wish=x'],
    ['run', 'plain.json', '--claude=', '--wish=x'],
    ['run', 'plain.json', '--wish=x', '--max-stps=3'],
    ['run', 'plain.json', '--wish=x', '--max-cost', '5', '--max-cost', '7'],
    ['run', 'plain.json', '--wish=x', '--no-agent'],
    ['run', 'plain.json', '--wish=x', '--worktree'],
    ['run', 'plain.json', '--wish=x', '--dirty=stash'],
    ['run', 'bad.json'],
    ['run', 'broken.json'],
  ],
  resume: [['resume'], ['resume', 'plain/slip-001'], ['resume', '--wish=x']],
  answer: [
    ['answer', 'Yes'],
    ['answer', 'plain/slip-001', 'Yes', 'stray', '--note=x'],
    ['answer', '--export', 'plain/slip-001', 'Yes'],
    ['answer', '--export', '--note=x'],
    ['answer', '--import', 'answer.json', 'plain/slip-001', 'Yes'],
    ['answer', '--sign', 'question.json', 'plain/slip-001', 'Yes'],
    ['answer', '--sign', 'question.json', 'Yes'],
  ],
  stop: [['stop'], ['stop', 'plain/slip-001']],
  show: [['show'], ['show', 'plain/slip-001', '--json'], ['show', '--verify', 'gate.pub']],
  why: [['why'], ['why', 'plain/slip-001'], ['why', 'a', 'b']],
  logs: [['logs'], ['logs', 'plain/slip-001', 'Make']],
  outline: [
    ['outline', 'nothing'],
    ['outline', 'plain.json'],
    ['outline', 'a', 'b'],
    ['outline', '--tokens=99'],
    ['outline', '--tokens=many'],
    ['outline', '--depth=0'],
    ['outline', '--focus', 'nothing.ts'],
    ['outline', '--focus=/etc/passwd'],
    ['outline', '-o', 'there/'],
    ['outline', '-o', 'plain.json/outline.md'],
    ['outline', '--no=1'],
  ],
  key: [
    ['key'],
    ['key', 'old'],
    ['key', 'new'],
    ['key', 'new', '--out', 'gate.pem'],
    ['key', 'new', '--out', 'plain.json', '--no-passphrase'],
    ['key', 'new', '--out', 'there', '--no-passphrase'],
    ['key', 'new', '--out', 'plain.json/gate.pem', '--no-passphrase'],
    ['key', 'new', 'more'],
  ],
  prompt: [
    ['prompt'],
    ['prompt', '--goal=x'],
    ['prompt', 'asking.json'],
    ['prompt', 'asking.json', '--wish=x'],
    ['prompt', 'asking.json', 'Wrk', '--wish=x'],
    ['prompt', 'plain.json', 'Make', '--wish=x'],
    ['prompt', 'asking.json', 'Work'],
    ['prompt', 'asking.json', 'Work', '--wsh=x'],
    ['prompt', 'asking.json', 'Work', '--wish=x', '--visit=0'],
    ['prompt', 'asking.json', 'Work', '--wish=x', '--visit=many'],
    ['prompt', 'asking.json', 'Work', '--wish=x', '--visit=1234567890'],
    ['prompt', 'asking.json', 'Work', '--wish=x', '--choose=odd'],
    ['prompt', 'outer.json', 'Inside/map/Work'],
  ],
  new: [
    ['new', '../up'],
    ['new', 'a b'],
    ['new', 'workflows/ship.wfmap'],
    ['new', 'C:\\maps\\ship.json'],
    ['new', 'x'.repeat(65)],
    ['new', `maps/${'x'.repeat(65)}`],
    ['new', 'Efficient'],
    ['new', 'agents'],
    ['new', 'a', 'b'],
    ['new', 'a', '--pattern=waves2'],
    ['new', 'a', '--to=yaml'],
    ['new', 'taken'],
    ['new', 'other', '--to=json'],
    ['new', 'mine'],
    ['new', '--wish'],
    ['new', '--wish='],
    ['new', '--wish= '],
    ['new', 'taken', '--wish=x'],
    ['new', 'plan', '--wish=x'],
    ['new', 'a b', '--wish=x'],
    ['new', '--wish=x', '--pattern=waves'],
    ['new', '--wish=x', '--to=json'],
    ['new', '--wish=x', '--force'],
    ['new', '--wish=x', '--list'],
    ['new', '--wish=x', '--wish-session=gone.jsonl'],
    ['new', '--wish=x', '--wish-session=notes.txt'],
    ['new', '--wish=x', '--max-cost=much'],
    ['new', '--wish=x', '--max-steps=3'],
    ['new', 'a', '--wish-session=notes.txt'],
    ['new', 'a', '--max-cost=1'],
    ['new', 'a', '--no-wall'],
  ],
  draft: [['draft'], ['draft', 'chek'], ['draft', 'check', 'stray'], ['draft', 'check', '--nam=x']],
  eject: [
    ['eject'],
    ['eject', 'nothing'],
    ['eject', 'plain.json'],
    ['eject', 'do-subtask', '--forse=1'],
    ['eject', 'do-subtask', 'flows', 'stray'],
    ['eject', 'do-subtask', 'flows', 'stray', '--forse'],
    ['eject', 'do-subtask', 'lost'],
  ],
  compile: [
    ['compile', 'bad.json', '--to=wfmap', '-o', 'bad.wfmap'],
    ['compile'],
    ['compile', 'nothing.wfmap'],
    ['compile', 'plain.json'],
    ['compile', 'plain.json', 'asking.json'],
    ['compile', 'plain.json', 'asking.json', '--check', '--to=wfmap'],
    ['compile', 'plain.json', 'asking.json', '--check', '--output=x.wfmap'],
    ['compile', 'one.wfmap', '--check', '--output=-'],
    ['compile', 'plain.json', '--to=xstate', '--check'],
    ['compile', 'plain.json', '--to=wfmap', '--check', '-o', '-'],
    ['compile', 'plain.json', '--to=yaml'],
    ['compile', 'broken.json', '--to=wfmap'],
    ['compile', 'bad.json', '--to=xstate'],
    ['compile', 'broken.wfmap'],
  ],
  fmt: [
    ['fmt', 'notes.txt'],
    ['fmt', 'nothing.wfmap'],
    ['fmt', 'broken.wfmap'],
    ['/', 'fmt'],
  ],
  graph: [
    ['graph'],
    ['graph', 'nothing.json'],
    ['graph', 'plain.json', '-o', 'map.pdf'],
    ['graph', 'plain.json', '-o', 'map'],
    ['graph', 'plain.json', '--to=pdf'],
    ['graph', 'plain.json', '-o', 'there', '--to=svg'],
    ['graph', 'broken.json'],
    ['graph', 'plain.json', 'asking.json'],
    ['graph', '-'],
    ['graph', 'plain.json', '-o'],
    ['graph', 'plain.json', '-z'],
    ['graph', 'plain.json', '--asci'],
  ],
  doctor: [['doctor', 'stray']],
  validate: [
    ['validate', '--formt=json'],
    ['validate', '--zzzzzzzz'],
    ['validate', '-z'],
    ['validate', '--format=jsn'],
    ['validate', '--format=zzzzzzzz'],
    ['validate', '--json', '--format=pretty'],
    ['validate', '--json', '--format=jsn'],
    ['validate', '--format'],
    ['validate', '--format='],
    ['validate', '--quiet=yes'],
    ['validate', '--max-warnings=few'],
    ['validate', '--max-warnings=1234567890'],
    ['validate', '--max-warnings', '-1'],
    ['validate', '--fix', '-'],
    ['validate', '--allow-deletions'],
    ['validate', '--staged'],
    ['validate', 'nothing.json'],
    ['validate', 'there'],
    ['validate', 'prompts/agents/gone.md'],
    ['/', 'validate'],
  ],
  test: [
    ['test', 'there'],
    ['test', 'there', 'lost'],
    ['test', '--coverage=many'],
    ['test', '--coverage=101'],
    ['test', '--coverage=-1'],
    ['test', '--coverage=100.'],
    ['test', '--filter=nothing like it'],
    ['/', 'test'],
  ],
  commit: [['commit'], ['commit', '--message=Mine'], ['commit', '--mesage=Mine']],
  'set-aside': [['set-aside'], ['set-aside', '--message=Mine'], ['set-aside', '--message=Mine', 'stray']],
  explain: [
    ['explain', 'unknown-targt'],
    ['explain', 'zzzzzzzz'],
    ['explain', 'toString'],
  ],
};

let folder: WorkFolder;
const played = new Map<string, Played[]>();

beforeAll(async () => {
  folder = createWorkFolder({
    '.git/': '',
    'there/': '',
    'plain.json': PLAIN_MAP,
    'asking.json': ASKING_MAP,
    'outer.json': OUTER_MAP,
    'bad.json': { ...PLAIN_MAP, startTaskDefinition: 'Mke' },
    'broken.json': '{"description": ',
    'broken.wfmap': 'map "x" {\n  task\n',
    'one.wfmap': 'map "Nothing to do"\n\nend Done\n',
    'notes.txt': 'Notes.\n',
    'workflows/taken.json': {},
    'workflows/other.wfmap': '',
    'prompts/mine/work.md': 'My own words.\n',
    'workflows/mine.wfmap': 'My own map.\n',
    'lost/workflows/do-subtask.json': {},
    'workflows/scenarios/plain.scenario.yaml':
      'map: ../../plain.json\nfields: { wish: a cake }\nscenarios:\n  - name: it is made\n    expect: { path: [Make, Done] }\n',
  });
  const empty = join(folder.home, 'empty');
  folder.put('../empty/.git/', '');
  const lines = Object.entries(REFUSED).flatMap(([command, all]) =>
    all.map((words): Line & { command: string } => {
      const isElsewhere = words[0] === '/';
      return {
        command,
        words: isElsewhere ? words.slice(1) : words,
        folder: isElsewhere ? empty : folder.root,
      };
    }),
  );
  const ended = await playLines(lines, folder.home);
  for (const [at, { command }] of lines.entries()) {
    const end = ended[at];
    if (end !== undefined) played.set(command, [...(played.get(command) ?? []), end]);
  }
});
afterAll(() => folder.remove());

describe('what a command refuses, it refuses with these words', () => {
  test.each(Object.keys(REFUSED))('%s', async (command) => {
    const all = played.get(command) ?? [];
    await expect(transcriptOf(all)).toMatchFileSnapshot(`${REFUSALS}/${command}.out`);
    expect(all.map(({ words, code, stdout }) => ({ words, code, stdout }))).toEqual(
      all.map(({ words }) => ({ words, code: 2, stdout: '' })),
    );
  });
});

test('a refusal leaves nothing behind', () => {
  expect(existsSync(join(folder.root, '.wfmap'))).toBe(false);
  expect(readdirSync(folder.root).toSorted()).toEqual(
    [
      '.git',
      'asking.json',
      'bad.json',
      'broken.json',
      'broken.wfmap',
      'lost',
      'notes.txt',
      'one.wfmap',
      'outer.json',
    ].concat(['plain.json', 'prompts', 'there', 'workflows']),
  );
});
