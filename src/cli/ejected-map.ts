import { invariant } from '../util/invariant.ts';
import type { Checked } from '../check/check.ts';
import type { Task } from '../model/block.ts';
import type { Field } from '../model/field.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { Span } from '../text/source.ts';

/** One file of a shipped map, as it is to stand in a project. `path` has forward slashes. */
export interface EjectedFile {
  readonly path: string;
  readonly text: string;
}

/** A shipped map with all that it names, prompts first: a map is never there without them. */
export interface EjectedMap {
  readonly files: readonly EjectedFile[];
  readonly fields: readonly Field[];
}

/** Where the copy goes. */
export interface EjectPlace {
  /** From the root of the project; "" for the root itself. Prompts are looked up from that root. */
  readonly folder: string;
  /** What the copy names as `$schema`; undefined leaves it out. */
  readonly schema: string | undefined;
}

/**
 * Makes the copies of a shipped map, its prompts and its schemas.
 *
 * Shape: texts are as shipped, but for the map's `$schema`, and the paths of its templates and schemas where it goes to a
 * folder. Partials and roles go to the root in any case.
 */
export function ejectMap({ document, lookups }: Checked, mapPath: string, place: EjectPlace): EjectedMap {
  invariant(document, 'a shipped map can be read');
  const { map, source } = document;
  const inFolder = (path: string): string => (place.folder === '' ? path : `${place.folder}/${path}`);
  const paths = map.block.tasks.flatMap((task) => pathsOf(task, document));
  const named = new Set(paths.map(({ path }) => path));
  const prompts = [...lookups].map(([path, lookup]): EjectedFile => {
    invariant(lookup.kind === 'found', 'a shipped map has its prompts');
    // A partial is named by prompts, which stay as they are, a role by a name: they must be where they are looked for.
    return { path: named.has(path) ? inFolder(path) : path, text: lookup.source.text };
  });
  let text = source.text;
  // From the end on, so that the places before it stay where they are.
  for (const { span, path } of paths.toSorted((a, b) => b.span.start - a.span.start)) {
    text = text.slice(0, span.start) + JSON.stringify(inFolder(path)) + text.slice(span.end);
  }
  return {
    files: [...prompts, { path: inFolder(mapPath), text: withSchema(text, place.schema) }],
    fields: map.fields,
  };
}

interface WrittenPath {
  /** The path as the map writes it, quotes included. */
  readonly span: Span;
  readonly path: string;
}

/** The files that a task names itself. */
function pathsOf(task: Task, { spanOf }: MapDocument): readonly WrittenPath[] {
  const paths: WrittenPath[] = [];
  if ((task.type === 'claude' || task.type === 'human') && task.prompt.kind === 'file') {
    paths.push({ span: spanOf(task, 'promptTemplatePath'), path: task.prompt.path });
  }
  if (task.type === 'claude' && task.output?.kind === 'file') {
    paths.push({ span: spanOf(task.output, 'path'), path: task.output.path });
  }
  return paths;
}

/** Every shipped map begins with it. */
const SCHEMA = /^(\{\s*)"\$schema"\s*:\s*"[^"]*"(\s*,\s*)/;

function withSchema(text: string, schema: string | undefined): string {
  invariant(SCHEMA.test(text), 'a shipped map names its schema first');
  return text.replace(SCHEMA, (_whole, open: string, next: string) =>
    schema === undefined ? open : `${open}"$schema": ${JSON.stringify(schema)}${next}`,
  );
}
