import type { Report } from '../../diagnostics/diagnostic.ts';
import { splitFrontMatter } from '../../prompt/parse/front-matter.ts';
import { isGuardedUse } from '../../prompt/parse/is-guarded-use.ts';
import {
  findRoleHead,
  HEAD_KEYS,
  type HeadKey,
  type Requirements,
  type RoleHead,
} from '../../prompt/parse/role-head.ts';
import type { Template } from '../../prompt/parse/template.ts';
import type { Source } from '../../text/source.ts';
import { BUILT_INS } from '../names/built-ins.ts';

/** A role prompt. Shape: `role` is its name; `shipped` the one of wfmap that it takes the place of. */
export interface RoleText {
  readonly role: string;
  readonly template: Template;
  readonly shipped: Source | undefined;
}

/**
 * Checks that a role is what it says of itself, and has what it and the role that it takes the place of require.
 *
 * A role that has neither a `name` nor `requires` says nothing of itself, and is a prompt like any other.
 * Errors: reports `incomplete-role`, `malformed-role-field`, `unmet-requirement` and `lost-requirement`.
 */
export function checkRole(text: RoleText, report: Report): void {
  const { head } = text.template;
  if (head && isPresented(head)) {
    checkTexts(text, head, report);
    checkRequirements(text, head, report);
  }
  checkShipped(text, report);
}

/** Whether a front matter is that of a role which says what it is. */
export function isPresented({ texts, requires }: RoleHead): boolean {
  return texts.has('name') || requires !== undefined;
}

function checkTexts({ role }: RoleText, { texts, span }: RoleHead, report: Report): void {
  const missing = HEAD_KEYS.filter((key) => !texts.has(key)).map((key) => `"${key}"`);
  const start = { ...span, end: span.start };
  if (missing.length > 0) report('incomplete-role', start, { role, fields: missing.join(' and ') });
  for (const [field, { text, span: at }] of texts) {
    const wanted = wantedOf(field, text, role);
    if (wanted !== undefined) report('malformed-role-field', at, { field, found: text, wanted });
  }
}

/** What a text should be; undefined for one that is that. */
function wantedOf(field: HeadKey, text: string, role: string): string | undefined {
  const name = role.slice(role.lastIndexOf('/') + 1);
  if (field === 'name') return text === name ? undefined : `"${name}", as its file is called`;
  if (field === 'version') return VERSION.test(text) ? undefined : 'a version such as 1.2.0';
  if (field === 'last_updated') return DATE.test(text) ? undefined : 'a date such as 2026-01-31';
  return undefined;
}

const NUMBER = String.raw`(?:0|[1-9]\d{0,8})`;
const VERSION = new RegExp(
  String.raw`^${NUMBER}\.${NUMBER}\.${NUMBER}(?:-[\dA-Za-z.-]{1,100})?(?:\+[\dA-Za-z.-]{1,100})?$`,
);
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

function checkRequirements({ role, template }: RoleText, { requires }: RoleHead, report: Report): void {
  if (!requires) return;
  for (const { text: name, span } of requires.variables) {
    const problem = problemOf(name, template);
    if (problem !== undefined) report('unmet-requirement', span, { role, problem });
  }
  for (const { text, span } of lackingOf({ variables: [], sections: requires.sections }, template)) {
    report('unmet-requirement', span, { role, problem: `has no heading "${text}"` });
  }
}

/** What comes only now and then: without it a sentence about it must not stand there. */
const OCCASIONAL = new Set(['existing_patterns', 'feedback']);
const ALWAYS_THERE = new Set([...BUILT_INS.keys(), 'upstream', 'finished', 'workspace', 'actions']);

function problemOf(name: string, template: Template): string | undefined {
  if (!template.names.has(name)) return `does not use "${name}"`;
  const isDeclared = template.parameters.some((each) => each.name === name) || ALWAYS_THERE.has(name);
  if (!isDeclared) return `does not declare "${name}"`;
  const isGuarded = !OCCASIONAL.has(name) || isGuardedUse(template, name);
  return isGuarded ? undefined : `uses "${name}" outside of "{{#if ${name}}}"`;
}

function checkShipped({ role, template, shipped }: RoleText, report: Report): void {
  const requires = shipped && findRoleHead(shipped)?.requires;
  if (!requires) return;
  const lost = lackingOf(requires, template).map(({ text }) => `"${text}"`);
  if (lost.length === 0) return;
  const { source } = template;
  report('lost-requirement', { source, start: 0, end: 0 }, { role, lost: lost.join(', ') });
}

/** What of the requirements a text has not: a name that it does not use, a heading that it has not. */
function lackingOf({ variables, sections }: Requirements, template: Template) {
  const headings = headingsOf(template.source);
  return [
    ...variables.filter(({ text }) => !template.names.has(text)),
    ...sections.filter(({ text }) => !headings.has(text)),
  ];
}

function headingsOf(source: Source): ReadonlySet<string> {
  const body = source.text.slice(splitFrontMatter(source).bodyStart);
  const headings = new Set<string>();
  for (const line of body.split(/\r\n|[\r\n]/)) {
    const text = /^ {0,3}#{1,6}[ \t](.{0,2000})$/.exec(line)?.[1];
    if (text !== undefined)
      headings.add(
        text
          .trim()
          .replace(/[ \t]#{1,6}$/, '')
          .trim(),
      );
  }
  return headings;
}
