import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { findWayOut } from '../../util/find-way-out.ts';
import { mapPathOf, scenariosPathOf, type Draft } from './draft.ts';

/** Units: files, bytes of text in all. */
const MAX_FILES = 30;
const MAX_BYTES = 200_000;

/** What no draft may have, a sentence each: it lies in folders of its own, so that it changes no other map. */
export function placeFaults({ name, map, scenarios, files }: Draft): readonly string[] {
  const sizes = [map, scenarios, ...files.map(({ text }) => text)].map((text) => Buffer.byteLength(text));
  const bytes = sizes.reduce((sum, each) => sum + each, 0);
  const count = files.length + 2;
  // On some disks "A.md" and "a.md" are one file.
  const paths = files.map(({ path }) => path.toLowerCase());
  return [
    ...(count > MAX_FILES ? [`The draft has ${count} files, and ${MAX_FILES} is the most.`] : []),
    ...(bytes > MAX_BYTES ? [`The draft has ${bytes} bytes, and ${MAX_BYTES} is the most.`] : []),
    ...foreignFaults(
      files.map(({ path }) => path).filter((path) => !isOwn(path, name)),
      name,
    ),
    ...files.flatMap(({ path }, index) =>
      paths.indexOf(path.toLowerCase()) < index ? [`"${path}" is in the draft twice.`] : [],
    ),
  ];
}

/** Why files of a draft cannot be written now, a sentence each: nothing that is there is written over. */
export function takenFaults({ name, files }: Draft, workRoot: string): readonly string[] {
  const paths = [...files.map(({ path }) => path), scenariosPathOf(name), mapPathOf(name)];
  return paths.flatMap((path) => {
    const whole = join(workRoot, path);
    const way = findWayOut(workRoot, whole, realpathSync.native);
    if (way !== undefined) return [`"${path}" would be written out of the project, by the link "${way}".`];
    // A broken link is there as well.
    const there = lstatSync(whole, { throwIfNoEntry: false });
    return there === undefined ? [] : [`"${path}" is there already, and a draft is written over nothing.`];
  });
}

/** Names that need quotes nowhere and lead to no other folder. */
const OWN = /^(?:[A-Za-z0-9_][A-Za-z0-9_-]{0,63}\/){0,3}[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;

function isOwn(path: string, name: string): boolean {
  const rest = (folder: string): string | undefined =>
    path.startsWith(`${folder}/${name}/`) ? path.slice(folder.length + name.length + 2) : undefined;
  const prompt = rest('prompts');
  const part = rest('workflows');
  if (prompt !== undefined) return OWN.test(prompt) && /\.(?:md|json)$/.test(prompt);
  return part !== undefined && OWN.test(part) && /\.(?:wfmap|json)$/.test(part);
}

function foreignFaults(paths: readonly string[], name: string): readonly string[] {
  if (paths.length === 0) return [];
  return [
    ...paths.map((path) => `"${path}" is not a path for a file of this map.`),
    `Prompts and schemas are prompts/${name}/<name>.md and .json, maps inside are workflows/${name}/<name>.wfmap; names have letters, digits, ".", "_" and "-".`,
  ];
}
