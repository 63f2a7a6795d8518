import { describe, expect, test } from 'vitest';
import { NO_CLAUDE_CONFIG, type ClaudeConfig } from '../../../src/agent/claude/claude-config.ts';
import {
  claudeRecordOf,
  takeClaudeSettings,
  takeClaudeSettingsHere,
  type ClaudeSettingsRequest,
} from '../../../src/cli/settings/take-claude-settings.ts';

const OWN = NO_CLAUDE_CONFIG.permissions;
const BEFORE: ClaudeConfig = {
  ...NO_CLAUDE_CONFIG,
  userFolder: '/home/ann/.claude',
  workRoot: '/project',
  settings: { model: 'opus', apiKeyHelper: 'get-key hunter2hunter2' },
  permissions: { ...OWN, deny: ['Bash(rm *)'] },
  environment: { TOKEN: 'hunter2hunter2', LEVEL: '1' },
  projectRules: [{ folder: '', deny: ['Read(secret)'], ask: [] }],
  instructions: 'Be kind.',
};

/** Of a run that started with the settings above. */
function recordOf(claudeConfig: ClaudeConfig) {
  // Only the configuration of a choice is looked at.
  return claudeRecordOf({ claudeConfig } as Parameters<typeof claudeRecordOf>[0]).claude;
}

/** Takes the settings as they are now; `answer` is what a person says, who is not there without one. */
async function take(
  changes: Partial<ClaudeConfig>,
  { answer, ...more }: Partial<ClaudeSettingsRequest> & { readonly answer?: boolean } = {},
) {
  const said: string[] = [];
  const now = { ...BEFORE, ...changes };
  const taken = takeClaudeSettings(now, {
    recorded: recordOf(BEFORE),
    accepts: false,
    say: (line) => said.push(line),
    confirm: answer === undefined ? undefined : () => Promise.resolve(answer),
    ...more,
  });
  const outcome = await taken.then(
    (digests) => ({ digests, isNow: JSON.stringify(digests) === JSON.stringify(recordOf(now)) }),
    (thrown: Error) => ({ refused: thrown.message }),
  );
  return { said, ...outcome };
}

const FILE = '/home/ann/.claude/settings.json';

describe('settings of Claude Code', () => {
  test('that are as they were are taken in silence, in whatever order they stand', async () => {
    const environment = { LEVEL: '1', TOKEN: 'hunter2hunter2' };
    expect(await take({ environment })).toEqual({ said: [], digests: undefined, isNow: false });
  });

  test('are kept as digests, without their values', () => {
    const kept = recordOf(BEFORE);
    expect(Object.keys(kept ?? {})).toEqual([
      'user model',
      'user apiKeyHelper',
      'user permissions',
      'user env',
      'user CLAUDE.md',
      'project .claude',
    ]);
    expect(JSON.stringify(kept)).not.toMatch(/hunter2|opus|rm \*/);
  });

  test.each<[string, Partial<ClaudeConfig>, string]>([
    ['permissions', { permissions: { ...OWN, allow: ['Bash'], deny: ['Bash(rm *)'] } }, 'has changed'],
    ['permissions', { permissions: OWN }, 'was removed'],
    ['hooks', { hooks: { PreToolUse: [{ hooks: [] }, { hooks: [{ type: 'command' }] }] } }, 'was added'],
    ['env', { environment: { TOKEN: 'other', LEVEL: '1' } }, 'has changed'],
    ['apiKeyHelper', { settings: { model: 'opus', apiKeyHelper: 'other' } }, 'has changed'],
    ['sandbox', { settings: { ...BEFORE.settings, sandbox: { enabled: false } } }, 'was added'],
    ['madeUpLater', { settings: { ...BEFORE.settings, madeUpLater: 1 } }, 'was added'],
  ])('that could let agents do more need a yes: %s, %#', async (name, changes, how) => {
    const said = [`"${name}" of ${FILE} ${how} since the run started.`];
    const refused = `What has changed could let agents do more than when the run started: "${name}" of ${FILE}.`;
    expect(await take(changes)).toEqual({ said, refused });
    expect(await take(changes, { answer: false })).toEqual({ said, refused });
    expect(await take(changes, { answer: true })).toMatchObject({ said, isNow: true });
    expect(await take(changes, { accepts: true })).toMatchObject({ said, isNow: true });
  });

  test.each<[string, Partial<ClaudeConfig>]>([
    [`"model" of ${FILE} has changed`, { settings: { ...BEFORE.settings, model: 'haiku' } }],
    ['The text of CLAUDE.md, AGENTS.md and rules has changed', { instructions: 'Be quick.' }],
    [
      '"permissions" of the settings in sub/.claude was added',
      { projectRules: [...BEFORE.projectRules, { folder: 'sub', deny: ['Bash'], ask: [] }] },
    ],
  ])('that let nobody do more are reported and taken: %s', async (line, changes) => {
    expect(await take(changes)).toMatchObject({ said: [`${line} since the run started.`], isNow: true });
  });

  test('of the project that refuse less need a yes', async () => {
    const projectRules = [{ folder: '', deny: [], ask: [] }];
    expect(await take({ projectRules })).toMatchObject({
      said: ['"permissions" of the settings in .claude was removed since the run started.'],
      refused: expect.stringContaining('"permissions" of the settings in .claude'),
    });
  });

  test('are those of now where an older run kept none', async () => {
    expect(await take({}, { recorded: undefined })).toMatchObject({ said: [], isNow: true });
  });

  test('stay with what else a person has accepted', async () => {
    const choice = { claudeConfig: BEFORE };
    const recorded = { notify: null, secrets: [], dirty: null, checks: {}, claude: recordOf(BEFORE) ?? {} };
    const { claude: _claude, ...others } = recorded;
    const accepted = { ...others, notify: 'say it' };
    const argv = { 'accept-settings': false, input: false, json: false };
    const progress = { say: () => undefined, suspend: () => undefined, restore: () => undefined };
    const request = { recorded, argv, progress };
    const ofChoice = choice as Parameters<typeof takeClaudeSettingsHere>[0];
    expect(await takeClaudeSettingsHere(ofChoice, accepted, request)).toEqual({
      ...accepted,
      claude: recorded.claude,
    });
    expect(await takeClaudeSettingsHere(ofChoice, undefined, request)).toBeUndefined();
  });
});
