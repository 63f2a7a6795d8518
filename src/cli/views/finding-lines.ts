import { lineIn } from '../../findings/bounded.ts';
import { placeText, worstFirst } from '../../findings/finding.ts';
import { readFindings } from '../../findings/read-findings.ts';
import { isObjectValue, type Value } from '../../model/value.ts';
import { formatCommand, formatCount } from '../io/format.ts';

/** Units: findings. */
const MAX_SHOWN = 10;

/** The findings of a result, the worst first, each on a line, and where the rest is; none where a result has no findings. */
export function findingLines(runName: string, result: Value): readonly string[] {
  const findings = worstFirst(readFindings(result));
  if (findings.length === 0) return [];
  const more = findings.length - MAX_SHOWN;
  return [
    `${formatCount(findings.length, 'finding')}:`,
    ...findings.slice(0, MAX_SHOWN).map(({ severity, place, what, foundBy, decision }) => {
      const where = place === undefined ? '' : ` ${lineIn(placeText(place), 120)}:`;
      const notes = [foundBy, decision ?? ''].filter((each) => each !== '');
      return `  ${severity}:${where} ${lineIn(what, 200)}${notes.length > 0 ? ` (${lineIn(notes.join('; '), 80)})` : ''}`;
    }),
    ...(more > 0 ? [`  … and ${more} more: ${formatCommand(['wfmap', 'show', runName, '--json'])}`] : []),
  ];
}

/** A result without the findings that are listed apart. */
export function withoutFindings(result: Value): Value {
  if (!isObjectValue(result) || readFindings(result).length === 0) return result;
  return Object.fromEntries(Object.entries(result).filter(([name]) => name !== 'findings'));
}
