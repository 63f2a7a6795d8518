import { lineIn } from '../../../findings/bounded.ts';
import { readFindings } from '../../../findings/read-findings.ts';
import { markdownText, toMarkdown } from '../../../findings/to-markdown.ts';
import { toSarif } from '../../../findings/to-sarif.ts';
import { isListValue } from '../../../model/value.ts';
import { memberOf, textIn } from '../follow/member.ts';
import type { MapView } from './map-view.ts';

/** The texts of `review.md` and `review.sarif`; undefined for a review that lists no findings, not even none. */
export function reviewTexts(
  view: MapView,
): { readonly markdown: string; readonly sarif: string } | undefined {
  const { review, branch, workflow } = view;
  const value = review.value ?? null;
  if (!isListValue(memberOf(value, 'findings'))) return undefined;
  const findings = readFindings(value);
  const verdict = lineIn(textIn(value, 'verdict') ?? 'recorded');
  const summary = textIn(value, 'summary');
  const lines = [
    `# Review of ${markdownText(branch)}: ${markdownText(verdict)}`,
    '',
    ...(summary === undefined ? [] : [markdownText(summary), '']),
    `## Findings: ${findings.length}`,
    '',
  ];
  return {
    markdown: `${lines.join('\n')}\n${toMarkdown(findings)}`.replace(/\n+$/, '\n'),
    sarif: toSarif(findings, { name: workflow }),
  };
}
