import type { Source, Span } from '../text/source.ts';
import type { WorkflowMap } from './map.ts';

/**
 * A map together with the place of everything in it.
 *
 * Shape: `spanOf(node)` is the whole of a node of `map`; `spanOf(node, 'name')` its key; `spanOf(node, part)`
 * the value of its property `part` as the text spells it (`target`, `promptTemplatePath`, `type` …), or the whole
 * node where that property is absent. Spans cover whole tokens, quotes included.
 */
export interface MapDocument {
  readonly source: Source;
  readonly map: WorkflowMap;
  readonly spanOf: (node: object, part?: string) => Span;
}
