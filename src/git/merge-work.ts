import type { Merged, WorkToMerge } from '../model/worktrees.ts';
import { findUnderWay } from './change-git.ts';
import { wordsOf } from './commit-work.ts';
import { orFault, type GitFaultReply } from './git-error.ts';
import { askGit, isSo } from './run-git.ts';
import {
  changeByItself,
  commitByItself,
  findChangedTracked,
  findCommit,
  pathsOf,
  someOf,
} from './worktree-git.ts';

/**
 * Merges a commit into the branch that is checked out.
 *
 * A merge that was made before is recognised and not made again; one of ours that was cut off is taken back first.
 * Nothing is merged over changes that are in no commit. After a conflict the folder is as it was before.
 * Errors: none thrown.
 */
export function mergeWork(work: WorkToMerge): Promise<Merged | GitFaultReply> {
  return orFault(async () => {
    const base = await findCommit(work.folder, 'HEAD');
    if (base === undefined) return { fault: `Git cannot read the repository at "${work.folder}".` };
    if (await isSo(work.folder, ['merge-base', '--is-ancestor', work.head, 'HEAD'])) {
      return await findMerge(work, base);
    }
    const fault = await whatIsInTheWay(work);
    return fault === undefined ? await merge(work, base) : { fault };
  });
}

/** The merge of a commit that is part of the branch already. */
async function findMerge({ folder, head }: WorkToMerge, now: string): Promise<Merged> {
  const words = ['rev-list', '--first-parent', '--merges', '--parents', '--max-count=10000', `${head}..HEAD`];
  const lines = (await askGit(folder, words))?.text.split('\n') ?? [];
  for (const line of lines) {
    const [result, base, other] = line.split(' ');
    if (result !== undefined && base !== undefined && other === head) return { kind: 'merged', base, result };
  }
  // Somebody has merged it in another way.
  return { kind: 'merged', base: now, result: now };
}

async function whatIsInTheWay({ folder, onto, branch, head }: WorkToMerge): Promise<string | undefined> {
  if ((await findCommit(folder, 'MERGE_HEAD')) === head) {
    await changeByItself(folder, 'take back the unfinished merge', ['merge', '--abort']);
  }
  const underWay = await findUnderWay(folder);
  if (underWay !== undefined)
    return `There is ${underWay} under way in "${folder}". Finish or abort it, then resume.`;
  const current = await askGit(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  const name = current?.text.trim();
  if (onto !== null && name !== onto) {
    const now = name === undefined ? 'no branch' : `"${name}"`;
    return `"${branch}" is to be merged into "${onto}", but ${now} is checked out. Check out "${onto}", then resume.`;
  }
  const changed = await findChangedTracked(folder);
  if (changed === undefined) return `Git cannot read the repository at "${folder}".`;
  if (changed.length === 0) return undefined;
  return `"${branch}" is to be merged, but there are changes that are in no commit: ${someOf(changed)}. Commit them or set them aside, then resume.`;
}

async function merge(work: WorkToMerge, base: string): Promise<Merged | GitFaultReply> {
  const { folder, branch, head } = work;
  const words = [
    'merge',
    '--quiet',
    '--no-ff',
    '--no-edit',
    '--no-verify',
    '--no-autostash',
    '--message',
    await messageOf(work),
    head,
  ];
  const made = await orFault(() => commitByItself(folder, `merge "${branch}"`, words));
  if (made === undefined) {
    const result = await findCommit(folder, 'HEAD');
    return { kind: 'merged', base, result: result ?? base };
  }
  const asked = ['diff', '--name-only', '--diff-filter=U', '-z', '--ignore-submodules=dirty'];
  const unmerged = await askGit(folder, asked);
  const paths = pathsOf(unmerged?.text ?? '');
  if ((await findCommit(folder, 'MERGE_HEAD')) === head) {
    await changeByItself(folder, 'take back the merge', ['merge', '--abort']);
  }
  return paths.length === 0 ? made : { kind: 'conflict', base, paths };
}

/** Units: characters. A longer first line is not taken as a name. */
const LONGEST_NAME = 200;

/** What the map called its work is what its history is read by. */
async function messageOf({ folder, head, message, workMessage }: WorkToMerge): Promise<string> {
  const made = (await askGit(folder, ['log', '-1', '--format=%B', head, '--']))?.text.trim() ?? '';
  const name = made.split('\n')[0]?.trim() ?? '';
  if (name === '' || name.length > LONGEST_NAME || wordsOf(made) === wordsOf(workMessage)) return message;
  const [, ...rest] = message.split('\n');
  return [name.startsWith('Merge ') ? name : `Merge ${name}`, ...rest].join('\n');
}
