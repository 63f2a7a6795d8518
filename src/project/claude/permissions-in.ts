import { isObject } from '../../util/is-object.ts';
import { settingsFault } from './settings-fault.ts';

const LISTS = ['allow', 'deny', 'ask', 'additionalDirectories'] as const;

type Permissions = Readonly<Record<(typeof LISTS)[number], readonly string[]>>;

/**
 * The permissions in settings.
 *
 * Errors: throws `ProjectError` where they cannot be understood: agents could do what somebody has forbidden.
 */
export function permissionsIn(
  { permissions = {} }: Readonly<Record<string, unknown>>,
  path: string,
): Permissions {
  if (!isObject(permissions)) throw settingsFault(path, '"permissions" is not an object');
  const listIn = (name: (typeof LISTS)[number]): readonly string[] => {
    const list = permissions[name] ?? [];
    if (Array.isArray(list) && list.every((each) => typeof each === 'string')) return list;
    throw settingsFault(path, `"permissions.${name}" is not a list of texts`);
  };
  return {
    allow: listIn('allow'),
    deny: listIn('deny'),
    ask: listIn('ask'),
    additionalDirectories: listIn('additionalDirectories'),
  };
}
