import type { ClaudeTask } from '../../model/block.ts';
import type { RoleSettings } from '../../prompt/parse/role-settings.ts';
import type { Program } from './program.ts';

/** How the agent of a task works: as the task says, or the map for all its tasks, else as its role does. */
export function agentSettingsOf({ roles }: Program, task: ClaudeTask) {
  const role: RoleSettings = (task.agent && roles.get(task.agent.name)?.settings) ?? {};
  return {
    model: task.model ?? role.model,
    effort: role.effort,
    permissionMode: task.permissionMode ?? role.permissionMode,
    unruledCalls: task.unruledCalls ?? role.unruledCalls ?? 'refuse',
    allowedTools: task.allowedTools ?? role.allowedTools,
    disallowedTools: task.disallowedTools ?? role.disallowedTools,
    maxTurns: task.maxTurns ?? role.maxTurns,
  };
}
