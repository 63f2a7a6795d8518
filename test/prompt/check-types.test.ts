import { describe, expect, it } from 'vitest';
import type { ObjectType, ValueType } from '../../src/expression/types/value.ts';
import { handlebars, type Partials } from '../helpers/partials.ts';
import { spelled } from '../helpers/templates.ts';

const object = (members: Readonly<Record<string, ValueType>>, isOpen = false): ObjectType => ({
  kind: 'object',
  members: new Map(Object.entries(members).map(([name, type]) => [name, { type, required: true }])),
  isOpen,
});
const list = (items: ValueType): ValueType => ({ kind: 'list', items });
const TYPES: Readonly<Record<string, ValueType>> = {
  review: object({ valid: 'boolean', score: 'number', files: list(object({ path: 'string' })) }),
  risk: { kind: 'union', of: [object({ level: 'string' }), 'null'] },
  note: 'string',
  any: 'any',
  open: object({}, true),
};

function reported(body: string, unbound: readonly string[] = [], partials: Partials = {}): readonly string[] {
  return handlebars(body, TYPES, partials, new Set(unbound)).diagnostics.map(
    (each) => `${each.code} ${spelled(each)}`,
  );
}

describe('members', () => {
  it.each<readonly [string, readonly string[]]>([
    ['{{review.valid}} {{review.files.0.path}} {{review.files.length}} {{note.length}}', []],
    ['{{any.a.b}} {{open.a.b}} {{risk.level}}', []],
    ['{{review.vald}}', ['unknown-member vald']],
    ['{{review.files.0.name}}', ['unknown-member name']],
    ['{{@root.review.vald}}', ['unknown-member vald']],
    ['{{review.score.max}}', ['type-clash max']],
    ['{{note.text}}', ['type-clash text']],
    ['{{#each review.files}}{{path}} {{this.path}} {{./path}}{{/each}}', []],
    ['{{#each review.files}}{{name}}{{/each}}', ['unknown-member name']],
    ['{{#each review.files as |file|}}{{file.path}}{{file.name}}{{/each}}', ['unknown-member name']],
    ['{{#each review.files}}${this.path + "x"}${this.nme}{{/each}}', ['unknown-member nme']],
    ['{{#with review}}{{score}}{{scor}}{{/with}}', ['unknown-member scor']],
    ['{{#with review}}{{note}}{{/with}}', ['ambiguous-name note']],
    ['{{#each review}}{{this}}{{/each}}', []],
    ['{{#each note}}{{/each}}', ['type-clash note']],
    ['{{#each review.score}}{{/each}}', ['type-clash review.score']],
    ['{{#each ${review.files}}}{{this.nme}}{{/each}}', ['unknown-member nme']],
    ['${review.valid > 3}', ['type-clash review.valid > 3']],
  ])('%s', (body, expected) => {
    expect(reported(body)).toEqual(expected);
  });

  it('of a near name have a fix', () => {
    const [found] = handlebars('{{review.vald}}', TYPES).diagnostics;
    expect(found?.fix?.edits).toMatchObject([{ newText: 'valid' }]);
  });

  it('are checked in partials, by what they are given', () => {
    const partials = { one: '{{file.path}} {{file.nme}}' };
    expect(reported('{{#each review.files}}{{> one file=this}}{{/each}}', [], partials)).toEqual([
      'unknown-member nme',
    ]);
  });
});

describe('a name that is not set on every path', () => {
  const unbound = ['review', 'any', 'note'];
  it.each<readonly [string, readonly string[]]>([
    ['{{review.valid}}', ['unbound-name review']],
    ['${review.valid}', ['unbound-name review']],
    ['${note}', ['unbound-name note']],
    ['{{@root.note}}', ['unbound-name note']],
    ['{{#if review}}{{review.valid}} ${review.score + 1.0} {{@root.review.valid}}{{/if}}', []],
    ['{{#if review.valid}}{{review.score}}{{else}}{{review.score}}{{/if}}', ['unbound-name review']],
    ['{{#unless review}}{{review.valid}}{{else}}{{review.valid}}{{/unless}}', ['unbound-name review']],
    ['{{#if ${has(review)}}}{{review.valid}}{{else}}{{review.valid}}{{/if}}', ['unbound-name review']],
    ['{{#if ${has(review) && has(note)}}}{{review.valid}} ${note}{{/if}}', []],
    ['{{#if ${!has(review)}}}none{{else}}{{review.valid}}{{/if}}', []],
    ['{{#if ${note}}}${note}{{/if}}', []],
    ['{{#if review}}{{note}}{{/if}}', ['unbound-name note']],
    ['{{#if review}}{{/if}}{{review.valid}}', ['unbound-name review']],
    ['{{#each any}}{{this}}{{/each}}', ['unbound-name any']],
    ['{{#each any}}{{this}}{{else}}none{{/each}}', []],
    ['{{#with review}}{{valid}}{{else}}none{{/with}}', []],
    ['{{#with review}}{{/with}}', ['unbound-name review']],
    ['{{#if any}}{{#each any}}{{this}}{{@root.any}}{{../any}}{{/each}}{{/if}}', []],
    ['${has(review) ? review.valid : false}', []],
  ])('%s', (body, expected) => {
    expect(reported(body, unbound)).toEqual(expected);
  });

  it('is guarded in a partial by the block around it', () => {
    const partials = { one: '{{review.valid}}' };
    expect(reported('{{#if review}}{{> one}}{{/if}}', unbound, partials)).toEqual([]);
    expect(reported('{{#if review}}{{> one}}{{/if}}{{> one}}', unbound, partials)).toEqual([
      'unbound-name review',
    ]);
    expect(reported('{{> one review=any}}', ['review'], partials)).toEqual([]);
  });

  it('is another where a block or partial has its own of that name', () => {
    expect(reported('{{#each open as |note|}}{{note}}${note}{{/each}}', unbound)).toEqual([]);
  });
});
