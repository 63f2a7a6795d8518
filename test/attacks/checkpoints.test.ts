/** Checkpoints of others that are crafted to attack: what is refused starts nothing, and nothing outside of .map is opened. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe } from 'vitest';
import { PROGRAM } from '../e2e/helpers/program.ts';
import { test, type Project } from '../e2e/helpers/project.ts';

const PLAN = {
  summary: 'Greet by name',
  subtasks: [
    { id: 'ST-001', title: 'Read the name', dependencies: [], validation_criteria: ['VC1: it is read'] },
    { id: 'ST-002', title: 'Say it', dependencies: ['ST-001'], validation_criteria: ['VC1: it is said'] },
  ],
};
const STATE = {
  started_at: '2026-04-01T10:00:00Z',
  current_subtask_id: 'ST-002',
  current_step_phase: 'ACTOR',
  subtask_results: { 'ST-001': { status: 'valid' } },
};
const HAS_STRACE = spawnSync('strace', ['-V']).status === 0;

/** Where the checkpoint would be taken from, were it not refused. */
const outside = (project: Project): string => join(dirname(project.root), 'outside');
const inMap = (project: Project, path: string): string => join(project.root, '.map', path);

function putCheckpoint(project: Project): void {
  project.put('.map/main/blueprint.json', PLAN);
  project.put('.map/main/step_state.json', STATE);
  mkdirSync(outside(project));
  for (const name of ['step_state.json', 'blueprint.json', 'progress.md']) {
    writeFileSync(join(outside(project), name), JSON.stringify(name === 'blueprint.json' ? PLAN : STATE));
  }
}

function replace(project: Project, path: string, make: (at: string) => void): void {
  rmSync(inMap(project, path), { recursive: true, force: true });
  make(inMap(project, path));
}

/** What the program opened, as the kernel saw it; none where there is no strace. */
function openedBy(project: Project, words: readonly string[]) {
  const trace = join(dirname(project.root), 'trace');
  const command = [process.execPath, PROGRAM, ...words];
  const [program = '', ...rest] = HAS_STRACE
    ? ['strace', '-f', '-qq', '-e', 'trace=open,openat,openat2', '-o', trace, ...command]
    : command;
  const { status, stderr } = spawnSync(program, rest, {
    cwd: project.root,
    env: project.environment,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stderr, opened: existsSync(trace) ? readFileSync(trace, 'utf8') : '' };
}

type Attack = readonly [
  title: string,
  layer: string,
  make: (project: Project) => void,
  words?: (project: Project) => readonly string[],
];

const ATTACKS: readonly Attack[] = [
  [
    'a path with "..", out of .map',
    'path',
    () => undefined,
    () => ['--from-checkpoint=.map/../../outside/step_state.json'],
  ],
  [
    'an absolute path',
    'path',
    () => undefined,
    (project) => [`--from-checkpoint=${outside(project)}/step_state.json`],
  ],
  [
    'a file of the project that is not in .map',
    'path',
    () => undefined,
    () => ['--from-checkpoint=src/greet.txt'],
  ],
  [
    'a link to a file outside',
    'path',
    (project) =>
      replace(project, 'main/step_state.json', (at) =>
        symlinkSync(join(outside(project), 'step_state.json'), at),
      ),
  ],
  [
    'a plan that is a link to a file outside',
    'path',
    (project) =>
      replace(project, 'main/blueprint.json', (at) => symlinkSync('../../../outside/blueprint.json', at)),
  ],
  [
    'a folder of the branch that is a link',
    'path',
    (project) => replace(project, 'main', (at) => symlinkSync(outside(project), at)),
  ],
  [
    'a .map that is a link',
    'path',
    (project) => {
      rmSync(join(project.root, '.map'), { recursive: true });
      mkdirSync(join(outside(project), 'main'));
      renameSync(join(outside(project), 'step_state.json'), join(outside(project), 'main/step_state.json'));
      symlinkSync(outside(project), join(project.root, '.map'));
    },
  ],
  [
    'a link in a circle',
    'path',
    (project) => replace(project, 'progress.md', (at) => symlinkSync('progress.md', at)),
  ],
  ['a pipe', 'path', (project) => replace(project, 'progress.md', (at) => spawnSync('mkfifo', [at]))],
  ['a folder', 'path', (project) => replace(project, 'progress.md', (at) => mkdirSync(at))],
  [
    'one byte more than 256 KiB',
    'size',
    (project) => project.put('.map/progress.md', '-'.repeat(256 * 1024 + 1)),
  ],
  [
    'invalid UTF-8',
    'encoding',
    (project) => writeFileSync(inMap(project, 'progress.md'), Buffer.from([0x2d, 0xff, 0xfe])),
  ],
  [
    'a binary',
    'encoding',
    (project) =>
      writeFileSync(
        inMap(project, 'main/step_state.json'),
        readFileSync(process.execPath).subarray(0, 10_000),
      ),
  ],
  [
    'a bomb of aliases',
    'content',
    (project) => project.put('.map/progress.md', '---\na: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n---\n'),
  ],
  [
    'nothing but brackets',
    'content',
    (project) => project.put('.map/main/step_state.json', '['.repeat(200_000)),
  ],
];

describe('a checkpoint is refused by its layer, and nothing is started', () => {
  test.for(ATTACKS)('%s: %s', (attack, { project, expect }) => {
    const [, layer, make, words = () => ['--from-checkpoint']] = attack;
    putCheckpoint(project);
    make(project);
    const { status, stderr, opened } = openedBy(project, ['resume', ...words(project)]);
    expect(stderr).toMatch(
      new RegExp(`^wfmap: The checkpoint "[^"]*" is refused by the layer "${layer}": `, 'm'),
    );
    expect(status).toBe(2);
    expect(project.has('.wfmap')).toBe(false);
    expect(project.calls()).toEqual([]);
    if (!HAS_STRACE) return;
    expect(opened).toContain('.git');
    expect(opened).not.toContain(outside(project));
    expect(opened).not.toContain('outside/');
    if (layer === 'path') expect(opened).not.toMatch(/\.map\/progress\.md"/);
  });
});

describe('what is not refused cannot do harm', () => {
  test('a file of exactly 256 KiB, and links that stay in .map', async ({ project, expect }) => {
    putCheckpoint(project);
    const text = JSON.stringify(STATE);
    project.put('.map/main/old.json', text + ' '.repeat(256 * 1024 - text.length));
    replace(project, 'main/step_state.json', (at) => symlinkSync('old.json', at));
    const { code, reported } = await project.run(['resume', '--from-checkpoint']);
    expect(code, reported).toBe(4);
    expect(reported).toContain('Progress: 1/2 completed');
  });

  test('control and bidirectional characters never reach the terminal, nor what is written', async ({
    project,
    expect,
  }) => {
    putCheckpoint(project);
    const bad = '\u001b]0;owned\u0007\u001b[2J\u202egnp\u2066\u009b31m';
    project.put('.map/main/step_state.json', { ...STATE, current_step_phase: `ACTOR${bad}` });
    const [first, second] = PLAN.subtasks;
    project.put('.map/main/blueprint.json', {
      ...PLAN,
      summary: `Greet${bad}`,
      subtasks: [first, { ...second, title: `Say${bad}` }],
    });
    const asked = await project.run(['resume', '--from-checkpoint']);
    expect(asked.code, asked.reported).toBe(4);
    const answered = await project.run(['answer', 'Yes', '--max-steps=5']);
    const said =
      asked.reported +
      answered.reported +
      project.read('.map/main/blueprint.json') +
      project.read('.map/main/state_main.json');
    // oxlint-disable-next-line no-control-regex
    expect(said).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202e\u2066]|\\u00(?:1b|07|9b)|\\u20/i);
    expect(said).toContain('Greet]0;owned[2Jgnp31m');
  });

  test('a checkpoint that is replaced after it was shown is shown again', async ({ project, expect }) => {
    putCheckpoint(project);
    await project.run(['resume', '--from-checkpoint']);
    project.put('.map/main/blueprint.json', { ...PLAN, summary: 'Delete everything' });
    const { code, reported } = await project.run(['answer', 'Yes']);
    expect(code, reported).toBe(4);
    expect(reported).toContain('Delete everything');
    expect(project.calls()).toEqual([]);
  });

  test('an unreadable one is named', async ({ project, expect }) => {
    putCheckpoint(project);
    if (process.getuid?.() === 0) return;
    chmodSync(inMap(project, 'main/step_state.json'), 0);
    const { code, stderr } = await project.run(['resume', '--from-checkpoint']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('permission is denied')]);
  });
});
