import { lineIn, linesIn, MAX_FINDINGS } from './bounded.ts';
import { placeText, worstFirst, type Finding } from './finding.ts';

/**
 * Findings as Markdown, the worst first: a heading each, what comes of it, and a list of the rest.
 *
 * Shape: ends with a line break; nothing for none. No text of a finding is markup, a link or HTML.
 */
export function toMarkdown(findings: readonly Finding[]): string {
  const shown = worstFirst(findings).slice(0, MAX_FINDINGS);
  const more = findings.length - shown.length;
  const blocks = [
    ...shown.map((finding, index) => blockOf(finding, index + 1)),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ];
  return blocks.map((block) => `${block}\n`).join('\n');
}

function blockOf(finding: Finding, number: number): string {
  const { severity, rule, place, what, why, mend, foundBy, decision, note } = finding;
  const rows = [
    ['Place', placeText(place)],
    ['Rule', rule],
    ['Mend', linesIn(mend).join(' ')],
    ['Found by', foundBy],
    ['Decision', [decision, note].filter((each) => each !== undefined && each !== '').join(': ')],
  ].flatMap(([name, text = '']) => (text === '' ? [] : [`- ${name}: ${markdownText(text)}`]));
  const reason = linesIn(why).map(markdownText);
  return [
    `### ${number}. ${severity}: ${markdownText(lineIn(what))}`,
    '',
    ...(reason.length > 0 ? [...reason, ''] : []),
    ...rows,
  ]
    .join('\n')
    .trimEnd();
}

/** A text as it stands in Markdown: on one line, and nothing in it means anything. */
export function markdownText(text: string): string {
  return lineIn(text, 4000)
    .replaceAll(/[\\`*_{}[\]#!|~$^]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/^([-+=]|\d+[.)])/, escapedStart);
}

/** What begins a list, a line or a heading where it stands first. */
function escapedStart(start: string): string {
  return `${start.slice(0, -1)}\\${start.slice(-1)}`;
}
