import { expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import { applyFixes } from '../../src/diagnostics/apply-fixes.ts';
import { tries } from '../helpers/tries.ts';

/** Words and values that take something from agents, or hold a run back, and the opposite of each that a fix must not write. */
const OPPOSITES = [
  { denies: 'disallowedTools', grants: ['allowedTools'] },
  { denies: 'readonly', grants: ['shared', 'worktree'] },
  { denies: 'stop', grants: ['continue'] },
  { denies: 'nonIdempotent', grants: ['idempotent'] },
  { denies: 'deniedTools', grants: ['allowedTools'] },
  { denies: 'denyTools', grants: ['allowedTools'] },
  { denies: 'blockedTools', grants: ['allowedTools'] },
  { denies: 'forbiddenTools', grants: ['allowedTools'] },
  { denies: 'disabledTools', grants: ['allowedTools'] },
  { denies: 'excludedTools', grants: ['allowedTools'] },
  { denies: 'plan', grants: ['acceptEdits', 'bypassPermissions'] },
  { denies: 'dontAsk', grants: ['acceptEdits', 'bypassPermissions'] },
  { denies: 'default', grants: ['acceptEdits', 'bypassPermissions'] },
];

/** Maps with `@` where the word is written: as a field, or as a value. */
const json = (fields: object, map: object = {}): string =>
  JSON.stringify({
    description: 'A map',
    startTaskDefinition: 'A',
    ...map,
    taskDefinitions: {
      A: { type: 'claude', prompt: 'Look.', actions: { Go: { target: 'E' } }, ...fields },
      E: { type: 'end' },
    },
  });
const inside = (type: string, more: object): string =>
  json({ type, prompt: undefined, '@': ['Edit'], ...more });
const BODY = { startTaskDefinition: 'L', taskDefinitions: { L: { type: 'claude', prompt: 'Look.' } } };
const language = (defaults: string, task: string, type = 'claude'): string =>
  `map "A map"\n${defaults}\nstart A\n\n${type} A\n  prompt "Look."\n${task}\n  Go -> E\n\nend E\n`;

const PLACES: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'a.json', text: json({ '@': ['Edit'] }) },
  { name: 'a.json', text: json({}, { defaults: { '@': ['Edit'] } }) },
  { name: 'a.json', text: json({}, { '@': ['Edit'] }) },
  { name: 'a.json', text: json({}, { limits: { '@': 3 } }) },
  { name: 'a.json', text: json({ permissionMode: '@' }) },
  { name: 'a.json', text: json({}, { defaults: { permissionMode: '@' } }) },
  { name: 'a.json', text: json({ retry: { '@': 1 } }) },
  { name: 'a.json', text: json({ reminder: { text: 'x', '@': ['Edit'] } }) },
  { name: 'a.json', text: inside('parallel', { branches: { b: BODY } }) },
  { name: 'a.json', text: inside('parallel', { branches: { b: { ...BODY, '@': ['Edit'] } } }) },
  { name: 'a.json', text: inside('parallel', { workspace: '@', branches: { b: BODY } }) },
  { name: 'a.json', text: inside('foreach', { items: '[1]', item: 'i', body: BODY }) },
  { name: 'a.json', text: inside('foreach', { items: '[1]', item: 'i', onItemFailure: '@', body: BODY }) },
  { name: 'a.json', text: inside('workflow', { map: 'b.json' }) },
  { name: 'a.json', text: inside('shell', { command: ['true'] }) },
  { name: 'a.wfmap', text: language('', '  @ Edit, Write') },
  { name: 'a.wfmap', text: language('', '  @ ["Edit", "Write"]') },
  { name: 'a.wfmap', text: language('', '  @: Edit, Write') },
  { name: 'a.wfmap', text: language('', '  permissionMode @') },
  { name: 'a.wfmap', text: language('', '  @') },
  { name: 'a.wfmap', text: language('', '  timeout 5m @ Edit') },
  { name: 'a.wfmap', text: language('defaults { timeout 5m @ Edit, Write }', '') },
  { name: 'a.wfmap', text: language('defaults { @ ["Edit"] timeout 5m }', '') },
  { name: 'a.wfmap', text: language('defaults { permissionMode @ }', '') },
  { name: 'a.wfmap', text: language('@ Edit, Write', '') },
  { name: 'a.wfmap', text: language('', '  command true\n  @ Edit', 'shell') },
  {
    name: 'a.wfmap',
    text: language(
      '',
      '  @ Edit\n  branch b {\n    start L\n    claude L\n      prompt "x"\n  }',
      'parallel',
    ),
  },
  {
    name: 'a.wfmap',
    text: language(
      '',
      '  workspace @\n  branch b {\n    start L\n    claude L\n      prompt "x"\n  }',
      'parallel',
    ),
  },
  {
    name: 'a.wfmap',
    text: language(
      '',
      '  each i in "[1]"\n  onItemFailure @\n  body {\n    start L\n    claude L\n      prompt "x"\n  }',
      'foreach',
    ),
  },
];

/** The word, the word in the ways of other tools, and each that one slip of a finger makes of it. */
function spellings(word: string): readonly string[] {
  const at = Array.from({ length: word.length + 1 }, (_, index) => index);
  const letters = ['a', 'l', 's', '_'];
  const apart = word.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const all = [
    word,
    apart,
    apart.replaceAll('_', '-'),
    word.toLowerCase(),
    word.toUpperCase(),
    word.replace(/s$/, ''),
    ...at.map((i) => word.slice(0, i) + word.slice(i + 1)),
    ...at.map((i) => word.slice(0, i) + word.slice(i + 1, i + 2) + word.slice(i, i + 1) + word.slice(i + 2)),
    ...letters.flatMap((letter) => at.map((i) => word.slice(0, i) + letter + word.slice(i))),
    ...letters.flatMap((letter) => at.map((i) => word.slice(0, i) + letter + word.slice(i + 1))),
  ];
  return [...new Set(all)];
}

const isWord = (text: string, word: string): boolean => new RegExp(`(?<!\\w)${word}(?!\\w)`).test(text);

for (const { denies, grants } of OPPOSITES) {
  test(`no fix makes of "${denies}", however it is spelt and wherever it stands, what grants instead`, () => {
    const granted: string[] = [];
    const step = tries(1, denies === 'disallowedTools' ? 11 : 61);
    for (const [index, word] of spellings(denies).entries()) {
      if (index % step !== 0) continue;
      for (const { name, text } of PLACES) {
        const written = text.replace('@', () => word);
        // Some slips make the other word by themselves, and that is what was written then.
        const others = grants.filter((grant) => !isWord(written, grant));
        for (const fixed of afterFixes({ name, text: written }))
          if (others.some((grant) => isWord(fixed, grant))) granted.push(`${word}: ${fixed}`);
      }
    }
    expect(granted).toEqual([]);
  });
}

/** The text after each fix that is proposed, safe or not. */
function afterFixes(source: { readonly name: string; readonly text: string }): readonly string[] {
  const { diagnostics } = check(source, (path) => ({ found: undefined, lookedFor: [path] }) as never);
  return diagnostics.filter(({ fix }) => fix).map((each) => applyFixes(source, [each], () => true));
}

test('a denial that is misspelt, or where it means nothing to agents, is an error and never passed over', () => {
  const isReported = (name: string, text: string): boolean =>
    check({ name, text }, (path) => ({ found: undefined, lookedFor: [path] }) as never).diagnostics.some(
      ({ severity, span }) => severity === 'error' && span.source.name === name,
    );
  for (const word of ['disallowedTools', 'deniedTools', 'denyTools', 'blockedTools', 'forbiddenTools']) {
    for (const spelt of spellings(word).filter(
      (each) => !['disallowedTools', 'disallowedtools'].includes(each),
    )) {
      if (word !== 'disallowedTools' && spelt !== word) continue;
      // A slip that leaves half of the word is no longer it.
      expect([spelt, isReported('a.json', json({ [spelt]: ['Edit'] }))]).toEqual([spelt, true]);
      expect([spelt, isReported('a.json', json({}, { defaults: { [spelt]: ['Edit'] } }))]).toEqual([
        spelt,
        true,
      ]);
    }
  }
  expect(isReported('a.json', json({ disallowedTools: ['Edit'] }))).toBe(false);
});
