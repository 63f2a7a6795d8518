import { isObject } from '../../util/is-object.ts';
import { readTextIfThere } from './read-text-if-there.ts';
import { settingsFault } from './settings-fault.ts';

const MAX_BYTES = 1_048_576;

/** Reads one file of settings; one that is not there, or is empty, has none. Errors: throws `ProjectError`. */
export function readSettingsJson(path: string): Readonly<Record<string, unknown>> {
  const text = (readTextIfThere(path, MAX_BYTES) ?? '').replace(/^\uFEFF/, '');
  if (text.trim() === '') return {};
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    throw settingsFault(path, 'it is not JSON', thrown);
  }
  if (isObject(json)) return json;
  throw settingsFault(path, 'it does not hold an object');
}
