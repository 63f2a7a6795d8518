/**
 * Puts the artifacts of a run on disk.
 *
 * W1. A reader sees a whole file, of some moment of the run; a run that died is gone on with from any of them.
 * W2. What the run did not write itself is kept beside before it is written over, and told.
 * W3. Nothing is written outside of the root, whatever links lead there.
 * W4. A disk that refuses costs the artifacts and not the run: it is told.
 */
import { join } from 'node:path';
import type { FileSystem } from '../journal/file-system.ts';
import { JournalError } from '../journal/journal-error.ts';
import { digestOf } from '../journal/source-store.ts';
import { writeWhole } from '../journal/write-whole.ts';
import { systemCodeOf, toError } from '../util/error.ts';
import { makeFolderOf, type ArtifactPlace } from './artifact-folders.ts';
import { readLedger, writeLedger, type Memory } from './artifact-ledger.ts';
import { digestOn, keepForeign } from './keep-foreign.ts';

/** A file to be written. Shape: `path` begins in the root, with forward slashes. */
export interface ArtifactText {
  readonly path: string;
  readonly text: string;
}

export interface ArtifactWriterOptions extends ArtifactPlace {
  /** The folder of the branch, from the root. */
  readonly folder: string;
  /** Where the ledger of the run lies. */
  readonly runFolder: string;
  /** Directories of other runs, the newest first: what they wrote is no edit of anybody's. */
  readonly otherRunFolders: () => Iterable<string>;
  /** Told of each warning once. */
  readonly say: (line: string) => void;
}

export class ArtifactWriter {
  readonly #fs: FileSystem;
  readonly #options: ArtifactWriterOptions;
  readonly #digests: Map<string, readonly string[]>;
  readonly #warnings: Set<string>;
  #memory: Memory;
  /** What this process knows to be on disk. */
  readonly #written = new Map<string, string>();

  constructor(fs: FileSystem, options: ArtifactWriterOptions) {
    this.#fs = fs;
    this.#options = options;
    const ledger = readLedger(fs, options.runFolder);
    this.#digests = new Map(ledger?.files);
    this.#warnings = new Set(ledger?.warnings);
    this.#memory = ledger?.memory ?? {};
  }

  /** Notes what the run leaves for those after it; kept with what is written next. */
  remember(memory: Memory): void {
    this.#memory = memory;
  }

  /** Writes what has changed; with `all`, also what somebody else changed meanwhile. */
  write(files: readonly ArtifactText[], all: boolean): void {
    const changed: (ArtifactText & { readonly digest: string })[] = [];
    for (const file of files) {
      const digest = digestOf(file.text);
      if (!all && this.#written.get(file.path) === digest) continue;
      this.#safely(`write "${file.path}"`, () => {
        if (this.#mustWrite(file.path, digest)) changed.push({ ...file, digest });
        else this.#written.set(file.path, digest);
      });
    }
    if (changed.length === 0) return;
    for (const { path, digest } of changed) this.#note(path, digest);
    this.#saveLedger();
    for (const { path, text, digest } of changed) {
      this.#safely(`write "${path}"`, () => {
        writeWhole(this.#fs, join(this.#options.root, path), text, false);
        this.#written.set(path, digest);
      });
    }
  }

  /** Does something with a file in the root, unless links lead it elsewhere. */
  within(path: string, work: (absolute: string) => void): void {
    this.#safely(`write "${path}"`, () => {
      if (this.#isPlaced(path)) work(join(this.#options.root, path));
    });
  }

  /** Tells something once a run. */
  warn(line: string): void {
    if (this.#warnings.has(line)) return;
    this.#warnings.add(line);
    this.#options.say(line);
    this.#saveLedger();
  }

  /** Whether a text must be written; what stands in its place is kept where it is nobody's of ours. */
  #mustWrite(path: string, digest: string): boolean {
    if (!this.#isPlaced(path)) return false;
    const absolute = join(this.#options.root, path);
    const kind = this.#fs.kindOf(absolute);
    if (kind === undefined) return true;
    if (kind !== 'file') {
      this.warn(`The artifact ${path} is not written: something else than a file has its name.`);
      return false;
    }
    const found = digestOn(this.#fs, absolute);
    if (found === digest) return false;
    if (found !== undefined && this.#isOwn(path, found)) return true;
    const copy = keepForeign(this.#fs, absolute).slice(absolute.length);
    this.warn(`${path} was not as the run left it: what stood there is kept in ${path}${copy}.`);
    return true;
  }

  /** Whether this run wrote a text, or another one, which is reported where both are under way. */
  #isOwn(path: string, digest: string): boolean {
    const own = this.#digests.get(path);
    if (own?.includes(digest) === true) return true;
    for (const folder of this.#options.otherRunFolders()) {
      if (readLedger(this.#fs, folder)?.files.get(path)?.includes(digest) !== true) continue;
      if (this.#written.has(path)) {
        this.warn(`Another run writes ${folderIn(path)} too: of each file the later text stays.`);
      }
      return true;
    }
    return false;
  }

  #isPlaced(path: string): boolean {
    if (makeFolderOf(this.#fs, this.#options, path)) return true;
    this.warn(`Artifacts in ${folderIn(path)} are not written: a link leads it out of the project.`);
    return false;
  }

  #note(path: string, digest: string): void {
    const before = this.#written.get(path) ?? this.#digests.get(path)?.at(-1);
    this.#digests.set(path, before === undefined || before === digest ? [digest] : [before, digest]);
  }

  #saveLedger(): void {
    const { folder, runFolder } = this.#options;
    this.#safely(KEEPING, () => {
      const warnings = [...this.#warnings];
      writeLedger(this.#fs, runFolder, { folder, files: this.#digests, memory: this.#memory, warnings });
    });
  }

  #safely(what: string, work: () => void): void {
    try {
      work();
    } catch (thrown) {
      if (systemCodeOf(thrown) === undefined && !(thrown instanceof JournalError)) throw thrown;
      const line = `Artifacts: could not ${what}: ${toError(thrown).message}`;
      if (this.#warnings.has(line)) return;
      this.#warnings.add(line);
      this.#options.say(line);
      if (what !== KEEPING) this.#saveLedger();
    }
  }
}

const KEEPING = 'keep what was written';

function folderIn(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
