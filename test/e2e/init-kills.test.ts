import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ALL_MOMENTS } from '../helpers/all-moments.ts';
import { KILL_SEED } from './helpers/killed-run.ts';
import { startWfmap } from './helpers/start-wfmap.ts';
import { test, type Project } from './helpers/project.ts';
import { treeOf } from './helpers/tree-of.ts';

const PRELOAD = join(import.meta.dirname, 'helpers/kill-at.cjs');
/** A sample looks at every seventh moment, another one each time. */
const STRIDE = ALL_MOMENTS ? 1 : 7;
const MAX_MOMENTS = 400;
/** Units: ms. */
const TIMEOUT = ALL_MOMENTS ? 900_000 : 120_000;

type Tree = Record<string, string>;

/** What is not wfmap's own folder. */
function ofPeople(tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !path.startsWith('.wfmap')));
}

/** A copy of the project, in which wfmap is killed at a change of the disk; undefined once it comes to its end before that. */
async function killedAt(
  project: Project,
  from: string,
  words: readonly string[],
  moment: number,
): Promise<string | undefined> {
  const root = mkdtempSync(join(project.root, '../killed-'));
  cpSync(from, root, { recursive: true, verbatimSymlinks: true });
  const environment = {
    ...project.environment,
    NODE_OPTIONS: `--require ${PRELOAD}`,
    KILL_AT: String(moment),
  };
  const { signal, code, reported } = await startWfmap(words, { environment }, root).end;
  if (signal === 'SIGKILL') return root;
  expect(code, reported).toBe(0);
  rmSync(root, { recursive: true });
  return undefined;
}

async function runIn(project: Project, root: string, words: readonly string[]): Promise<void> {
  const { code, reported } = await startWfmap(words, { environment: project.environment }, root).end;
  expect(code, reported).toBe(0);
}

/** Each file is as it was or as it is to be, and no other is there. */
function expectWhole(tree: Tree, before: Tree, after: Tree): void {
  for (const [path, content] of Object.entries(ofPeople(tree)))
    expect([before[path], after[path]], path).toContain(content);
  for (const path of Object.keys(before)) expect(Object.keys(tree)).toContain(path);
}

function layOut(project: Project): void {
  project.put('package.json', '{"name":"greet","scripts":{"test":"node --test"}}');
  project.put('CLAUDE.md', '# Greet\r\n\r\nAn edit that nobody has committed');
  project.put('AGENTS.md', 'Agents.\n');
  project.put('src/a.ts', 'export const a = 1;\n');
}

test(
  'init that is killed at any change of the disk leaves whole files; init again completes it, and undo takes it back',
  async ({ project, expect }) => {
    layOut(project);
    const before = treeOf(project.root);
    const done = mkdtempSync(join(project.root, '../done-'));
    cpSync(project.root, done, { recursive: true });
    await runIn(project, done, ['init', '--yes']);
    const after = treeOf(done);
    let moments = 0;
    for (let moment = 1 + (KILL_SEED % STRIDE); moment < MAX_MOMENTS; moment += STRIDE) {
      const root = await killedAt(project, project.root, ['init', '--yes'], moment);
      if (root === undefined) break;
      moments += 1;
      expectWhole(treeOf(root), before, after);
      const other = `${root}-undone`;
      cpSync(root, other, { recursive: true });
      await runIn(project, root, ['init', '--yes']);
      expect(ofPeople(treeOf(root)), `moment ${moment}`).toEqual(ofPeople(after));
      await runIn(project, root, ['init', '--undo']);
      expect(treeOf(root), `moment ${moment}`).toEqual(before);
      await runIn(project, other, ['init', '--undo']);
      expect(treeOf(other), `moment ${moment}`).toEqual(before);
    }
    expect(moments).toBeGreaterThan(40 / STRIDE);
  },
  TIMEOUT,
);

test(
  'undo and update that are killed can be run again',
  async ({ project, expect }) => {
    layOut(project);
    const before = treeOf(project.root);
    await runIn(project, project.root, ['init', '--yes']);
    const set = treeOf(project.root);
    let moments = 0;
    for (let moment = 1 + (KILL_SEED % STRIDE); moment < MAX_MOMENTS; moment += STRIDE) {
      const root = await killedAt(project, project.root, ['init', '--undo'], moment);
      if (root === undefined) break;
      moments += 1;
      expectWhole({ ...before, ...treeOf(root) }, before, set);
      await runIn(project, root, ['init', '--undo']);
      expect(treeOf(root), `moment ${moment}`).toEqual(before);
    }
    expect(moments).toBeGreaterThan(20 / STRIDE);
    project.put('CLAUDE.md', project.read('CLAUDE.md').replace('- Change nothing', '- Change it all'));
    const edited = treeOf(project.root);
    for (let moment = 1 + (KILL_SEED % STRIDE); moment < MAX_MOMENTS; moment += STRIDE) {
      const root = await killedAt(project, project.root, ['update', '--force'], moment);
      if (root === undefined) break;
      expectWhole(treeOf(root), edited, set);
      await runIn(project, root, ['update', '--force']);
      expect(ofPeople(treeOf(root)), `moment ${moment}`).toEqual(ofPeople(set));
    }
  },
  TIMEOUT,
);
