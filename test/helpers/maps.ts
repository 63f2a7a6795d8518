import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { check } from '../../src/check/check.ts';
import { reads } from '../../src/diagnostics/catalogue/reads.ts';
import { collect, type Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { ReadTemplate } from '../../src/model/template-lookup.ts';
import type { MapDocument } from '../../src/model/map-document.ts';
import { parse } from '../../src/parse/parse.ts';

/** What a text is as a map, and what is told of it. */
export function parsed(text: string): {
  readonly document: MapDocument | undefined;
  readonly diagnostics: readonly Diagnostic[];
} {
  const { diagnostics, report } = collect();
  return { document: parse({ name: 'a.json', text }, report), diagnostics };
}

/** The codes told of a map, in order of place; `templates` are its template files by path. */
export function codesOf(text: string, templates: Readonly<Record<string, string>> = {}): readonly string[] {
  return checked(text, templates).diagnostics.map((each) => each.code);
}

/**
 * What is told of a map, whether this version runs all of it or not; but for values that nothing reads and loops that nothing bounds,
 * since a map of a test says no more than what is tested.
 */
export function checked(text: string, templates: Readonly<Record<string, string>> = {}) {
  const readTemplate: ReadTemplate = (path) => {
    const found = Object.hasOwn(templates, path) ? templates[path] : undefined;
    if (found === undefined) return { kind: 'missing', lookedIn: [path] };
    return { kind: 'found', source: { name: path, text: found } };
  };
  const all = check({ name: 'a.json', text }, readTemplate);
  return { ...all, diagnostics: exceptReads(all.diagnostics) };
}

/** Those of a list that do not say that nothing reads a value. */
export function exceptReads(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ code }) => code !== 'unbounded-loop' && !Object.hasOwn(reads, code));
}

/** The text that a span covers. */
export function spelled({ span }: Pick<Diagnostic, 'span'>): string {
  return span.source.text.slice(span.start, span.end);
}

/** A map around tasks. */
export function mapOf(tasks: object, rest: object = {}): string {
  const [first = 'Work'] = Object.keys(tasks);
  return JSON.stringify({
    description: 'An example',
    startTaskDefinition: first,
    ...rest,
    taskDefinitions: tasks,
  });
}

/** The complete example of the document that the format comes from. */
export const SEED_EXAMPLE: string = readFileSync(
  `${import.meta.dirname}/../fixtures/projects/seed-example/.sdlc/workflows/system/do-subtask-map.json`,
  'utf8',
);

/** Texts of all maps among the fixtures, good and bad. */
export const FIXTURE_MAPS: readonly string[] = globSync(
  `${import.meta.dirname}/../fixtures/{ok,err,projects}/**/*.json`,
)
  .toSorted()
  .map((file) => readFileSync(file, 'utf8'))
  .concat(SEED_EXAMPLE);

/** The maps of which there is nothing to tell, by file. */
export const GOOD_MAPS: readonly (readonly [string, string])[] = globSync(
  `${import.meta.dirname}/../fixtures/ok/*.json`,
)
  .toSorted()
  .map((file) => [basename(file), readFileSync(file, 'utf8')]);
