import { isObject } from '../../util/is-object.ts';
import type { ProjectFiles } from './project-files.ts';

/** What the `package.json` of a project holds; nothing where there is none, or none that is JSON. */
export function readManifest(files: ProjectFiles): Readonly<Record<string, unknown>> {
  const text = files.read('package.json');
  try {
    const json: unknown = text === undefined ? undefined : JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(json) ? json : {};
  } catch {
    // A manifest that is broken says nothing; whoever builds the project is told by its own tools.
    return {};
  }
}
