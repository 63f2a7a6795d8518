import { join, relative, sep } from 'node:path';
import { claudePlacesOf } from './claude-places.ts';
import { foldersDownTo } from './folders-down-to.ts';
import { readInstructions } from './read-instructions.ts';
import { readSettingsFile, type SettingsFile } from './read-settings-file.ts';

/**
 * Settings of the user that reach agents as they are. All others do not: they are about the terminal, or bring in what is not
 * in the map, such as plugins and MCP servers.
 */
const PASSED_ON = [
  // The login: without it there is no agent.
  'apiKeyHelper',
  'awsAuthRefresh',
  'awsCredentialExport',
  'gcpAuthRefresh',
  'proxyAuthHelper',
  'otelHeadersHelper',
  'forceLoginMethod',
  'forceLoginOrgUUID',
  // Which model answers, where the map names none, and how hard it thinks.
  'model',
  'modelOverrides',
  'availableModels',
  'fallbackModel',
  'effortLevel',
  'alwaysThinkingEnabled',
  'language',
  // Without it, Claude Code would remove sessions that the user wants to keep.
  'cleanupPeriodDays',
  // What agents write into commits.
  'attribution',
  'includeCoAuthoredBy',
  // The user's own walls, and where hooks may report to.
  'sandbox',
  'respectGitignore',
  'allowedHttpHookUrls',
  'httpHookAllowedEnvVars',
  'autoMemoryEnabled',
  'autoMemoryDirectory',
];

export interface ClaudeConfigRequest {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workRoot: string;
  readonly workFolder: string;
}

/**
 * Reads what of the configuration of Claude Code reaches agents: from the user's settings what is listed above, permissions, hooks
 * and variables; from the project's settings only what narrows permissions; the instructions of both.
 *
 * It is read once and then passed on by wfmap, since agents can write all of these files.
 * Shape: `ClaudeConfig` of the agent, and `instructionFiles`, the files that the instructions come from.
 * Errors: throws `ProjectError` where a file cannot be read or understood.
 */
export function readClaudeConfig({ environment, workRoot, workFolder }: ClaudeConfigRequest) {
  const places = claudePlacesOf(environment, { workRoot, workFolder });
  const user = readSettingsFile(join(places.userFolder, 'settings.json'));
  const { text: instructions, files: instructionFiles } = readInstructions(places);
  const passedOn = PASSED_ON.filter((name) => user.rest[name] !== undefined);
  return {
    environment: user.environment,
    settings: Object.fromEntries(passedOn.map((name) => [name, user.rest[name]])),
    permissions: user.permissions,
    // Passed on, this switch would take the reminders of the map with it.
    hooks: user.rest['disableAllHooks'] === true ? {} : user.hooks,
    projectRules: foldersDownTo(workFolder, workRoot).map((folder) => rulesIn(folder, workRoot)),
    userFolder: places.userFolder,
    workRoot,
    instructions,
    instructionFiles,
  };
}

function rulesIn(folder: string, workRoot: string) {
  const files = ['settings.json', 'settings.local.json'].map((name) =>
    readSettingsFile(join(folder, '.claude', name)),
  );
  const all = (list: 'deny' | 'ask'): readonly string[] =>
    files.flatMap(({ permissions }: SettingsFile) => permissions[list]);
  return {
    folder: relative(workRoot, folder).split(sep).join('/'),
    deny: all('deny'),
    ask: all('ask'),
  };
}
