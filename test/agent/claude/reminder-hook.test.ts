import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hookAnswer, reminderHooks } from '../../../src/agent/claude/reminder-hook.ts';
import { createStandIn } from './stand-in.ts';

/** What a shell, a pattern or a careless quotation would stumble over. */
const HARD = `it's a "hard" $HOME \`id\`; folder\n*`;

let folder: string;
let file: string;
beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), 'wfmap-hook-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  folder = join(root, HARD);
  mkdirSync(folder);
  file = join(folder, 'task-001-act-reminder.json');
});

function hookOf(before: boolean, on = ['Edit', 'Bash']) {
  const hooks = reminderHooks({ file, on, before });
  const [{ matcher, hooks: only }] = hooks.PreToolUse;
  return { matcher, command: only[0].command };
}

/** Asks as Claude Code does: with the use of the tool on standard input, which the hook need not read. */
function ask(command: string): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', command], { cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] });
    let reported = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (reported += text));
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify({ tool_name: 'Edit', tool_input: { text: 'x'.repeat(200_000) } }));
    child.once('close', () => resolve(reported));
  });
}

const TEXT = 'Write the test first.\n"Nothing" else: $(touch hacked) \u2028';

describe('the hook of a reminder', () => {
  test('gives the text as context at every use, wherever its file lies', async () => {
    writeFileSync(file, hookAnswer({ text: TEXT, before: false }));
    const { command, matcher } = hookOf(false);
    expect(matcher).toBe('Edit|Bash');
    const answer = { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: TEXT } };
    expect(JSON.parse(await ask(command))).toEqual(answer);
    expect(JSON.parse(await ask(command))).toEqual(answer);
    expect(readdirSync(folder)).toEqual(['task-001-act-reminder.json']);
  });

  test('with "before" refuses one use of many at once, and says nothing of any other', async () => {
    writeFileSync(file, hookAnswer({ text: TEXT, before: true }));
    const { command } = hookOf(true);
    const reported = await Promise.all(Array.from({ length: 8 }, () => ask(command)));
    const answers = reported.filter((each) => each !== '').map((each): unknown => JSON.parse(each));
    expect(answers).toEqual([
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: TEXT,
        },
      },
    ]);
    expect(await ask(command)).toBe('');
  });

  test('says nothing where its file is gone, so that the tool is used', async () => {
    expect(await ask(hookOf(false).command)).toBe('');
    expect(await ask(hookOf(true).command)).toBe('');
  });

  test('holds no word of what it says', () => {
    writeFileSync(file, hookAnswer({ text: TEXT, before: false }));
    expect(hookOf(false).command).not.toContain('hacked');
  });
});

describe('an agent with a reminder', () => {
  test('is given it beside the rules for its files', async () => {
    writeFileSync(file, hookAnswer({ text: 'Mind the plan.', before: false }));
    const claude = createStandIn({ rules: [{ tools: [{ name: 'Write' }, { name: 'Read' }] }] });
    const reminder = { file, on: ['Write'], before: false };
    const reply = await claude.run({ deniedTools: ['Edit(//runs/**)'], reminder });
    expect(reply).toMatchObject({ outcome: 'answered', denials: [] });
    expect(claude.hooks()).toEqual([
      { n: 1, tool: 'Write', context: ['Mind the plan.'] },
      { n: 1, tool: 'Read', context: [] },
    ]);
    const { argv = [] } = claude.calls()[0] ?? {};
    expect(argv).toContain('--disallowedTools=Edit(//runs/**)');
    const settings = argv.find((each) => each.startsWith('--settings='));
    expect(JSON.parse(settings?.slice('--settings='.length) ?? '')).toMatchObject({
      hooks: { PreToolUse: [{ matcher: 'Write' }] },
    });
  });

  test('that comes before is refused one use, which is no tool that it lacks', async () => {
    writeFileSync(file, hookAnswer({ text: 'Read the plan.', before: true }));
    const tools = [{ name: 'Write' }, { name: 'Write' }, { name: 'Read', denied: true }];
    const claude = createStandIn({ rules: [{ tools }] });
    const reply = await claude.run({ reminder: { file, on: ['Write'], before: true } });
    expect(reply.denials).toEqual([{ tool: 'Read', input: '{}', rule: 'Read' }]);
    expect(claude.hooks()).toMatchObject([{ denied: 'Read the plan.' }, { context: [] }, { context: [] }]);
    expect(claude.log()).toContain('"content":"Read the plan.","is_error":true');
  });
});
