import { dirname, join } from 'node:path';
import { hookAnswer } from '../../agent/claude/reminder-hook.ts';
import { createDataJsonFile } from '../../artifact/data-json-file.ts';
import { JournalError, withStorage } from '../../journal/journal-error.ts';
import type { FileSystem, OpenFile } from '../../journal/file-system.ts';
import type { RunDirectory } from '../../journal/run-directory.ts';
import { taskFilesOf, type TaskFiles as TaskFileNames } from '../../journal/task-files.ts';
import type { RecordedEdits } from '../../model/recorded-edits.ts';
import type { RunEvent } from '../../model/run-event.ts';
import type { Execution, RunView } from '../../view/run-view.ts';
import { systemCodeOf, toError } from '../../util/error.ts';
import type { RunHost } from '../host/host.ts';
import type { FileOwner, TaskFiles } from '../live/live-run.ts';
import { createSubMapDirectories, type SubMapDirectories } from './sub-map-directories.ts';
import { createTaskLogs, type Attempt } from './task-logs.ts';

/**
 * What a run writes into its run directory next to the journal: `data.json`, prompts and logs. Nothing reads it
 * back but the end of a log, for the prompt of a later attempt, which the journal keeps.
 *
 * P1. If the disk refuses a file, the run continues without it: that is reported once for each kind, and tried again with
 *     the next batch and at the end. An agent gets its prompt from memory, not from a file.
 * P2. A reminder is not such a file: an agent's hook reads it. Where it cannot be written its turn does not start.
 */
export interface RunFiles extends TaskFiles {
  /** Called for each event that the view has taken; `isPast`: the journal held it when the run resumed. */
  readonly take: (event: RunEvent, execution: Execution | undefined, isPast: boolean) => void;
  /** Called after the events of a batch. */
  readonly update: () => void;
  /** The view has events that the journal has not: nothing is written from it any more. */
  readonly abandon: () => void;
  readonly close: () => void;
}

interface RunFilesOptions {
  readonly directory: RunDirectory;
  readonly mapPath: string;
  /** It is followed. */
  readonly view: RunView;
  /** Whether the journal is empty yet. */
  readonly isNew: boolean;
}

const NO_FILES: RunFiles = {
  take: () => undefined,
  update: () => undefined,
  writePrompt: () => undefined,
  writePatch: () => undefined,
  writeChange: () => undefined,
  writeEdits: () => undefined,
  appendLog: () => undefined,
  logEnd: () => '',
  abandon: () => undefined,
  close: () => undefined,
};

export function createRunFiles(
  host: RunHost,
  { directory, mapPath, view, isNew }: RunFilesOptions,
): RunFiles {
  if (host.keepsFiles === false) return NO_FILES;
  const { fs, clock, mask } = host;
  const nowMs = (): number => clock.now().getTime();
  const subMaps = createSubMapDirectories(host, { directory, view });
  const { path: directoryPath, folder } = directory;
  const dataJson = createDataJsonFile(fs, { mapPath, directoryPath, folder, nowMs, view, isNew });
  const attempt = createAttempts(host.say);
  const prompts = createPrompts(fs, attempt);
  const fileOf = ({ execution, address, task }: FileOwner, file: keyof TaskFileNames): string =>
    join(subMaps.folderOf(address) ?? folder, taskFilesOf(execution, task.name)[file]);
  const logs = createTaskLogs(host, attempt, fileOf);
  const flush = (): void => {
    for (const file of [dataJson, subMaps]) attempt('the summary', file.flush);
  };
  let timer: NodeJS.Timeout | undefined;
  let isAbandoned = false;
  return {
    take: (event, execution, isPast) => {
      subMaps.see(event, isPast);
      if (event.type === 'task.started' && execution !== undefined) dataJson.add(execution);
      if (isPast || execution === undefined) return;
      if (execution.ending === 'finished' || execution.ending === 'failed') logs.close(execution.number);
    },
    update: () => {
      for (const file of [dataJson, subMaps]) attempt('the summary', file.update);
      prompts.retry();
      clearTimeout(timer);
      const rests = [dataJson.restMs(), subMaps.restMs()].filter((each) => each !== undefined);
      if (rests.length > 0) timer = setTimeout(flush, Math.max(...rests)).unref();
    },
    claimRunDirectory: (block, mapPath) => {
      let path: string | undefined;
      attempt('the folder of a map', () => (path = subMaps.claim(block, mapPath)));
      return path;
    },
    writePrompt: (open, text) => prompts.put(fileOf(open, 'prompt'), mask.text(text)),
    writeReminder: (open, { text, before }) => {
      const path = fileOf(open, 'reminder');
      writeText(fs, path, hookAnswer({ text: mask.text(text), before }));
      return path;
    },
    ...changeFiles(host, attempt, fileOf),
    ...logFiles(logs, subMaps),
    abandon: () => {
      clearTimeout(timer);
      isAbandoned = true;
    },
    close: () => {
      clearTimeout(timer);
      logs.closeAll();
      if (!isAbandoned) flush();
      prompts.retry();
    },
  };
}

/** What is kept of changes. */
function changeFiles(
  { fs, mask }: Pick<RunHost, 'fs' | 'mask'>,
  attempt: Attempt,
  fileOf: (open: FileOwner, file: keyof TaskFileNames) => string,
): Pick<TaskFiles, 'writePatch' | 'writeChange' | 'writeEdits'> {
  return {
    writePatch: (open, bytes) => {
      const path = fileOf(open, 'patch');
      return attempt('a patch', () => writeBytes(fs, path, masked(mask, bytes))) ? path : undefined;
    },
    writeChange: (open, text) => {
      const path = fileOf(open, 'change');
      return attempt('a change', () => writeText(fs, path, mask.text(text))) ? path : undefined;
    },
    writeEdits: (open, edits) => {
      const path = fileOf(open, 'edits');
      attempt('the edits of its tasks', () => {
        const parent = dirname(path);
        if (fs.kindOf(parent) === undefined) fs.makeFolder(parent);
        writeText(fs, path, JSON.stringify(maskedEdits(mask, edits)));
      });
    },
  };
}

function logFiles(
  logs: ReturnType<typeof createTaskLogs>,
  { folderAt }: Pick<SubMapDirectories, 'folderAt'>,
): Pick<TaskFiles, 'appendLog' | 'logEnd'> {
  return {
    appendLog: logs.append,
    logEnd: ({ execution, task, slip }, max) => {
      const folder = folderAt(slip);
      return folder === undefined
        ? ''
        : logs.end(execution, join(folder, taskFilesOf(execution, task).log), max);
    },
  };
}

/** Whatever a path is called, its text is masked. */
function maskedEdits({ text }: RunHost['mask'], { edits, left }: RecordedEdits): RecordedEdits {
  const masked = Object.entries(edits).map(
    ([path, each]) => [path, each === null ? null : text(each)] as const,
  );
  return { edits: Object.fromEntries(masked), left };
}

function masked(mask: RunHost['mask'], bytes: Uint8Array): Uint8Array {
  const stream = mask.stream();
  return Buffer.concat([stream.push(bytes), stream.end()]);
}

/** Prompts that wait for room. Units: files; those after that many are not written. */
const MAX_LATE = 100;

function createPrompts(fs: FileSystem, attempt: Attempt) {
  const late = new Map<string, string>();
  const canWrite = (path: string, text: string): boolean =>
    attempt('a prompt', () => writeText(fs, path, text));
  return {
    put: (path: string, text: string): void => {
      if (canWrite(path, text)) late.delete(path);
      else if (late.size < MAX_LATE) late.set(path, text);
    },
    retry: (): void => {
      for (const [path, text] of late) if (canWrite(path, text)) late.delete(path);
    },
  };
}

/** Each kind of file is reported once. */
function createAttempts(say: RunHost['say']): Attempt {
  const reported = new Set<string>();
  return (kind, work) => {
    try {
      work();
      return true;
    } catch (thrown) {
      if (systemCodeOf(thrown) === undefined && !(thrown instanceof JournalError)) throw thrown;
      if (!reported.has(kind)) say?.(`The run continues without ${kind}. ${toError(thrown).message}`);
      reported.add(kind);
      return false;
    }
  };
}

function writeText(fs: FileSystem, path: string, text: string): void {
  writeBytes(fs, path, Buffer.from(text));
}

/** What could not be written whole is removed: half a prompt is useless. */
function writeBytes(fs: FileSystem, path: string, bytes: Uint8Array): void {
  withStorage('write the prompt', path, () => {
    const file = openEmpty(fs, path);
    try {
      file.write(bytes);
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
