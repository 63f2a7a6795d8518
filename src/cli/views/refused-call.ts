import type { Denial } from '../../model/event-records.ts';
import { formatCommand, toOneLine } from '../io/format.ts';

/** A refused tool call, and what a person can do about it. */
export function refusedCall({ tool, input, ...denial }: Denial): string {
  return `${toOneLine(`${tool} ${input}`, 160)}  (${wayOutOf(denial)})`;
}

function wayOutOf({ rule, why }: Pick<Denial, 'rule' | 'why'>): string {
  if (rule !== null) {
    const flag = formatCommand(['--allow', toOneLine(rule)]);
    // Of a run of before, when there was no narrower one.
    return rule === 'Bash' ? `${flag} allows all commands` : `allow it with ${flag}`;
  }
  if (why === 'person') return 'a person refused it';
  if (why === 'effects') return 'its task may not change that';
  return why === undefined ? 'a rule forbids it' : 'no single rule allows just that';
}
