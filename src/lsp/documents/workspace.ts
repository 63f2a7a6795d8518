import { dirname, extname, relative, resolve } from 'node:path';
import { CheckedMaps } from '../../check/checked-maps.ts';
import { hasMapKeys } from '../../parse/tree/has-map-keys.ts';
import { findMapRoot } from '../../project/find-map-root.ts';
import { findMaps } from '../../project/find-maps.ts';
import { ProjectError } from '../../project/project-error.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { isWithin } from '../../project/is-within.ts';
import { templateReader } from '../../project/template-reader.ts';
import { Analysis, type MapFile } from './analysis.ts';
import { pathOfUri, uriOfPath } from './file-uri.ts';
import { ProjectFiles } from './project-files.ts';
import { otherFormOf } from './other-form.ts';

/** A text that an editor has open. */
export interface Buffer {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: string;
}

const MAX_MAP_BYTES = 16 * 1_048_576;
/** Units: maps. Those of a project that are not open are looked at for what they name. */
const MAX_MAPS = 500;

/**
 * The files of one editor: what it has open, over what is on disk, and what is known of the maps among them.
 *
 * W1. Nothing is read outside of the project of a file that is open, but what such a file names and wfmap ships.
 * W2. An analysis that is given is that of the texts as they are now.
 */
export class Workspace {
  readonly files: ProjectFiles;
  /** Whether the editor takes edits for versions of its texts. */
  takesVersions = false;
  /** Whether it moves the cursor to a place in what it completes. */
  takesSnippets = false;
  readonly #buffers = new Map<string, Buffer>();
  readonly #uris = new Map<string, string>();
  /** JSON texts that were maps once stay maps while they are open, whatever is being typed. */
  readonly #maps = new Set<string>();
  readonly #analyses = new Map<string, { readonly analysis: Analysis; seen: number }>();
  readonly #lastWhole = new Map<string, Analysis>();
  readonly #checkedMaps: CheckedMaps;
  #folders: readonly string[] = [];
  #generation = 0;

  constructor(checkedMaps = new CheckedMaps()) {
    this.#checkedMaps = checkedMaps;
    this.files = new ProjectFiles((file) => {
      const uri = this.#uris.get(file);
      return uri === undefined ? undefined : this.#buffers.get(uri)?.text;
    });
  }

  setFolders(uris: readonly string[]): void {
    this.#folders = uris.flatMap((uri) => pathOfUri(uri) ?? []);
    this.noteChange();
  }

  changeFolders(added: readonly string[], removed: readonly string[]): void {
    const gone = new Set(removed.flatMap((uri) => pathOfUri(uri) ?? []));
    const come = added.flatMap((uri) => pathOfUri(uri) ?? []);
    this.#folders = [...this.#folders.filter((folder) => !gone.has(folder)), ...come];
    this.noteChange();
  }

  /** Another of the same files, which can be given other texts. */
  copy(): Workspace {
    const copy = new Workspace(this.#checkedMaps);
    copy.takesVersions = this.takesVersions;
    copy.#folders = this.#folders;
    for (const [uri, known] of this.#analyses) copy.#analyses.set(uri, { ...known, seen: -1 });
    for (const uri of this.#maps) copy.#maps.add(uri);
    for (const buffer of this.#buffers.values()) copy.put(buffer);
    return copy;
  }

  /** Whether a file is of a project that is open: in one of its folders, or beside what is open. */
  isOurs(path: string): boolean {
    const open = [...this.#uris.keys()].map((each) => this.workRootOf(each));
    return [...this.#folders.map(findWorkRoot), ...open].some((root) => isWithin(root, path));
  }

  /** Something may be other than it was: on disk, or in an editor. */
  noteChange(): void {
    this.#generation += 1;
  }

  put(buffer: Buffer): void {
    this.#buffers.set(buffer.uri, buffer);
    const path = pathOfUri(buffer.uri);
    if (path !== undefined) this.#uris.set(path, buffer.uri);
    this.noteChange();
  }

  remove(uri: string): void {
    this.#buffers.delete(uri);
    this.#maps.delete(uri);
    this.#lastWhole.delete(uri);
    const path = pathOfUri(uri);
    if (path !== undefined) this.#uris.delete(path);
    this.noteChange();
  }

  bufferOf(uri: string): Buffer | undefined {
    return this.#buffers.get(uri);
  }

  get buffers(): Iterable<Buffer> {
    return this.#buffers.values();
  }

  /** The URI of a file: as its editor calls it, where it is open. */
  uriOf(path: string): string {
    return this.#uris.get(path) ?? uriOfPath(path);
  }

  /** The folder that the names of messages are relative to, and in which runs of the map would work. */
  workRootOf(path: string): string {
    const folder = this.#folders.find((each) => isWithin(each, path)) ?? dirname(path);
    return findWorkRoot(folder);
  }

  /** The URI of a source that a diagnostic or a place names. */
  uriOfSource({ source, path, uri }: MapFile, name: string): string {
    if (name === source.name) return uri;
    const root = path === undefined ? (this.#folders[0] ?? '/') : this.workRootOf(path);
    return this.uriOf(resolve(root, name));
  }

  /** Whether a text is a map: one of the map language, or JSON that says so. */
  isMap({ uri, languageId, text }: Buffer): boolean {
    if (languageId === 'wfmap' || uri.endsWith('.wfmap')) return true;
    if (!['json', 'jsonc'].includes(languageId) && !uri.endsWith('.json')) return false;
    if (this.#maps.has(uri)) return true;
    const isOne = hasMapKeys(text);
    if (isOne) this.#maps.add(uri);
    return isOne;
  }

  /** What is known of a map, by its URI; undefined where there is none, or it cannot be read. */
  analysisOf(uri: string): Analysis | undefined {
    const known = this.#analyses.get(uri);
    if (known && known.seen === this.#generation) return known.analysis;
    const file = this.#mapFileOf(uri);
    if (!file) {
      this.#analyses.delete(uri);
      return undefined;
    }
    const analysis =
      known?.analysis.isOf(file) === true ? known.analysis : new Analysis(file, this.#checkedMaps);
    this.#analyses.set(uri, { analysis, seen: this.#generation });
    if (analysis.document) this.#lastWhole.set(uri, analysis);
    return analysis;
  }

  /** What was found out of a map last, which may be of other texts than those of now. */
  knownAnalysisOf(uri: string): Analysis | undefined {
    return this.#analyses.get(uri)?.analysis;
  }

  /** The last state of an open map whose syntax was sound, for what can be said of a text that is being written. */
  lastWholeOf(uri: string): Analysis | undefined {
    const now = this.analysisOf(uri);
    return now?.document ? now : this.#lastWhole.get(uri);
  }

  /** A map with another text, for what it would be. */
  mapFileWith(file: MapFile, text: string): MapFile {
    return { ...file, source: { name: file.source.name, text } };
  }

  /** Maps that are open, and those that lie where a project has its maps. */
  foundMapUris(): readonly string[] {
    const open = [...this.#buffers.values()].filter((each) => this.isMap(each)).map(({ uri }) => uri);
    const paths = [...this.#buffers.keys()].flatMap((uri) => pathOfUri(uri) ?? []);
    const roots = new Set([
      ...paths.map((path) => this.workRootOf(path)),
      ...this.#folders.map(findWorkRoot),
    ]);
    const found = [...roots].flatMap((root) => mapsIn(root).map((path) => this.uriOf(resolve(root, path))));
    return [...new Set([...open, ...found])].slice(0, Math.max(MAX_MAPS, open.length));
  }

  /** All maps of the projects of what is open, with those that they run, as far as these are of the projects too. */
  mapUris(): readonly string[] {
    const uris = new Set(this.foundMapUris());
    // A set grows while it is walked.
    for (const uri of uris) {
      if (uris.size >= MAX_MAPS) break;
      for (const inner of this.innerMapsOf(uri)) uris.add(inner);
      // A map in both forms is found as JSON; who wrote it wrote the other.
      const source = otherFormOf(uri);
      if (source?.endsWith('.wfmap') === true && this.analysisOf(source)) uris.add(source);
    }
    return [...uris];
  }

  /** The maps of the projects that a map runs. */
  innerMapsOf(uri: string): readonly string[] {
    const analysis = this.analysisOf(uri);
    const sources = [...(analysis?.checked.maps.values() ?? [])].flatMap(
      ({ document }) => document?.source ?? [],
    );
    const uris = analysis ? sources.map(({ name }) => this.uriOfSource(analysis.file, name)) : [];
    return uris.filter((each) => this.isOurs(pathOfUri(each) ?? ''));
  }

  #mapFileOf(uri: string): MapFile | undefined {
    const buffer = this.#buffers.get(uri);
    if (buffer && !this.isMap(buffer)) return undefined;
    const path = pathOfUri(uri);
    if (path === undefined) return buffer && this.#unsaved(buffer);
    const text = buffer?.text ?? this.#read(path);
    if (text === undefined || (!buffer && !path.endsWith('.wfmap') && !hasMapKeys(text))) return undefined;
    const workRoot = this.workRootOf(path);
    const roots = { workRoot, mapRoot: findMapRoot(path), nameFrom: workRoot };
    const source = { name: nameOf(path, workRoot, buffer), text };
    return { uri, path, source, readTemplate: templateReader(roots, this.files) };
  }

  /** A text that is in no file yet names files from the first folder. */
  #unsaved({ uri, languageId, text }: Buffer): MapFile {
    const name = languageId === 'wfmap' && !uri.endsWith('.wfmap') ? `${uri}.wfmap` : uri;
    const [folder] = this.#folders;
    if (folder === undefined) {
      return {
        uri,
        path: undefined,
        source: { name, text },
        readTemplate: () => ({ kind: 'missing', lookedIn: [] }),
      };
    }
    const workRoot = findWorkRoot(folder);
    const readTemplate = templateReader({ workRoot, mapRoot: folder, nameFrom: workRoot }, this.files);
    return { uri, path: undefined, source: { name, text }, readTemplate };
  }

  #read(path: string): string | undefined {
    try {
      return this.files.read(path, MAX_MAP_BYTES);
    } catch (thrown) {
      if (thrown instanceof ProjectError) return undefined;
      throw thrown;
    }
  }
}

/** As `wfmap validate` names a file, started in the root. The form of a map is told by the end of its name. */
function nameOf(path: string, workRoot: string, buffer: Buffer | undefined): string {
  const way = relative(workRoot, path);
  const name = (way.startsWith('..') ? path : way).replaceAll('\\', '/');
  return buffer?.languageId === 'wfmap' && extname(name) !== '.wfmap' ? `${name}.wfmap` : name;
}

function mapsIn(root: string): readonly string[] {
  try {
    return findMaps(root);
  } catch (thrown) {
    if (thrown instanceof ProjectError) return [];
    throw thrown;
  }
}
