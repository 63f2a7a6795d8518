import { rulesOfCommand } from '../../agent/claude/command-rule.ts';
import type { WorkflowMap } from '../../model/map.ts';
import { toCommandsRule } from '../../model/permission-rule.ts';
import type { RunEventData } from '../../model/run-event.ts';
import type { ProjectInsight } from '../../model/project-insight.ts';

/**
 * Permission rules in which commands stand for `Bash(@project)`, the project's own that build, test and lint it, for
 * `Bash(@inputs)`, those that the run was started with, and for `Bash(@inputs.name)`, one of them: each as it is, and
 * with further arguments.
 */
export function withCommandRules(
  rules: readonly string[],
  project: ProjectInsight,
  inputs: ReadonlyMap<string, string>,
): readonly string[] {
  return rules.flatMap((rule) => {
    const { word, name } = toCommandsRule(rule) ?? {};
    if (word === 'project' && name === undefined)
      return rulesOf([...project.checks, project.build, project.test, project.lint]);
    if (word !== 'inputs') return [rule];
    return rulesOf(name === undefined ? [...inputs.values()] : [inputs.get(name) ?? ''].filter(Boolean));
  });
}

/**
 * The commands that a run was started with, by the names of the inputs.
 *
 * Only the inputs of the run itself count: what a map passes on to a map inside of it may come from an agent. So may those
 * of a run that was started inside of another run.
 */
export function commandInputsOf(
  started: Started | undefined,
  { fields }: Pick<WorkflowMap, 'fields'>,
): ReadonlyMap<string, string> {
  if (started === undefined || (started.within ?? []).length > 0) return new Map();
  const given = new Map(Object.entries(started.fields));
  const commands = fields.flatMap(({ name, isCommand }): [string, string][] => {
    const value = isCommand === true ? given.get(name) : undefined;
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return new Map(commands);
}

type Started = Pick<RunEventData['run.started'], 'fields' | 'within'>;

function rulesOf(lines: readonly string[]): readonly string[] {
  return [...new Set(lines.flatMap(rulesOfCommand))];
}
