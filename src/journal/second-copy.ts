import { systemCodeOf } from '../util/error.ts';
import type { SharedDisk, SharedFile } from './file-system.ts';

/**
 * A second copy of all bytes of a file, where nothing that walks through the folders of a project finds it: the last bytes
 * in memory, those before in an unnamed file. Where the disk has no room for that, the copy is lost, and says so.
 */
export class SecondCopy {
  readonly #disk: SharedDisk;
  #file: SharedFile | undefined;
  #fileBytes = 0;
  #recent: Uint8Array[] = [];
  #recentBytes = 0;
  #isLost = false;

  constructor(disk: SharedDisk) {
    this.#disk = disk;
  }

  add(bytes: Uint8Array): void {
    if (this.#isLost) return;
    this.#recent.push(bytes);
    this.#recentBytes += bytes.length;
    if (this.#recentBytes >= MAX_RECENT_BYTES) this.#putAway();
  }

  /** Undefined for a copy that is lost. */
  parts(): Iterable<Uint8Array> | undefined {
    if (this.#isLost) return undefined;
    const before = this.#file === undefined ? [] : partsOf(this.#file, this.#fileBytes);
    return chained(before, this.#recent);
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
    this.#recent = [];
    this.#isLost = true;
  }

  #putAway(): void {
    try {
      this.#file ??= this.#disk.openNameless();
      for (const part of this.#recent) this.#file.write(part);
      this.#fileBytes += this.#recentBytes;
      this.#recent = [];
      this.#recentBytes = 0;
    } catch (thrown) {
      this.close();
      if (systemCodeOf(thrown) === undefined) throw thrown;
    }
  }
}

/** Written at once, because each write costs the next sync of the journal. Units: bytes. */
const MAX_RECENT_BYTES = 256 * 1024;
/** Units: bytes. */
const PART_BYTES = 1024 * 1024;

/** The first bytes of a file that is open, as many as there are of them. */
export function* partsOf(file: SharedFile, size: number): Generator<Uint8Array, void> {
  for (let offset = 0; offset < size;) {
    const part = file.readPart(offset, Math.min(PART_BYTES, size - offset));
    if (part.length === 0) return;
    yield part;
    offset += part.length;
  }
}

function* chained<T>(...lists: readonly Iterable<T>[]): Generator<T, void> {
  for (const list of lists) yield* list;
}
