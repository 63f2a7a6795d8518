import { rulesOfCommand } from '../../agent/claude/command-rule.ts';
import type { ProjectInsight } from '../../model/project-insight.ts';

/** Where a list of allowed tools has this, it has the project's own commands: those that build, test and lint it. */
const PROJECT_COMMANDS = 'Bash(@project)';

/**
 * Permission rules in which the project's own commands stand for `Bash(@project)`: each command as it is, and with further
 * arguments.
 */
export function withProjectRules(rules: readonly string[], project: ProjectInsight): readonly string[] {
  if (!rules.includes(PROJECT_COMMANDS)) return rules;
  const lines = [...project.checks, project.build, project.test, project.lint];
  const own = [...new Set(lines.flatMap(rulesOfCommand))];
  return rules.flatMap((rule) => (rule === PROJECT_COMMANDS ? own : [rule]));
}
