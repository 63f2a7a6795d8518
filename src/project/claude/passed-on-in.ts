import { isObject } from '../../util/is-object.ts';
import { settingsFault } from './settings-fault.ts';

const isText = (value: unknown): boolean => typeof value === 'string';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/**
 * What reaches agents as it is, and which values do. All other settings do not: they are about the terminal, or bring in what is
 * not in the map, such as plugins and MCP servers.
 */
const PASSED_ON: Readonly<Record<string, (value: unknown) => boolean>> = {
  // The login: without it there is no agent.
  apiKeyHelper: isText,
  awsAuthRefresh: isText,
  awsCredentialExport: isText,
  gcpAuthRefresh: isText,
  proxyAuthHelper: isText,
  otelHeadersHelper: isText,
  forceLoginMethod: isText,
  forceLoginOrgUUID: (value) => isText(value) || isTextList(value),
  // Which model answers, where the map names none, and how hard it thinks.
  model: isText,
  modelOverrides: (value) => isObject(value) && Object.values(value).every(isText),
  availableModels: isTextList,
  effortLevel: isText,
  alwaysThinkingEnabled: isBoolean,
  language: isText,
  // Without it, Claude Code would remove sessions that the user wants to keep.
  cleanupPeriodDays: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  // What agents write into commits.
  attribution: isObject,
  includeCoAuthoredBy: isBoolean,
  // The user's own limits.
  sandbox: isObject,
  respectGitignore: isBoolean,
  allowedHttpHookUrls: isTextList,
  httpHookAllowedEnvVars: isTextList,
  autoMemoryEnabled: isBoolean,
  autoMemoryDirectory: isText,
};

/**
 * The settings that are passed on.
 *
 * Errors: throws `ProjectError` for a value that is not accepted: because of one, Claude Code drops all settings that it is given.
 */
export function passedOnIn(
  settings: Readonly<Record<string, unknown>>,
  path: string,
): Readonly<Record<string, unknown>> {
  const found = Object.entries(PASSED_ON).filter(([name]) => settings[name] !== undefined);
  const odd = found.find(([name, accepts]) => !accepts(settings[name]));
  if (odd !== undefined)
    throw settingsFault(path, `"${odd[0]}" has a value that Claude Code does not accept`);
  return Object.fromEntries(found.map(([name]) => [name, settings[name]]));
}
