import { describe, expect, test } from 'vitest';
import { NO_CLAUDE_CONFIG, type ClaudeConfig } from '../../../src/agent/claude/claude-config.ts';
import { claudeSettings } from '../../../src/agent/claude/claude-settings.ts';
import type { AgentReminder } from '../../../src/agent/agent.ts';

const none = NO_CLAUDE_CONFIG.permissions;

function settings(config: Partial<ClaudeConfig>, reminder?: AgentReminder, workFolder = '/repo') {
  const request = { workFolder, ...(reminder === undefined ? {} : { reminder }) };
  return claudeSettings(request, {
    ...NO_CLAUDE_CONFIG,
    userFolder: '/home/u/.claude',
    workRoot: '/repo',
    ...config,
  });
}

describe('the settings of a turn', () => {
  test('are absent where nobody says anything', () => {
    expect(settings({})).toBeUndefined();
    expect(settings({ projectRules: [{ folder: '', deny: [], ask: [] }] })).toBeUndefined();
  });

  test('hold what is passed on, and the permissions of the user', () => {
    const permissions = {
      ...none,
      allow: ['Bash(npm *)'],
      deny: ['WebFetch'],
      additionalDirectories: ['/docs'],
    };
    expect(settings({ settings: { model: 'opus' }, permissions })).toEqual({
      model: 'opus',
      permissions: { allow: ['Bash(npm *)'], deny: ['WebFetch'], additionalDirectories: ['/docs'] },
    });
  });

  test('hold what the project denies or asks about, each rule once', () => {
    const projectRules = [
      { folder: '', deny: ['Read(./.env)', 'WebFetch'], ask: ['Bash(git push *)'] },
      { folder: 'sub', deny: ['WebFetch'], ask: [] },
    ];
    expect(settings({ projectRules })).toEqual({
      permissions: { deny: ['Read(./.env)', 'WebFetch'], ask: ['Bash(git push *)'] },
    });
  });

  test('name the paths of rules in full: below the folder of the user, and below that of the project', () => {
    const permissions = { ...none, deny: ['Edit(/skills/**)'] };
    const projectRules = [
      { folder: 'sub', deny: ['Edit(/kept/**)', 'Read(//etc/**)', 'Bash(/bin/rm *)'], ask: [] },
    ];
    expect(settings({ permissions, projectRules })).toEqual({
      permissions: {
        deny: [
          'Edit(//home/u/.claude/skills/**)',
          'Edit(//repo/sub/kept/**)',
          'Read(//etc/**)',
          'Bash(/bin/rm *)',
        ],
      },
    });
  });

  test('name the paths of a worktree, too, with what a rule would take for a pattern as any character', () => {
    const projectRules = [{ folder: '', deny: ['Edit(/kept/**)'], ask: [] }];
    expect(settings({ projectRules }, undefined, '/repo/.wfmap/[1] (a)')).toEqual({
      permissions: { deny: ['Edit(//repo/kept/**)', 'Edit(//repo/.wfmap/?1? ?a?/kept/**)'] },
    });
  });

  test("hold the hooks of the user after the task's reminder, whatever their events are called", () => {
    const own = { hooks: [{ type: 'command', command: 'own' }] };
    const hooks = Object.fromEntries(
      ['PreToolUse', 'Stop', 'constructor', '__proto__'].map((event) => [event, [own]]),
    );
    const found = JSON.stringify(settings({ hooks }, { file: '/r.json', on: ['Edit'], before: false }));
    expect(JSON.parse(found)).toEqual({
      hooks: Object.fromEntries([
        [
          'PreToolUse',
          [{ matcher: 'Edit', hooks: [{ type: 'command', command: "cat '/r.json'", timeout: 10 }] }, own],
        ],
        ['Stop', [own]],
        ['constructor', [own]],
        ['__proto__', [own]],
      ]),
    });
  });
});
