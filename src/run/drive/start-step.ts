import { join } from 'node:path';
import { makeFolders } from '../../journal/run-directory.ts';
import { toError } from '../../util/error.ts';
import { invariant } from '../../util/invariant.ts';
import { blockKeyOf } from '../../model/address.ts';
import type { BlockInstance } from '../state/block-instance.ts';
import type { LiveRun } from '../live/live-run.ts';
import type { PlannedStep, StepReply } from '../live/planned.ts';
import { executionAround } from '../state/running-blocks.ts';
import type { OpenTask } from '../state/run-state.ts';
import { baseOf, workFolderOf } from '../live/work-folder.ts';
import type { WorktreeKeeper } from '../host/worktree-keeper.ts';
import type { Worktree } from '../state/worktree.ts';

/** A step under way. Only a command that sets a worktree up can be ended; git is waited for. */
export interface StepCall {
  readonly ended: Promise<StepReply>;
  readonly stop: () => void;
  readonly kill: () => void;
}

/** Takes a step for the workspace of a block. Errors: none; what stands in the way is the reply's `fault`. */
export function startStep(live: LiveRun, { step, instance }: PlannedStep): StepCall {
  const { worktrees } = live;
  invariant(worktrees !== undefined, 'steps are planned where somebody takes them');
  if (step === 'set up') return setUp(live, instance);
  const ended = take(live, worktrees, { step, instance }).catch(
    // A disk that fails is no reason to lose the run: it pauses there.
    (thrown: unknown): StepReply => ({ fault: toError(thrown).message }),
  );
  return { ended, stop: () => undefined, kill: () => undefined };
}

async function take(
  live: LiveRun,
  keeper: WorktreeKeeper,
  { step, instance }: Pick<PlannedStep, 'step' | 'instance'>,
): Promise<StepReply> {
  if (step === 'plan') return plan(live, keeper, instance);
  if (step === 'read') {
    const folder = workFolderOf(live, instance.path);
    return { step, diff: await keeper.diff(folder, baseOf(live, instance.path) ?? 'HEAD') };
  }
  return step === 'set up' ? { step } : changeWorktree(live, keeper, { step, instance });
}

async function changeWorktree(
  live: LiveRun,
  keeper: WorktreeKeeper,
  {
    step,
    instance,
  }: { readonly step: 'make' | 'commit' | 'merge' | 'close'; readonly instance: BlockInstance },
): Promise<StepReply> {
  const place = placeOf(live, instance);
  const { branch, base, onto } = place.worktree;
  const head = place.worktree.head ?? base;
  const fault = await faultIn(live, step === 'commit' ? [place.folder, place.path] : [place.folder]);
  if (fault !== undefined) return step === 'close' ? { step, kept: fault } : { fault };
  if (step === 'close') {
    return { step, kept: await keeper.close({ folder: place.folder, path: place.path, branch, head }) };
  }
  if (step === 'make') {
    const made = await keeper.make({ folder: place.folder, path: place.path, branch, base });
    if ('fault' in made) return made;
    await live.settingsGuard?.begin(place.path);
    return { step, ...made };
  }
  if (step === 'commit') {
    const how = { base: place.folder, message: commitMessage(live, instance) };
    const committed = await keeper.commit(place.path, branch, how);
    return 'fault' in committed ? committed : { step, ...committed };
  }
  const message = `Merge ${nameOf(instance)}\n\n${runLine(live)}`;
  const workMessage = commitMessage(live, instance);
  const merged = await keeper.merge({ folder: place.folder, onto, branch, head, message, workMessage });
  return 'fault' in merged ? merged : { step, merged };
}

async function faultIn({ settingsGuard }: LiveRun, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const fault = await settingsGuard?.faultIn(folder);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

async function plan(live: LiveRun, keeper: WorktreeKeeper, instance: BlockInstance): Promise<StepReply> {
  const { state, settings, program } = live;
  const open = taskAround(live, instance);
  const around = instance.path.slice(0, -1);
  // Before anything is made there: git is to take no notice of it.
  makeFolders(live.fs, settings.workRoot, ['.wfmap', 'worktrees']);
  const outer = state.blocks.get(blockKeyOf(around));
  const planned = await keeper.plan({
    root: settings.workRoot,
    folder: workFolderOf(live, around),
    run: settings.run.id === '' ? program.source.path : settings.run.id,
    execution: open.execution,
    key: instance.path.at(-1)?.key ?? '',
    isFirst: open.children?.hasWorktrees !== true,
    merges: instance.workspace.kind === 'worktree' && instance.workspace.merge !== 'never',
    commitMessage:
      baseOf(live, around) === undefined || outer === undefined ? undefined : commitMessage(live, outer),
  });
  return 'fault' in planned ? planned : { step: 'plan', ...planned };
}

function setUp(live: LiveRun, instance: BlockInstance): StepCall {
  const { workspace } = instance;
  invariant(
    workspace.kind === 'worktree' && workspace.setup !== undefined,
    'there is a command to set it up',
  );
  const open = taskAround(live, instance);
  const workFolder = placeOf(live, instance).path;
  const lines = live.mask.lines((text) => live.onProgress(open, { kind: 'text', text }));
  const call = live.shell.start({
    task: open.task.name,
    visit: open.address.visit ?? 1,
    argv: workspace.setup,
    variables: {},
    timeoutMs: undefined,
    workFolder,
    wall: live.walls?.around({
      isAgent: false,
      folder: workFolder,
      runFolder: live.runFolder,
      effects: undefined,
      isAlone: false,
      ignored: [],
    }),
    marker: live.settings.marker,
    log: (chunk) => live.files.appendLog(open, chunk),
    onLine: lines.push,
  });
  const ended = call.reply.then((reply): StepReply => {
    lines.end();
    if (reply.outcome === 'interrupted') return { step: 'interrupted' };
    if (reply.outcome === 'failed') return { fault: `Its worktree could not be set up: ${reply.reason}` };
    if (reply.exitCode === 0) return { step: 'set up' };
    const command = workspace.setup?.join(' ') ?? '';
    return {
      fault: `Its worktree could not be set up: "${command}" ended with exit code ${reply.exitCode}. Its log says why.`,
    };
  });
  return { ended, stop: call.stop, kill: call.kill };
}

interface Place {
  readonly worktree: Worktree;
  readonly path: string;
  /** Where the branch is checked out that the worktree began at. */
  readonly folder: string;
}

function placeOf(live: LiveRun, { path, worktree }: BlockInstance): Place {
  invariant(worktree !== undefined, 'a step after the first is of a worktree that was planned');
  const folder = workFolderOf(live, path.slice(0, -1));
  return { worktree, path: join(live.settings.workRoot, worktree.path), folder };
}

function taskAround({ state }: LiveRun, instance: BlockInstance): OpenTask {
  const open = executionAround(state, instance);
  invariant(open !== undefined, 'a child block is of an execution that is under way');
  return open;
}

function commitMessage(live: LiveRun, instance: BlockInstance): string {
  return `Work of ${nameOf(instance)}\n\n${runLine(live)}`;
}

function nameOf({ path }: BlockInstance): string {
  return path.map(({ task, key }) => `${task}/${key}`.replaceAll(/\s+/g, ' ').slice(0, 100)).join(' ');
}

function runLine({ settings }: LiveRun): string {
  return `Made by wfmap, run ${settings.run.id}.`;
}
