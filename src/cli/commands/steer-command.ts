import { setTimeout as sleep } from 'node:timers/promises';
import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import { MAX_CLIENT } from '../../journal/drop-box.ts';
import { findRun } from '../../journal/find-run.ts';
import { createMessageBox, MAX_MESSAGE, type MessageBox } from '../../journal/message-box.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { createProjectFileSystem } from '../../journal/project-file-system.ts';
import { lookAtProcess } from '../../process/look-at-process.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { agentsAtWork } from '../../view/agents-at-work.ts';
import type { Execution, SentMessage } from '../../view/run-view.ts';
import { EXIT } from '../io/exit-code.ts';
import { formatCommand, toOneLine } from '../io/format.ts';
import { jsonText } from '../io/json-text.ts';
import { refuseInside } from '../io/refuse-inside.ts';
import { UsageError } from '../io/usage-error.ts';
import { readRunOnDisk } from '../views/open-run.ts';
import type { RunOnDisk } from '../../report/run-on-disk.ts';
import { pickByTask, type PickWords } from '../views/pick-by-task.ts';

interface SteerArguments {
  readonly task?: string | undefined;
  readonly json: boolean;
  readonly 'serve-client'?: string | undefined;
  readonly _: readonly (string | number)[];
}

export const steerCommand: CommandModule<object, SteerArguments> = {
  command: 'steer',
  describe: 'Send a message to an agent at work',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap steer [run] <message>\n\nSends a message to an agent of a run (default: the newest) while it works. The agent reads it ' +
          'with the result of its next tool call, or before its turn ends, and continues with its task. The journal has the message ' +
          'and who sent it.',
      )
      .option('task', {
        type: 'string',
        nargs: 1,
        describe:
          'Which agent, where several are at work: its task, its place such as Review/impact/Look, or either with /visit',
      })
      .option('json', { type: 'boolean', default: false, describe: 'Print what became of it as JSON' })
      // By `wfmap serve`: which of its clients sends.
      .option('serve-client', { type: 'string', nargs: 1, hidden: true })
      .example('wfmap steer "Use the parser that is there"', 'the newest run')
      .example('wfmap steer my-map/slip-003 "Leave the tests alone" --task=Code', 'one of several agents'),
  handler: async (argv) => {
    process.exitCode = await steer(argv);
  },
};

/** What `wfmap steer --json` prints. */
export interface SteerReport {
  readonly run: string;
  readonly task: string;
  readonly visit: number;
  /** Whether the message went to the agent. */
  readonly sent: boolean;
  readonly message: string;
}

async function steer(argv: SteerArguments): Promise<number> {
  const { name, text } = readWords(argv._.map(String).slice(1));
  const workFolder = process.cwd();
  const workRoot = findWorkRoot(workFolder);
  const run = findRun(nodeFileSystem, { workRoot, workFolder }, name);
  refuseInside(run, 'steer');
  const opened = readRunOnDisk(run);
  const execution = pickAgent(opened, argv.task);
  const sender = { pid: process.pid, start: lookAtProcess(process.pid, run.folder)?.start ?? null };
  const client = argv['serve-client']?.slice(0, MAX_CLIENT) ?? '';
  const box = createMessageBox(createProjectFileSystem(workRoot), run.folder, { holdsOpen: true });
  const file = box.send(execution.seq, { text, sender, ...(client === '' ? {} : { client }) });
  return report(argv, opened, execution, await awaitTaken(opened, { execution, file, box }));
}

function readWords(words: readonly string[]): { readonly name: string | undefined; readonly text: string } {
  const [first, second, third] = words;
  if (third !== undefined) {
    throw new UsageError(`"${third}" is one word too many.`, {
      help: 'Write a message of several words in quotes: wfmap steer [run] "Leave the tests alone"',
    });
  }
  const text = second ?? first ?? '';
  if (text.trim() === '')
    throw new UsageError('No message is given.', { help: 'wfmap steer [run] <message>' });
  if (text.length > MAX_MESSAGE) {
    throw new UsageError(`The message is longer than an agent takes (${MAX_MESSAGE} characters).`, {
      help: 'Name a file that has the text.',
    });
  }
  return { name: second === undefined ? undefined : first, text };
}

/** The execution whose agent is meant. Errors: throws UsageError where there is none, or where several are. */
function pickAgent({ run, view, pid }: RunOnDisk, task: string | undefined): Execution {
  if (pid === undefined) {
    throw new UsageError(`No process drives ${run.name}, so no agent is at work.`, {
      help: `Resume it first: ${formatCommand(['wfmap', 'resume', run.name])}`,
    });
  }
  const atWork = agentsAtWork(view);
  if (atWork.length === 0) {
    throw new UsageError(`No agent of ${run.name} is at work.`, {
      help: `See what it does: ${formatCommand(['wfmap', 'show', run.name])}`,
    });
  }
  if (run.started?.data.agent === 'scripted') {
    throw new UsageError(`The agents of ${run.name} are scripted; they take no messages.`);
  }
  const picked = pickByTask(atWork, task, WORDS);
  if (!('seq' in picked)) throw new UsageError(picked.reason);
  return picked;
}

const WORDS: PickWords = {
  several: (count) => `${count} agents are at work`,
  none: (task) => `No agent of a task "${task}" is at work`,
  severalOf: (task, count) => `Task "${task}" has ${count} agents at work`,
};

interface Outcome {
  readonly isSent: boolean;
  readonly message: string;
}

interface Waiting {
  readonly execution: Execution;
  readonly file: string;
  readonly box: MessageBox;
}

/** Units: ms. */
const POLL_MS = 100;
const QUIET_MS = 5000;

/**
 * Waits until the process that drives the run has taken the message, or has refused it. It checks this process, so this one waits as
 * long as that one lives.
 */
async function awaitTaken({ run }: RunOnDisk, { execution, file, box }: Waiting): Promise<Outcome> {
  let goneAt: number | undefined;
  for (;;) {
    const isThere = box.find(file) !== undefined;
    const now = readRunOnDisk(run);
    const outcome = recordedIn(now, { execution, file });
    if (outcome !== undefined) return outcome;
    const isOver = now.pid === undefined || !now.view.working.has(execution.seq);
    if (isThere && isOver && box.remove(file)) return unsent(execution, 'ended before it took the message');
    // The process that takes or refuses it removes it first or last; either is recorded within a moment.
    goneAt = isThere ? undefined : (goneAt ?? performance.now());
    if (goneAt !== undefined && performance.now() - goneAt > QUIET_MS)
      return unsent(execution, 'was not sent the message: another program removed its file');
    await sleep(POLL_MS);
  }
}

/** What the journal says of a message; undefined for nothing yet. */
function recordedIn(
  { view }: RunOnDisk,
  { execution, file }: Pick<Waiting, 'execution' | 'file'>,
): Outcome | undefined {
  const now = view.executions.find(({ seq }) => seq === execution.seq);
  const sent = now?.messages.find(({ message }) => file.includes(message));
  if (sent !== undefined) return { isSent: true, message: sentText(execution, sent.origin) };
  const refused = view.refusedMessages.find((each) => each.file === file);
  return refused && unsent(execution, `was not sent the message: ${toOneLine(refused.reason)}`);
}

function unsent({ task }: Execution, why: string): Outcome {
  return { isSent: false, message: `The agent of "${toOneLine(task)}" ${why}.` };
}

function sentText({ task }: Execution, origin: SentMessage['origin']): string {
  const claimed = origin === 'claimed' ? ' It is recorded as claimed: this process has no terminal.' : '';
  return `Sent to the agent of "${toOneLine(task)}".${claimed}`;
}

function report(
  { json }: SteerArguments,
  { run }: RunOnDisk,
  { task, visit }: Execution,
  { isSent, message }: Outcome,
): number {
  const told: SteerReport = { run: run.name, task, visit, sent: isSent, message };
  if (json) process.stdout.write(`${jsonText(told)}\n`);
  else (isSent ? process.stdout : process.stderr).write(`${printable(message)}\n`);
  return isSent ? EXIT.done : EXIT.failed;
}
