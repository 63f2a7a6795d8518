import { isObject } from '../../util/is-object.ts';
import { settingsFault } from './settings-fault.ts';

/** The variables in settings. Claude Code takes numbers and booleans as their texts. */
export function variablesIn(
  { env = {} }: Readonly<Record<string, unknown>>,
  path: string,
): Readonly<Record<string, string>> {
  const variables = isObject(env) ? Object.entries(env) : undefined;
  if (variables?.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)) !== true) {
    throw settingsFault(path, '"env" is not an object of texts');
  }
  return Object.fromEntries(variables.map(([name, value]) => [name, String(value)]));
}
