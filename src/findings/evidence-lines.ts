import type { ChangeExcerpt, FindingRecord, QuestionEvidence } from '../model/event-records.ts';
import { lineIn } from './bounded.ts';

/** A line of evidence. Shape: an exact one is a line of a change, whose spaces mean something. */
export interface EvidenceLine {
  readonly text: string;
  readonly isExact: boolean;
}

/**
 * What a person decides by, as lines of text: findings, earlier attempts, options, the change. Every front shows these.
 *
 * Shape: parts are apart by empty lines. Exact lines are as the map has them: who prints them makes them harmless.
 */
export function evidenceLines(evidence: QuestionEvidence): readonly EvidenceLine[] {
  const { findings, attempts, options, change, left } = evidence;
  return [
    part('Found:', findings.flatMap(findingLines), more(left.findings)),
    part(
      'Tried before:',
      attempts.map((each) => `  - ${lineIn(each, MAX_LINE)}`),
      more(left.attempts),
    ),
    part(
      'Options:',
      options.map((each) => `  - ${lineIn(each, MAX_LINE)}`),
    ),
    change === null ? [] : changeLines(change),
  ]
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : [plain(''), ...lines]));
}

/** Units: UTF-16. */
const MAX_LINE = 1000;

function part(title: string, lines: readonly string[], after: readonly string[] = []): EvidenceLine[] {
  return lines.length === 0 ? [] : [title, ...lines, ...after].map(plain);
}

function plain(text: string): EvidenceLine {
  return { text, isExact: false };
}

function more(count: number): readonly string[] {
  return count === 0 ? [] : [`  and ${count} more`];
}

function findingLines({ severity, rule, place, what, why, mend, foundBy }: FindingRecord): readonly string[] {
  const kind = [severity, rule].filter((each) => each !== '').join(', ');
  const where = place === '' ? '' : ` (${lineIn(place)})`;
  const by = foundBy === '' ? '' : `, found by ${lineIn(foundBy)}`;
  return [
    `  - ${lineIn(kind)}: ${lineIn(what, MAX_LINE)}${where}${by}`,
    ...(why === '' ? [] : [`    ${lineIn(why, MAX_LINE)}`]),
    ...(mend === '' ? [] : [`    To mend it: ${lineIn(mend, MAX_LINE)}`]),
  ];
}

function changeLines({ text, sizeChars, path }: ChangeExcerpt): readonly EvidenceLine[] {
  const isWhole = text.length >= sizeChars;
  const where = path === null ? '' : `; all of it: ${path}`;
  const head = isWhole ? 'The change:' : `The change, ${text.length} of ${sizeChars} characters${where}`;
  const lines = text.replace(/\s+$/, '').split(/\r\n|\r|\n/);
  return [plain(head), ...lines.map((line) => ({ text: `  ${line}`, isExact: true }))];
}
