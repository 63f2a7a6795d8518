import type { Language } from '../languages/language.ts';
import { languageOf } from '../languages/languages.ts';
import { isMinified, readSource } from '../files/read-source.ts';
import type { FileTags } from './file-tags.ts';
import { GRAMMAR_PACKAGE } from './grammar-files.ts';
import { rankSymbols, type Focus, type RankedSymbol } from './rank-symbols.ts';
import type { TaggedFile } from './references.ts';
import type { TagCache } from './tag-cache.ts';
import { createTagReader, type TagReader } from './tag-reader.ts';

/** Symbols, the most important first, and what was not read of them, one sentence each. */
export interface ReadSymbols {
  readonly symbols: readonly RankedSymbol[];
  readonly notes: readonly string[];
}

interface SymbolRequest {
  readonly root: string;
  readonly files: readonly string[];
  readonly focus: Focus;
  readonly cache: TagCache | undefined;
}

/** Units: files, and UTF-16 units of all files together. */
const MAX_FILES = 5_000;
const MAX_UNITS = 32 * 1_048_576;

/** Reads the code of a project and ranks what it defines. Errors: none; what cannot be read is in the notes. */
export async function readSymbols({ root, files, focus, cache }: SymbolRequest): Promise<ReadSymbols> {
  const reader = createTagReader();
  const tagged: TaggedFile[] = [];
  const missing = new Map<string, number>();
  const sources = inOrder(files, focus);
  let units = 0;
  let unread = Math.max(0, sources.length - MAX_FILES);
  try {
    for (const { path, language } of sources.slice(0, MAX_FILES)) {
      const text = units < MAX_UNITS ? readSource(root, path) : undefined;
      units += text?.length ?? 0;
      const tags = text === undefined ? undefined : await tagsOf(text, language, { reader, cache });
      if (tags === 'no-grammar') missing.set(language.name, (missing.get(language.name) ?? 0) + 1);
      else if (tags === undefined) unread += 1;
      else tagged.push({ path, language, tags });
    }
  } finally {
    reader.close();
  }
  cache?.save();
  return { symbols: rankSymbols(tagged, focus), notes: [...grammarNotes(missing), ...unreadNotes(unread)] };
}

interface Source {
  readonly path: string;
  readonly language: Language;
}

/** Where not all can be read, those of the focus are, then those near the root. */
function inOrder(files: readonly string[], focus: Focus): readonly Source[] {
  const first = new Set(focus.files);
  const costOf = (path: string): number => (first.has(path) ? 0 : path.split('/').length);
  return files
    .flatMap((path) => {
      const language = languageOf(path);
      return language === undefined ? [] : [{ path, language, cost: costOf(path) }];
    })
    .toSorted((a, b) => a.cost - b.cost || (a.path < b.path ? -1 : 1));
}

interface Tools {
  readonly reader: TagReader;
  readonly cache: TagCache | undefined;
}

/** Code that a tool has made counts as not read. */
async function tagsOf(
  text: string,
  language: Language,
  { reader, cache }: Tools,
): Promise<FileTags | 'no-grammar' | undefined> {
  const known = cache?.find(text, language.grammar);
  if (known !== undefined) return known;
  if (isMinified(text)) return undefined;
  if (!(await reader.hasGrammar(language))) return 'no-grammar';
  const tags = await reader.read(language, text);
  if (tags !== undefined) cache?.keep(text, language.grammar, tags);
  return tags;
}

function grammarNotes(missing: ReadonlyMap<string, number>): readonly string[] {
  if (missing.size === 0) return [];
  const parts = [...missing].map(([name, count]) => `${name} (${count === 1 ? '1 file' : `${count} files`})`);
  return [`The symbols of ${parts.join(', ')} are read after: npm install -g ${GRAMMAR_PACKAGE}`];
}

function unreadNotes(unread: number): readonly string[] {
  if (unread === 0) return [];
  const files = unread === 1 ? '1 file of code was' : `${unread} files of code were`;
  return [
    `${files} not read: unreadable, longer than 512 KiB, made by a tool, or beyond what is read of a project.`,
  ];
}
