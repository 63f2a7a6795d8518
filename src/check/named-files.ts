import type { PromptSource } from '../model/block.ts';
import type { MapDocument } from '../model/map-document.ts';
import { roleOf } from '../model/tasks.ts';
import { stringOffsets } from '../parse/tree/string-offsets.ts';
import type { Template } from '../prompt/parse/template.ts';
import type { Span } from '../text/source.ts';
import { tasksOf } from '../validate/blocks/blocks.ts';
import { promptedTasksOf, workflowTasksOf } from '../validate/names/declarations.ts';
import { rolePath } from '../validate/blocks/role-path.ts';
import { schemaPlacesOf } from '../validate/blocks/schema-places.ts';
import type { Checked } from './checked.ts';

/**
 * A file that a map, or a prompt of it, names.
 *
 * Shape: `path` is what it is looked up by; `span` is the name where it is written: of a map the whole literal, of a prompt
 * what stands behind `{{>`. A role is written without its folder, a partial without its folder and mostly without `.md`.
 */
export interface NamedFile {
  readonly kind: 'map' | 'template' | 'role' | 'schema' | 'partial';
  readonly path: string;
  readonly span: Span;
}

/** Every file that a map names, at each place where it or one of its prompts does; not what the maps in it name. */
export function namedFilesOf({
  document,
  templates,
  roles,
}: Pick<Checked, 'document' | 'templates' | 'roles'>): readonly NamedFile[] {
  if (!document) return [];
  const { map, spanOf } = document;
  const files: NamedFile[] = workflowTasksOf(map).map((task) => {
    return { kind: 'map', path: task.map, span: spanOf(task, 'map') };
  });
  for (const { prompt } of promptedTasksOf(map)) {
    if (prompt.kind === 'file')
      files.push({ kind: 'template', path: prompt.path, span: spanOf(prompt, 'path') });
  }
  for (const { source } of schemaPlacesOf(map)) {
    if (source.kind === 'file')
      files.push({ kind: 'schema', path: source.path, span: spanOf(source, 'path') });
  }
  for (const task of tasksOf(map)) {
    const role = roleOf(task);
    if (!role) continue;
    files.push({ kind: 'role', path: rolePath(role.name), span: spanOf(role) });
  }
  for (const template of roles.values()) files.push(...partialsOf(template, atItself));
  for (const [prompt, template] of templates) files.push(...partialsOf(template, placeOf(prompt, document)));
  return files;
}

type Place = (span: Span) => Span;

function partialsOf({ inclusions, partials }: Template, place: Place): readonly NamedFile[] {
  const own = inclusions.map(({ path, span }): NamedFile => ({ kind: 'partial', path, span: place(span) }));
  // A partial is a file, so what it takes in stands in a text of its own.
  return [...own, ...[...partials.values()].flatMap((each) => partialsOf(each, atItself))];
}

const atItself: Place = (span) => span;

/** An inline prompt is a text of its own, which stands in a literal of the map. */
function placeOf(prompt: PromptSource, { source, spanOf }: MapDocument): Place {
  if (prompt.kind === 'file') return atItself;
  const { start, end } = spanOf(prompt, 'text');
  const offsetOf = stringOffsets(source.text, start, end, prompt.text.length);
  return (span) => ({ source, start: offsetOf(span.start), end: offsetOf(span.end) });
}
