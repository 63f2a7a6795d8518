import type { Report } from '../diagnostics/diagnostic.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { PromptSource } from '../model/block.ts';
import type { Template } from '../prompt/template.ts';
import type { TemplateLookup } from '../model/template-lookup.ts';

/** What a rule of the stages `names` and `flow` may look at. */
export interface Subject {
  readonly document: MapDocument;
}

/** What a rule of the stage `prompts` may look at beside the map. */
export interface PromptSubject extends Subject {
  /** By the path that the map writes. */
  readonly lookups: ReadonlyMap<string, TemplateLookup>;
  /** By the prompt of its task, since an inline template has no path. A template that could not be read is absent. */
  readonly templates: ReadonlyMap<PromptSource, Template>;
}

/** Checks one law over a whole map. Rules are pure, know nothing of each other, and never throw. */
export type Rule = (subject: Subject, report: Report) => void;

/** A law about what the prompts of a map say. */
export type PromptRule = (subject: PromptSubject, report: Report) => void;
