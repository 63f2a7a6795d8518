import type { Report } from '../diagnostics/diagnostic.ts';
import type { Project } from './reads/project.ts';
import { ProjectReads } from './reads/project-reads.ts';
import type { ReadsRule } from './reads/reads-rule.ts';
import { overwrittenResult } from './rules/reads/overwritten-result.ts';
import { unboundParameter } from './rules/reads/unbound-parameter.ts';
import { ungivenInput } from './rules/reads/ungiven-input.ts';
import { unreadField } from './rules/reads/unread-field.ts';
import { unreadInput } from './rules/reads/unread-input.ts';
import { unreadName } from './rules/reads/unread-name.ts';

/** What one says is for another: whatever is found, given or bound has a reader. */
const reads: readonly ReadsRule[] = [
  overwrittenResult,
  unboundParameter,
  ungivenInput,
  unreadField,
  unreadInput,
  unreadName,
];

/** Checks what is read in some maps without errors, whether or not they are all of a project. */
export function validateReads(project: Project, report: Report): void {
  const found = new ProjectReads(project);
  if (found.isKnown) for (const rule of reads) rule(found, report);
}
