/** `wfmap new --wish`: the map new-map, with a stand-in that drafts. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe } from 'vitest';
import { test, type Project } from './helpers/project.ts';

const WISH = 'Update dependencies nightly, ask me';
const NAME = 'update-dependencies-nightly';

const MAP = `map "Update dependencies, and ask"

shell Update
  command ["npm", "update"]
  timeout 10m
  Updated -> Ask when result.exitCode == 0
  -> Failed

human Ask
  template prompts/${NAME}/ask.md
  Keep -> Updated "keep them"
  -> Failed "go back"

end Updated
end Failed failed
`;
const SCENARIOS = `map: ../${NAME}.wfmap
answers: { Update: [{ exitCode: 0, stdout: '' }] }
scenarios:
  - { name: kept, answers: { Ask: [Keep] }, expect: { outcome: Updated } }
  - { name: refused, answers: { Ask: [Failed] }, expect: { outcome: Failed } }
  - { name: broken, answers: { Update: [{ exitCode: 1, stdout: '' }] }, expect: { outcome: Failed } }
`;
const FILES = [{ path: `prompts/${NAME}/ask.md`, text: 'Keep the new versions?\n' }];
const RIGHT = { map: MAP, scenarios: SCENARIOS, files: FILES };

const written = [
  `prompts/${NAME}/ask.md`,
  `workflows/scenarios/${NAME}.scenario.yaml`,
  `workflows/${NAME}.wfmap`,
];

/** What is in the project beside its runs. */
const changesOf = (project: Project): string[] =>
  project
    .git('status', '--porcelain', '-uall')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [line.slice(3)]))
    .toSorted();

const promptsOf = (project: Project): string[] => project.calls().map(({ prompt }) => prompt);

/** The line that answers the question, as it was printed. */
const lineOf = (reported: string): string => /^Answer with: (.*)$/m.exec(reported)?.[1] ?? '';

describe('a map from a wish', () => {
  test('is drafted, checked and shown; it waits without a terminal, and is written after a yes', async ({
    project,
    expect,
  }) => {
    project.script({ output: RIGHT });
    const asked = await project.run(['new', '--wish', WISH]);
    expect(asked.code, asked.reported).toBe(4);
    expect(changesOf(project)).toEqual([]);
    expect(asked.reported).toContain(`- workflows/${NAME}.wfmap`);
    expect(asked.reported).toMatch(/┌─+▼─+┐/);
    expect(asked.reported).toContain('+  command ["npm", "update"]');
    const line = lineOf(asked.reported);
    expect(line).toBe('wfmap answer new/slip-001 Write');
    const answered = await project.paste(line);
    expect(answered.code, answered.reported).toBe(0);
    expect(changesOf(project)).toEqual(written);
    expect(project.read(`workflows/${NAME}.wfmap`)).toBe(MAP);
    const played = await project.run(['test', '--coverage=100']);
    expect(played.code, played.reported).toBe(0);
    expect((await project.run(['validate', '--max-warnings', '0'])).code).toBe(0);
    expect(answered.reported).toContain(`wfmap run ${NAME} --help`);
  });

  test('is drafted again with what the checker says of the draft, and with the draft', async ({
    project,
    expect,
  }) => {
    project.script(
      { times: 1, output: { ...RIGHT, map: MAP.replace('-> Ask', '-> Aks') } },
      { times: 1, output: { ...RIGHT, scenarios: SCENARIOS.replace(/^.*broken.*\n/m, '') } },
      { output: RIGHT },
    );
    const { code, reported } = await project.run(['new', '--wish', WISH]);
    expect(code, reported).toBe(4);
    const [first = '', second = '', third = ''] = promptsOf(project);
    expect(first).toContain(WISH);
    expect(first).not.toContain('The checker refused it');
    expect(second).toContain('goes to "Aks", which is not a task of this block. [unknown-target]');
    expect(second).toContain('Updated -> Aks');
    expect(third).toContain(
      `workflows/${NAME}.wfmap: 3/4 transitions (75 %), not taken:\n  Update -Failed-> Failed\n`,
    );
    expect(third).not.toContain('Aks');
    expect(reported).toContain('Tried before:');
    const inRun = project.list('.wfmap/runs/new/slip-001').filter((name) => /draft.*prompt/i.test(name));
    const kept = inRun.map((name) => project.read(`.wfmap/runs/new/slip-001/${name}`));
    expect(kept.filter((text) => text.includes('[unknown-target]'))).toHaveLength(1);
  });

  // Two runs of four drafts, each checked by a process.
  test('that never gets right is kept aside with what is wrong with it, and nothing is written', async ({
    project,
    expect,
  }) => {
    project.script({ output: { ...RIGHT, map: MAP.replace('-> Ask', '-> Aks') } });
    const { code, reported } = await project.run(['new', '--wish', WISH]);
    expect(code, reported).toBe(1);
    expect(promptsOf(project)).toHaveLength(4);
    expect(changesOf(project)).toEqual([]);
    const folder = `.wfmap/drafts/${NAME}`;
    expect(reported).toContain(
      `Of 4 drafts none was right. The last one is kept in ${folder}, and faults.txt there says`,
    );
    expect(project.read(`${folder}/faults.txt`)).toContain('[unknown-target]');
    expect(project.read(`${folder}/workflows/${NAME}.wfmap`)).toContain('-> Aks');
    expect(project.read(`${folder}/prompts/${NAME}/ask.md`)).toBe(FILES[0]?.text);
    await project.run(['new', '--wish', WISH]);
    expect(project.has(`${folder}-2/faults.txt`)).toBe(true);
  });

  test('is not written after a no, and is changed by the note of a person', async ({ project, expect }) => {
    project.script({ output: RIGHT });
    const asked = await project.run(['new', '--wish', WISH]);
    expect(asked.code, asked.reported).toBe(4);
    const changed = await project.run(['answer', 'new/slip-001', 'Change', '--note=Ask first']);
    expect(changed.code, changed.reported).toBe(4);
    expect(promptsOf(project).at(-1)).toMatch(
      /wants this changed, and nothing beside it:\n\n```\nAsk first\n```/,
    );
    const refused = await project.run(['answer', 'new/slip-001', 'Stop']);
    expect([refused.code, changesOf(project)], refused.reported).toEqual([0, []]);
    expect(project.has('.wfmap/drafts')).toBe(false);
  });

  test('writes over nothing: not in the draft, and not what came in between', async ({ project, expect }) => {
    project.put(`prompts/${NAME}/ask.md`, 'mine');
    project.script({ times: 1, output: RIGHT }, { output: RIGHT });
    const taken = await project.run(['new', NAME, '--wish', WISH]);
    expect([taken.code, taken.stderr]).toEqual([
      2,
      expect.stringContaining(`There is a map "${NAME}" already.`),
    ]);
    expect(promptsOf(project)).toEqual([]);
    const other = await project.run(['new', '--wish', WISH]);
    expect(promptsOf(project)[0], other.reported).toContain(`map ${NAME}-2`);
    expect(promptsOf(project)[1]).toContain(`"prompts/${NAME}/ask.md" is not a path for a file of this map.`);
  });

  test('that came to a yes is not written over what somebody has made meanwhile', async ({
    project,
    expect,
  }) => {
    project.script({ output: RIGHT });
    const asked = await project.run(['new', '--wish', WISH]);
    project.put(`prompts/${NAME}/ask.md`, 'mine');
    const answered = await project.paste(lineOf(asked.reported));
    expect(answered.code, answered.reported).toBe(1);
    expect(answered.reported).toContain('this file would be lost');
    expect(changesOf(project)).toEqual([`prompts/${NAME}/ask.md`]);
    expect(project.read(`prompts/${NAME}/ask.md`)).toBe('mine');
  });

  test('has its files in its own folders: other paths are sent back to the agent', async ({
    project,
    expect,
  }) => {
    symlinkSync(dirname(project.root), join(project.root, 'workflows'));
    const paths = [
      '../up.md',
      '/etc/x.md',
      'prompts/map/act.md',
      `prompts/${NAME}/../x.md`,
      'src/a.md',
      '.git/config',
    ];
    const files = paths.map((path) => ({ path, text: 'x' }));
    project.script({ output: { ...RIGHT, files } });
    const { code, reported } = await project.run(['new', '--wish', WISH, '--max-cost', '1']);
    expect(code, reported).toBe(1);
    const second = promptsOf(project)[1] ?? '';
    for (const path of paths) expect(second).toContain(`"${path}" is not a path for a file of this map.`);
    expect(second).toMatch(/would be written out of the project, by the link "[^"]*\/workflows"/);
    expect(project.list('.wfmap/drafts/update-dependencies-nightly')).toEqual(['draft.json', 'faults.txt']);
  });
});

const secret = 'hunter2-and-more';
const token = `ghp_${'a1B2'.repeat(8)}`;
const SESSION = [
  { type: 'summary', summary: 'Updates' },
  { type: 'user', message: { role: 'user', content: `Update zod. The key is ${secret}.` } },
  {
    type: 'assistant',
    message: {
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: `I push with ${token}.` },
        { type: 'tool_use', name: 'Bash', input: { command: 'cat secrets' } },
      ],
    },
  },
  { type: 'user', message: { content: [{ type: 'tool_result', content: 'what the tool gave back' }] } },
];

describe('wfmap draft', () => {
  test('writes and keeps nothing under a name that leads elsewhere, nor at a path that does', async ({
    project,
    expect,
  }) => {
    const map = `--map=${MAP}`;
    for (const action of ['check', 'write', 'keep']) {
      const { code, stdout } = await project.run(['draft', action, '--name=../up', map]);
      expect([action, code, stdout]).toEqual([
        action,
        1,
        expect.stringContaining('"../up" cannot be the name'),
      ]);
    }
    const files = `--files=${JSON.stringify([{ path: '../up.md', text: 'x' }])}`;
    const away = await project.run(['draft', 'write', '--name=mine', map, files]);
    expect([away.code, away.stdout]).toEqual([1, expect.stringContaining('"../up.md" is not a path')]);
    const none = await project.run(['draft', 'keep', '--name=mine', map, '--files=[7]']);
    expect([none.code, none.stdout]).toEqual([1, expect.stringContaining('--files is not a list of files.')]);
    expect([changesOf(project), project.has('.wfmap')]).toEqual([[], false]);
  });
});

describe('a wish that begins from a session', () => {
  test('gives the agent what was said there, with secrets masked, and says so first', async ({
    project,
    expect,
  }) => {
    const lines = SESSION.map((each) => JSON.stringify(each));
    const file = join(dirname(project.root), 'session.jsonl');
    writeFileSync(file, `${lines.join('\n')}\n{"type": "us`);
    project.script({ output: RIGHT });
    const { code, stderr, reported } = await project.run(['new', '--wish', WISH, `--wish-session=${file}`], {
      environment: { SHOP_PASSWORD: secret },
    });
    expect(code, reported).toBe(4);
    expect(stderr).toMatch(/^The session \S+session\.jsonl goes to the agent: 2 messages, \d+ characters, /);
    const [prompt = ''] = promptsOf(project);
    expect(prompt).toContain(
      'Person: Update zod. The key is [masked].\n\nAgent: I push with [masked].\n(uses Bash)\n',
    );
    expect(prompt).not.toMatch(/Hm\.|cat secrets|gave back/);
    const journal = project.read('.wfmap/runs/new/slip-001/journal.jsonl');
    expect([journal.includes(secret), journal.includes(token)]).toEqual([false, false]);
  });

  test('is refused where nothing is said in it, or where there is no wish', async ({ project, expect }) => {
    project.put('empty.jsonl', '{"type":"summary"}\n');
    const empty = await project.run(['new', '--wish', WISH, '--wish-session=empty.jsonl']);
    expect([empty.code, empty.stderr]).toEqual([
      2,
      expect.stringContaining('"empty.jsonl" is not a recorded session'),
    ]);
    const alone = await project.run(['new', '--wish-session=empty.jsonl']);
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('no --wish is given')]);
    const both = await project.run(['new', '--wish', WISH, '--pattern', 'linear']);
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--pattern has no effect')]);
    expect((await project.run(['new', '--wish', ' '])).code).toBe(2);
    expect(project.has('.wfmap')).toBe(false);
  });
});
