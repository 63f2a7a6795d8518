import { collect, type Report } from '../diagnostics/diagnostic.ts';
import { limited } from '../diagnostics/limited.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { ReadTemplate } from '../model/template-lookup.ts';
import { parse } from '../parse/parse.ts';
import type { Source, Span } from '../text/source.ts';
import type { PromptSubject } from '../validate/blocks/rule.ts';
import { fieldUsesOf } from '../validate/reads/field-uses.ts';
import { projectOf } from '../validate/reads/project.ts';
import { validateReads } from '../validate/validate-reads.ts';
import { validate } from '../validate/validate.ts';
import type { Checked } from './checked.ts';
import { MapReader, type RecallMap } from './map-reader.ts';
import { PlacedTexts } from './placed-texts.ts';
import { PromptReader } from './prompt-reader.ts';

export type { Checked };

/** Parses and validates a map with all that it names. Errors: none thrown; every fault is a diagnostic. */
export function check(source: Source, readTemplate: ReadTemplate): Checked {
  return readMap(source, readTemplate).checked;
}

/** A map that was checked, with what the rules looked at, and the reader of the maps in it. */
export interface MapCheck extends CheckedOne {
  readonly source: Source;
  readonly reader: MapReader;
}

/** Checks a map; the maps in it may be recalled from earlier checks. */
export function readMap(source: Source, readTemplate: ReadTemplate, recallMap?: RecallMap): MapCheck {
  const reader: MapReader = new MapReader(source, readTemplate, (each) => checkOne(each, reader), recallMap);
  return { ...checkOne(source, reader), source, reader };
}

/**
 * A map with all that it names, for tools that look into it, whether it has errors or not.
 *
 * Shape: `placed` finds a stretch of a text of the map, such as of an expression or an inline prompt, in the map itself.
 */
export interface Inspected {
  readonly subject: PromptSubject;
  readonly maps: ReadonlyMap<string, Checked>;
  readonly placed: (span: Span) => Span;
}

/** Reads what a map names, and tells nothing of it; the maps in it may be recalled from earlier checks. */
export function inspect(document: MapDocument, readTemplate: ReadTemplate, recallMap?: RecallMap): Inspected {
  const reader: MapReader = new MapReader(
    document.source,
    readTemplate,
    (each) => checkOne(each, reader),
    recallMap,
  );
  const texts = new PlacedTexts();
  const prompts = new PromptReader(document, reader, texts);
  const subject = prompts.read(() => undefined);
  return { subject, maps: prompts.checkedMaps, placed: (span) => texts.placedSpan(span) };
}

/** A map that was checked by a reader of maps. */
interface CheckedOne {
  readonly checked: Checked;
  /** What the rules looked at; undefined when they did not get so far. */
  readonly subject: PromptSubject | undefined;
}

const NOTHING = {
  document: undefined,
  templates: new Map(),
  roles: new Map(),
  schemas: new Map(),
  maps: new Map(),
  lookups: new Map(),
  fieldUses: new Map(),
};

function checkOne(source: Source, maps: MapReader): CheckedOne {
  const { diagnostics, report } = collect();
  const document = parse(source, report);
  if (!document) {
    return { checked: { ...NOTHING, diagnostics: limited(diagnostics) }, subject: undefined };
  }
  const texts = new PlacedTexts();
  const prompts = new PromptReader(document, maps, texts);
  const hasError = () => diagnostics.some(({ severity }) => severity === 'error');
  let subject: PromptSubject | undefined;
  const read = (promptReport: Report) => (subject = prompts.read(promptReport));
  validate(document, !hasError(), read, report);
  // What cannot be read may be what reads a value.
  const judged = hasError() ? undefined : subject;
  if (judged) validateReads(projectOf(judged), report);
  const fieldUses = judged ? fieldUsesOf(judged) : NOTHING.fieldUses;
  const { templates, roles, schemas, checkedMaps: inner, lookups } = prompts;
  const placed = limited(diagnostics.map((each) => texts.placed(each)));
  return {
    checked: { document, templates, roles, schemas, maps: inner, lookups, fieldUses, diagnostics: placed },
    subject,
  };
}
