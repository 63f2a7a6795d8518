import { ProjectError } from '../project-error.ts';

/** A file of settings that agents must not start without. Shape: `problem` is a clause. */
export function settingsFault(path: string, problem: string, cause?: unknown): ProjectError {
  return new ProjectError(
    'invalid-config',
    `The settings of Claude Code in "${path}" cannot be used: ${problem}.`,
    { cause, help: 'Correct the file; agents do not start without the rules in it.' },
  );
}
