import { WORDS } from '../../expression/alias-names.ts';
import { flagName, RUN_FLAGS } from '../flag-name.ts';
import type { Rule } from '../rule.ts';

/** A field can be set on the command line and read in prompts. */
export const reservedFieldName: Rule = ({ document }, report) => {
  for (const field of document.map.fields) {
    const flag = flagName(field.name);
    const span = document.spanOf(field, 'name');
    if (WORDS.has(field.name)) {
      report('reserved-field-name', span, { field: field.name, use: 'a word of the expression language' });
    } else if (RUN_FLAGS.has(flag)) {
      report('reserved-field-name', span, { field: field.name, use: `the flag "--${flag}" of wfmap run` });
    }
  }
};
