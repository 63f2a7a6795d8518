import type { ReadsRule } from '../../reads/reads-rule.ts';
import { reportsOf } from '../../reads/reports.ts';

/** Something reads each field of a report, or its schema says that it is for people. */
export const unreadField: ReadsRule = (reads, report) => {
  for (const { fields, owner, spanOf } of reportsOf(reads)) {
    for (const field of fields) {
      if (field.isRead || field.isForPeople) continue;
      report('unread-field', spanOf(field), { field: field.path, owner });
    }
  }
};
