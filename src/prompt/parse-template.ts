import type { Report } from '../diagnostics/diagnostic.ts';
import type { Source } from '../text/source.ts';
import type { Template } from './template.ts';

/** Reads a prompt template. */
export function parseTemplate(source: Source, _report: Report): Template {
  return { source, parameters: [], parts: [{ kind: 'text', text: source.text }], placesActions: false };
}
