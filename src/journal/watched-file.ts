/**
 * The file of a journal, and whether another program has changed it.
 *
 * W1. `findChange` sees what others did since our own last write: no file or another one under the name, another size,
 *     other bytes. What leaves all of that as it is (a backup that links the file, new permissions) is not a change.
 * W2. Bytes are read where the time of the last change has moved. That time moves by the clock of the file system, so
 *     other bytes of the same length that are written in the same tick as our own last write (up to 10 ms), or while that is
 *     synced, are seen only by a look that is thorough: it reads all bytes.
 * W3. All that was appended is kept twice (`second-copy.ts`). Without room for that, the journal continues without a copy.
 * W4. After `putBack` the name leads to all that was appended, and to nothing else; a crash in between leaves what was
 *     found under the name, and all that was appended next to it.
 */
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { invariant } from '../util/invariant.ts';
import { besidePath } from './beside-path.ts';
import {
  isShared,
  type FileLook,
  type FileSystem,
  type OpenFile,
  type SharedDisk,
  type SharedFile,
} from './file-system.ts';
import { isFullDisk } from './reserve.ts';
import { partsOf, SecondCopy } from './second-copy.ts';

/** A file that is open to append and has the right content and length. `remakeFolder` makes its folder again if that is gone. */
export interface Watched {
  readonly file: OpenFile;
  readonly sizeBytes: number;
  readonly remakeFolder: () => void;
}

/** No copy has all bytes any more; `rest` has those that could still be read. */
export class NothingWholeError extends Error {
  override readonly name = 'NothingWholeError';
  readonly rest: string;

  constructor(rest: string) {
    super(`what could still be read of it is in "${rest}"`);
    this.rest = rest;
  }
}

/** Undefined for a copy that is lost. */
type Parts = Iterable<Uint8Array> | undefined;

export class WatchedFile {
  readonly #fs: FileSystem;
  readonly #path: string;
  readonly #remakeFolder: () => void;
  /** Of all that was appended. */
  readonly #hash = createHash('sha256');
  #file: OpenFile;
  #sizeBytes = 0;
  #isIntact = true;
  /** Undefined on a disk that no other program reaches. */
  #watch: Watch | undefined;

  /** Errors: system errors. */
  constructor(fs: FileSystem, path: string, { file, sizeBytes, remakeFolder }: Watched) {
    this.#fs = fs;
    this.#path = path;
    this.#file = file;
    this.#remakeFolder = remakeFolder;
    if (fs.shared === undefined || !isShared(file)) {
      this.#sizeBytes = sizeBytes;
      return;
    }
    this.#watch = { disk: fs.shared, file, seen: file.look(), copy: new SecondCopy(fs.shared) };
    for (const part of partsOf(file, sizeBytes)) this.#note(part);
  }

  /** Whether the file contains what was appended and nothing else, also after an append that failed. */
  get isIntact(): boolean {
    return this.#isIntact;
  }

  /** Writes at the end, durably. What a full disk did not take whole is taken back. Errors: system errors. */
  append(bytes: Uint8Array): void {
    this.#isIntact = false;
    try {
      this.#file.write(bytes);
    } catch (thrown) {
      if (isFullDisk(thrown)) {
        this.#file.truncate(this.#sizeBytes);
        this.#settle();
      }
      throw thrown;
    }
    this.#file.sync();
    this.#note(bytes);
    this.#settle();
  }

  /** What another program did, as the rest of a sentence; undefined for nothing. Errors: system errors. */
  findChange(isThorough: boolean): string | undefined {
    const watch = this.#watch;
    if (watch === undefined) return undefined;
    const { seen } = watch;
    const found = watch.disk.look(this.#path);
    if (found === undefined) return 'it was removed';
    if (!found.isFile || found.device !== seen.device || found.inode !== seen.inode) {
      return 'something else was put in its place';
    }
    if (found.sizeBytes > this.#sizeBytes) return 'something was added to it';
    if (found.sizeBytes < this.#sizeBytes) return 'it was cut short';
    if (found.changedMs === seen.changedMs && !isThorough) return undefined;
    if (!this.#isWhole(partsOf(watch.file, this.#sizeBytes))) return 'something in it was overwritten';
    watch.seen = found;
    return undefined;
  }

  /**
   * Restores all that was appended under the name. Shape: the path that keeps what was there; undefined for nothing.
   *
   * Errors: throws NothingWholeError and system errors; what was under the name is then still there.
   */
  putBack(): string | undefined {
    const watch = this.#watch;
    invariant(watch !== undefined, 'only what somebody can change is put back');
    const { disk, file, copy } = watch;
    const path = this.#path;
    if (this.#fs.kindOf(dirname(path)) === undefined) this.#remakeFolder();
    const whole = [(): Parts => partsOf(file, this.#sizeBytes), (): Parts => copy.parts()].find((read) =>
      this.#isWhole(read() ?? []),
    );
    const draft = besidePath(this.#fs, path, whole === undefined ? 'rest' : 'whole');
    const next = this.#writeBeside(draft, whole?.() ?? partsOf(file, file.look().sizeBytes));
    if (whole === undefined) {
      next.close();
      throw new NothingWholeError(draft);
    }
    const found = setAside(this.#fs, disk, path);
    this.#fs.rename(draft, path);
    this.#fs.syncFolder(dirname(path));
    file.close();
    this.#file = next;
    this.#watch = { disk, copy, file: next, seen: next.look() };
    return found;
  }

  /** Makes a file of these parts; what could not be written whole is a rest, so that nobody takes it for the journal. */
  #writeBeside(path: string, parts: Iterable<Uint8Array>): SharedFile {
    const file = this.#fs.open(path, 'create');
    invariant(isShared(file), 'files of a shared disk are shared');
    try {
      for (const part of parts) file.write(part);
      file.sync();
      return file;
    } catch (thrown) {
      file.close();
      this.#fs.rename(path, besidePath(this.#fs, this.#path, 'rest'));
      throw thrown;
    }
  }

  close(): void {
    this.#file.close();
    this.#watch?.copy.close();
  }

  #settle(): void {
    if (this.#watch !== undefined) this.#watch.seen = this.#watch.file.look();
    this.#isIntact = true;
  }

  /** Counts bytes of the file as its own, and keeps a second copy of them. */
  #note(bytes: Uint8Array): void {
    this.#sizeBytes += bytes.length;
    const watch = this.#watch;
    if (watch === undefined) return;
    this.#hash.update(bytes);
    watch.copy.add(bytes);
  }

  #isWhole(parts: Iterable<Uint8Array>): boolean {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash.digest('hex') === this.#hash.copy().digest('hex');
  }
}

/** What the file system said after our own last write. */
interface Watch {
  readonly disk: SharedDisk;
  readonly file: SharedFile;
  seen: FileLook;
  readonly copy: SecondCopy;
}

/** Keeps what a name refers to under another name, too; for a file the name leads somewhere at every moment (W4). */
function setAside(fs: FileSystem, disk: SharedDisk, path: string): string | undefined {
  const found = disk.look(path);
  if (found === undefined) return undefined;
  const kept = besidePath(fs, path, 'changed');
  if (found.isFile) fs.link(path, kept);
  else fs.rename(path, kept);
  return kept;
}
