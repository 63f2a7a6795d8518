import { dirname } from 'node:path';
import type { FileSystem, OpenFile } from '../../journal/file-system.ts';
import { formatLogTime } from '../../journal/log-times.ts';
import { toReadableLog } from '../../agent/claude/readable-log.ts';
import type { MaskedStream } from '../host/mask.ts';
import type { RunHost } from '../host/host.ts';
import type { FileOwner } from '../live/live-run.ts';

/** Does what the disk may refuse; false where it did. */
export type Attempt = (kind: string, work: () => void) => boolean;

/** Absolute; where an execution keeps what it prints, and when that came. */
type PathOf = (owner: FileOwner, file: 'log' | 'times') => string;

/** Units: bytes of a log. An agent that prints without end must not fill the disk. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;

/** What comes within that of what came before has its time. Units: ms. */
const SAME_TIME_MS = 100;

interface Log {
  readonly file: OpenFile;
  readonly times: OpenFile;
  readonly masked: MaskedStream;
  /** Units: bytes that came, those of them that were left out, and those that the file has. */
  size: number;
  left: number;
  written: number;
  /** Units: ms since 1970. */
  markedAt: number;
}

/** By execution. A log that goes on after it was closed is opened again. */
export function createTaskLogs({ fs, mask, clock }: RunHost, attempt: Attempt, pathOf: PathOf) {
  const logs = new Map<number, Log>();
  const close = (execution: number): void => {
    const log = logs.get(execution);
    if (log === undefined) return;
    const { file, times, masked, left } = log;
    logs.delete(execution);
    attempt('a log', () => {
      file.write(left === 0 ? masked.end() : Buffer.from(`[wfmap] ${left} bytes were left out.\n`));
    });
    file.close();
    times.close();
  };
  const open = (owner: FileOwner): Log => {
    const path = pathOf(owner, 'log');
    const written = sizeOf(fs, path);
    const file = fs.open(path, 'append');
    try {
      const opened = { file, times: openWithFolder(fs, pathOf(owner, 'times')), masked: mask.stream() };
      return { ...opened, size: 0, left: 0, written, markedAt: -Infinity };
    } catch (thrown) {
      file.close();
      throw thrown;
    }
  };
  return {
    // Called in the middle of an agent's stream, which nothing may throw into.
    append: (owner: FileOwner, chunk: Uint8Array): void => {
      attempt('a log', () => {
        const log = logs.get(owner.execution) ?? open(owner);
        logs.set(owner.execution, log);
        addTo(log, chunk, clock.now().getTime());
      });
    },
    /** What stands at the end of a log; "" where there is none. */
    end: (execution: number, path: string, max: number): string => {
      // What the mask holds back is written, so that the last line is whole.
      close(execution);
      let text = '';
      attempt('the end of a log', () => {
        text = readLogEnd(fs, path, max);
      });
      return text;
    },
    close,
    closeAll: (): void => {
      for (const execution of logs.keys()) close(execution);
    },
  };
}

function openWithFolder(fs: FileSystem, path: string): OpenFile {
  const folder = dirname(path);
  if (fs.kindOf(folder) === undefined) fs.makeFolder(folder);
  return fs.open(path, 'append');
}

/** So much of a log is looked through for its end: of its lines few are for readers. Units: bytes. */
const MAX_READ = 256 * 1024;

function readLogEnd(fs: FileSystem, path: string, max: number): string {
  const size = fs.isLink(path) ? 0 : sizeOf(fs, path);
  if (size === 0) return '';
  const from = Math.max(0, size - MAX_READ);
  const bytes = fs.readPart(path, from, MAX_READ);
  // The first line is the rest of one, unless all was read.
  const begin = from === 0 ? 0 : bytes.indexOf(0x0a) + 1;
  const lines = Buffer.from(bytes.subarray(begin)).toString().split('\n');
  const text = Buffer.from(lines.map(toReadableLog).join('').trimEnd());
  if (text.length <= max) return text.toString();
  let start = text.length - max;
  // A character of several bytes is not cut.
  while (((text[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return `…${text.subarray(start).toString()}`;
}

function sizeOf(fs: FileSystem, path: string): number {
  const { shared } = fs;
  if (shared !== undefined) return shared.look(path)?.sizeBytes ?? 0;
  return fs.kindOf(path) === undefined ? 0 : fs.read(path).length;
}

/** What is beyond the bound is counted and left out. The reply is not cut: it is not read from here. */
function addTo(log: Log, chunk: Uint8Array, nowMs: number): void {
  const room = Math.max(0, MAX_LOG_BYTES - log.size);
  log.size += chunk.length;
  if (room > 0) {
    markTime(log, nowMs);
    write(log, log.masked.push(chunk.subarray(0, room)));
  }
  if (chunk.length <= room) return;
  if (log.left === 0) {
    const notice = `\n[wfmap] The log ends here: ${MAX_LOG_BYTES / 1024 / 1024} MiB per task are kept.\n`;
    write(log, Buffer.concat([log.masked.end(), Buffer.from(notice)]));
  }
  log.left += chunk.length - room;
}

function write(log: Log, bytes: Uint8Array): void {
  log.file.write(bytes);
  log.written += bytes.length;
}

function markTime(log: Log, nowMs: number): void {
  if (Math.abs(nowMs - log.markedAt) < SAME_TIME_MS) return;
  log.times.write(Buffer.from(formatLogTime({ from: log.written, atMs: nowMs })));
  log.markedAt = nowMs;
}
