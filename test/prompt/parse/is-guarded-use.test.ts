import { expect, test } from 'vitest';
import { isGuardedUse } from '../../../src/prompt/parse/is-guarded-use.ts';
import { PartialLinker } from '../../../src/prompt/parse/link-partials.ts';
import { parsePartial, parseTemplate } from '../../../src/prompt/parse/parse-template.ts';

const reported: string[] = [];
const report = (code: string) => void reported.push(code);

function isGuarded(body: string, partial = ''): boolean {
  const read = () => parsePartial({ name: 'partial', text: partial }, report);
  const linker = new PartialLinker(read, report);
  const text = `---\nsyntax: handlebars\n---\n${body}`;
  const guarded = isGuardedUse(linker.link(parseTemplate({ name: 'role', text }, report)), 'a');
  expect(reported).toEqual([]);
  return guarded;
}

test.each([
  ['{{#if a}}{{a}}{{/if}}'],
  ['{{#if a}}{{#each b}}{{@root.a}}{{/each}}{{/if}}'],
  ['{{#unless a}}none{{else}}{{a.b}}{{/unless}}'],
  ['{{#if ${has(a) && b}}}${a}{{/if}}'],
  ['{{#if b}}{{else if a}}{{a}}{{/if}}'],
  ['{{#if a}}{{> partial}}{{/if}}'],
  ['nothing of it'],
])('%s asks before it uses the name', (body) => {
  expect(isGuarded(body, '{{a}}')).toBe(true);
});

test.each([
  ['{{a}}'],
  ['${a}'],
  ['{{#if a}}{{a}}{{/if}}{{a}}'],
  ['{{#if a}}{{else}}{{a}}{{/if}}'],
  ['{{#unless a}}{{a}}{{/unless}}'],
  ['{{#if b}}{{a}}{{/if}}'],
  ['{{#each a}}x{{/each}}'],
  ['{{#with b}}{{@root.a}}{{/with}}'],
  ['{{> partial}}'],
  ['{{#if a}}{{> partial}}{{/if}}{{> partial}}'],
  ['{{> partial x=a}}'],
])('%s uses the name whether it is there or not', (body) => {
  expect(isGuarded(body, '{{#if b}}{{a}}{{/if}}')).toBe(false);
});
