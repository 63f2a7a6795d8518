import { closest } from '../util/closest.ts';
import { ProjectError } from './project-error.ts';

/** Commands that a project's configuration sets in place of those that its files suggest; "" says that there is none. */
export interface ProjectChecks {
  readonly build?: string;
  readonly test?: string;
  readonly lint?: string;
}

const NAMES = ['build', 'test', 'lint'] as const;

/** Units: characters. */
const MAX_COMMAND = 2_000;

/** Reads the setting `checks`. Errors: throws {@link ProjectError} `invalid-config`. */
export function toProjectChecks(value: unknown, file: string): ProjectChecks {
  if (value === undefined) return {};
  const fault = (what: string, help?: string): ProjectError =>
    new ProjectError('invalid-config', `In ${file}, ${what}.`, help === undefined ? {} : { help });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw fault('"checks" is not an object', 'Write for example {"test": "npm test"}.');
  }
  const given = new Map<string, unknown>(Object.entries(value));
  const odd = [...given.keys()].find((name) => !NAMES.some((known) => known === name));
  if (odd !== undefined) {
    const near = closest(odd, NAMES);
    const help = near === undefined ? `They are ${NAMES.join(', ')}.` : `Did you mean "${near}"?`;
    throw fault(`"checks" has "${odd}", which wfmap does not know`, help);
  }
  const commands = NAMES.flatMap((name): readonly (readonly [string, string])[] => {
    const command = given.get(name);
    if (command === undefined) return [];
    if (typeof command === 'string' && command.length <= MAX_COMMAND && !/[\r\n\0]/.test(command)) {
      return [[name, command.trim()]];
    }
    throw fault(`"checks.${name}" is not a command on one line`);
  });
  return Object.fromEntries(commands);
}
