import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { renderConcise } from '../../diagnostics/render-concise.ts';
import { renderPretty } from '../../diagnostics/render-pretty.ts';
import { toJson } from '../../diagnostics/to-json.ts';
import { findingsOfDiagnostics } from '../../findings/of-diagnostics.ts';
import { toGithub } from '../../findings/to-github.ts';
import { toMarkdown } from '../../findings/to-markdown.ts';
import { toSarif } from '../../findings/to-sarif.ts';
import { outputStyle } from '../io/write-out.ts';
import { WFMAP_VERSION } from '../io/version.ts';
import type { ValidateRequest } from './read-options.ts';
import { isListed, summaryOf, type Counted } from './summary.ts';

type Shown = Pick<ValidateRequest, 'format' | 'quiet'>;

/** Writes what was found, in the format asked for. */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  counted: Counted,
  { format, quiet }: Shown,
): string {
  const told = quiet ? diagnostics.filter((each) => each.severity === 'error') : diagnostics;
  const shown = told.filter((each) => !isListed(each));
  const withSummary = (blocks: string) =>
    `${blocks === '' ? '' : `${blocks}\n`}${summaryOf(diagnostics, counted)}\n`;
  return {
    json: () => `${JSON.stringify(toJson(told, counted.maps + counted.roles))}\n`,
    sarif: () => toSarif(findingsOfDiagnostics(shown), { name: 'wfmap', version: WFMAP_VERSION }),
    github: () => toGithub(findingsOfDiagnostics(shown)),
    markdown: () => withSummary(toMarkdown(findingsOfDiagnostics(shown))),
    concise: () => renderConcise(shown),
    pretty: () => withSummary(renderPretty(shown, outputStyle())),
  }[format]();
}
