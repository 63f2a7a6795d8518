import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkRoleFile } from '../../src/check/check-role-file.ts';
import type { ReadTemplate } from '../../src/model/template-lookup.ts';
import { findRoles } from '../../src/project/find-roles.ts';
import { findRoleHead } from '../../src/prompt/parse/role-head.ts';

const ROOT = `${import.meta.dirname}/../..`;

/** Files by path; `shipped` are those of wfmap that they take the place of. */
function reader(
  files: Readonly<Record<string, string>>,
  shipped: Readonly<Record<string, string>> = {},
): ReadTemplate {
  return (path) => {
    const text = files[path];
    if (text === undefined) return { kind: 'missing', lookedIn: [path] };
    const source = { name: path, text };
    const own = shipped[path];
    return own === undefined
      ? { kind: 'found', source }
      : { kind: 'found', source, shipped: { name: path, text: own } };
  };
}

const PATH = 'prompts/agents/keeper.md';
const HEAD = 'name: keeper\ndescription: Keeps\nversion: 1.0.0\nlast_updated: 2026-01-31\n';
const roleOf = (more: string, body = 'You keep.\n') => `---\n${HEAD}syntax: handlebars\n${more}---\n${body}`;
const reported = (text: string, shipped?: string) =>
  checkRoleFile('keeper', reader({ [PATH]: text }, shipped === undefined ? {} : { [PATH]: shipped })).map(
    ({ code, message }) => `${code}: ${message}`,
  );

describe('the roles that come with wfmap', () => {
  test.each(findRoles(ROOT))('%s says what it is and requires, and keeps it', (path) => {
    const role = path.slice('prompts/agents/'.length, -'.md'.length);
    const read: ReadTemplate = (name) => ({
      kind: 'found',
      source: { name, text: readFileSync(`${ROOT}/${name}`, 'utf8') },
    });
    expect(checkRoleFile(role, read)).toEqual([]);
    const head = findRoleHead({ name: path, text: readFileSync(`${ROOT}/${path}`, 'utf8') });
    expect([...(head?.texts.keys() ?? [])].toSorted()).toEqual([
      'description',
      'last_updated',
      'name',
      'version',
    ]);
    expect(head?.requires?.variables.length).toBeGreaterThan(0);
    expect(head?.requires?.sections.length).toBeGreaterThan(0);
  });
});

describe('a role by itself', () => {
  test('that says nothing of itself is left to the maps that name it', () => {
    expect(reported('---\ntools: Read\n---\nUse ${HOME and ${1 +}.\n')).toEqual([]);
    expect(reported('Use ${HOME and ${1 +}.\n')).toEqual([]);
  });

  test('with all that it requires gives nothing to tell, also from a partial', () => {
    const text = roleOf(
      'requires:\n  variables: [visits]\n  sections: [Steps]\n',
      '{{> steps}}\n\n## Steps ##\n',
    );
    const read = reader({ [PATH]: text, 'prompts/steps.md': 'Visit {{visits}}.\n' });
    expect(checkRoleFile('keeper', read)).toEqual([]);
  });

  test('is told of a partial that is not there', () => {
    expect(reported(roleOf('', '{{> steps}}\n'))).toEqual([
      expect.stringMatching(/^missing-partial: The partial "prompts\/steps\.md" was not found/),
    ]);
  });

  test('must declare what it requires, or it is nobody’s to give', () => {
    expect(reported(roleOf('requires:\n  variables: [plan]\n', 'By {{plan}}.\n'))).toEqual([
      'unmet-requirement: The role "keeper" requires this, but does not declare "plan".',
    ]);
  });

  test('in a folder is named after its file', () => {
    const path = 'prompts/agents/night/keeper.md';
    expect(checkRoleFile('night/keeper', reader({ [path]: roleOf('') }))).toEqual([]);
  });

  test('that takes the place of one of wfmap keeps what that one requires, whatever it says itself', () => {
    const shipped = roleOf('requires:\n  variables: [project]\n  sections: [Steps, Report]\n');
    expect(reported('You keep {{project}}.\n# Report\n', shipped)).toEqual([
      'lost-requirement: This role replaces "keeper" of wfmap, and lacks what that one requires: "project", "Steps".',
    ]);
    expect(reported(roleOf('', '{{project.name}}\n\n# Steps\n\n### Report\n'), shipped)).toEqual([]);
  });

  test.each([
    ['version', '1.0', 'malformed-role-field'],
    ['version', '01.0.0', 'malformed-role-field'],
    ['version', '1.0.0-rc.1', undefined],
    ['last_updated', '2026-13-01', 'malformed-role-field'],
  ])('with %s %s gives %s', (key, value, code) => {
    const text = roleOf('').replace(new RegExp(`${key}: .*`), `${key}: ${value}`);
    expect(reported(text).map((each) => each.split(':')[0])).toEqual(code === undefined ? [] : [code]);
  });
});
