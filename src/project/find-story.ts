import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findWayOut } from '../util/find-way-out.ts';
import { unlessRefused } from '../util/unless-refused.ts';
import { ProjectError } from './project-error.ts';
import { readText } from './read-text.ts';

/** What came of looking for a story. `lookedIn` and `path` are from the work root. */
export type StoryLookup =
  /** `outside` is where a link leads that goes out of the project. */
  | {
      readonly kind: 'found';
      readonly path: string;
      readonly text: string;
      readonly outside: string | undefined;
    }
  | { readonly kind: 'missing'; readonly lookedIn: readonly string[] };

const MAX_STORY_BYTES = 1_048_576;

/**
 * Finds the text of a story by its id.
 *
 * Shape: `patterns` are those of the configuration. An id that would lead to another folder finds nothing.
 * Errors: throws {@link ProjectError} when several files fit one pattern, or the one that does cannot be read.
 */
export function findStory(workRoot: string, id: string, patterns: readonly string[]): StoryLookup {
  const lookedIn = patterns.map((pattern) => pattern.replaceAll('{id}', () => id));
  if (id === '' || /[/\\\0]/.test(id) || id.startsWith('.')) return { kind: 'missing', lookedIn };
  for (const path of lookedIn) {
    const matches = path.endsWith('*') ? filesStartingWith(workRoot, path.slice(0, -1)) : [path];
    const files = matches.filter((each) => isFile(join(workRoot, each)));
    const [file, ...others] = files;
    if (file === undefined) continue;
    if (others.length > 0) {
      throw new ProjectError('ambiguous-story', `Several files fit story "${id}": ${files.join(', ')}.`, {
        help: 'Give the longer id that only one of them starts with.',
      });
    }
    const absolute = join(workRoot, file);
    const isOut = findWayOut(workRoot, absolute, realpathSync.native) !== undefined;
    const outside = isOut ? realpathSync.native(absolute) : undefined;
    return { kind: 'found', path: file, text: readText(absolute, MAX_STORY_BYTES), outside };
  }
  return { kind: 'missing', lookedIn };
}

/** Names that go on after the id with something that is no part of it: `ST-1` does not find `ST-12.md`. */
function filesStartingWith(workRoot: string, path: string): string[] {
  const start = basename(path);
  return namesIn(join(workRoot, dirname(path)))
    .filter((name) => name.startsWith(start) && !/^[A-Za-z0-9]/.test(name.slice(start.length)))
    .map((name) => join(dirname(path), name))
    .flatMap((each) => (isFile(join(workRoot, each)) ? [each] : [join(each, 'story.md')]));
}

function namesIn(folder: string): string[] {
  return unlessRefused(() => statSync(folder))?.isDirectory() === true ? readdirSync(folder).toSorted() : [];
}

function isFile(path: string): boolean {
  return unlessRefused(() => statSync(path))?.isFile() === true;
}
