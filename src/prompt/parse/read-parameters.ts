import type { Report } from '../../diagnostics/diagnostic.ts';
import { WORDS } from '../../expression/cel/words.ts';
import { FIELD_TYPES, type FieldType } from '../../model/field.ts';
import type { Value } from '../../model/value.ts';
import type { Span } from '../../text/source.ts';
import { closest } from '../../util/closest.ts';
import { isAllowed } from '../values/allowed-value.ts';
import { coerce, typeOfValue } from '../values/coerce.ts';
import type { TemplateParameter } from './template.ts';
import { writtenValue } from '../values/written-value.ts';
import type { Entry, Written } from '../values/yaml-entries.ts';

/**
 * Reads the parameters that a front matter declares; none where it has no entry for them.
 *
 * Errors: reports `invalid-front-matter`, `invalid-parameter`, `unknown-parameter-key`; a parameter with a fault
 * keeps what is sound of it.
 */
export function readParameters(block: Entry | undefined, report: Report): readonly TemplateParameter[] {
  if (!block || block.kind === 'nothing') return [];
  if (block.kind === 'map') return parametersOf(block.entries, report);
  report('invalid-front-matter', block.span, {
    problem: `"${block.key.name}" holds no names with what they are`,
  });
  return [];
}

function parametersOf(entries: readonly Entry[], report: Report): readonly TemplateParameter[] {
  const byName = new Map<string, TemplateParameter>();
  for (const entry of entries) {
    const { name, span } = entry.key;
    const first = byName.get(name);
    if (first) {
      const related = [{ message: 'It is declared here first.', span: first.span }];
      report('invalid-parameter', span, { name, problem: 'is declared twice' }, { related });
    } else if (name === '' || WORDS.has(name)) {
      report('invalid-parameter', span, {
        name,
        problem: 'has a name that expressions read as something else',
      });
    } else byName.set(name, parameterOf(entry, report));
  }
  return [...byName.values()];
}

const KEYS = ['type', 'description', 'required', 'default', 'enum'];
const TYPES: readonly string[] = FIELD_TYPES;

function parameterOf(entry: Entry, report: Report): TemplateParameter {
  const { name, span } = entry.key;
  const parts = new Map<string, Entry>();
  if (entry.kind === 'map') {
    for (const part of entry.entries) keep(part, parts, { name, report });
  } else if (entry.kind !== 'nothing') {
    report('invalid-parameter', entry.span, {
      name,
      problem: 'has a value where type, description and so on belong',
    });
  }
  const fault = (at: Span, problem: string): undefined => {
    report('invalid-parameter', at, { name, problem });
    return undefined;
  };
  const type = typeOf(parts.get('type'), fault);
  const allowed = type && enumOf(parts.get('enum'), type, fault);
  return {
    name,
    type: type ?? 'string',
    description: textOf(parts.get('description'), fault),
    required: requiredOf(parts.get('required'), fault),
    default: type && defaultOf(parts.get('default'), { type, allowed }, fault),
    enum: allowed,
    schema: undefined,
    span,
  };
}

/** Takes a key of a parameter unless there was one like it; a near miss is told, other tools' keys are not. */
function keep(
  part: Entry,
  parts: Map<string, Entry>,
  { name, report }: { readonly name: string; readonly report: Report },
): void {
  const key = part.key.name;
  if (parts.has(key)) report('invalid-parameter', part.key.span, { name, problem: `has "${key}" twice` });
  else parts.set(key, part);
  const near = KEYS.includes(key) ? undefined : closest(key, KEYS);
  if (near === undefined) return;
  const edits = [{ span: part.key.span, newText: near }];
  report(
    'unknown-parameter-key',
    part.key.span,
    { name, key },
    { fix: { title: `Write ${near}.`, safe: false, edits } },
  );
}

type ReportProblem = (at: Span, problem: string) => undefined;

/** Undefined when there is a type and it is none; a default then cannot be judged. */
function typeOf(entry: Entry | undefined, fault: ReportProblem): FieldType | undefined {
  if (!entry || entry.kind === 'nothing') return 'string';
  const text = entry.kind === 'scalar' ? entry.text : '';
  if (isType(text)) return text;
  return fault(entry.span, `has the type "${text}", which is not string, number, boolean, array or object`);
}

function isType(text: string): text is FieldType {
  return TYPES.includes(text);
}

function textOf(entry: Entry | undefined, fault: ReportProblem): string | undefined {
  if (!entry || entry.kind === 'nothing') return undefined;
  return entry.kind === 'scalar' ? entry.text : fault(entry.span, 'has a description that is no text');
}

function requiredOf(entry: Entry | undefined, fault: ReportProblem): boolean {
  if (!entry || entry.kind === 'nothing') return false;
  const value = entry.kind === 'scalar' ? coerce(entry.text, 'boolean') : undefined;
  if (typeof value === 'boolean') return value;
  fault(entry.span, 'has a "required" that is neither true nor false');
  return false;
}

/** All values that are allowed. Undefined where they are not said, or cannot be read. */
function enumOf(
  entry: Entry | undefined,
  type: FieldType,
  fault: ReportProblem,
): readonly Value[] | undefined {
  if (!entry || entry.kind === 'nothing') return undefined;
  const items = entry.kind === 'list' ? entry.items : [];
  if (items.length === 0) return fault(entry.span, 'has an "enum" that is not a list of values');
  const values = items.map((item) => valueOf(item, type));
  const isSound = values.every((value) => value !== undefined);
  return isSound ? values : fault(entry.span, `has an "enum" with a value that is no ${type}`);
}

interface Allowed {
  readonly type: FieldType;
  readonly allowed: readonly Value[] | undefined;
}

function defaultOf(
  entry: Entry | undefined,
  { type, allowed }: Allowed,
  fault: ReportProblem,
): Value | undefined {
  if (!entry || entry.kind === 'nothing') return undefined;
  const value = valueOf(entry, type);
  if (value === undefined) return fault(entry.span, `has a default that is no ${type}`);
  return isAllowed(value, allowed)
    ? value
    : fault(entry.span, 'has a default that its "enum" does not allow');
}

/** A scalar is read by the declared type, whatever it looks like. */
function valueOf(written: Written, type: FieldType): Value | undefined {
  if (type !== 'array' && type !== 'object') {
    return written.kind === 'scalar' ? coerce(written.text, type) : undefined;
  }
  const value = writtenValue(written);
  return value !== undefined && typeOfValue(value) === type ? value : undefined;
}
