import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchFolders } from '../../journal/watch-runs.ts';
import { stampOf } from '../../project/file-stamp.ts';
import { withNotedReads } from '../../project/noted-reads.ts';

/** How often files are looked at where the system reports nothing of them, as on a disk of another machine. Units: ms. */
const LOOK_MS = 2000;
/** An editor may remove a file, and write it anew a moment later: it is waited until nothing moves, at most so often. Units: ms. */
const QUIET_MS = 50;
const MAX_QUIETS = 20;
/** Units: folders. Systems have a limit; in others files are looked at every now and then. */
const MAX_FOLDERS = 1000;

/**
 * The files that a piece of work goes by: all that it looked for, there or not, and those that it takes of itself.
 *
 * U1. A file counts as it was before it was read: a change while the work lasts is one.
 * U2. A file is known by its path. That an editor puts another file in its place is a change, whatever it was before.
 * U3. What is read of an unchanged file, and files that nobody looked for, are no change.
 */
export class FilesInUse {
  readonly #listed: () => readonly string[];
  #stamps = new Map<string, string | undefined>();
  #list: readonly string[] = [];

  /** `listed` finds the files that the work takes of itself: a new one is a change. */
  constructor(listed: () => readonly string[]) {
    this.#listed = listed;
  }

  /** Does the work, and notes its files. Errors: those of the work. */
  async note<T>(work: () => Promise<T>): Promise<T> {
    this.#stamps = new Map();
    this.#list = this.#listed();
    return await withNotedReads((path) => {
      const file = resolve(path);
      if (!this.#stamps.has(file)) this.#stamps.set(file, stampOf(file));
    }, work);
  }

  /** Waits for a change. Shape: the absolute paths of what has changed. */
  async nextChange(): Promise<readonly string[]> {
    let wake = new AbortController();
    const watch = watchFolders(() => wake.abort());
    const folders = new Set([...this.#stamps.keys(), ...this.#list].map((file) => dirname(file)));
    watch.watchOnly([...folders].slice(0, MAX_FOLDERS));
    try {
      for (;;) {
        const changed = this.#changed().length === 0 ? [] : await this.#settled();
        if (changed.length > 0) return changed;
        await sleepUnless(wake.signal);
        wake = new AbortController();
      }
    } finally {
      watch.close();
    }
  }

  async #settled(): Promise<readonly string[]> {
    let before = '';
    for (let round = 0; round < MAX_QUIETS; round += 1) {
      const now = this.#changed();
      const looks = JSON.stringify(now.map((file) => [file, stampOf(file)]));
      if (looks === before) return now;
      before = looks;
      await sleep(QUIET_MS);
    }
    return this.#changed();
  }

  #changed(): readonly string[] {
    const changed = [...this.#stamps]
      .filter(([file, stamp]) => stampOf(file) !== stamp)
      .map(([file]) => file);
    const now = this.#listed();
    const [had, has] = [new Set(this.#list), new Set(now)];
    const come = now.filter((file) => !had.has(file));
    const gone = this.#list.filter((file) => !has.has(file));
    return [...new Set([...changed, ...come, ...gone])];
  }
}

async function sleepUnless(signal: AbortSignal): Promise<void> {
  await sleep(LOOK_MS, undefined, { signal }).catch((thrown: unknown) => {
    if (!signal.aborted) throw thrown;
  });
}
