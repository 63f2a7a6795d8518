import { formatCount, toOneLine } from '../io/format.ts';
import type { HeldGate, Verdict } from './verify-run.ts';

/** Whether a run proves what it was asked for. */
export function holds({ gates, faults }: Verdict): boolean {
  return gates.length > 0 && faults.length === 0;
}

/** What a run proves and what it does not, for a person. */
export function verdictLines(run: string, verdict: Verdict): readonly string[] {
  const { started, key, gates, faults } = verdict;
  const about =
    started === undefined
      ? []
      : [
          `  run        ${toOneLine(started.run)}`,
          `  map        ${toOneLine(started.map.path)}`,
          `             sha256 ${toOneLine(started.map.digest)}`,
        ];
  return [
    `${run}  ${holds(verdict) ? `verified: ${formatCount(gates.length, 'signed answer')}` : 'not verified'}`,
    ...about,
    `  key        ${key}`,
    ...gates.flatMap(gateLines),
    ...faults.flatMap((each, index) => [
      ...(index === 0 ? ['', 'Why not:'] : []),
      `  ${toOneLine(each, 1000)}`,
    ]),
    ...(holds(verdict)
      ? ['', 'What this does not prove:', ...uncoveredBy(verdict).map((each) => `  ${each}`)]
      : []),
  ];
}

function gateLines({
  place,
  visit,
  action,
  fields,
  askedAt,
  answeredAt,
  covers,
}: HeldGate): readonly string[] {
  const which = visit > 1 ? ` (visit ${visit})` : '';
  const said = Object.entries(fields).map(
    ([name, value]) => `  ${toOneLine(name)} = ${toOneLine(JSON.stringify(value), 300)}`,
  );
  return [
    '',
    `"${toOneLine(place)}"${which} was answered "${toOneLine(action)}"`,
    ...said,
    `  asked by record ${askedAt}, answered by record ${answeredAt}; the signature covers records 1 to ${covers}`,
  ];
}

/** What no signature proves, most easily misunderstood first. */
export function uncoveredBy({ gates, records, end, tornBytes }: Verdict): readonly string[] {
  if (gates.length === 0) return [];
  const covers = Math.max(...gates.map((each) => each.covers));
  return [
    `Records ${covers + 1} to ${records} came after the last signed question: except for the signed answers, anyone with access to the journal could have written them.`,
    end === null
      ? 'How the run ended: the journal has no end, or its end was cut off.'
      : `That the run ended at "${toOneLine(end)}": no signature covers that.`,
    ...(tornBytes > 0
      ? [`${formatCount(tornBytes, 'byte')} at the end of the journal do not belong to a whole batch.`]
      : []),
    'That what the records say was done, or that the questions told the truth.',
    'That this is the map you mean: compare its digest (sha256sum), and look at where it asks.',
  ];
}
