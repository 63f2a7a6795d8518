import type { Fix, Report } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../text/source.ts';
import { closest } from '../../util/closest.ts';
import type { Expression, NameUse } from '../cel/expression.ts';
import { TypeInference } from './infer-type.ts';
import { isBareName } from '../cel/bare-name.ts';
import { environmentOf } from './infer-expression.ts';
import { helpWithOwn, ReportedFindings, reportUnbound } from './reported-findings.ts';
import { ownMark, type TypeEnvironment } from './type-environment.ts';
import { fixOfValueElsewhere } from './values-elsewhere.ts';
import type { ValueType } from '../types/value.ts';

/**
 * Checks an expression against what is known where it stands.
 *
 * A name is told once an expression, at its first use. Types are looked at only when all names are declared, and
 * operators only when all names, members and values are right. `alsoMeant` gives further names that a typo may stand
 * for, and is asked only then.
 * Shape: gives the type of its value; undefined where a name in it is not declared.
 * Errors: reports `undeclared-name`, `unbound-name`, `empty-own-name`, `unknown-member`, `unguarded-member`, `unknown-literal`
 * and `type-clash`.
 */
export function checkExpression(
  expression: Expression,
  env: TypeEnvironment,
  report: Report,
  alsoMeant: () => Iterable<string> = () => [],
): ValueType | undefined {
  const { types, unbound } = env;
  const undeclared = expression.names.filter(({ name }) => !types.has(name));
  if (undeclared.length > 0) {
    reportUndeclared({ expression, undeclared, env }, new Set([...types.keys(), ...alsoMeant()]), report);
    return undefined;
  }
  const own = expression.names.find(({ name }) => unbound.has(ownMark(name)));
  if (own === undefined) return checkDeclared(expression, env, report);
  let isUnbound = false;
  const noting: Report = (code, span, params, extra) => {
    const isOwn = code === 'unbound-name' && span.start === own.span.start;
    isUnbound ||= isOwn;
    report(code, span, params, isOwn ? { ...extra, help: helpWithOwn } : extra);
  };
  const type = checkDeclared(expression, env, noting);
  // What asks for it first fails nowhere, and never gets it.
  if (!isUnbound) report('empty-own-name', own.span, { name: own.name });
  return type;
}

/** All names in it are declared. */
function checkDeclared(expression: Expression, env: TypeEnvironment, report: Report): ValueType | undefined {
  const [first] = expression.names;
  if (!first || !isBareName(expression)) return checkTypes(expression, env, report);
  if (env.unbound.has(first.name)) reportUnbound(first.name, first.span, report);
  return env.types.get(first.name);
}

function checkTypes(expression: Expression, env: TypeEnvironment, report: Report): ValueType {
  const findings = new ReportedFindings(expression, report);
  const { type } = new TypeInference(findings).infer(expression.root, environmentOf(expression, env));
  findings.reportMismatch();
  return type;
}

const HELP_WITH_RESULT =
  '"result" is what the task of the action came to: a decide has none, and the guards of a human are read before ' +
  'anybody answered. Elsewhere it has the name behind "as".';

interface Undeclared {
  readonly expression: Expression;
  readonly undeclared: readonly NameUse[];
  readonly env: TypeEnvironment;
}

function reportUndeclared(
  { expression, undeclared: uses, env }: Undeclared,
  known: ReadonlySet<string>,
  report: Report,
): void {
  const reported = new Set<string>();
  let covered = 0;
  for (const { name, span } of uses) {
    // `story-id` is one mistake, though it reads as two names.
    if (reported.has(name) || span.start < covered) continue;
    reported.add(name);
    const dashed = dashedAt(span, known);
    covered = span.start + (dashed?.length ?? 0);
    const near = dashed ?? closest(name, known);
    const same = uses.filter((use) => use.name === name).map((use) => use.span);
    const value = fixOfValueElsewhere(name, expression, env);
    report(
      'undeclared-name',
      span,
      { name },
      {
        fix: value ?? (near === undefined ? undefined : fixFor(near, same, known)),
        ...(name === 'result' ? { help: HELP_WITH_RESULT } : {}),
      },
    );
  }
}

function fixFor(near: string, spans: readonly Span[], known: ReadonlySet<string>): Fix {
  return {
    title: `Write ${spell(near)}.`,
    safe: false,
    edits: spans.map((span) => editOf(span, near, known)),
  };
}

function editOf(span: Span, near: string, known: ReadonlySet<string>): Fix['edits'][number] {
  const { source, start, end } = span;
  const written = source.text.slice(start, end);
  if (/^[rR]?["']/.test(written)) return { span, newText: JSON.stringify(near) };
  const dashed = dashedAt(span, known);
  return {
    span: { source, start, end: dashed === undefined ? end : start + dashed.length },
    newText: spell(near),
  };
}

/** A declared name such as `story-id` that is written at a place as if it were a subtraction. */
function dashedAt(span: Span, known: ReadonlySet<string>): string | undefined {
  const rest = span.source.text.slice(span.start, span.start + 200);
  const written = /^[A-Za-z_][\w-]*-[\w-]*\w/.exec(rest)?.[0];
  return written !== undefined && known.has(written) ? written : undefined;
}

/** How an expression names something: bare, or by `vars` when it is no word. */
function spell(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `vars[${JSON.stringify(name)}]`;
}
