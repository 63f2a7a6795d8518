import type { Report } from '../diagnostics/diagnostic.ts';
import type { MapDocument } from '../model/map-document.ts';
import type { Template } from '../prompt/template.ts';

/** What a rule may look at: the map, and the templates of its tasks as far as they could be read. */
export interface Subject {
  readonly document: MapDocument;
  /** By the path that the map writes. */
  readonly templates: ReadonlyMap<string, Template>;
}

/** Checks one law over a whole map. Rules are pure, know nothing of each other, and never throw. */
export type Rule = (subject: Subject, report: Report) => void;
