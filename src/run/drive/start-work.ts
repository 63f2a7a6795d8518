import type { AgentProgress, AgentRequest, Ear } from '../../agent/agent.ts';
import { cutToolLine } from '../../agent/claude/tool-line.ts';
import type { ClaudeTask } from '../../model/block.ts';
import { START_VARIABLES } from '../../model/start-variables.ts';
import { agentSettingsOf } from '../program/agent-settings.ts';
import { commandInputsOf, withCommandRules } from '../program/command-rules.ts';
import { denialsWithin, rulesWithin, withinEffects } from '../program/within-effects.ts';
import { excerpt } from '../program/excerpt.ts';
import type { PlannedCommand, PlannedContext, PlannedStep, PlannedTurn, Planned } from '../live/planned.ts';
import type { CallsAsked } from './calls-asked.ts';
import type { Mailbox } from './mailbox.ts';
import type { Message, SnapshotReply } from './message.ts';
import type { ReaderCopies } from './reader-copies.ts';
import { invariant } from '../../util/invariant.ts';
import { instanceWith } from '../state/in-state.ts';
import type { LiveRun } from '../live/live-run.ts';
import { usesGit } from '../program/git-needs.ts';
import { startChecked } from './start-checked.ts';
import { reportEnd } from './report-end.ts';
import { choicesOf } from '../../prompt/render/expected-answer.ts';
import { baseOf, isOwnFolder, workFolderOf } from '../live/work-folder.ts';
import { signalAskedIn } from '../scope/signal-asked.ts';
import { projectOf } from '../scope/task-scope.ts';
import type { OpenTask } from '../state/run-state.ts';

/** Work under way: an agent's turn, or a command. */
export interface Call {
  readonly open: OpenTask;
  readonly ended: Promise<unknown>;
  readonly stop: () => void;
  readonly kill: () => void;
  /** Of an agent that takes messages. */
  readonly ear?: Ear | undefined;
}

type Post = (message: Message) => void;

/** Where the end of work is reported, what decides the tool calls that no rule answers, and who copies folders for readers. */
interface WorkPlace {
  readonly mailbox: Pick<Mailbox<Message>, 'post'>;
  readonly asked: Pick<CallsAsked, 'decide'>;
  readonly copies: Pick<ReaderCopies, 'make'>;
}

/** Starts what was planned; its end is posted. */
export function startWork(live: LiveRun, work: Exclude<Planned, PlannedStep>, place: WorkPlace): Call {
  const { post } = place.mailbox;
  if (work.kind === 'snapshot') return startSnapshot(live, work.open, place);
  if (work.kind === 'context') return startContext(live, work, post);
  return work.kind === 'turn' ? startTurn(live, work, place) : startCommand(live, work, post);
}

/** It is short, and waited for. */
function startSnapshot(live: LiveRun, open: OpenTask, { mailbox: { post }, copies }: WorkPlace): Call {
  const { changes } = live;
  invariant(changes !== undefined, 'snapshots are planned where somebody takes them');
  const { start, address } = open;
  const frozen = live.atWork.get(start)?.effects?.frozen ?? [];
  const take = async (): Promise<SnapshotReply> => {
    const folder = workFolderOf(live, address.block);
    const reply = await changes.snapshot(folder, isOwnFolder(live, address.block), frozen);
    const copy = 'fault' in reply ? undefined : await copies.make(open);
    return copy === undefined ? reply : { ...reply, copy };
  };
  const ended = take().then((reply) => post({ kind: 'snapshotted', start, reply }));
  return { open, ended, stop: () => undefined, kill: () => undefined };
}

/** It takes seconds for a large project, and is given up where the run stops. */
function startContext({ outline }: LiveRun, { open, outline: wanted }: PlannedContext, post: Post): Call {
  invariant(outline !== undefined, 'outlines are planned where somebody works them out');
  const { start } = open;
  const given = new AbortController();
  const stop = (): void => given.abort();
  const ended = outline(wanted, given.signal).then((reply) => post({ kind: 'told', start, reply }));
  return { open, ended, stop, kill: stop };
}

function startTurn(live: LiveRun, turn: PlannedTurn, { mailbox: { post }, asked }: WorkPlace): Call {
  const { open, text, session, budgetUsd, reminder } = turn;
  const { task, start } = open;
  invariant(task.type === 'claude', 'a turn is of a claude task');
  const { settings } = live;
  const { program } = instanceWith(live.state, open);
  const folder = folderOf(live, open);
  const effects = live.atWork.get(start)?.effects;
  const { unruledCalls, ...agentSettings } = agentSettingsOf(program, task);
  const own = withinEffects(agentSettings, effects, folder);
  const calls: string[] = [];
  const call = live.agent.start({
    task: task.name,
    visit: open.address.visit ?? 1,
    address: open.address,
    prompt: text,
    session,
    actions: choicesOf(task),
    output: task.output === undefined ? undefined : program.schemas.get(task.output),
    channel: settings.channel,
    ...signalOf(live, open, task),
    ...own,
    allowedTools: withCommandRules(
      [...own.allowedTools, ...rulesWithin(settings.allowedTools, effects), ...open.givenRules],
      projectOf(live.state),
      commandInputsOf(live.state.started, instanceWith(live.state, { address: { block: [] } }).program.map),
    ),
    deniedTools: [
      ...(folder === settings.workFolder
        ? settings.deniedTools
        : (settings.deniedToolsIn?.(folder) ?? settings.deniedTools)),
      ...own.deniedTools,
    ],
    ...(unruledCalls === 'ask' ? { decide: (asking) => asked.decide(open, asking) } : {}),
    timeoutMs: task.timeoutMs,
    silenceMs: task.silenceMs,
    budgetUsd,
    ...(reminder === undefined ? {} : { reminder }),
    workFolder: folder,
    wall: wallOf(live, open, folder),
    marker: settings.marker,
    log: (chunk) => live.files.appendLog(open, chunk),
    onProgress: (given) => {
      const progress = shown(live.mask.value(given));
      if (progress.kind === 'tool' && calls.length < MAX_CALLS)
        calls.push(`${progress.tool} ${progress.input}`);
      live.onProgress(open, progress);
    },
  });
  const ended = reportEnd(live, open, { reply: call.reply, calls }, (reply, found) =>
    post({
      kind: 'settled',
      start,
      reply: { ...reply, denials: denialsWithin(reply.denials, effects) },
      found,
    }),
  );
  return { open, ended, stop: call.stop, kill: call.kill, ear: call.ear };
}

/** Where an execution works: in its folder, or in a copy of it. */
function folderOf(live: LiveRun, { start, address }: OpenTask): string {
  return live.atWork.get(start)?.copy ?? workFolderOf(live, address.block);
}

/** The prompt of the turn was made with it, so that it has a value. */
function signalOf(live: LiveRun, open: OpenTask, task: ClaudeTask): Pick<AgentRequest, 'signal'> {
  const found = signalAskedIn(live, open, task);
  return 'problem' in found || found.asked === undefined ? {} : { signal: found.asked };
}

function wallOf({ walls, atWork, runFolder, changes }: LiveRun, { task, start }: OpenTask, folder: string) {
  const at = atWork.get(start);
  return walls?.around({
    isAgent: task.type === 'claude',
    folder,
    runFolder,
    effects: at?.effects,
    ...(folder === at?.copy ? { copyOf: at.folder } : {}),
    isAlone: [...(at?.beside ?? [])].every(({ effects }) => effects?.writes === 'nothing'),
    ignored: changes?.ignored(at?.folder ?? folder) ?? [],
  });
}

/** So many are looked through where something was changed. */
const MAX_CALLS = 10_000;

/** Units: UTF-16. */
const MAX_SHOWN = 2_000;

/** Cut only once secrets are hidden: the half of one is not found. */
function shown(progress: AgentProgress): AgentProgress {
  if (progress.kind === 'text') return { kind: 'text', text: excerpt(progress.text, MAX_SHOWN) };
  return progress.kind === 'tool' ? { ...progress, input: cutToolLine(progress.input) } : progress;
}

function startCommand(live: LiveRun, { open, argv, variables }: PlannedCommand, post: Post): Call {
  const { task, start } = open;
  const { settings } = live;
  const folder = folderOf(live, open);
  const lines = live.mask.lines((text) => live.onProgress(open, { kind: 'text', text }));
  const { shell, settingsGuard } = live;
  const isChecked = task.type === 'shell' && usesGit(task);
  const starting = {
    task: task.name,
    visit: open.address.visit ?? 1,
    address: open.address,
    argv,
    variables: { ...variables, ...startVariables(live, open) },
    timeoutMs: task.type === 'shell' ? task.timeoutMs : undefined,
    workFolder: folder,
    wall: wallOf(live, open, folder),
    marker: settings.marker,
    log: (chunk: Uint8Array) => live.files.appendLog(open, chunk),
    onLine: lines.push,
  };
  const call =
    isChecked && settingsGuard !== undefined
      ? startChecked(shell, settingsGuard, starting)
      : shell.start(starting);
  const ended = reportEnd(live, open, call, (reply, found) => {
    lines.end();
    post({ kind: 'exited', start, reply, found });
  });
  return { open, ended, stop: call.stop, kill: call.kill };
}

/**
 * What tells a command which changes of its folder are the run's; see `RunStart`. Nothing where that is unknown, as
 * outside of git.
 *
 * A worktree of the engine begins at a commit: there all changes are the run's.
 */
function startVariables(live: LiveRun, { address }: OpenTask): Readonly<Record<string, string>> {
  const base = baseOf(live, address.block);
  if (base !== undefined) return startedAt(base, base);
  const git = live.state.started?.git ?? null;
  if (git === null || (git.tree === undefined && git.changedCount > 0)) return {};
  const head = git.head ?? '';
  return startedAt(head, git.tree ?? head);
}

function startedAt(head: string, tree: string): Readonly<Record<string, string>> {
  return { [START_VARIABLES.head]: head, [START_VARIABLES.tree]: tree };
}
