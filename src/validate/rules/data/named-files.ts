import type { Report } from '../../../diagnostics/diagnostic.ts';
import type { Span } from '../../../text/source.ts';
import { schemaPlacesOf } from '../../blocks/schema-places.ts';
import type { PromptRule, PromptSubject } from '../../blocks/rule.ts';
import { promptedTasksOf, workflowTasksOf } from '../../names/declarations.ts';

/**
 * Every file that a map names is there and can be read.
 *
 * Errors: reports `missing-template`, `missing-schema`, `missing-map`, and `unreadable-template`, `unreadable-schema`,
 * `unreadable-map`.
 */
export const namedFiles: PromptRule = (subject, report) => {
  for (const { path, place, isUsable, missing, unreadable } of filesOf(subject)) {
    const lookup = subject.lookups.get(path);
    if (lookup === undefined) continue;
    if (lookup.kind === 'missing') {
      missing(report, place(), lookup.lookedIn.map((each) => `"${each}"`).join(' and '));
    } else if (lookup.kind === 'unreadable') {
      unreadable(report, place(), { path: lookup.place, reason: lookup.reason });
    } else if (!isUsable()) {
      unreadable(report, place(), { path: lookup.source.name, reason: 'it is not JSON.' });
    }
  }
};

interface NamedFile {
  readonly path: string;
  readonly place: () => Span;
  /** Whether the text of a file that was read is of its kind, as far as no other rule says that. */
  readonly isUsable: () => boolean;
  /** `places`: where it was looked for. */
  readonly missing: (report: Report, span: Span, places: string) => void;
  readonly unreadable: (
    report: Report,
    span: Span,
    params: { readonly path: string; readonly reason: string },
  ) => void;
}

function* filesOf({ document, schemas }: PromptSubject): Iterable<NamedFile> {
  const { map, spanOf } = document;
  for (const task of promptedTasksOf(map)) {
    if (task.prompt.kind !== 'file') continue;
    const { path } = task.prompt;
    yield {
      path,
      place: () => spanOf(task, 'promptTemplatePath'),
      isUsable: () => true,
      missing: (report, span, places) => report('missing-template', span, { path, places }),
      unreadable: (report, span, params) => report('unreadable-template', span, params),
    };
  }
  for (const { source, owner } of schemaPlacesOf(map)) {
    if (source.kind !== 'file') continue;
    const { path } = source;
    yield {
      path,
      place: () => spanOf(source, 'path'),
      isUsable: () => schemas.has(source),
      missing: (report, span, places) => report('missing-schema', span, { path, owner, places }),
      unreadable: (report, span, params) => report('unreadable-schema', span, params),
    };
  }
  for (const task of workflowTasksOf(map)) {
    const { name, map: path } = task;
    yield {
      path,
      place: () => spanOf(task, 'map'),
      isUsable: () => true,
      missing: (report, span, places) => report('missing-map', span, { task: name, path, places }),
      unreadable: (report, span, params) => report('unreadable-map', span, params),
    };
  }
}
