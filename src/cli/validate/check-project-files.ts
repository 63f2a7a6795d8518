import '../../framework/install-functions.ts';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { checkProject } from '../../check/check-project.ts';
import type { ReadTemplate, TemplateLookup } from '../../model/template-lookup.ts';
import { isWithin } from '../../project/is-within.ts';
import { packageRoot } from '../../project/package-root.ts';
import type { Source } from '../../text/source.ts';
import { checkedMapsOf, type CheckedFile, type CheckedMap } from './check-file.ts';

/** Where the maps are. Both absolute; names of sources are relative to `workFolder`. */
interface ProjectFolders {
  readonly workFolder: string;
  readonly root: string;
}

/** Checks all maps of a project together. Shape: `maps` are relative to the root; those of the result are what each is by itself. */
export function checkProjectFiles(
  maps: readonly string[],
  readTemplate: ReadTemplate,
  folders: ProjectFolders,
): Omit<CheckedFile, 'properties'> & { readonly maps: readonly CheckedMap[] } {
  const lookups = new Map<string, TemplateLookup>();
  const read: ReadTemplate = (path) => {
    const lookup = lookups.get(path) ?? readTemplate(path);
    lookups.set(path, lookup);
    return lookup;
  };
  const sources = maps.flatMap((path) => {
    const lookup = read(path);
    return lookup.kind === 'found' ? [{ source: lookup.source, readTemplate: read }] : [];
  });
  const checked: CheckedMap[] = [];
  const diagnostics = checkProject(
    sources,
    (source) => isOwn(source, folders),
    (check) => checked.push(...checkedMapsOf(check)),
  );
  return { diagnostics, lookups, maps: checked };
}

/** A file of the project that takes the place of one of wfmap is used by its maps, too; a copy of one is made for all of these. */
function isOwn({ name }: Source, { workFolder, root }: ProjectFolders): boolean {
  const path = resolve(workFolder, name);
  if (!isWithin(root, path)) return false;
  const shipped = packageRoot();
  const own = relative(root, path).replaceAll('\\', '/');
  // As `wfmap eject` writes it: in a folder that is called as the map is.
  const copied = own.replace(/^(?:.*\/)?(workflows|prompts)\/(agents\/)?[^/]+\//, '$1/$2');
  return resolve(shipped) === resolve(root) || ![own, copied].some((each) => existsSync(join(shipped, each)));
}
