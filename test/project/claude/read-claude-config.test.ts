import { mkdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ClaudeConfig } from '../../../src/agent/claude/claude-config.ts';
import { readClaudeConfig } from '../../../src/project/claude/read-claude-config.ts';
import { inFolder } from '../in-folder.ts';

const { at, put, reported } = inFolder();

function read(workFolder = 'repo', environment: Readonly<Record<string, string>> = {}): ClaudeConfig {
  mkdirSync(at(workFolder), { recursive: true });
  return readClaudeConfig({
    environment: { HOME: at('home'), ...environment },
    workRoot: at('repo'),
    workFolder: at(workFolder),
  });
}

const USER = 'home/.claude/settings.json';
const user = (settings: unknown) => put(USER, JSON.stringify(settings));

describe('the configuration that reaches agents', () => {
  test('is empty where there is none', () => {
    const none = { allow: [], deny: [], ask: [], additionalDirectories: [] };
    expect(read()).toMatchObject({
      environment: {},
      settings: {},
      permissions: none,
      hooks: {},
      instructions: '',
    });
    put(USER, '\uFEFF \n');
    expect(read()).toMatchObject({ settings: {}, permissions: none });
  });

  test('has of the user login, models, permissions, hooks and variables, and nothing else', () => {
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'beep' }] }] };
    user({
      apiKeyHelper: 'get-key',
      model: 'opus',
      cleanupPeriodDays: 9999,
      env: { PROXY: 'x', LIMIT: 3, ON: true },
      permissions: { allow: ['Bash(npm *)'], deny: ['WebFetch'], defaultMode: 'bypassPermissions' },
      hooks,
      statusLine: { type: 'command', command: 'line' },
      enabledPlugins: { 'a@b': true },
      enableAllProjectMcpServers: true,
    });
    expect(read()).toMatchObject({
      environment: { PROXY: 'x', LIMIT: '3', ON: 'true' },
      permissions: { allow: ['Bash(npm *)'], deny: ['WebFetch'], ask: [], additionalDirectories: [] },
      hooks,
    });
    expect(read().settings).toEqual({ apiKeyHelper: 'get-key', model: 'opus', cleanupPeriodDays: 9999 });
  });

  test('is that of CLAUDE_CONFIG_DIR where this is set', () => {
    user({ model: 'opus' });
    put('other/settings.json', '{"model": "haiku"}');
    put('other/CLAUDE.md', 'of the other');
    const { settings, instructions } = read('repo', { CLAUDE_CONFIG_DIR: at('other') });
    expect(settings).toEqual({ model: 'haiku' });
    expect(instructions).toContain('of the other');
  });

  test('has no hooks where the user has switched them off', () => {
    user({ disableAllHooks: true, hooks: { Stop: [{ hooks: [] }] } });
    expect(read()).toMatchObject({ hooks: {}, settings: {} });
  });

  test('has of a project only what it denies or asks about, on the way to the folder of the work', () => {
    const all = {
      permissions: { allow: ['Bash'], deny: ['Edit(/a)'], ask: ['Write'] },
      hooks: 1,
      env: 2,
      model: 3,
    };
    put('repo/.claude/settings.json', JSON.stringify(all));
    put('repo/.claude/settings.local.json', '{"permissions": {"deny": ["Read(b)"]}}');
    put('repo/sub/.claude/settings.json', '{"permissions": {"deny": ["Read(c)"]}}');
    put('.claude/settings.json', '{"permissions": {"deny": ["Read(outside)"]}}');
    const config = read('repo/sub');
    expect(config).toMatchObject({
      environment: {},
      settings: {},
      hooks: {},
      permissions: { allow: [], deny: [] },
    });
    expect(config.projectRules).toEqual([
      { folder: '', deny: ['Edit(/a)', 'Read(b)'], ask: ['Write'] },
      { folder: 'sub', deny: ['Read(c)'], ask: [] },
    ]);
  });

  test('does not change when a file does', () => {
    user({ model: 'opus' });
    const config = read();
    user({ model: 'haiku', permissions: { allow: ['Bash'] } });
    expect([config.settings, config.permissions.allow]).toEqual([{ model: 'opus' }, []]);
  });

  test('is refused where a file of settings cannot be understood', () => {
    const faults = [
      '{"permissions": ',
      '[]',
      '{"permissions": []}',
      '{"permissions": {"deny": "Write"}}',
      '{"permissions": {"ask": [1]}}',
      '{"env": {"A": {}}}',
      '{"env": null}',
      '{"hooks": []}',
      '{"hooks": {"Stop": [{"matcher": 5, "hooks": []}]}}',
      '{"hooks": {"Stop": [{"hooks": [7]}]}}',
      '{"hooks": {"Stop": [{"hooks": [{"type": "command"}]}]}}',
      '{"model": 5}',
      '{"cleanupPeriodDays": 0}',
      '{"modelOverrides": {"a": 1}}',
    ].map((text) => {
      put(USER, text);
      return `${text}\n  ${reported(() => read())}`;
    });
    expect(faults.join('\n')).toMatchInlineSnapshot(`
      "{"permissions": 
        invalid-config: The settings of Claude Code in "<folder>/home/.claude/settings.json" cannot be used: it is not JSON.
        help: Correct the file; agents do not start without the rules in it.
      []
        invalid-config: The settings of Claude Code in "<folder>/home/.claude/settings.json" cannot be used: it does not hold an object.
        help: Correct the file; agents do not start without the rules in it.
      {"permissions": []}
        invalid-config: The settings of Claude Code in "<folder>/home/.claude/settings.json" cannot be used: "permissions" is not an object.
        help: Correct the file; agents do not start without the rules in it.
      {"permissions": {"deny": "Write"}}
        invalid-config: The settings of Claude Code in "<folder>/home/.claude/settings.json" cannot be used: "permissions.deny" is not a list of texts.
        help: Correct the file; agents do not start without the rules in it.
      {"permissions": {"ask": [1]}}
        invalid-config: The settings of Claude Code in "<folder>/home/.claude/settings.json" cannot be used: "permissions.ask" is not a list of texts.
        help: Correct the file; agents do not start without the rules in it.
      {"env": {"A": {}}}
        invalid-config: The settings of Claude Code in "<folder>/home/.claude/settings.json" cannot be used: "env" is not an object of texts.
        help: Correct the file; agents do not start without the rules in it.
      {"env": null}
        invalid-config: The settings of Claude Code in "<folder>/home/.claude/settings.json" cannot be used: "env" is not an object of texts.
        help: Correct the file; agents do not start without the rules in it.
      {"hooks": []}
        invalid-config: The settings of Claude Code in "<folder>/home/.claude/settings.json" cannot be used: "hooks" is not an object of lists, each of {"matcher", "hooks"} with the hooks of an event.
        help: Correct the file; agents do not start without the rules in it.
      {"hooks": {"Stop": [{"matcher": 5, "hooks": []}]}}
        invalid-config: The settings of Claude Code in "<folder>/home/.claude/settings.json" cannot be used: "hooks" is not an object of lists, each of {"matcher", "hooks"} with the hooks of an event.
        help: Correct the file; agents do not start without the rules in it.
      {"hooks": {"Stop": [{"hooks": [7]}]}}
        invalid-config: The settings of Claude Code in "<folder>/home/.claude/settings.json" cannot be used: "hooks" is not an object of lists, each of {"matcher", "hooks"} with the hooks of an event.
        help: Correct the file; agents do not start without the rules in it.
      {"hooks": {"Stop": [{"hooks": [{"type": "command"}]}]}}
        invalid-config: The settings of Claude Code in "<folder>/home/.claude/settings.json" cannot be used: "hooks" is not an object of lists, each of {"matcher", "hooks"} with the hooks of an event.
        help: Correct the file; agents do not start without the rules in it.
      {"model": 5}
        invalid-config: The settings of Claude Code in "<folder>/home/.claude/settings.json" cannot be used: "model" has a value that Claude Code does not accept.
        help: Correct the file; agents do not start without the rules in it.
      {"cleanupPeriodDays": 0}
        invalid-config: The settings of Claude Code in "<folder>/home/.claude/settings.json" cannot be used: "cleanupPeriodDays" has a value that Claude Code does not accept.
        help: Correct the file; agents do not start without the rules in it.
      {"modelOverrides": {"a": 1}}
        invalid-config: The settings of Claude Code in "<folder>/home/.claude/settings.json" cannot be used: "modelOverrides" has a value that Claude Code does not accept.
        help: Correct the file; agents do not start without the rules in it."
    `);
    put(USER, '{}');
    put('repo/.claude/settings.local.json', '{"permissions": {"deny": {}}}');
    expect(reported(() => read())).toMatch(
      /settings\.local\.json" cannot be used: "permissions\.deny" is not a list/,
    );
  });
});
