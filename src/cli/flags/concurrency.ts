import { MAX_CONCURRENCY, type ProjectConfig } from '../../project/config.ts';
import { UsageError } from '../io/usage-error.ts';

/**
 * How many agents and commands may be at work at once: by the flag, else `WFMAP_CONCURRENCY`, else the project's
 * settings. Shape: empty where none is set. Errors: throws {@link UsageError}.
 */
export function concurrencyOf(
  flag: string | undefined,
  { concurrency }: Pick<ProjectConfig, 'concurrency'>,
): { readonly concurrency?: number } {
  if (flag !== undefined) return { concurrency: read(flag, '--concurrency') };
  const { WFMAP_CONCURRENCY: variable = '' } = process.env;
  if (variable.trim() !== '') return { concurrency: read(variable, 'WFMAP_CONCURRENCY') };
  return concurrency === undefined ? {} : { concurrency };
}

function read(text: string, where: string): number {
  const count = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MAX_CONCURRENCY) return count;
  throw new UsageError(`${where} "${text}" is not a whole number from 1 to ${MAX_CONCURRENCY}.`, {
    help: 'It says how many agents and commands may be at work at once, over the whole run.',
  });
}
