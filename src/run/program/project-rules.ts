import type { ProjectInsight } from '../../model/project-insight.ts';

/** Where a list of allowed tools has this, it has the project's own commands: those that build, test and lint it. */
const PROJECT_COMMANDS = 'Bash(@project)';

/** Programs that run whatever they are given: alone they are no command of a project. */
const RUNNERS: ReadonlySet<string> = new Set(
  'sh bash dash zsh fish env exec eval xargs nohup time sudo doas npx bunx pnpx uvx node bun deno python python3 ruby perl php'.split(
    ' ',
  ),
);

/** Longer lines make no rule. Units: UTF-16. */
const MAX_LINE = 500;

/**
 * Permission rules in which the project's own commands stand for `Bash(@project)`: each command as it is, and with further
 * arguments.
 *
 * Of a line with `&&` or `;` each command is one, as the CLI takes it apart. A command that a rule cannot say to the letter,
 * such as one with a pipe, is left out, and so is one that would run anything.
 */
export function withProjectRules(rules: readonly string[], project: ProjectInsight): readonly string[] {
  if (!rules.includes(PROJECT_COMMANDS)) return rules;
  const lines = [...project.checks, project.build, project.test, project.lint];
  const commands = new Set(lines.flatMap((line) => line.split(/&&|;/).map((each) => each.trim())));
  const own = [...commands].filter(isCommand).flatMap((each) => [`Bash(${each})`, `Bash(${each} *)`]);
  return rules.flatMap((rule) => (rule === PROJECT_COMMANDS ? own : [rule]));
}

function isCommand(command: string): boolean {
  if (command.length > MAX_LINE || !/^[\w@%+=:,./ -]+$/.test(command)) return false;
  const words = command.split(' ').filter((word) => !/^(?:\w+=|-)/.test(word));
  const isRunner = (word: string | undefined): boolean => RUNNERS.has(word?.replace(/^.*\//, '') ?? '');
  return words.length > 0 && !words.every(isRunner) && !/(?:^| )-[a-z]*[ce]$/.test(command);
}
