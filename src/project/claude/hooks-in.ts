import { isObject } from '../../util/is-object.ts';
import { settingsFault } from './settings-fault.ts';

type Hooks = Readonly<Record<string, readonly object[]>>;

/**
 * The hooks in settings, by event. Errors: throws `ProjectError`; one hook that Claude Code does not accept makes it drop all settings.
 */
export function hooksIn({ hooks = {} }: Readonly<Record<string, unknown>>, path: string): Hooks {
  if (isHooks(hooks)) return hooks;
  throw settingsFault(
    path,
    '"hooks" is not an object of lists, each of {"matcher", "hooks"} with the hooks of an event',
  );
}

function isHooks(hooks: unknown): hooks is Hooks {
  return (
    isObject(hooks) && Object.values(hooks).every((list) => Array.isArray(list) && list.every(isHookGroup))
  );
}

function isHookGroup(group: unknown): boolean {
  if (!isObject(group) || !Array.isArray(group['hooks'])) return false;
  return isAbsentOr('string', group['matcher']) && group['hooks'].every(isHook);
}

/** What each kind of hook must have. */
const NEEDS: Readonly<Record<string, string>> = {
  command: 'command',
  http: 'url',
  prompt: 'prompt',
  agent: 'prompt',
};

function isHook(hook: unknown): boolean {
  if (!isObject(hook) || typeof hook['type'] !== 'string') return false;
  const needs = Object.hasOwn(NEEDS, hook['type']) ? NEEDS[hook['type']] : undefined;
  return (needs === undefined || typeof hook[needs] === 'string') && isAbsentOr('number', hook['timeout']);
}

function isAbsentOr(type: 'string' | 'number', value: unknown): boolean {
  return value === undefined || typeof value === type;
}
