import { closest } from '../../util/closest.ts';
import { UsageError } from '../io/usage-error.ts';

/** What is wrong with a flag as it was typed; `flag` has its dashes. The same words for every command. */
export const flagFaults = {
  noValue: (flag: string): UsageError => new UsageError(`${flag} needs a value.`),
  takesNoValue: (flag: string): UsageError => new UsageError(`${flag} takes no value.`),
  twice: (flag: string): UsageError => new UsageError(`${flag} is given twice.`),
  noChoice: (flag: string, value: string, choices: readonly string[]): UsageError => {
    const near = closest(value, choices);
    const help = near === undefined ? `Write one of ${choices.join(', ')}.` : `Did you mean ${near}?`;
    return new UsageError(`${flag} cannot be "${value}".`, { help });
  },
  /** `known` are names without dashes. */
  unknown: (flag: string, command: string, known: readonly string[]): UsageError => {
    const near = closest(flag.replace(/^-+/, ''), known);
    const help = near === undefined ? `wfmap ${command} --help lists the flags.` : `Did you mean --${near}?`;
    return new UsageError(`The command "${command}" has no flag ${flag}.`, { help });
  },
} as const;
