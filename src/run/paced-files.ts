/**
 * Files for people that a run makes, a few for each execution, at a pace that its journal does not notice.
 *
 * A new name in the journal's folder makes the next sync of the journal several times as long. So after one was made
 * the next are held for {@link REST_MS} and then made together. A step of an agent outlasts that; only a run of
 * very quick steps notices.
 *
 * P1. What is written to one file stands in it in that order.
 * P2. At most {@link MAX_HELD_BYTES} are held, and no longer than the rest, or until `tick` or a timer comes by.
 * P3. After `flush` nothing is held.
 */
import type { FileSystem, OpenFile } from '../journal/file-system.ts';
import { systemCodeOf } from '../util/error.ts';

export interface PacedFiles {
  /** A file to write to: `empty` takes what was in it away. Errors: of what is made now, its system errors. */
  readonly open: (path: string, mode: 'empty' | 'append') => PacedFile;
  /** Makes what is held if its rest is over. */
  readonly tick: () => void;
  /** Makes what is held. Errors: the first system error, after all was tried. */
  readonly flush: () => void;
}

export type PacedFile = Pick<OpenFile, 'write' | 'close'>;

/** Units: ms. */
export const REST_MS = 50;
const MAX_HELD_BYTES = 256 * 1024;

export function createPacedFiles(fs: FileSystem, nowMs: () => number): PacedFiles {
  let held: HeldFile[] = [];
  let heldBytes = 0;
  let restsUntil = -Infinity;
  const flush = (): void => {
    const files = held;
    held = [];
    heldBytes = 0;
    const faults = files.flatMap((file) => file.make(fs));
    if (files.length > 0) restsUntil = nowMs() + REST_MS;
    if (faults.length > 0) throw faults[0];
  };
  const tick = (): void => {
    if (held.length > 0 && (heldBytes > MAX_HELD_BYTES || nowMs() >= restsUntil)) flush();
  };
  return {
    open: (path, mode) => {
      const file = new HeldFile(path, mode);
      held.push(file);
      tick();
      return {
        write: (bytes) => {
          if (file.write(bytes)) return;
          heldBytes += bytes.length;
          tick();
        },
        close: () => file.close(),
      };
    },
    tick,
    flush,
  };
}

class HeldFile {
  readonly #path: string;
  readonly #mode: 'empty' | 'append';
  readonly #chunks: Uint8Array[] = [];
  #file: OpenFile | undefined;
  #isClosed = false;
  #isLost = false;

  constructor(path: string, mode: 'empty' | 'append') {
    this.#path = path;
    this.#mode = mode;
  }

  /** Shape: false when the bytes are held. */
  write(bytes: Uint8Array): boolean {
    if (this.#isLost) return true;
    if (this.#file === undefined) {
      this.#chunks.push(bytes);
      return false;
    }
    this.#file.write(bytes);
    return true;
  }

  close(): void {
    this.#isClosed = true;
    this.#file?.close();
  }

  /** Shape: the system error that it failed with, if it did; the file then takes no more. */
  make(fs: FileSystem): readonly unknown[] {
    try {
      this.#file = this.#mode === 'empty' ? openEmpty(fs, this.#path) : fs.open(this.#path, 'append');
      for (const chunk of this.#chunks.splice(0)) this.#file.write(chunk);
      if (this.#isClosed) this.#file.close();
      return [];
    } catch (thrown) {
      if (systemCodeOf(thrown) === undefined) throw thrown;
      this.#isLost = true;
      return [thrown];
    }
  }
}

/**
 * Opens a file with nothing in it. Only one that was there is cut: file systems take that for the replacement of a
 * file, and write its text out at once, for which the journal's next sync would wait.
 */
function openEmpty(fs: FileSystem, path: string): OpenFile {
  try {
    return fs.open(path, 'create');
  } catch (thrown) {
    if (systemCodeOf(thrown) !== 'EEXIST') throw thrown;
    const file = fs.open(path, 'append');
    file.truncate(0);
    return file;
  }
}
