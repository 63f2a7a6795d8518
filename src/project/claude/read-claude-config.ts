import { join, relative, sep } from 'node:path';
import { claudePlacesOf } from './claude-places.ts';
import { foldersDownTo } from './folders-down-to.ts';
import { readInstructions } from './read-instructions.ts';
import { hooksIn } from './hooks-in.ts';
import { passedOnIn } from './passed-on-in.ts';
import { permissionsIn } from './permissions-in.ts';
import { readSettingsJson } from './read-settings-json.ts';
import { variablesIn } from './variables-in.ts';

export interface ClaudeConfigRequest {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workRoot: string;
  readonly workFolder: string;
}

/**
 * Reads what of the configuration of Claude Code reaches agents: from the user's settings login, model and habits, permissions,
 * hooks and variables; from the project's settings only what narrows permissions; the instructions of both.
 *
 * It is read once and then passed on by wfmap, since agents can write all of these files.
 * Shape: `ClaudeConfig` of the agent, and `instructionFiles`, the files that the instructions come from.
 * Errors: throws `ProjectError` where a file cannot be read or understood.
 */
export function readClaudeConfig({ environment, workRoot, workFolder }: ClaudeConfigRequest) {
  const places = claudePlacesOf(environment, { workRoot, workFolder });
  const file = join(places.userFolder, 'settings.json');
  const user = readSettingsJson(file);
  const { text: instructions, files: instructionFiles } = readInstructions(places);
  return {
    environment: variablesIn(user, file),
    settings: passedOnIn(user, file),
    permissions: permissionsIn(user, file),
    // Passed on, this switch would take the reminders of the map with it.
    hooks: user['disableAllHooks'] === true ? {} : hooksIn(user, file),
    projectRules: foldersDownTo(workFolder, workRoot).map((folder) => rulesIn(folder, workRoot)),
    userFolder: places.userFolder,
    workRoot,
    instructions,
    instructionFiles,
  };
}

function rulesIn(folder: string, workRoot: string) {
  const files = ['settings.json', 'settings.local.json'].map((name) => {
    const file = join(folder, '.claude', name);
    return permissionsIn(readSettingsJson(file), file);
  });
  return {
    folder: relative(workRoot, folder).split(sep).join('/'),
    deny: files.flatMap(({ deny }) => deny),
    ask: files.flatMap(({ ask }) => ask),
  };
}
