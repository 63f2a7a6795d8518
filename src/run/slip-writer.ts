import { join } from 'node:path';
import { hookAnswer } from '../agent/claude/reminder-hook.ts';
import { createWorkslipFile } from '../artifact/workslip-file.ts';
import { withStorage } from '../journal/journal-error.ts';
import type { FileSystem, OpenFile } from '../journal/file-system.ts';
import type { Slip } from '../journal/slip.ts';
import { taskFilesOf, type TaskFiles as TaskFileNames } from '../journal/task-files.ts';
import type { RunEvent } from '../model/run-event.ts';
import { systemCodeOf, toError } from '../util/error.ts';
import type { RunHost } from './host.ts';
import type { FileOwner, TaskFiles } from './live-run.ts';
import type { MaskedStream } from './mask.ts';
import { createSubSlips } from './sub-slips.ts';

/**
 * What a run writes into its slip folder beside the journal: `data.json`, prompts and logs. Nothing reads it back.
 *
 * P1. A disk that refuses any of it costs that and not the run: it is told once for each kind, and tried again with the next
 *     batch and at the end. What an agent is told comes from memory.
 * P2. A reminder is no such file: an agent's hook reads it. Where it cannot be written its turn does not start.
 */
export interface SlipWriter extends TaskFiles {
  readonly apply: (events: readonly RunEvent[]) => void;
  readonly close: () => void;
}

interface SlipWriterOptions {
  readonly slip: Slip;
  readonly mapPath: string;
  readonly past: readonly RunEvent[];
}

const NO_FILES: SlipWriter = {
  apply: () => undefined,
  writePrompt: () => undefined,
  appendLog: () => undefined,
  close: () => undefined,
};

/** `past` are the events that the journal already holds. */
export function createSlipWriter(host: RunHost, { slip, mapPath, past }: SlipWriterOptions): SlipWriter {
  if (host.keepsFiles === false) return NO_FILES;
  const { fs, clock, mask } = host;
  const nowMs = (): number => clock.now().getTime();
  const workslip = createWorkslipFile(fs, { mapPath, slipPath: slip.path, folder: slip.folder, nowMs, past });
  const subSlips = createSubSlips(host, { slip, past });
  const attempt = createAttempts(host.say);
  const logs = new Map<number, Log>();
  const latePrompts = new Map<string, string>();
  const executions = new Map<string, number>();
  const fileOf = ({ execution, address, task }: FileOwner, file: keyof TaskFileNames): string =>
    join(subSlips.folderOf(address) ?? slip.folder, taskFilesOf(execution, task.name)[file]);
  const putPrompt = (path: string, text: string): void => {
    latePrompts.delete(path);
    if (!attempt('a prompt', () => writeText(fs, path, text)) && latePrompts.size < MAX_LATE) {
      latePrompts.set(path, text);
    }
  };
  const flush = (): void => {
    for (const file of [workslip, subSlips]) attempt('the summary', file.flush);
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    apply: (events) => {
      attempt('the summary', () => workslip.apply(events));
      attempt('the summary', () => subSlips.apply(events));
      for (const [path, text] of [...latePrompts]) putPrompt(path, text);
      for (const event of events) {
        if (event.type === 'task.started') executions.set(visitKeyOf(event), event.data.execution);
        else if (event.type === 'task.finished' || event.type === 'task.failed') {
          closeLog(logs, executions.get(visitKeyOf(event)));
          executions.delete(visitKeyOf(event));
        }
      }
      clearTimeout(timer);
      const rests = [workslip.restMs(), subSlips.restMs()].filter((each) => each !== undefined);
      if (rests.length > 0) timer = setTimeout(flush, Math.max(...rests)).unref();
    },
    claimSlip: (block, mapPath) => {
      let path: string | undefined;
      attempt('the folder of a map', () => (path = subSlips.claim(block, mapPath)));
      return path;
    },
    writePrompt: (open, text) => putPrompt(fileOf(open, 'prompt'), mask.text(text)),
    writeReminder: (open, { text, before }) => {
      const path = fileOf(open, 'reminder');
      writeText(fs, path, hookAnswer({ text: mask.text(text), before }));
      return path;
    },
    appendLog: (open, chunk) => {
      // Called in the middle of an agent's stream, which nothing may throw into.
      attempt('a log', () => {
        const log = logs.get(open.execution) ?? {
          file: fs.open(fileOf(open, 'log'), 'append'),
          masked: mask.stream(),
        };
        logs.set(open.execution, log);
        log.file.write(log.masked.push(chunk));
      });
    },
    close: () => {
      clearTimeout(timer);
      for (const execution of logs.keys()) closeLog(logs, execution);
      flush();
      for (const [path, text] of [...latePrompts]) putPrompt(path, text);
    },
  };
}

/** Prompts that wait for room. Units: files; those after that many are not written. */
const MAX_LATE = 100;

/** Does what the disk may refuse; false where it did. Each kind of file is told once. */
function createAttempts(say: RunHost['say']): (kind: string, work: () => void) => boolean {
  const told = new Set<string>();
  return (kind, work) => {
    try {
      work();
      return true;
    } catch (thrown) {
      if (systemCodeOf(thrown) === undefined) throw thrown;
      if (!told.has(kind)) say?.(`The run goes on without ${kind}. ${toError(thrown).message}`);
      told.add(kind);
      return false;
    }
  };
}

/** What could not be written whole is removed: half a prompt is none. */
function writeText(fs: FileSystem, path: string, text: string): void {
  withStorage('write the prompt', path, () => {
    const file = openEmpty(fs, path);
    try {
      file.write(Buffer.from(text));
    } catch (thrown) {
      fs.remove(path);
      throw thrown;
    } finally {
      file.close();
    }
  });
}

/**
 * Opens a file with nothing in it. Only one that was there is cut: file systems take that for the replacement of a
 * file, and write its text out at once, for which the journal's next sync would wait.
 */
function openEmpty(fs: FileSystem, path: string): OpenFile {
  const isThere = fs.kindOf(path) !== undefined;
  const file = fs.open(path, 'append');
  if (isThere) file.truncate(0);
  return file;
}

/** A log that goes on after this is opened again. */
function closeLog(logs: Map<number, Log>, execution = 0): void {
  const log = logs.get(execution);
  if (log === undefined) return;
  const { file, masked } = log;
  withoutSystemFaults(() => file.write(masked.end()));
  file.close();
  logs.delete(execution);
}

/** What is under way in one place at a time. */
function visitKeyOf({ address: { block, task, visit } }: RunEvent): string {
  return JSON.stringify([block, task, visit]);
}

interface Log {
  readonly file: OpenFile;
  readonly masked: MaskedStream;
}

/** For what is written for people alone: a disk that is full must cost it, not the work. */
function withoutSystemFaults(work: () => void): void {
  try {
    work();
  } catch (thrown) {
    if (systemCodeOf(thrown) === undefined) throw thrown;
  }
}
