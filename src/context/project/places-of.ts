import { readManifest } from '../../project/insight/read-manifest.ts';
import type { ProjectFiles } from '../../project/insight/project-files.ts';
import { MANIFESTS } from '../files/skipped.ts';
import { folderOf, isIndexFile } from '../symbols/module-index.ts';
import { languageOf } from '../languages/languages.ts';
import type { CountedFolder } from './outline.ts';

/** What people read first, by name at the root. */
const KEY_FILES: readonly RegExp[] = [
  /^readme(?:\.(?:md|rst|txt|adoc))?$/i,
  /^(?:claude|agents)\.md$/i,
  /^(?:contributing|architecture|changelog|changes)(?:\.(?:md|rst|txt))?$/i,
  /^(?:package\.json|pyproject\.toml|setup\.py|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json)$/,
  /^(?:GNUmakefile|makefile|Makefile|CMakeLists\.txt|meson\.build|configure\.ac|Dockerfile|tsconfig\.json)$/,
  /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i,
];
const ENTRIES =
  /^(?:src\/|cmd\/[^/]+\/)?(?:main|index|app|cli|__main__|lib)\.(?:ts|tsx|js|mjs|py|go|rs|rb|c|cc|cpp|php)$/;
/** Units: files. */
const MAX_KEY_FILES = 20;

/** The files that somebody new to a project opens first: documents, manifests, where the program begins. */
export function keyFilesOf(project: ProjectFiles, files: readonly string[]): readonly string[] {
  const top = files.filter((path) => !path.includes('/'));
  const named = KEY_FILES.flatMap((pattern) => top.filter((name) => pattern.test(name)));
  const { main } = readManifest(project);
  const entry = typeof main === 'string' ? main.replace(/^\.\//, '') : '';
  const begins = files.filter((path) => path === entry || ENTRIES.test(path));
  return [...new Set([...named, ...begins])].slice(0, MAX_KEY_FILES);
}

/** Folders with a manifest, or with a file that stands for the folder, at most three deep; those with most code first. */
export function modulesOf(files: readonly string[]): readonly CountedFolder[] {
  const counts = countFolders(files.filter((path) => languageOf(path) !== undefined));
  const isModule = (path: string): boolean => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return MANIFESTS.has(name) || (isIndexFile(path) && languageOf(path) !== undefined && isNearTop(path));
  };
  const folders = new Set(files.filter(isModule).map(folderOf));
  return [...folders]
    .filter((folder) => folder !== '' && folder.split('/').length <= 3)
    .map((folder) => ({ path: `${folder}/`, files: counts.get(`${folder}/`) ?? 0 }))
    .toSorted((a, b) => b.files - a.files || (a.path < b.path ? -1 : 1));
}

/** A package of a package is a detail. */
function isNearTop(path: string): boolean {
  const depth = path.split('/').length - 1;
  return depth === 1 || (depth === 2 && /^(?:src|lib|packages|crates|apps)\//.test(path));
}

/** The folders of a project to a depth, those near the root first, with how many files are below each. */
export function foldersOf(
  folders: readonly string[],
  files: readonly string[],
  depth: number,
): readonly CountedFolder[] {
  const counts = countFolders(files);
  const levelOf = (path: string): number => path.split('/').length - 1;
  return folders
    .filter((path) => levelOf(path) <= depth && (counts.get(path) ?? 0) > 0)
    .map((path) => ({ path, files: counts.get(path) ?? 0 }))
    .toSorted((a, b) => levelOf(a.path) - levelOf(b.path) || (a.path < b.path ? -1 : 1));
}

function countFolders(files: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const path of files) {
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash + 1);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return counts;
}
