import { existsSync, statSync } from 'node:fs';
import { readText } from '../../project/read-text.ts';
import type { TemplateFiles } from '../../project/template-reader.ts';

/** Gives the text that an editor has open under an absolute path; undefined where it has none. */
export type OpenText = (file: string) => string | undefined;

interface Kept {
  readonly stamp: string;
  readonly text: string;
}

/** Units: UTF-16 units, of all that is kept. */
const MAX_KEPT = 64 * 1_048_576;

/**
 * Reads files as an editor sees them: what it has open wins over the disk.
 *
 * A file of the disk is read again when its time, size or place there is another.
 */
export class ProjectFiles implements TemplateFiles {
  readonly #openText: OpenText;
  readonly #kept = new Map<string, Kept>();
  #size = 0;

  constructor(openText: OpenText) {
    this.#openText = openText;
  }

  readonly exists = (file: string): boolean => this.#openText(file) !== undefined || existsSync(file);

  /** Errors: throws ProjectError. */
  readonly read = (file: string, maxBytes: number): string => {
    const open = this.#openText(file);
    if (open !== undefined) return open;
    const stamp = stampOf(file);
    const kept = this.#kept.get(file);
    if (kept && kept.stamp === stamp) return kept.text;
    const text = readText(file, maxBytes);
    if (stamp !== undefined) this.#keep(file, { stamp, text });
    return text;
  };

  #keep(file: string, kept: Kept): void {
    this.#size += kept.text.length - (this.#kept.get(file)?.text.length ?? 0);
    this.#kept.set(file, kept);
    if (this.#size <= MAX_KEPT) return;
    this.#kept.clear();
    this.#size = 0;
  }
}

/** What changes with a file; undefined for what is no file, such as a pipe. */
function stampOf(file: string): string | undefined {
  try {
    const stat = statSync(file, { bigint: true });
    return stat.isFile() ? `${stat.mtimeNs} ${stat.size} ${stat.ino}` : undefined;
  } catch {
    // Whoever reads it tells what is wrong with it.
    return undefined;
  }
}
