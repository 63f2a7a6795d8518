import { existsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ReadTemplate, TemplateLookup } from '../model/template-lookup.ts';
import { unlessRefused } from '../util/unless-refused.ts';
import { isWithin } from './is-within.ts';
import { noteRead } from './noted-reads.ts';
import { packageRoot } from './package-root.ts';
import { ProjectError } from './project-error.ts';
import { readText } from './read-text.ts';

const MAX_TEMPLATE_BYTES = 4 * 1_048_576;
const ROLES = 'prompts/agents/';
const SHIPPED = ['workflows', 'prompts'];

/** Where templates are looked for. Both absolute; `nameFrom` is the folder that shown paths are relative to. */
export interface TemplateRoots {
  readonly workRoot: string;
  readonly mapRoot: string;
  readonly nameFrom: string;
}

/** How files are read, by absolute paths. Errors: `read` throws {@link ProjectError}. */
export interface TemplateFiles {
  readonly exists: (file: string) => boolean;
  readonly read: (file: string, maxBytes: number) => string;
}

const DISK: TemplateFiles = {
  exists: (file) => {
    noteRead(file);
    return existsSync(file);
  },
  read: readText,
};

/**
 * Makes the reader of a map's templates and of the maps in it: the work root first, so that a project can override, then
 * the map root, then what comes with wfmap. A map of a project inside the work root finds the files of its own project first.
 *
 * A path that leaves its root as written is not followed; a symbolic link inside may lead anywhere, because
 * projects link their prompts in on purpose.
 */
export function templateReader(roots: TemplateRoots, files: TemplateFiles = DISK): ReadTemplate {
  const { workRoot, mapRoot } = roots;
  const isOfInnerProject = mapRoot !== packageRoot() && isInside(workRoot, mapRoot);
  const folders = [...new Set(isOfInnerProject ? [mapRoot, workRoot] : [workRoot, mapRoot])];
  return (path) => {
    const lookedIn: string[] = [];
    for (const folder of folders) {
      const file = join(folder, path);
      const place = shown(file, roots.nameFrom);
      lookedIn.push(place);
      if (isInside(folder, file) && files.exists(file)) {
        return withShipped(readOne(file, place, files), path, { file, files });
      }
    }
    const shipped = shippedFile(path);
    // Where it is not there either, nobody is told to put it there.
    return shipped === undefined
      ? { kind: 'missing', lookedIn }
      : readOne(shipped, shown(shipped, roots.nameFrom), files);
  };
}

/** A map or prompt that comes with wfmap; nothing else of the package is there for projects. */
function shippedFile(path: string): string | undefined {
  const folder = packageRoot();
  const file = join(folder, path);
  const isShipped = SHIPPED.some((each) => isInside(join(folder, each), file));
  return isShipped && unlessRefused(() => statSync(file))?.isFile() === true ? file : undefined;
}

/** With the role that a project's own takes the place of: it is asked what it requires. */
function withShipped(
  lookup: TemplateLookup,
  path: string,
  { file, files }: { readonly file: string; readonly files: TemplateFiles },
): TemplateLookup {
  if (lookup.kind !== 'found' || !path.startsWith(ROLES)) return lookup;
  const shipped = shippedFile(path);
  if (shipped === undefined || shipped === file) return lookup;
  const found = readOne(shipped, path, files);
  return found.kind === 'found' ? { ...lookup, shipped: found.source } : lookup;
}

function readOne(file: string, place: string, files: TemplateFiles): TemplateLookup {
  try {
    return { kind: 'found', source: { name: place, text: files.read(file, MAX_TEMPLATE_BYTES) } };
  } catch (thrown) {
    if (!(thrown instanceof ProjectError)) throw thrown;
    return { kind: 'unreadable', place, reason: thrown.message.slice(thrown.message.lastIndexOf(': ') + 2) };
  }
}

function isInside(folder: string, file: string): boolean {
  return relative(folder, file) !== '' && isWithin(folder, file);
}

/** A path as messages show it: relative where that is no longer, with forward slashes. */
function shown(file: string, from: string): string {
  const way = relative(from, file);
  return (way.startsWith('..') ? file : way).replaceAll('\\', '/');
}
