import { posix } from 'node:path';
import type { AgentRequest } from '../agent.ts';
import type { ClaudeConfig } from './claude-config.ts';
import { literalPath } from './literal-path.ts';
import { toPermissionRule } from '../../model/permission-rule.ts';
import { reminderHooks } from './reminder-hook.ts';

/**
 * The settings of a turn: all that hold beside those that an administrator manages.
 *
 * Claude Code reads no file of settings, neither at the start nor while it runs, so that what an agent writes there has no effect.
 * What must hold whatever is in the files of others is not here but in flags.
 * Shape: as `--settings` takes them; undefined for none.
 */
export function claudeSettings(request: SettingsRequest, config: ClaudeConfig): object | undefined {
  const { reminder, workFolder } = request;
  const { permissions: own } = config;
  const ofUser = (rules: readonly string[]) => rules.flatMap((rule) => anchored(rule, [config.userFolder]));
  const ofProject = (kind: 'deny' | 'ask') =>
    config.projectRules.flatMap(({ folder, [kind]: rules }) => {
      // An agent of a worktree has the folder twice: there, and in the project itself.
      const places = [config.workRoot, workFolder].map((root) => posix.join(root, folder));
      return rules.flatMap((rule) => anchored(rule, places));
    });
  const lists = {
    allow: ofUser(own.allow),
    deny: [...new Set([...ofUser(own.deny), ...ofProject('deny')])],
    ask: [...new Set([...ofUser(own.ask), ...ofProject('ask')])],
    additionalDirectories: own.additionalDirectories,
  };
  const permissions = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
  const hooks = joined(reminder === undefined ? {} : reminderHooks(reminder), config.hooks);
  const settings = {
    ...config.settings,
    ...(Object.keys(permissions).length > 0 ? { permissions } : {}),
    ...(Object.keys(hooks).length > 0 ? { hooks } : {}),
  };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

type SettingsRequest = Pick<AgentRequest, 'reminder' | 'workFolder'>;
type Hooks = ClaudeConfig['hooks'];

/** The hooks of both; those of the task come first. */
function joined(...sets: readonly Hooks[]): Hooks {
  const byEvent = new Map<string, readonly object[]>();
  for (const [event, hooks] of sets.flatMap((set) => Object.entries(set))) {
    byEvent.set(event, [...(byEvent.get(event) ?? []), ...hooks]);
  }
  return Object.fromEntries(byEvent);
}

/** Tools whose rules are about paths. */
const OF_PATHS = ['Read', 'Edit', 'Write', 'NotebookEdit', 'Grep', 'Glob'];

/** A rule with its paths in full: `/x` is below the folder that the rule stands in, and on the command line it stands in none. */
function anchored(rule: string, folders: readonly string[]): readonly string[] {
  const { tool, about } = toPermissionRule(rule);
  if (!OF_PATHS.includes(tool) || about === undefined || !/^\/(?!\/)/.test(about)) return [rule];
  return [...new Set(folders.map((folder) => `${tool}(/${posix.join(literalPath(folder), about)})`))];
}
