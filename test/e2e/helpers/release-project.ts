import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test as base, type ExpectStatic } from 'vitest';
import type { RunEvent } from '../../../src/model/run-event.ts';
import { createProject, type Project } from './project.ts';
import type { Ended } from './start-wfmap.ts';
import { typeInTerminal } from './typed-terminal.ts';

const STAND_IN = resolve(import.meta.dirname, '../../fixtures/bin/release-stand-in');

const KILL_AT_END = resolve(import.meta.dirname, 'kill-at-end.cjs');

/** The commands of a release that the stand-in takes the place of, by the word that it is called with. */
export const STOOD_IN = {
  tests: 'testCommand',
  types: 'typesCommand',
  lint: 'lintCommand',
  strict: 'strictCommand',
  build: 'buildCommand',
  package: 'packageCommand',
  audit: 'auditCommand',
  ci: 'ciCommand',
  watch: 'watchCommand',
  announce: 'announceCommand',
  install: 'installCommand',
  try: 'tryCommand',
} as const;
export type Step = keyof typeof STOOD_IN;

/** The words that give a release the stand-in for all of these. */
export const STAND_INS: readonly string[] = [
  '--waitSeconds=0',
  '--pauseSeconds=0',
  ...Object.entries(STOOD_IN).map(([name, field]) => `--${field}=${STAND_IN} ${name}`),
];

export const RUN = 'release/slip-001';
const FOLDER = `.wfmap/runs/${RUN}`;
/** At which prompt of a terminal a person types what. */
const VERSION = [
  ['Choice (1-5', 'Minor'],
  ['wanted', ''],
] as const;
const PUSH = [['Choice (1-3', 'YES']] as const;

type Typed = Awaited<ReturnType<typeof typeInTerminal>>;

/** A package, and a remote of its own. */
export interface ReleaseProject extends Project {
  /** Lets a step fail from now on; 0 lets it succeed again. */
  readonly letFail: (step: Step, code: number) => void;
  /** What was pushed to the remote since the project was made, as `<old> <new> <ref>`. */
  readonly received: () => string[];
  /** The names of the tags and branches of the remote. */
  readonly remote: () => string[];
  /** What the stand-in was called with. */
  readonly called: () => string[];
  /** Undefined before its end. */
  readonly outcome: () => string | null | undefined;
  readonly reason: () => string | undefined;
  readonly isOver: (task: string) => boolean;
  /** Types at a terminal of its own: what is asked for and not said, as a person who wants 1.3.0 to be pushed. */
  readonly typed: (
    words: readonly string[],
    typed?: readonly (readonly [string, string])[],
    environment?: Readonly<Record<string, string>>,
  ) => Promise<Typed>;
  /** The same, with `kill -9` of wfmap as the end of a task goes into the journal: before it is there, or after. */
  readonly typedAndKilled: (
    words: readonly string[],
    task: string,
    when: 'before' | 'after',
  ) => Promise<void>;
  readonly release: (...words: readonly string[]) => Promise<Ended>;
  /** Brings a release to the question whether to push. Gives what it printed. */
  readonly prepare: (...words: readonly string[]) => Promise<Ended>;
}

export function createReleaseProject(): ReleaseProject {
  const project = createProject();
  const home = dirname(project.root);
  const { git, root, environment } = project;
  const [remote, log] = [join(home, 'remote.git'), join(home, 'received')];
  writeFileSync(join(home, 'fails'), '');
  project.put('package.json', { name: 'shop', version: '1.2.3' });
  project.put(
    'CHANGELOG.md',
    '# Changes\n\n## [Unreleased]\n\n- Greets by name.\n\n## [1.2.3] - 2026-01-01\n\n- First.\n',
  );
  git('add', '-A');
  git('commit', '-q', '-m', 'Greets by name');
  git('init', '-q', '--bare', '-b', 'main', '--template=', remote);
  git('remote', 'add', 'origin', remote);
  git('push', '-q', 'origin', 'main');
  mkdirSync(join(remote, 'hooks'));
  writeFileSync(join(remote, 'hooks/post-receive'), `#!/bin/sh\ncat >> '${log}'\n`, { mode: 0o755 });
  const events = (): RunEvent[] =>
    // The last line may be torn.
    linesOf(join(root, FOLDER, 'journal.jsonl')).flatMap((line) => {
      try {
        return [JSON.parse(line) as RunEvent];
      } catch {
        return [];
      }
    });
  const isOver = (task: string): boolean =>
    events().some((event) => event.type === 'task.finished' && event.data.task === task);
  const end = () => {
    const last = events().findLast((event) => event.type === 'run.finished');
    return last?.type === 'run.finished' ? last.data : undefined;
  };
  const typed: ReleaseProject['typed'] = (words, lines, more = {}) => {
    const asked = [...(isOver('Choose Version') ? [] : VERSION), ...(isOver('Confirm') ? [] : PUSH)];
    return typeInTerminal(words, { root, environment: { ...environment, ...more }, typed: lines ?? asked });
  };
  const release: ReleaseProject['release'] = (...words) =>
    project.run(['run', 'release', ...STAND_INS, ...words]);
  return {
    ...project,
    letFail: (step, code) => appendFileSync(join(home, 'fails'), `${step} ${code}\n`),
    received: () => linesOf(log),
    remote: () =>
      git('--git-dir', remote, 'for-each-ref', '--format=%(refname)').trim().split('\n').toSorted(),
    called: () => linesOf(join(home, 'called')),
    outcome: () => end()?.outcome,
    reason: () => end()?.reason,
    isOver,
    typed,
    typedAndKilled: async (words, task, when) => {
      const killing = { NODE_OPTIONS: `--require ${KILL_AT_END}`, KILL_TASK: task, KILL_WHEN: when };
      const { code, shown } = await typed(words, undefined, killing);
      const isKilled = code === 137 && isOver(task) === (when === 'after');
      if (!isKilled) throw new Error(`${task} was not ended by a kill ${when} its end (${code}): ${shown}`);
    },
    release,
    prepare: async (...words) => {
      const begun = await release(...words);
      if (begun.code !== 4) throw new Error(begun.reported);
      const chosen = await project.run(['answer', 'Minor']);
      if (chosen.code !== 4) throw new Error(chosen.reported);
      return chosen;
    },
    remove: async () => {
      await project.remove();
      rmSync(remote, { recursive: true, force: true });
    },
  };
}

function linesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

const BEFORE = ['refs/heads/main'];
const AFTER = ['refs/heads/main', 'refs/tags/v1.3.0'];

/** Nothing has left, whatever happened here. */
export function expectNothingPushed(project: ReleaseProject, expect: ExpectStatic): void {
  expect(project.received()).toEqual([]);
  expect(project.remote()).toEqual(BEFORE);
}

/** One push has brought the branch and the tag. */
export function expectPushedOnce(project: ReleaseProject, expect: ExpectStatic): void {
  expect(project.received().map((line) => line.split(' ')[2])).toEqual(AFTER);
  expect(project.remote()).toEqual(AFTER);
}

/** A test with a package of its own. */
export const test = base.extend<{ project: ReleaseProject }>({
  // The first parameter of a fixture must be written as a pattern.
  // oxlint-disable-next-line eslint/no-empty-pattern
  project: async ({}, use) => {
    const project = createReleaseProject();
    await use(project);
    await project.remove();
  },
});
