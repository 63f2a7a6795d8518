import { join } from 'node:path';
import { hookAnswer } from '../agent/claude/reminder-hook.ts';
import { createWorkslipFile } from '../artifact/workslip-file.ts';
import { JournalError, withStorage } from '../journal/journal-error.ts';
import type { FileSystem, OpenFile } from '../journal/file-system.ts';
import type { Slip } from '../journal/slip.ts';
import { taskFilesOf, type TaskFiles as TaskFileNames } from '../journal/task-files.ts';
import type { RunEvent } from '../model/run-event.ts';
import { systemCodeOf } from '../util/error.ts';
import type { RunHost } from './host.ts';
import type { FileOwner, TaskFiles } from './live-run.ts';
import type { MaskedStream } from './mask.ts';
import { createSubSlips } from './sub-slips.ts';

/** What a run writes into its slip folder beside the journal: `data.json`, prompts and logs. Nothing reads it back. */
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
  const logs = new Map<number, Log>();
  const executions = new Map<string, number>();
  const fileOf = ({ execution, address, task }: FileOwner, file: keyof TaskFileNames): string =>
    join(subSlips.folderOf(address) ?? slip.folder, taskFilesOf(execution, task.name)[file]);
  let timer: NodeJS.Timeout | undefined;
  return {
    apply: (events) => {
      workslip.apply(events);
      subSlips.apply(events);
      for (const event of events) {
        if (event.type === 'task.started') executions.set(visitKeyOf(event), event.data.execution);
        else if (event.type === 'task.finished' || event.type === 'task.failed') {
          closeLog(logs, executions.get(visitKeyOf(event)));
          executions.delete(visitKeyOf(event));
        }
      }
      clearTimeout(timer);
      const rests = [workslip.restMs(), subSlips.restMs()].filter((each) => each !== undefined);
      if (rests.length === 0) return;
      timer = setTimeout(() => flushQuietly([workslip, subSlips]), Math.max(...rests)).unref();
    },
    claimSlip: subSlips.claim,
    writePrompt: (open, text) => {
      writeText(fs, fileOf(open, 'prompt'), mask.text(text));
    },
    writeReminder: (open, { text, before }) => {
      const path = fileOf(open, 'reminder');
      writeText(fs, path, hookAnswer({ text: mask.text(text), before }));
      return path;
    },
    appendLog: (open, chunk) => {
      // Called in the middle of an agent's stream, which nothing may throw into. A full disk is met by the
      // journal at its next batch, and told there.
      withoutSystemFaults(() => {
        const log = logs.get(open.execution) ?? {
          file: fs.open(fileOf(open, 'log'), 'append'),
          masked: mask.stream(),
          size: 0,
          left: 0,
        };
        logs.set(open.execution, log);
        addTo(log, chunk);
      });
    },
    close: () => {
      clearTimeout(timer);
      for (const execution of logs.keys()) closeLog(logs, execution);
      workslip.flush();
      subSlips.flush();
    },
  };
}

/** A disk that is full meets the next batch too, and is told there; a projection must not end the run by itself. */
function flushQuietly(files: readonly { readonly flush: () => void }[]): void {
  try {
    for (const each of files) each.flush();
  } catch (thrown) {
    if (!(thrown instanceof JournalError)) throw thrown;
  }
}

function writeText(fs: FileSystem, path: string, text: string): void {
  withStorage('write the prompt', path, () => {
    const file = openEmpty(fs, path);
    try {
      file.write(Buffer.from(text));
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

/** Units: bytes of a log. An agent that prints without end must not fill the disk; nobody reads more. */
export const MAX_LOG_BYTES = 64 * 1024 * 1024;

/** What is beyond the bound is counted and left out; of the reply nothing is, since that is not read from here. */
function addTo(log: Log, chunk: Uint8Array): void {
  const room = Math.max(0, MAX_LOG_BYTES - log.size);
  log.size += chunk.length;
  if (room > 0) log.file.write(log.masked.push(chunk.subarray(0, room)));
  if (chunk.length <= room) return;
  if (log.left === 0) {
    const told = `\n[wfmap] The log ends here: ${MAX_LOG_BYTES / 1024 / 1024} MiB of a task are kept.\n`;
    log.file.write(Buffer.concat([log.masked.end(), Buffer.from(told)]));
  }
  log.left += chunk.length - room;
}

/** A log that goes on after this is opened again. */
function closeLog(logs: Map<number, Log>, execution = 0): void {
  const log = logs.get(execution);
  if (log === undefined) return;
  const { file, masked, left } = log;
  withoutSystemFaults(() => {
    file.write(left === 0 ? masked.end() : Buffer.from(`[wfmap] ${left} bytes were left out.\n`));
  });
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
  /** Units: bytes that came, and those of them that were left out. */
  size: number;
  left: number;
}

/** For what is written for people alone: a disk that is full must cost it, not the work. */
function withoutSystemFaults(work: () => void): void {
  try {
    work();
  } catch (thrown) {
    if (systemCodeOf(thrown) === undefined && !(thrown instanceof JournalError)) throw thrown;
  }
}
