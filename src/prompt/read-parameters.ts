import type { Report } from '../diagnostics/diagnostic.ts';
import { WORDS } from '../expression/alias-names.ts';
import type { ScalarType } from '../model/field.ts';
import type { Span } from '../text/source.ts';
import { closest } from '../util/closest.ts';
import { coerce } from './coerce.ts';
import type { TemplateParameter } from './template.ts';
import type { Entry } from './yaml-entries.ts';

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

const KEYS = ['type', 'description', 'required', 'default'];

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
  return {
    name,
    type: type ?? 'string',
    description: textOf(parts.get('description'), fault),
    required: requiredOf(parts.get('required'), fault),
    default: type && defaultOf(parts.get('default'), type, fault),
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

type Tell = (at: Span, problem: string) => undefined;

/** Undefined when there is a type and it is none; a default then cannot be judged. */
function typeOf(entry: Entry | undefined, fault: Tell): ScalarType | undefined {
  if (!entry || entry.kind === 'nothing') return 'string';
  const text = entry.kind === 'scalar' ? entry.text : '';
  if (text === 'string' || text === 'number' || text === 'boolean') return text;
  return fault(entry.span, `has the type "${text}", which is not string, number or boolean`);
}

function textOf(entry: Entry | undefined, fault: Tell): string | undefined {
  if (!entry || entry.kind === 'nothing') return undefined;
  return entry.kind === 'scalar' ? entry.text : fault(entry.span, 'has a description that is no text');
}

function requiredOf(entry: Entry | undefined, fault: Tell): boolean {
  if (!entry || entry.kind === 'nothing') return false;
  const value = entry.kind === 'scalar' ? coerce(entry.text, 'boolean') : undefined;
  if (typeof value === 'boolean') return value;
  fault(entry.span, 'has a "required" that is neither true nor false');
  return false;
}

function defaultOf(entry: Entry | undefined, type: ScalarType, fault: Tell): TemplateParameter['default'] {
  if (!entry || entry.kind === 'nothing') return undefined;
  const value = entry.kind === 'scalar' ? coerce(entry.text, type) : undefined;
  return value ?? fault(entry.span, `has a default that is no ${type}`);
}
