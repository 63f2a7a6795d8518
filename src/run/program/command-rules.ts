import { rulesOfCommand } from '../../agent/claude/command-rule.ts';
import type { WorkflowMap } from '../../model/map.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { ProjectInsight } from '../../model/project-insight.ts';

/** Where a list of allowed tools has this, it has the project's own commands: those that build, test and lint it. */
const PROJECT_COMMANDS = 'Bash(@project)';

/** And where it has this, the commands that the run was started with: the values of inputs of the type `command`. */
const INPUT_COMMANDS = 'Bash(@inputs)';

/**
 * Permission rules in which commands stand for `Bash(@project)` and `Bash(@inputs)`: each as it is, and with further arguments.
 */
export function withCommandRules(
  rules: readonly string[],
  project: ProjectInsight,
  inputs: readonly string[],
): readonly string[] {
  return rules.flatMap((rule) => {
    if (rule === PROJECT_COMMANDS)
      return rulesOf([...project.checks, project.build, project.test, project.lint]);
    return rule === INPUT_COMMANDS ? rulesOf(inputs) : [rule];
  });
}

/**
 * The commands that a run was started with.
 *
 * Only the inputs of the run itself count: what a map passes on to a map inside of it may come from an agent. So may those
 * of a run that was started inside of another run.
 */
export function commandInputsOf(
  started: Started | undefined,
  { fields }: Pick<WorkflowMap, 'fields'>,
): readonly string[] {
  if (started === undefined || (started.within ?? []).length > 0) return [];
  const given = new Map(Object.entries(started.fields));
  return fields.flatMap(({ name, isCommand }) => {
    const value = isCommand === true ? given.get(name) : undefined;
    return typeof value === 'string' ? [value] : [];
  });
}

type Started = Pick<RunEventData['run.started'], 'fields' | 'within'>;

function rulesOf(lines: readonly string[]): readonly string[] {
  return [...new Set(lines.flatMap(rulesOfCommand))];
}
