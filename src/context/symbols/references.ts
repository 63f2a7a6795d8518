import type { Language } from '../languages/language.ts';
import type { Definition, FileTags } from './file-tags.ts';
import { createModuleIndex, folderOf, isIndexFile, type ModuleIndex } from './module-index.ts';

/** A file with what it defines and refers to. */
export interface TaggedFile {
  readonly path: string;
  readonly language: Language;
  readonly tags: FileTags;
}

/** That a file seems to use a definition of another. Shape: numbers of files and of a definition in its file. */
export interface Reference {
  readonly from: number;
  readonly to: number;
  readonly definition: number;
  /** How much it counts, from 0 to 1: less where the name may mean something else. */
  readonly weight: number;
}

/**
 * How sure a name is to mean a definition of another file, by what leads there. `imported`: the file imports that file.
 * `near`: files of the folder see each other's names. `open`: the language needs no imports. `unseen`: nothing leads there.
 * A member such as `x.close()` can be of a type that is not named in the file.
 */
const SURE = { imported: 1, near: 0.9, open: 0.8, unseen: 0 } as const;
const SURE_MEMBER = { imported: 1, near: 0.7, open: 0.6, unseen: 0.4 } as const;

/** Members that types of every library have: they mostly mean something else. */
const GENERIC: ReadonlySet<string> = new Set(
  (
    'get set has add remove delete clear push pop shift map filter reduce forEach find some every includes keys values ' +
    'entries items size length concat join split slice splice sort reverse replace trim toString valueOf call apply bind then ' +
    'catch finally append extend insert update copy count index format strip lower upper read write open close flush seek ' +
    'put contains containsKey equals hashCode isEmpty iterator next iter len unwrap clone into from new init constructor log ' +
    'test exec match toLowerCase toUpperCase startsWith endsWith indexOf charAt substring'
  ).split(' '),
);
const GENERIC_WEIGHT = 0.25;
/** A name that is defined in more files than these says little. */
const MANY = 5;
const MANY_WEIGHT = 0.2;
/** A name that is defined in more files than these is not looked into. */
const MAX_TARGETS = 200;
/** Units: files. So many tell enough of who imports what. */
const MAX_ASKED = 100;
/** How many files further an import is followed through files that only pass on. */
const MAX_HOPS = 2;

interface Target {
  readonly file: number;
  readonly definition: number;
  readonly isMember: boolean;
}

/** Finds what files use of each other, by names, sharpened by imports. No file refers to itself. */
export function findReferences(files: readonly TaggedFile[]): readonly Reference[] {
  const families = new Map<string, Map<string, Target[]>>();
  files.forEach(({ language, tags }, file) => {
    const names = families.get(language.family) ?? new Map<string, Target[]>();
    families.set(language.family, names);
    tags.definitions.forEach(({ name, within }, definition) => {
      const target = { file, definition, isMember: within !== '' };
      // Ruby's `empty?` is read as a name and a sign.
      const plain = name.replace(/[?!=]$/, '');
      const known = names.get(plain);
      if (known === undefined) names.set(plain, [target]);
      else known.push(target);
    });
  });
  const imports = importsOf(files);
  const users = usersOfMembers(files);
  return files.flatMap((file, from) => {
    const targets = families.get(file.language.family);
    const own = ownNames(file.tags.definitions);
    const seen: View = { files, file, from, imports, users, own, imported: imports[from] ?? new Set() };
    return [
      ...[...file.tags.names.keys()].flatMap((name) => referencesOf(seen, name, targets?.get(name), false)),
      ...[...file.tags.members.keys()].flatMap((name) => referencesOf(seen, name, targets?.get(name), true)),
    ];
  });
}

/** What one file sees of the others. */
interface View {
  readonly files: readonly TaggedFile[];
  readonly file: TaggedFile;
  readonly from: number;
  readonly imports: readonly ReadonlySet<number>[];
  readonly users: ReadonlyMap<string, readonly number[]>;
  readonly imported: ReadonlySet<number>;
  readonly own: ReadonlySet<string>;
}

function ownNames(definitions: readonly Definition[]): ReadonlySet<string> {
  return new Set(definitions.filter(({ within }) => within === '').map(({ name }) => name));
}

/** All that the name may mean share its weight, by how sure each is; what is sure leaves nothing to what is not. */
function referencesOf(
  view: View,
  name: string,
  targets: readonly Target[] | undefined,
  isMember: boolean,
): readonly Reference[] {
  // A name that the file itself defines means that.
  if (
    targets === undefined ||
    (!isMember && (view.own.has(name) || view.file.language.keywords?.has(name) === true))
  )
    return [];
  if (targets.length > MAX_TARGETS) return [];
  const others = targets.filter((each) => each.file !== view.from);
  const sure = others.map((target) => surenessOf(view, target, { name, isMember }));
  const most = Math.max(0, ...sure);
  const meant = others.filter((_target, index) => sure[index] === most);
  if (most === 0 || meant.length === 0) return [];
  const isGeneric = isMember && GENERIC.has(name);
  const share = 1 / meant.length;
  const weight = most * share * (isGeneric ? GENERIC_WEIGHT : 1) * (meant.length > MANY ? MANY_WEIGHT : 1);
  return meant.map(({ file, definition }) => ({ from: view.from, to: file, definition, weight }));
}

/** A name as a file has it. */
interface Use {
  readonly name: string;
  readonly isMember: boolean;
}

function surenessOf(view: View, target: Target, use: Use): number {
  const words = use.isMember ? SURE_MEMBER : SURE;
  if (view.file.language.hasExplicitImports) return surenessByImports(view, target, use);
  if (view.imported.has(target.file)) return words.imported;
  const other = folderOf(view.files[target.file]?.path ?? '');
  const isNear = view.file.language.sharesFolder && folderOf(view.file.path) === other;
  return isNear ? words.near : words.open;
}

/** A member is meant only after a dot, and what is none only through an import of its file. */
function surenessByImports(view: View, target: Target, { name, isMember }: Use): number {
  if (target.isMember && !isMember) return 0;
  if (view.imported.has(target.file)) return SURE.imported;
  return target.isMember ? SURE_MEMBER.unseen * shareThatImports(view, name, target.file) : SURE.unseen;
}

/**
 * Of the files that have a member of this name, the part that imports the file: where hardly any does, such as with
 * `length`, it mostly is of something else.
 */
function shareThatImports({ imports, users }: View, name: string, file: number): number {
  const all = users.get(name) ?? [];
  const few = all.length > MAX_ASKED ? all.slice(0, MAX_ASKED) : all;
  return few.filter((each) => imports[each]?.has(file) === true).length / Math.max(1, few.length);
}

function usersOfMembers(files: readonly TaggedFile[]): ReadonlyMap<string, readonly number[]> {
  const users = new Map<string, number[]>();
  files.forEach(({ tags }, file) => {
    for (const name of tags.members.keys()) {
      const known = users.get(name);
      if (known === undefined) users.set(name, [file]);
      else known.push(file);
    }
  });
  return users;
}

/** The files that each file imports, also through files that only pass on. */
function importsOf(files: readonly TaggedFile[]): readonly ReadonlySet<number>[] {
  const numbers = new Map(files.map(({ path }, number) => [path, number]));
  const index = createModuleIndex(files.map(({ path }) => path));
  const direct = files.map((file) => directImports(file, index, numbers));
  return direct.map((own) => {
    const all = new Set(own);
    let newest = [...own];
    for (let hop = 0; hop < MAX_HOPS; hop += 1) {
      const passing = newest.filter((each) => isIndexFile(files[each]?.path ?? ''));
      newest = passing.flatMap((each) => direct[each] ?? []).filter((each) => !all.has(each));
      for (const each of newest) all.add(each);
    }
    return all;
  });
}

function directImports(
  { path, language, tags }: TaggedFile,
  index: ModuleIndex,
  numbers: ReadonlyMap<string, number>,
): readonly number[] {
  const found = tags.imports.flatMap((each) => index.resolve(path, each)).map((each) => numbers.get(each));
  return found.filter((each): each is number => each !== undefined && language !== undefined);
}
