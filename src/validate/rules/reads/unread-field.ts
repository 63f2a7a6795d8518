import type { ReadsRule } from '../../reads/reads-rule.ts';
import { reportsOf } from '../../reads/reports.ts';

/** Something reads each field of a report, or its schema says that it is for people: those are counted. */
export const unreadField: ReadsRule = (reads, report) => {
  for (const { fields, owner, spanOf } of reportsOf(reads)) {
    for (const field of fields) {
      const params = { field: field.path, owner };
      if (field.isForPeople) report('field-for-people', spanOf(field), params);
      else if (!field.isRead) report('unread-field', spanOf(field), params);
    }
  }
};
