import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTemplate } from '../../../src/prompt/parse/parse-template.ts';
import { anyText } from '../../helpers/any-text.ts';

function read(frontMatter: string) {
  const { settings, settingFaults } = parseTemplate(
    { name: 'role.md', text: `---\n${frontMatter}\n---\nYou are one.` },
    () => undefined,
  );
  return { settings, faults: settingFaults.map(({ name, problem }) => `${name} ${problem}`) };
}

describe('the front matter of a role', () => {
  test('says nothing where it has no settings', () => {
    expect(read('syntax: handlebars')).toEqual({ settings: {}, faults: [] });
  });

  test('says how agents work', () => {
    const text = [
      'name: actor',
      'version: 1.0.0',
      'last_updated: 2026-11-21',
      'description: "Acts: on plans"',
      'model: sonnet',
      'tools:',
      '  - Read',
      '  - Bash(npm test, npm run *)',
      'disallowedTools: [Write]',
      'permissionMode: acceptEdits',
      'unruledCalls: ask',
      'effort: xhigh',
      'maxTurns: 40',
    ].join('\n');
    expect(read(text)).toEqual({
      settings: {
        model: 'sonnet',
        allowedTools: ['Read', 'Bash(npm test, npm run *)'],
        disallowedTools: ['Write'],
        permissionMode: 'acceptEdits',
        unruledCalls: 'ask',
        effort: 'xhigh',
        maxTurns: 40,
      },
      faults: [],
    });
  });

  test('may write tools in one text, as the agents of Claude do', () => {
    expect(read('tools: Read, Bash(git log a,b), Grep').settings).toEqual({
      allowedTools: ['Read', 'Bash(git log a,b)', 'Grep'],
    });
  });

  test('may not deny tools by a word that denies none, and may have any other key', () => {
    const text = ['color: blue', 'disalowedTools: [Write]', 'denied-tools: Edit'].join('\n');
    expect(read(text).faults).toEqual([
      'disalowedTools denies no tool; write disallowedTools',
      'denied-tools denies no tool; write disallowedTools',
    ]);
  });

  test('may say that there are no tools', () => {
    expect(read('tools: []').settings).toEqual({ allowedTools: [] });
  });

  test.each([
    ['model:', 'model is no text'],
    ['model: [a]', 'model is no text'],
    ['permissionMode: {a: b}', 'permissionMode is no text'],
    ['unruledCalls: maybe', 'unruledCalls is neither "refuse" nor "ask"'],
    ['tools:', 'tools is not a list of tools'],
    ['tools: Read,,Edit', 'tools is not a list of tools'],
    ['tools: [[a]]', 'tools is not a list of tools'],
    ['disallowedTools: {a: b}', 'disallowedTools is not a list of tools'],
    ['effort: huge', 'effort is none of low, medium, high, xhigh, max'],
    ['effort: [low]', 'effort is none of low, medium, high, xhigh, max'],
    ['maxTurns: 0', 'maxTurns is no whole number from 1'],
    ['maxTurns: 1.5', 'maxTurns is no whole number from 1'],
    ['maxTurns: 99999999', 'maxTurns is no whole number from 1'],
    ['version: []', 'version is no text'],
    ['model: a\nmodel: b', 'model is given twice'],
  ])('%j has a fault', (text, fault) => {
    expect(read(text).faults).toEqual([fault]);
  });

  test('is read without a throw, whatever it says', () => {
    fc.assert(
      fc.property(anyText(60), (text) => {
        for (const name of ['tools', 'maxTurns', 'model']) read(`${name}: ${text}`);
      }),
    );
  });
});
