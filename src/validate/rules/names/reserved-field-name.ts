import type { Report } from '../../../diagnostics/diagnostic.ts';
import { WORDS } from '../../../expression/cel/alias-names.ts';
import type { Field } from '../../../model/field.ts';
import type { MapDocument } from '../../../model/map-document.ts';
import { fieldsOf } from '../../../model/tasks.ts';
import { tasksOf } from '../../blocks/blocks.ts';
import { ANSWER_FLAGS, flagName, RUN_FLAGS } from '../../blocks/flag-name.ts';
import type { Rule } from '../../blocks/rule.ts';

/** A field can be set on the command line and read in prompts; one that a person is asked for, too. */
export const reservedFieldName: Rule = ({ document }, report) => {
  const { map } = document;
  for (const field of map.fields) {
    if (WORDS.has(field.name)) {
      const use = 'a word of the expression language';
      report('reserved-field-name', document.spanOf(field, 'name'), { field: field.name, use });
    } else checkFlag(field, { document, report, flags: RUN_FLAGS, command: 'run' });
  }
  for (const task of tasksOf(map)) {
    // It is read as a member of the answer, where any word can stand.
    for (const field of fieldsOf(task)) {
      checkFlag(field, { document, report, flags: ANSWER_FLAGS, command: 'answer' });
    }
  }
};

interface Flags {
  readonly document: MapDocument;
  readonly report: Report;
  readonly flags: ReadonlySet<string>;
  readonly command: string;
}

function checkFlag(field: Field, { document, report, flags, command }: Flags): void {
  const flag = flagName(field.name);
  if (!flags.has(flag)) return;
  const use = `the flag "--${flag}" of wfmap ${command}`;
  report('reserved-field-name', document.spanOf(field, 'name'), { field: field.name, use });
}
