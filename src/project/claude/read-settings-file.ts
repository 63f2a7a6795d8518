import { isObject } from '../../util/is-object.ts';
import { ProjectError } from '../project-error.ts';
import { readTextIfThere } from './read-text-if-there.ts';

const MAX_BYTES = 1_048_576;

/** Settings of Claude Code, as far as wfmap understands them. Shape: `rest` has all other keys. */
export interface SettingsFile {
  readonly environment: Readonly<Record<string, string>>;
  readonly permissions: Readonly<Record<(typeof LISTS)[number], readonly string[]>>;
  readonly hooks: Readonly<Record<string, readonly object[]>>;
  readonly rest: Readonly<Record<string, unknown>>;
}

const LISTS = ['allow', 'deny', 'ask', 'additionalDirectories'] as const;

/**
 * Reads one file of settings; one that is not there has none.
 *
 * Errors: throws {@link ProjectError} `invalid-config` where rules or hooks cannot be understood: without them, agents could do
 * what somebody has forbidden.
 */
export function readSettingsFile(path: string): SettingsFile {
  const { env = {}, permissions = {}, hooks = {}, ...rest } = parse(path);
  if (!isObject(permissions)) throw fault(path, '"permissions" is not an object');
  const { allow, deny, ask, additionalDirectories } = permissions;
  const listIn = (name: string, list: unknown = []): readonly string[] => {
    if (Array.isArray(list) && list.every((each) => typeof each === 'string')) return list;
    throw fault(path, `"permissions.${name}" is not a list of texts`);
  };
  return {
    environment: environmentIn(env, path),
    permissions: {
      allow: listIn('allow', allow),
      deny: listIn('deny', deny),
      ask: listIn('ask', ask),
      additionalDirectories: listIn('additionalDirectories', additionalDirectories),
    },
    hooks: hooksIn(hooks, path),
    rest,
  };
}

function parse(path: string): Readonly<Record<string, unknown>> {
  const text = (readTextIfThere(path, MAX_BYTES) ?? '').replace(/^\uFEFF/, '');
  if (text.trim() === '') return {};
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    throw fault(path, 'it is not JSON', thrown);
  }
  if (isObject(json)) return json;
  throw fault(path, 'it does not hold an object');
}

/** Claude Code takes numbers and booleans as their texts. */
function environmentIn(env: unknown, path: string): Readonly<Record<string, string>> {
  const variables = isObject(env) ? Object.entries(env) : undefined;
  if (variables?.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)) !== true) {
    throw fault(path, '"env" is not an object of texts');
  }
  return Object.fromEntries(variables.map(([name, value]) => [name, String(value)]));
}

/** What is in a hook is for Claude Code to judge; it drops one that it does not know and keeps the others. */
function hooksIn(hooks: unknown, path: string): Readonly<Record<string, readonly object[]>> {
  if (isObject(hooks) && Object.values(hooks).every(isHookList)) {
    return hooks as Readonly<Record<string, readonly object[]>>;
  }
  throw fault(path, '"hooks" is not an object of lists, each of objects with a list "hooks"');
}

function isHookList(list: unknown): boolean {
  return Array.isArray(list) && list.every((each) => isObject(each) && Array.isArray(each['hooks']));
}

function fault(path: string, problem: string, cause?: unknown): ProjectError {
  return new ProjectError(
    'invalid-config',
    `The settings of Claude Code in "${path}" cannot be used: ${problem}.`,
    {
      cause,
      help: 'Correct the file; agents do not start without the rules in it.',
    },
  );
}
