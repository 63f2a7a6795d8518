import type { Slip } from '../journal/slip.ts';
import { questionOf } from '../run/ask-person.ts';
import type { OpenTask } from '../run/run-state.ts';
import { formatCommand, toOneLine } from './format.ts';

/** How much of a question stands where a run pauses; the whole is in its prompt file. */
const MAX_LINES = 20;
const MAX_COLUMNS = 200;

/**
 * An open question, for a person who is not asked here: what, the choices, and the line that answers it. `name` says
 * which question is meant; undefined where it is the only one.
 */
export function reportQuestion(open: OpenTask, slip: Slip, name: string | undefined): readonly string[] {
  const { task, text, choices, fields, deadline } = questionOf(open);
  const lines = text.trim().split('\n');
  const shown = lines.slice(0, MAX_LINES).map((line) => `  ${toOneLine(line, MAX_COLUMNS)}`.trimEnd());
  const left = lines.length - shown.length;
  const rest = left > 0 ? [`  … ${left} more lines, in the prompt file of the task`] : [];
  const until = deadline === null ? '' : ` (until ${deadline})`;
  const which = name === undefined ? [] : [`--task=${name}`];
  const required = fields.filter((field) => field.required).map(({ name }) => `--${name}=…`);
  return [
    `"${toOneLine(name ?? task)}" asks${until}:`,
    ...shown,
    ...rest,
    ...choices.map(({ name, choose }) =>
      choose === null
        ? `  - ${toOneLine(name)}`
        : `  - ${toOneLine(name)}: ${toOneLine(choose, MAX_COLUMNS)}`,
    ),
    `Answer with: ${formatCommand(['wfmap', 'answer', slip.name, choices[0]?.name ?? '', ...which, ...required])}`,
  ];
}
