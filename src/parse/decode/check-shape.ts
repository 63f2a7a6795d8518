import type { Fix, Report } from '../../diagnostics/diagnostic.ts';
import { fieldsOf } from '../../language/fields.ts';
import { partAt } from '../../language/place.ts';
import { isDenial, meantWord } from '../../model/denial.ts';
import type { Source, Span } from '../../text/source.ts';
import { closest } from '../../util/closest.ts';
import type { JsonMember, JsonNode } from '../tree/json-node.ts';
import { describeKind, toValue } from '../tree/json-value.ts';
import { describePlace } from '../tree/map-place.ts';
import { misspeltPrompt } from './misspelt-prompt.ts';
import { isMapShape, type ShapeError } from './map-shape.generated.js';

const MAX_ERRORS = 1000;
/** What a message calls the bounds that a schema sets. */
const BOUNDS: ReadonlyMap<string, string> = new Map([
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['exclusiveMinimum', 'more than'],
]);
/** Names of types in other languages, with ours. */
const FOREIGN_TYPES: ReadonlyMap<string, string> = new Map([
  ['int', 'number'],
  ['integer', 'number'],
  ['float', 'number'],
  ['double', 'number'],
  ['bool', 'boolean'],
  ['str', 'string'],
  ['text', 'string'],
  ['list', 'array'],
  ['dict', 'object'],
  ['map', 'object'],
]);

/** How many unknown keys of an object may be a missing one misspelt. */
const MAX_LOOKED_AT = 100;

/**
 * Checks that a tree has the shape of a map.
 *
 * Shape: whether there was no error; unknown fields are warnings.
 * Errors: reports the group shape, in words of our own: each error of the compiled schema is one diagnostic
 * at the narrowest place, or none where another one says it already.
 */
export function checkShape(root: JsonNode, source: Source, report: Report): boolean {
  if (isMapShape(toValue(root))) return true;
  let sound = true;
  const counting: Report = (code, span, params, extra) => {
    if (code !== 'unknown-field') sound = false;
    report(code, span, params, extra);
  };
  // What is surely an error first: a flood of unknown keys must neither hide it nor take its time.
  const all = (isMapShape.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .toSorted((a, b) => Number(isExtra(a)) - Number(isExtra(b)));
  const errors = all.slice(0, MAX_ERRORS);
  const shape = new ShapeReport({ root, source, report: counting, errors });
  for (const error of errors) shape.add(error);
  return sound && all.length === errors.length;
}

function isExtra(error: ShapeError): boolean {
  return error.keyword === 'additionalProperties';
}

interface ShapeSubject {
  readonly root: JsonNode;
  readonly source: Source;
  readonly report: Report;
  readonly errors: readonly ShapeError[];
}

/** A value, the member it is the value of, and the keys that lead to it. */
interface Found {
  readonly path: readonly string[];
  readonly node: JsonNode;
  readonly member: JsonMember | undefined;
}

class ShapeReport {
  readonly #subject: ShapeSubject;
  /** Missing fields by the pointer of their owner: a misspelt key beside one is told as the missing field. */
  readonly #missing = new Map<string, Set<string>>();

  constructor(subject: ShapeSubject) {
    this.#subject = subject;
    for (const { keyword, instancePath, params } of subject.errors) {
      if (keyword === 'required') {
        const names = this.#missing.get(instancePath) ?? new Set();
        this.#missing.set(instancePath, names.add(String(params['missingProperty'])));
      }
    }
  }

  add(error: ShapeError): void {
    const found = this.#find(error.instancePath);
    switch (error.keyword) {
      case 'required':
        return this.#missingField(found, String(error.params['missingProperty']));
      case 'additionalProperties':
        return this.#extraField(found, String(error.params['additionalProperty']), error.instancePath);
      case 'type':
        return this.#wrongType(found, error.params['type']);
      case 'enum':
        return this.#wrongValue(found, error.params['allowedValues']);
      case 'minimum':
      case 'maximum':
      case 'exclusiveMinimum':
        return this.#outOfRange(found, error);
      default:
        // minLength, minProperties and minItems: the schema asks for no other length than one.
        return this.#subject.report('empty-value', this.#span(found.node), {
          field: describePlace(found.path),
        });
    }
  }

  #missingField(found: Found, field: string): void {
    const params = { field, owner: describePlace(found.path) };
    const misspelt = this.#misspeltKey(found.node, field, found.path);
    if (misspelt) {
      const span = this.#keySpan(misspelt);
      return this.#subject.report('missing-field', span, params, { fix: this.#rename(span, field) });
    }
    const kind = partAt(found.path);
    const extra =
      kind === 'argument'
        ? { help: 'Write {"expr": "…"}, with a CEL expression that gives the value.' }
        : field === 'description' && kind === 'field'
          ? { help: 'Add a text that says what it is for: whoever fills it in reads that.' }
          : {};
    this.#subject.report('missing-field', this.#headSpan(found), params, extra);
  }

  #extraField(found: Found, field: string, pointer: string): void {
    const kind = partAt(found.path);
    const member = found.node.kind === 'object' ? found.node.members.get(field) : undefined;
    if (!kind || !member) return;
    const missing = this.#missing.get(pointer);
    // What an object as an argument is to be is told already.
    if (kind === 'argument' && missing) return;
    const near = meantWord(field, fieldsOf(kind));
    if (near !== undefined && missing?.has(near) === true) return;
    // That the task has no prompt is told at this key.
    if (kind === 'task' && misspeltPrompt(found.node)?.member === member) return;
    const params = { field, owner: describePlace(found.path) };
    this.#subject.report(codeOf(field), this.#keySpan(member), params, this.#renameTo(near, member, found));
  }

  #renameTo(near: string | undefined, member: JsonMember, { node }: Found): { readonly fix?: Fix } {
    const isTaken = near !== undefined && node.kind === 'object' && node.members.has(near);
    return near === undefined || isTaken ? {} : { fix: this.#rename(this.#keySpan(member), near) };
  }

  #wrongType(found: Found, type: unknown): void {
    const span = this.#span(found.node);
    if (partAt(found.path) === 'param') {
      const param = found.path.at(-1) ?? '';
      return this.#subject.report('malformed-param', span, { param, found: describeKind(found.node) });
    }
    const params = {
      field: describePlace(found.path),
      expected: describeType(type),
      found: describeKind(found.node),
    };
    this.#subject.report('wrong-type', span, params);
  }

  #wrongValue(found: Found, allowedValues: unknown): void {
    const span = this.#span(found.node);
    // A value that is no text has the wrong type, which is told on its own.
    if (found.node.kind !== 'scalar' || typeof found.node.value !== 'string') return;
    const value = found.node.value;
    const allowed = Array.isArray(allowedValues) ? allowedValues.map(String) : [];
    const params = {
      field: describePlace(found.path),
      value,
      allowed: allowed.map((each) => `"${each}"`).join(', '),
    };
    const near = FOREIGN_TYPES.get(value.toLowerCase()) ?? closest(value, allowed);
    const fix = near !== undefined && allowed.includes(near) ? this.#rewrite(span, near) : undefined;
    this.#subject.report('unknown-value', span, params, { fix });
  }

  #outOfRange(found: Found, error: ShapeError): void {
    const limit = String(error.params['limit']);
    const bound = `${BOUNDS.get(error.keyword) ?? ''} ${limit}`;
    this.#subject.report('number-out-of-range', this.#span(found.node), {
      field: describePlace(found.path),
      bound,
    });
  }

  /** A key of an object that no field has and that comes nearest to a missing one. */
  #misspeltKey(node: JsonNode, field: string, path: readonly string[]): JsonMember | undefined {
    const kind = partAt(path);
    if (node.kind !== 'object' || !kind) return undefined;
    const taken = new Set(fieldsOf(kind));
    let looked = 0;
    for (const member of node.members.values()) {
      if (taken.has(member.name)) continue;
      if (closest(member.name, fieldsOf(kind)) === field) return member;
      looked += 1;
      if (looked === MAX_LOOKED_AT) break;
    }
    return undefined;
  }

  #rewrite(span: Span, value: string): Fix {
    return { title: `Write "${value}".`, safe: false, edits: [{ span, newText: JSON.stringify(value) }] };
  }

  /** Not safe: to give a run what it did not have may change what it does. */
  #rename(span: Span, name: string): Fix {
    return {
      title: `Rename it to "${name}".`,
      safe: false,
      edits: [{ span, newText: JSON.stringify(name) }],
    };
  }

  #find(pointer: string): Found {
    const path = pointer
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    let found: Found = { path, node: this.#subject.root, member: undefined };
    for (const key of path) {
      const member = found.node.kind === 'object' ? found.node.members.get(key) : undefined;
      const node = member?.value ?? (found.node.kind === 'array' ? found.node.items[Number(key)] : undefined);
      if (!node) break;
      found = { path, node, member };
    }
    return found;
  }

  /** Where a whole part begins: its key, or the opening bracket of the map. */
  #headSpan(found: Found): Span {
    if (found.member) return this.#keySpan(found.member);
    return { source: this.#subject.source, start: found.node.start, end: found.node.start + 1 };
  }

  #keySpan(member: JsonMember): Span {
    return { source: this.#subject.source, start: member.nameStart, end: member.nameEnd };
  }

  #span(node: JsonNode): Span {
    // A long object or list is pointed at by its opening bracket.
    const end = node.kind === 'scalar' ? node.end : node.start + 1;
    return { source: this.#subject.source, start: node.start, end };
  }
}

/** A field that was meant to deny tools is not ignored. */
function codeOf(field: string): 'ineffective-denial' | 'unknown-field' {
  return isDenial(field) ? 'ineffective-denial' : 'unknown-field';
}

function describeType(type: unknown): string {
  const names: Record<string, string> = {
    string: 'text in quotes',
    number: 'a number',
    integer: 'a whole number',
    boolean: 'true or false',
    object: 'an object',
    array: 'a list',
  };
  const types = Array.isArray(type) ? type : String(type).split(',');
  return types.map((each) => names[String(each)] ?? String(each)).join(' or ');
}
