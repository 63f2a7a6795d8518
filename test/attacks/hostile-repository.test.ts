import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe } from 'vitest';
import { ask, mapOf } from '../e2e/helpers/maps.ts';
import { test, type Project } from '../e2e/helpers/project.ts';
import { makePipe } from '../helpers/make-pipe.ts';
import { tries } from '../helpers/tries.ts';

// Repositories that are made to have something written, or run, outside of them. `..` of the project is the home of its
// user here, with a folder `elsewhere`; whatever wfmap does in the project, nothing of that may change.

type Hostile = readonly [name: string, make: (project: Project) => void | Promise<void>];

const ESC = '\u001b]0;owned\u0007\u001b[31m';

/** From the root of the project; the target as it is written. */
const link = (project: Project, name: string, target: string): void => {
  const path = join(project.root, name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  symlinkSync(target, path);
};

const linked = (name: string, target: string): Hostile => [
  `${name} is a link to ${target}`,
  (project) => link(project, name, join(project.root, '..', target)),
];

const pipe = (name: string): Hostile => [
  `${name} is a pipe`,
  (project) => {
    mkdirSync(dirname(join(project.root, name)), { recursive: true });
    makePipe(join(project.root, name));
  },
];

const configured = (name: string, ...settings: readonly string[]): Hostile => [
  `git is told to run a program: ${name}`,
  (project) => {
    const program = join(project.root, 'program');
    const pwned = join(project.root, '../elsewhere/PWNED');
    writeFileSync(program, `#!/bin/sh\ntouch '${pwned}'\ncat\n`, { mode: 0o755 });
    mkdirSync(join(project.root, 'hooks'));
    for (const hook of ['pre-commit', 'post-checkout', 'post-index-change', 'reference-transaction']) {
      writeFileSync(join(project.root, 'hooks', hook), readFileSync(program), { mode: 0o755 });
    }
    project.put('.gitattributes', '* diff=odd\n');
    for (const setting of settings) {
      const [key = '', value = ''] = setting.split('=');
      project.git('config', key, value.replace('PROGRAM', program));
    }
    project.put('src/greet.txt', 'changed\n');
  },
];

/** A run that somebody else's wfmap, or nobody's, left in the repository. */
const forged = (name: string, make: (project: Project, directory: string) => void): Hostile => [
  `a run is committed, ${name}`,
  (project) => {
    const directory = '.wfmap/runs/one/slip-001';
    project.put(`${directory}/journal.jsonl`, '{"seq":1}\n');
    make(project, directory);
  },
];

/** A run that paused in order and can be resumed, of which a part was then moved out and a link put in its place. */
const moved = (name: string, path: string): Hostile => [
  `a paused run is committed, ${name} a link`,
  async (project) => {
    project.script({ error: 401 });
    await project.run(['run', 'one.json']);
    project.script();
    const part = join(project.root, '.wfmap/runs/one', path);
    const outside = join(project.root, '../elsewhere/moved');
    if (existsSync(part)) renameSync(part, outside);
    else if (/\.\w+$/.test(path)) writeFileSync(outside, '');
    else mkdirSync(outside);
    symlinkSync(outside, part);
  },
];

const branch = (name: string): Hostile => [
  `the branch is called ${name}`,
  (project) => void project.git('switch', '-q', '-c', name),
];

const ARTIFACTS = ['step_state.json', 'blueprint.json', 'state_main.json', 'artifact_manifest.json'];

const REPOSITORIES: readonly Hostile[] = [
  linked('.wfmap', 'elsewhere'),
  linked('.claude/metrics/agent_metrics.jsonl', 'elsewhere/.bashrc'),
  branch('x$(touch${IFS}PWNED)'),
  pipe('.claude/metrics/agent_metrics.jsonl'),
  forged('its journal a link', (project, directory) =>
    link(project, `${directory}/journal.jsonl`, '../../../../../elsewhere/.bashrc'),
  ),
  configured('fsmonitor', 'core.fsmonitor=PROGRAM'),
  linked('prompts', 'elsewhere'),
  linked('.wfmap/.gitignore', 'elsewhere/empty'),
  linked('.wfmap/runs', 'elsewhere'),
  linked('.wfmap/runs/one', 'elsewhere'),
  linked('.wfmap/worktrees', 'elsewhere'),
  linked('.wfmap/.gitignore', 'elsewhere/.bashrc'),
  linked('.wfmap/.gitignore', 'elsewhere/nothing'),
  linked('.map', 'elsewhere'),
  linked('.map/main', 'elsewhere'),
  linked('.map/progress.md', 'elsewhere/.bashrc'),
  linked('.map/.gitignore', 'elsewhere/empty'),
  ...ARTIFACTS.map((name) => linked(`.map/main/${name}`, 'elsewhere/.bashrc')),
  linked('.claude', 'elsewhere'),
  linked('.claude/metrics', 'elsewhere'),
  linked('.claude/metrics/agent_metrics.jsonl', 'elsewhere/nothing'),
  linked('.claude/metrics/.gitignore', 'elsewhere/empty'),
  linked('stories/STORY-1.md', 'elsewhere/.bashrc'),
  linked('prompts/ship', 'elsewhere'),
  linked('workflows', 'elsewhere'),
  linked('workflows/scenarios', 'elsewhere'),
  linked('workflows/theirs.wfmap', 'elsewhere/theirs.wfmap'),
  linked('workflows/other.json', 'elsewhere/.bashrc'),
  linked('wfmap.config.json', 'elsewhere/.bashrc'),
  linked('.sdlc/workflows', 'elsewhere'),
  [
    'workflows/zero.json is a link to a device',
    (project) => link(project, 'workflows/zero.json', '/dev/zero'),
  ],
  ['wfmap.config.json is a link to a device', (project) => link(project, 'wfmap.config.json', '/dev/zero')],
  ['.wfmap is a link to itself', (project) => link(project, '.wfmap', '.wfmap')],
  ['.map is a link to itself', (project) => link(project, '.map', '.map')],
  [
    'workflows/ring.wfmap is a link to itself',
    (project) => link(project, 'workflows/ring.wfmap', 'ring.wfmap'),
  ],
  pipe('workflows/pipe.wfmap'),
  pipe('package.json'),
  pipe('wfmap.config.json'),
  pipe('.map'),
  ['a map has a name that a terminal obeys', (project) => project.put(`workflows/${ESC}.wfmap`, 'map "x"\n')],
  ['a map has the longest name', (project) => project.put(`workflows/${'m'.repeat(249)}.wfmap`, 'map "x"\n')],
  ['a story has a name that a terminal obeys', (project) => project.put(`stories/STORY-1${ESC}.md`, ESC)],
  [
    'a folder of runs has a name that a terminal obeys',
    (project) => project.put(`.wfmap/runs/${ESC}/slip-001/journal.jsonl`, '{}\n'),
  ],
  branch('x`touch${IFS}PWNED`;touch${IFS}PWNED'),
  branch('it\'s"${HOME}"&&touch${IFS}PWNED'),
  forged('held by the first process', (project, directory) =>
    project.put(`${directory}/lock.json`, {
      id: 'x',
      pid: 1,
      start: null,
      host: 'here',
      run: 'r',
      at: 'now',
    }),
  ),
  forged('its lock a pipe', (project, directory) => makePipe(join(project.root, directory, 'lock.json'))),
  forged('its values elsewhere', (project, directory) =>
    link(project, `${directory}/values`, '../../../../../elsewhere'),
  ),
  forged('with the last number', (project) =>
    project.put('.wfmap/runs/one/slip-999999999/journal.jsonl', '{}\n'),
  ),
  forged('with answers before any question', (project, directory) =>
    project.put(`${directory}/answers/1.json`, { action: 'Complete', fields: {}, via: 'terminal' }),
  ),
  moved('its journal', 'slip-001/journal.jsonl'),
  moved('its summary', 'slip-001/data.json'),
  moved('the draft of its summary', 'slip-001/data.json.tmp'),
  moved('its lock', 'slip-001/lock.json'),
  moved('its ledger', 'slip-001/artifacts.json'),
  moved('its sources', 'slip-001/sources'),
  moved('its values', 'slip-001/values'),
  moved('its answers', 'slip-001/answers'),
  moved('its next prompt', 'slip-001/task-002-work-prompt.md'),
  moved('its next log', 'slip-001/task-002-work.log'),
  moved('its folder', 'slip-001'),
  configured('hooks', 'core.hooksPath=hooks'),
  configured('textconv', 'diff.odd.textconv=PROGRAM'),
  configured('a difference', 'diff.external=PROGRAM', 'diff.odd.command=PROGRAM'),
  configured('a pager', 'core.pager=PROGRAM', 'pager.status=PROGRAM', 'pager.diff=PROGRAM'),
  configured('aliases', 'alias.status=!PROGRAM', 'alias.rev-parse=!PROGRAM', 'alias.rev-list=!PROGRAM'),
  configured('signatures', 'gpg.program=PROGRAM', 'log.showSignature=true', 'commit.gpgSign=true'),
  configured(
    'an editor and a password',
    'core.editor=PROGRAM',
    'core.askPass=PROGRAM',
    'credential.helper=PROGRAM',
  ),
];

const MAP = mapOf({ Work: ask({ Complete: 'Done' }) }, { artifacts: { map: { workflow: 'map-fast' } } });

const COMMANDS: readonly (readonly string[])[] = [
  ['run', 'one.json'],
  ['show'],
  ['runs'],
  ['doctor'],
  ['validate', '--fix'],
  ['fmt'],
  ['new', 'ship'],
  ['eject', 'task'],
  ['resume'],
  ['answer', 'one/slip-001', 'Complete'],
  ['stop', 'one/slip-001'],
  ['logs'],
];

/** Units: ms. What hangs is ended; nothing here takes a second by itself. */
const HANGS = 60_000;

/** The sample takes some repositories, and of the commands the first and another one each. */
const COUNT = tries(REPOSITORIES.length, 8);
const isFull = COUNT === REPOSITORIES.length;

describe('in a hostile repository no command changes or runs anything outside of it, hangs, or obeys a name', () => {
  test.for(REPOSITORIES.slice(0, COUNT).map((each, at) => [...each, at] as const))(
    '%s',
    { timeout: HANGS * COMMANDS.length },
    async ([, make, at], { project, expect }) => {
      const elsewhere = join(project.root, '../elsewhere');
      mkdirSync(join(elsewhere, 'folder'), { recursive: true });
      writeFileSync(join(elsewhere, '.bashrc'), 'echo hello\n');
      writeFileSync(join(elsewhere, 'empty'), '');
      writeFileSync(
        join(elsewhere, 'theirs.wfmap'),
        'map "x"\nstart A\nclaude A\n     prompt "Do it."\n  -> Z\nend Z\n',
      );
      project.put('one.json', MAP);
      await make(project);
      const before = digestOf(elsewhere);
      const own = COMMANDS.filter(
        (_command, index) => isFull || index === 0 || index === 1 + (at % (COMMANDS.length - 1)),
      );
      for (const words of own) {
        const started = project.start(words);
        const guard = setTimeout(() => started.kill('SIGKILL'), HANGS);
        const { code, stdout, stderr, reported } = await started.end;
        clearTimeout(guard);
        expect([words, code], reported).toEqual([words, expect.any(Number)]);
        expect(reported).not.toContain('bug in wfmap');
        // oxlint-disable-next-line eslint/no-control-regex
        expect(/[\u001b\u0007]/.exec(stdout + stderr)).toBeNull();
        expect([words, digestOf(elsewhere)]).toEqual([words, before]);
        expect([words, existsSync(join(project.root, 'PWNED'))]).toEqual([words, false]);
      }
    },
  );
});

/** Of all that lies in a folder: names, kinds, permissions, times of change, contents. */
function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of ['.', ...readdirSync(folder, { recursive: true }).map(String).toSorted()]) {
    const path = join(folder, name);
    const { mode, mtimeMs, size } = lstatSync(path);
    hash.update(JSON.stringify([name, mode, mtimeMs, size]));
    if (lstatSync(path).isFile()) hash.update(readFileSync(path));
    else if (lstatSync(path).isSymbolicLink()) hash.update(readlinkSync(path));
  }
  return hash.digest('hex');
}
