/**
 * The loop of SIGNAL BLOCKs with the built program: `kill -9` after every second task, and resume; what is merged, and by whom; the
 * check of what an Actor may change.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe } from 'vitest';
import { spellSignal } from '../../src/signal/spell-signal.ts';
import { neededContext } from '../../src/signal/words.ts';
import { test, type Project, type Rule } from './helpers/project.ts';
import { typeInTerminal } from './helpers/typed-terminal.ts';

const CYCLE = 'docs/context/current_cycle.md';
const ARCHIVE = 'docs/context/archive';
const START = [
  'run',
  'signal-loop',
  '--goal=Greet by name',
  '--openCommand=git push -q origin HEAD && echo 57',
  '--mergeCommand=git push -q origin HEAD:main',
  '--cleanCommand=git push -q origin --delete "$LOOP_BRANCH"',
  '--archiveBy=pull request',
];

/** A call of an agent, by the signature that it is asked for. */
function says(
  [role, result, named, signature]: readonly [string, string, string, string],
  more: Rule = {},
): Rule {
  const needed = neededContext(role, result, named).map(([name = '']) => `- **${name}**: it is said`);
  const context = [...needed, '- **Risk**: low'].join('\n');
  const summary = `${role} at ${signature}`;
  const block = spellSignal({ role, result, summary, confidence: 9, named, context, fields: {}, signature });
  return { match: String.raw`    \*\*Signature\*\*: ${signature}\n`, ...more, text: `Well.\n\n${block}` };
}

const WELL: readonly Rule[] = [
  says(['Planner', 'PLAN_CREATED', 'Human', '1:0:1']),
  says(['Planner', 'PLAN_CREATED', 'Actor', '1:1:1']),
  says(['Actor', 'SUCCESS', 'Judge', '1:1:2'], { write: { 'src/greet.txt': 'hello, Ada\n' } }),
  says(['Judge', 'PASS', 'Human', '1:1:3']),
  says(['Planner', 'FINAL_PLAN_CREATED', 'Actor', '1:FINAL:1']),
  says(['Actor', 'SUCCESS', 'Judge', '1:FINAL:2'], { write: { 'CHANGES.md': 'It greets by name.\n' } }),
  says(['Judge', 'PASS', 'Human', '1:FINAL:3']),
];
const SIGNATURES = [
  '1:0:0',
  '1:0:1',
  '1:0:4',
  '1:1:1',
  '1:1:2',
  '1:1:3',
  '1:1:4',
  '1:FINAL:1',
  '1:FINAL:2',
].concat([3, 4, 5, 6, 7].map((each) => `1:FINAL:${each}`));

/** A branch of its own for the goal, and a remote. */
function prepare(project: Project, ...rules: readonly Rule[]): string {
  const remote = join(dirname(project.root), 'remote.git');
  mkdirSync(remote);
  project.git('init', '-q', '--bare', '-b', 'main', '--template=', remote);
  project.git('remote', 'add', 'origin', remote);
  project.git('push', '-q', 'origin', 'main');
  project.git('switch', '-q', '-c', 'goal/greet');
  project.script(...rules);
  return remote;
}

const signaturesIn = (text: string): string[] =>
  Array.from(text.matchAll(/^\*\*Signature\*\*: (\S+)$/gm), ([, each = '']) => each);

const KILL_AT_END = join(import.meta.dirname, 'helpers/kill-at-end.cjs');

/** Starts wfmap, which is killed once so many tasks more are over. Gives whether it was killed, and not over before. */
async function killed(project: Project, words: readonly string[], count: number): Promise<boolean> {
  const environment = {
    NODE_OPTIONS: `--require ${KILL_AT_END}`,
    KILL_ENDS: String(count),
    KILL_WHEN: 'after',
  };
  const { signal } = await project.run(words, { environment });
  return signal === 'SIGKILL';
}

describe('the loop, killed after every second task and gone on with', () => {
  // It starts wfmap some twenty times.
  test('has each block in its file once, one archive, and one merge', async ({ project, expect }) => {
    const remote = prepare(project, ...WELL);
    let kills = 0;
    let words = [...START, '--no-input'];
    let before = '';
    for (const answer of [
      ['answer', 'APPROVED', '--words=Go'],
      ['answer', 'APPROVED', '--words=Yes'],
      undefined,
    ]) {
      while (await killed(project, words, 2)) {
        kills += 1;
        words = ['resume', 'signal-loop/slip-001', '--no-input'];
        const text = project.has(CYCLE) ? project.read(CYCLE) : '';
        expect(text.startsWith(before.trimEnd()), text).toBe(true);
        expect(signaturesIn(text)).toEqual(SIGNATURES.slice(0, signaturesIn(text).length));
        before = text;
      }
      if (answer !== undefined) words = [...answer, '--no-input'];
    }
    expect(kills).toBeGreaterThan(8);
    expect(project.list(ARCHIVE)).toEqual([]);
    expect(project.git('--git-dir', remote, 'log', '--format=%s', 'main')).toBe('start\n');
    const { environment, root } = project;
    const typed = [
      ['Choice (1-3', 'MERGE_APPROVED'],
      ['words', ''],
      ['Choice (1-2', 'DELETE_APPROVED'],
    ] as const;
    const { code, shown } = await typeInTerminal(['resume', 'signal-loop/slip-001'], {
      root,
      environment,
      typed,
    });
    expect(code, shown).toBe(0);
    expect(project.list(ARCHIVE)).toEqual(['57_greet-by-name.md']);
    expect(signaturesIn(project.read(`${ARCHIVE}/57_greet-by-name.md`))).toEqual(SIGNATURES);
    expect(project.read(CYCLE)).toMatch(/^# Cycle:\n/);
    expect(project.git('--git-dir', remote, 'log', '--format=%s', 'main')).toBe(
      'Actor at 1:FINAL:2\nActor at 1:1:2\nstart\n',
    );
    expect(project.git('--git-dir', remote, 'branch', '--format=%(refname:short)')).toBe('main\n');
    expect(project.git('status', '--porcelain')).toBe('');
  });
});

describe('the next goal', () => {
  test('is the next cycle of the day and the next goal, and leaves the archives as they are', async ({
    project,
    expect,
  }) => {
    prepare(project, ...WELL);
    project.put(`${ARCHIVE}/2026-01-02_cycle-003.md`, '# Cycle: 2026-01-02-003\n\n**Signature**: 4:1:3\n');
    project.put(CYCLE, '# Notes of mine\n');
    project.script(says(['Planner', 'CLARIFICATION_NEEDED', 'Human', '5:0:1']));
    const { code, reported } = await project.run([...START, '--no-input']);
    expect(code, reported).toBe(4);
    expect(signaturesIn(project.read(CYCLE))).toEqual(['5:0:0', '5:0:1']);
    expect(project.read(CYCLE)).toMatch(/^# Cycle: \d{4}-\d{2}-\d{2}-001\n/);
    expect(project.read(`${CYCLE}.foreign-1`)).toBe('# Notes of mine\n');
    const stopped = await project.run(['answer', 'Stop', '--no-input']);
    expect(stopped.code, stopped.reported).toBe(1);
    expect(project.list(ARCHIVE)).toEqual([
      '2026-01-02_cycle-003.md',
      expect.stringMatching(/^\d{8}_\d{6}_greet-by-name_incomplete\.md$/),
    ]);
  });

  test('is not begun on the branch that is merged into', async ({ project, expect }) => {
    const { code, reported } = await project.run([...START, '--no-input', '--here']);
    expect(code, reported).toBe(1);
    expect(reported).toContain('a goal has a branch of its own: say --branch');
    expect(project.calls()).toEqual([]);
    expect(project.has(CYCLE)).toBe(false);
  });
});

describe('the check of what an Actor changed', () => {
  test.for([
    ['more than two files', { a: '1\n', b: '1\n', c: '1\n' }, 'files and lines changed: 3 3'],
    ['more than 150 lines', { a: '1\n'.repeat(151) }, 'files and lines changed: 1 151'],
    ['a command that is forbidden', { a: 'DROP TABLE users;\n' }, 'Such commands are forbidden.'],
    ['an image of another name', { 'docs/context/assets/shot.png': 'x\n' }, 'Images are called YYYY-MM-DD'],
    [
      'an image over 10 MB',
      { 'docs/context/assets/2026-11-25_10-11-12_a-page.png': 'x'.repeat(10_485_761) },
      'at most 10 MB',
    ],
    ['nothing that is amiss', { 'docs/context/assets/2026-11-25_10-11-12_the-page.png': 'x\n' }, undefined],
  ] as const)('tells the Judge of %s', async ([, write, told], { project, expect }) => {
    prepare(
      project,
      ...WELL.slice(0, 2),
      says(['Actor', 'SUCCESS', 'Judge', '1:1:2'], { write }),
      says(['Judge', 'INSUFFICIENT', 'Human', '1:1:3']),
    );
    project.put('docs/context/README.md', 'What is going on.\n');
    project.git('add', '-A');
    project.git('commit', '-q', '-m', 'A folder');
    const asked = await project.run([...START, '--no-input']);
    expect(asked.code, asked.reported).toBe(4);
    const judged = await project.run(['answer', 'APPROVED', '--no-input']);
    expect(judged.code, judged.reported).toBe(4);
    const prompt = project.calls().at(-1)?.prompt ?? '';
    expect(prompt).toContain(told === undefined ? '- scope: pass' : '- scope: fail');
    expect(prompt).toContain(told ?? '- scope');
  });
});
