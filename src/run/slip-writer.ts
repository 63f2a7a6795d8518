import { join } from 'node:path';
import { createWorkslipFile } from '../artifact/workslip-file.ts';
import { JournalError, withStorage } from '../journal/journal-error.ts';
import type { Slip } from '../journal/slip.ts';
import { taskFilesOf } from '../journal/task-files.ts';
import type { RunEvent } from '../model/run-event.ts';
import { systemCodeOf } from '../util/error.ts';
import type { RunHost } from './host.ts';
import type { TaskFiles } from './live-run.ts';
import type { MaskedStream } from './mask.ts';
import { createPacedFiles, REST_MS, type PacedFile } from './paced-files.ts';

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

/** `past` are the events that the journal already holds. */
export function createSlipWriter(host: RunHost, { slip, mapPath, past }: SlipWriterOptions): SlipWriter {
  const { fs, clock, mask } = host;
  const nowMs = (): number => clock.now().getTime();
  const workslip = createWorkslipFile(fs, { mapPath, slipPath: slip.path, folder: slip.folder, nowMs, past });
  const files = createPacedFiles(fs, nowMs);
  const logs = new Map<number, Log>();
  let timer: NodeJS.Timeout | undefined;
  let filesTimer: NodeJS.Timeout | undefined;
  /** For when nothing else comes by to write what is held: an agent may say a word and then work for an hour. */
  const flushSoon = (): void => {
    filesTimer ??= setTimeout(() => {
      filesTimer = undefined;
      withoutSystemFaults(files.flush);
    }, REST_MS).unref();
  };
  return {
    apply: (events) => {
      workslip.apply(events);
      for (const event of events) {
        if (event.type === 'task.finished' || event.type === 'task.failed') closeLogs(logs);
      }
      withoutSystemFaults(files.tick);
      flushSoon();
      clearTimeout(timer);
      const restMs = workslip.restMs();
      if (restMs !== undefined) timer = setTimeout(() => flushQuietly(workslip), restMs).unref();
    },
    writePrompt: (execution, task, text) => {
      const path = join(slip.folder, taskFilesOf(execution, task).prompt);
      withStorage('write the prompt', path, () => {
        const file = files.open(path, 'empty');
        file.write(Buffer.from(mask.text(text)));
        file.close();
      });
    },
    appendLog: (execution, task, chunk) => {
      // Called in the middle of an agent's stream, which nothing may throw into. A full disk is met by the
      // journal at its next batch, and told there.
      withoutSystemFaults(() => {
        const path = join(slip.folder, taskFilesOf(execution, task).log);
        const known = logs.get(execution);
        const log = known ?? { file: files.open(path, 'append'), masked: mask.stream() };
        logs.set(execution, log);
        if (known === undefined) flushSoon();
        log.file.write(log.masked.push(chunk));
      });
    },
    close: () => {
      clearTimeout(filesTimer);
      clearTimeout(timer);
      closeLogs(logs);
      withoutSystemFaults(files.flush);
      workslip.flush();
    },
  };
}

/** A disk that is full meets the next batch too, and is told there; a projection must not end the run by itself. */
function flushQuietly(workslip: ReturnType<typeof createWorkslipFile>): void {
  try {
    workslip.flush();
  } catch (thrown) {
    if (!(thrown instanceof JournalError)) throw thrown;
  }
}

/** A log that goes on after this is opened again. */
function closeLogs(logs: Map<number, Log>): void {
  for (const { file, masked } of logs.values()) {
    withoutSystemFaults(() => file.write(masked.end()));
    file.close();
  }
  logs.clear();
}

interface Log {
  readonly file: PacedFile;
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
