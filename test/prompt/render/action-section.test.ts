import { expect, test } from 'vitest';
import { actionSection, type ActionChoice, type Channel } from '../../../src/prompt/render/action-section.ts';

const GOLDENS = `${import.meta.dirname}/../../fixtures/prompt`;
const CHOICES: readonly (readonly ActionChoice[])[] = [
  [],
  [{ name: 'Done', choose: undefined }],
  [
    { name: 'Done', choose: ' if  it\n is done ' },
    { name: 'a `b` ``c``', choose: '' },
    { name: '`', choose: ' ' },
  ],
];
const LONG = { description: 'x'.repeat(20_000) };

test('what an agent is told of its answer stands in full', async () => {
  const sections = (['structured', 'text'] as const satisfies readonly Channel[]).flatMap((channel) =>
    CHOICES.flatMap((actions) =>
      [undefined, { type: 'object' }, LONG].map((output) => {
        const has = output === undefined ? 'free text' : output === LONG ? 'a long schema' : 'a schema';
        return `=== ${channel}, ${actions.length} actions, ${has} ===\n${actionSection({ actions, output, channel })}\n`;
      }),
    ),
  );
  await expect(sections.join('')).toMatchFileSnapshot(`${GOLDENS}/actions.txt`);
});

test('a schema is shown up to twenty thousand characters', () => {
  const describing = (length: number) => {
    const output = { x: 'x'.repeat(length - '{"x":""}'.length) };
    return actionSection({ actions: [], output, channel: 'text' });
  };
  expect(describing(20_000)).toMatch(/that fits this schema:\n\n```json\n\{"x":"x+"\}\n```$/);
  expect(describing(20_001)).toMatch(/as one fenced `json` block\.$/);
});
