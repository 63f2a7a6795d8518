import { data } from '../../diagnostics/catalogue/data.ts';
import type { Extra, Fix, Report } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../text/source.ts';
import { closest } from '../../util/closest.ts';
import type { ArgumentMismatch } from './argument-mismatch.ts';
import type { Node } from '../cel/node.ts';
import { CALLS_ELSEWHERE } from '../cel/words.ts';
import { describeType } from '../types/describe-type.ts';
import type { Expression } from '../cel/expression.ts';
import type { Comparison, MemberAccess, TypeFindings } from './infer-type.ts';
import { helpWithMembers, memberNamesOf } from '../types/known-members.ts';
import { literalOf } from '../cel/literal-node.ts';
import { onOneLine, quoted } from '../cel/quoted.ts';
import type { Mismatch } from './operand-mismatch.ts';
import { keyOf } from './path-of.ts';
import { membersOf } from '../types/union-of.ts';
import type { ValueType } from '../types/value.ts';

/** Tells what type inference finds in an expression. An unbound name is told once, at its first use. */
export class ReportedFindings implements TypeFindings {
  readonly #expression: Expression;
  readonly #report: Report;
  readonly #unbound = new Set<string>();
  #mismatch: Mismatch | undefined;
  #hasReported = false;

  constructor(expression: Expression, report: Report) {
    this.#expression = expression;
    this.#report = (...all) => {
      this.#hasReported = true;
      report(...all);
    };
  }

  unboundName(node: Node, name: string): void {
    if (this.#unbound.has(name)) return;
    this.#unbound.add(name);
    reportUnbound(name, this.#spanOf(node), this.#report);
  }

  badMember({ presence, owner, node, key, type, isAsked }: MemberAccess): void {
    const member = key ?? '';
    const span = key === undefined ? this.#spanOf(node) : this.#spanOfKey(node, key);
    if (presence === 'unsure') {
      const path = this.#textOf(node);
      this.#report('unguarded-member', span, { path }, { help: helpToGuard(path, node, type) });
    } else if (presence === 'never') {
      const near = closest(member, memberNamesOf(type));
      const fix = near === undefined ? undefined : this.#fixOfKey(node, span, near);
      const extra = { ...helpWithMembers(type), fix };
      this.#report('unknown-member', span, { owner: this.#textOf(owner), member }, extra);
    } else {
      const problem = `"${member}" asks for a member of ${describeType(type)}`;
      const isCount =
        !isAsked && node.kind === 'member' && (CALLS_ELSEWHERE.get(member) ?? member) === 'size';
      this.#report(
        'type-clash',
        span,
        { problem },
        isCount ? this.#toCount(node, owner) : helpWithList(type),
      );
    }
  }

  compared({ of, type, literal }: Comparison): void {
    const value = literalOf(literal);
    const allowed = literalsIn(type);
    // What is absent may read as the empty text.
    if (typeof value !== 'string' || value === '' || !allowed || allowed.has(value)) return;
    const span = this.#spanOf(literal);
    const near = closest(value, allowed);
    const quote = span.source.text[span.end - 1] === "'" ? "'" : '"';
    const fits = near !== undefined && !/["'\\\p{Cc}]/u.test(near);
    const extra: Extra = {
      help: `It is one of ${[...allowed]
        .slice(0, 20)
        .map((each) => JSON.stringify(each))
        .join(', ')}.`,
      fix: fits
        ? { title: `Write "${near}".`, safe: false, edits: [{ span, newText: quote + near + quote }] }
        : undefined,
    };
    this.#report('unknown-literal', span, { path: this.#textOf(of), value: JSON.stringify(value) }, extra);
  }

  badArgument({ problem, help }: ArgumentMismatch, node: Node): void {
    this.#report('type-clash', this.#spanOf(node), { problem }, { help });
  }

  /** Only the first counts, and only where all names, members and values are right: what is wrong of them explains the rest. */
  mismatch(mismatch: Mismatch): void {
    this.#mismatch ??= mismatch;
  }

  reportMismatch(): void {
    if (this.#hasReported || this.#mismatch === undefined) return;
    const { node, problem, help } = this.#mismatch;
    const part = this.#textOf(node);
    const extra = help === undefined ? {} : { help: help(part) };
    this.#report('type-clash', this.#spanOf(node), { problem: problem(quoted(part)) }, extra);
  }

  #fixOfKey(node: Node, span: Span, near: string): Fix | undefined {
    const isWord = /^[A-Za-z_][A-Za-z0-9_]*$/.test(near);
    if (node.kind === 'member' && !isWord) return undefined;
    const newText = node.kind === 'member' ? near : JSON.stringify(near);
    return { title: `Write ${newText}.`, safe: false, edits: [{ span, newText }] };
  }

  #toCount(node: Node, owner: Node): Extra {
    const newText = `size(${this.#textOf(owner)})`;
    const title = `Write ${newText}.`;
    return { help: title, fix: { title, safe: false, edits: [{ span: this.#spanOf(node), newText }] } };
  }

  #spanOfKey(node: Node, key: string): Span {
    if (node.kind === 'index') return this.#spanOf(node.index);
    const whole = this.#spanOf(node);
    return { ...whole, start: Math.max(whole.start, whole.end - key.length) };
  }

  #spanOf({ start, end }: Node): Span {
    const { span } = this.#expression;
    return { source: span.source, start: span.start + start, end: span.start + end };
  }

  #textOf({ start, end }: Node): string {
    return onOneLine(this.#expression.text.slice(start, end));
  }
}

/** To ask first for the result of the task itself helps nobody. */
export const helpWithOwn = data['empty-own-name'].help;

export function reportUnbound(name: string, span: Span, report: Report): void {
  const path = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `vars[${JSON.stringify(name)}]`;
  report(
    'unbound-name',
    span,
    { name },
    { help: `Ask for it first with has(${path}), or let every path set it.` },
  );
}

function helpToGuard(path: string, node: Node, type: ValueType): string {
  const guard = keyOf(node) === undefined ? `${path} != null` : `has(${path})`;
  const outcomes = membersOf([type]).some(
    (each) => typeof each !== 'string' && each.kind === 'object' && each.members.has('outcome'),
  );
  const ways = `Ask for it first, as in "${guard} && …", or for a value in "${guard} ? … : …"`;
  return `${ways}${outcomes ? ', or ask for the outcome' : ''}.`;
}

/** What to do with a list, where a member of it was asked for. */
function helpWithList(type: ValueType): Extra {
  const isList = membersOf([type]).some((each) => typeof each !== 'string' && each.kind === 'list');
  return isList ? { help: 'It is a list: take one by [0], or all by map, filter, all or exists.' } : {};
}

/** The texts that a value can be, where there are only a few; undefined where it may be others. */
function literalsIn(type: ValueType): ReadonlySet<string> | undefined {
  const members = membersOf([type]).filter((each) => each !== 'null');
  const values = members.flatMap((each): readonly unknown[] =>
    typeof each !== 'string' && each.kind === 'literals' ? each.values : [undefined],
  );
  const texts = values.filter((value): value is string => typeof value === 'string' && value !== '');
  return texts.length > 0 && !values.includes(undefined) ? new Set(texts) : undefined;
}
