import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkDraft } from '../../src/cli/draft/check-draft.ts';

const ROOT = `${import.meta.dirname}/../..`;

test('the example in the prompt that asks for a map is what the checker asks for', async () => {
  const prompt = readFileSync(`${ROOT}/prompts/new-map/draft.md`, 'utf8').replaceAll('\\${', '${');
  const block = (language: string): string =>
    new RegExp(`\\n\`\`\`${language}\\n([^]*?)\`\`\``).exec(prompt)?.[1] ?? '';
  const files = [{ path: 'prompts/update/repair.md', text: block('markdown') }];
  const draft = { name: 'update', map: block('wfmap'), scenarios: block('yaml'), files };
  const { faults, picture } = await checkDraft(draft, ROOT);
  expect(faults).toEqual([]);
  expect(picture).toContain('Roll Back');
});
