import { lineIn, linesIn } from './bounded.ts';
import { SEVERITIES, worstFirst, type Finding } from './finding.ts';

/** Units: annotations of one level. GitHub shows no more of a step. */
const MAX_OF_LEVEL = 10;

/**
 * Findings as annotations of GitHub's workflows, a line each: `::error file=src/a.ts,line=3::What is wrong.`
 *
 * Shape: the worst first, at most ten of a level; a notice says how many more there are. No text of a finding can end its
 * line or its property, so none of it is a command.
 * Source: https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions, "Setting an error message"
 */
export function toGithub(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  const lines = worstFirst(findings).flatMap((finding) => {
    const level = SEVERITIES[finding.severity].github;
    const count = (counts.get(level) ?? 0) + 1;
    counts.set(level, count);
    return count > MAX_OF_LEVEL ? [] : [annotationOf(finding, level)];
  });
  const more = findings.length - lines.length;
  return [...lines, ...(more > 0 ? [`::notice::And ${more} more findings.`] : [])]
    .map((line) => `${line}\n`)
    .join('');
}

function annotationOf({ place, rule, what, why, mend, foundBy }: Finding, level: string): string {
  const properties = [
    ['file', place?.file],
    ['line', place?.line],
    ['endLine', place?.endLine],
    // GitHub takes columns only within one line.
    ['col', isOneLine(place) ? place?.column : undefined],
    ['endColumn', isOneLine(place) ? place?.endColumn : undefined],
    ['title', [foundBy, rule].filter((each) => each !== '').join(': ') || undefined],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${property(String(value))}`]));
  const text = [lineIn(what), ...linesIn(why), ...linesIn(mend)].map(data).join('%0A');
  return `::${level}${properties.length > 0 ? ` ${properties.join(',')}` : ''}::${text}`;
}

function isOneLine(place: Finding['place']): boolean {
  return place?.endLine === undefined || place.endLine === place.line;
}

function data(text: string): string {
  return text.replaceAll('%', '%25');
}

function property(text: string): string {
  return data(lineIn(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
