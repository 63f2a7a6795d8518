import type { Rule } from '../../blocks/rule.ts';

/** Fields are named in camelCase. */
export const unconventionalFieldName: Rule = ({ document }, report) => {
  for (const field of document.map.fields) {
    // An empty or padded name has its own diagnostic.
    if (field.name === '' || field.name !== field.name.trim() || /^\p{Ll}[\p{L}\p{Nd}]*$/u.test(field.name))
      continue;
    report('unconventional-field-name', document.spanOf(field, 'name'), { field: field.name });
  }
};
