import { describe, expect, it } from 'vitest';
import { checked, codesOf, mapOf } from '../helpers/maps.ts';

const HEAD = '---\nsyntax: handlebars\n---\n';

function mapWith(...templates: readonly string[]): string {
  const tasks = templates.map((promptTemplatePath, index) => [
    `Work ${index}`,
    { type: 'claude', promptTemplatePath, actions: { Done: { target: `Work ${index + 1}` } } },
  ]);
  return mapOf({ ...Object.fromEntries(tasks), [`Work ${templates.length}`]: { type: 'end' } });
}

describe('partials of a map', () => {
  it('are among its lookups under their own path, also those in partials', () => {
    const { lookups } = checked(mapWith('work.md'), {
      'work.md': `${HEAD}{{> a}}`,
      'prompts/a.md': '{{> deep/b.txt}}',
      'prompts/deep/b.txt': 'b',
    });
    expect([...lookups].map(([path, { kind }]) => [path, kind])).toEqual([
      ['work.md', 'found'],
      ['prompts/a.md', 'found'],
      ['prompts/deep/b.txt', 'found'],
    ]);
  });

  it('are told of once, however many templates take them in', () => {
    const templates = {
      'one.md': `${HEAD}{{> a}}{{> a}}`,
      'two.md': `${HEAD}{{> a}}`,
      'prompts/a.md': '{{nobody}}{{#if}}{{/if}}',
    };
    expect(codesOf(mapWith('one.md', 'two.md'), templates)).toEqual([
      'undeclared-name',
      'malformed-handlebars',
    ]);
  });

  it('place the section of actions for the template that takes them in', () => {
    const { templates } = checked(mapWith('one.md', 'two.md', 'three.md'), {
      'one.md': `${HEAD}{{> a}}`,
      'two.md': `${HEAD}{{#each run as |actions|}}{{actions}}{{this.actions}}{{/each}}`,
      'three.md': `${HEAD}{{#if actions}}{{> b}}{{/if}}`,
      'prompts/a.md': 'x {{actions}}',
      'prompts/b.md': 'y',
    });
    expect([...templates.values()].map(({ placesActions }) => placesActions)).toEqual([true, false, true]);
  });

  it('speak of actions for the template that takes them in', () => {
    const actions = { Approve: { target: 'End' }, Refuse: { target: 'End' } };
    const work = { type: 'claude', promptTemplatePath: 'work.md', actions };
    const text = mapOf({ Work: work, End: { type: 'end' } });
    const rules = { 'prompts/rules.md': 'Approve or Refuse.' };
    expect(codesOf(text, { ...rules, 'work.md': `${HEAD}{{> rules}}` })).toEqual([]);
    expect(codesOf(text, { ...rules, 'work.md': `${HEAD}{{! none }}` })).toEqual(['unguided-choice']);
  });

  it('may be templates too, read by their own front matter there', () => {
    const { diagnostics } = checked(mapWith('prompts/a.md', 'b.md'), {
      'prompts/a.md': '{{literal}} ${visits}',
      'b.md': `${HEAD}{{> a literal="x"}}`,
    });
    expect(diagnostics).toEqual([]);
  });

  it('of an inline template are told of in the map', () => {
    const text = mapOf({
      Work: {
        type: 'claude',
        promptTemplate: `${HEAD}{{> "no such"}}`,
        actions: { Done: { target: 'End' } },
      },
      End: { type: 'end' },
    });
    const [missing] = checked(text).diagnostics;
    expect(missing).toMatchObject({ code: 'missing-partial', span: { source: { name: 'a.json' } } });
    expect(text.slice(missing?.span.start, missing?.span.end)).toBe(String.raw`\"no such\"`);
  });
});
