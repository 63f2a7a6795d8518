import { describe, expect, test } from 'vitest';
import type { AgentRequest } from '../../../src/agent/agent.ts';
import { NO_CLAUDE_CONFIG, type ClaudeConfig } from '../../../src/agent/claude/claude-config.ts';
import { offeredTools } from '../../../src/agent/claude/offered-tools.ts';

type Offers = Partial<Pick<AgentRequest, 'allowedTools' | 'disallowedTools' | 'permissionMode'>>;

function offered(request: Offers, config: Partial<ClaudeConfig> = {}): string {
  const nothing = { allowedTools: undefined, disallowedTools: undefined, permissionMode: undefined };
  return offeredTools({ ...nothing, ...request }, { ...NO_CLAUDE_CONFIG, ...config }).join(' ');
}

const { permissions } = NO_CLAUDE_CONFIG;

describe('the tools that are offered', () => {
  test('are those of work where a task says nothing', () => {
    expect(offered({})).toBe('Read Bash Edit Write NotebookEdit');
    expect(offered({ allowedTools: [] })).toBe(offered({}));
  });

  test('are, beyond these, what allowedTools names, each once', () => {
    const allowedTools = ['Bash(npm test)', 'Bash(git *)', 'Agent', 'Skill(deploy)', 'WebFetch(domain:a.b)'];
    expect(offered({ allowedTools })).toBe('Read Bash Edit Write NotebookEdit Agent Skill WebFetch');
  });

  test('do not include tools of servers, nor what is not the name of a tool', () => {
    const allowedTools = ['mcp__db__query', 'mcp__db', '*', 'default', 'Read,Agent', '--tools', ''];
    expect(offered({ allowedTools })).toBe(offered({}));
  });

  test('do not include what is denied as a whole, also where it is named', () => {
    const disallowedTools = ['Write', 'NotebookEdit()', 'Edit(*)', 'Bash(git push *)'];
    expect(offered({ disallowedTools, allowedTools: ['Write'] })).toBe('Read Bash');
  });

  test('never include one that would begin work after the result', () => {
    expect(offered({ allowedTools: ['ScheduleWakeup', 'CronCreate', 'Monitor'] })).toBe(offered({}));
  });

  test('include those that search where there are no commands', () => {
    expect(offered({ disallowedTools: ['Bash'] })).toBe('Read Edit Write NotebookEdit Grep Glob');
    expect(offered({ disallowedTools: ['Bash', 'Grep'] })).toBe('Read Edit Write NotebookEdit Glob');
  });

  test('leave out what the user or the project denies as a whole', () => {
    const project = { folder: '', deny: ['Write'], ask: ['Edit'] };
    const config = { permissions: { ...permissions, deny: ['Bash'] }, projectRules: [project] };
    expect(offered({}, config)).toBe('Read Edit NotebookEdit Grep Glob');
  });

  test('reach the web only where something allows it', () => {
    expect(offered({}, { permissions: { ...permissions, allow: ['WebFetch(domain:a.b)', 'Agent'] } })).toBe(
      'Read Bash Edit Write NotebookEdit WebFetch',
    );
    expect(offered({ permissionMode: 'bypassPermissions' })).toBe(
      'Read Bash Edit Write NotebookEdit WebFetch WebSearch',
    );
  });

  test('can be none', () => {
    const disallowedTools = ['Read', 'Bash', 'Edit', 'Write', 'NotebookEdit', 'Grep', 'Glob'];
    expect(offered({ disallowedTools })).toBe('');
  });
});
