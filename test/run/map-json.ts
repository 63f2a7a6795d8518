import { parseTree, type Node } from 'jsonc-parser';

/**
 * A map in its JSON form as the reference reads it: members that users name are lists of pairs, because objects
 * of JavaScript put keys that look like integers first.
 */
export interface JsonMap extends JsonBlock {
  readonly description: string;
  readonly workslipFields?: Named<JsonField>;
  readonly defaults?: { readonly retry?: JsonRetry };
  readonly limits?: { readonly steps?: number; readonly costUsd?: number; readonly tokens?: number };
}

export interface JsonBlock {
  readonly startTaskDefinition: string;
  readonly taskDefinitions: Named<JsonTask>;
}

export type Named<T> = readonly (readonly [name: string, T])[];
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface JsonTask {
  readonly type: 'claude' | 'end' | 'shell' | 'human' | 'decide' | 'parallel' | 'foreach' | 'workflow';
  readonly actions?: Named<JsonAction>;
  readonly as?: string;
  readonly onError?: string;
  readonly retry?: JsonRetry;
  readonly timeout?: string;
  readonly maxVisits?: { readonly max: number; readonly then: string };
  readonly prompt?: string;
  readonly promptTemplate?: string;
  readonly promptTemplatePath?: string;
  readonly promptParams?: Named<JsonField | string | number | boolean>;
  readonly appendActions?: boolean;
  readonly budgetUsd?: number;
  readonly session?: 'new' | 'continue' | { readonly of: string } | { readonly fork: string };
  readonly output?: { readonly schema: Json };
  readonly command?: string | readonly string[];
  readonly idempotent?: boolean;
  readonly set?: Named<string>;
  readonly fields?: Named<JsonField>;
  readonly outcome?: string;
  readonly result?: string;
  readonly failed?: boolean;
  readonly branches?: Named<JsonBlock>;
  readonly join?: 'all' | { readonly atLeast: number };
  readonly items?: string;
  readonly item?: string;
  readonly key?: string;
  readonly after?: string;
  readonly exclusive?: string;
  readonly concurrency?: number;
  readonly onItemFailure?: 'stop' | 'continue';
  readonly carry?: boolean;
  readonly body?: JsonBlock;
  readonly map?: string;
  readonly with?: Named<string>;
}

export interface JsonField {
  readonly type: 'string' | 'number' | 'boolean' | 'array' | 'object';
  readonly description?: string;
  readonly required?: boolean;
  readonly default?: Json;
  readonly enum?: readonly Json[];
}

export interface JsonRetry {
  readonly max?: number;
  readonly reply?: number;
}

export interface JsonAction {
  readonly target: string;
  readonly args?: string | Named<Json>;
  readonly choose?: string;
  readonly when?: string;
  readonly limit?: { readonly max: number; readonly then: string };
  readonly resets?: readonly string[];
}

/** Members whose keys are names of the user. */
const NAMED = new Set([
  'taskDefinitions',
  'workslipFields',
  'actions',
  'set',
  'args',
  'promptParams',
  'fields',
  'branches',
  'with',
]);

/** Reads a map out of a JSON text, with its order; and the text of the map alone. */
export function readMap(text: string, member: string): { readonly map: JsonMap; readonly text: string } {
  const root = parseTree(text, [], { disallowComments: true });
  const node = root?.children?.find(({ children: [key] = [] }) => key?.value === member)?.children?.[1];
  if (node === undefined) throw new Error(`the text has no member "${member}"`);
  // What the map must look like is checked by the engine's own reader, which gets the same text.
  return { map: valueOf(node, false) as JsonMap, text: text.slice(node.offset, node.offset + node.length) };
}

function valueOf({ type, value, children = [] }: Node, isNamed: boolean): unknown {
  if (type === 'array') return children.map((each) => valueOf(each, false));
  if (type !== 'object') return value;
  const members = children.map(({ children: [key, member] = [] }) => {
    const name = String(key?.value);
    return [name, member && valueOf(member, !isNamed && NAMED.has(name))] as const;
  });
  return isNamed ? members : Object.fromEntries(members);
}

/** Reads all maps of a member that names them by path. */
export function readMaps(
  text: string,
  member: string,
): ReadonlyMap<string, { readonly map: JsonMap; readonly text: string }> {
  const root = parseTree(text, [], { disallowComments: true });
  const node = root?.children?.find(({ children: [key] = [] }) => key?.value === member)?.children?.[1];
  const inner = node === undefined ? '{}' : text.slice(node.offset, node.offset + node.length);
  const paths = (node?.children ?? []).map(({ children: [key] = [] }) => String(key?.value));
  return new Map(paths.map((path) => [path, readMap(inner, path)]));
}

/** Writes a map as JSON, in its order. */
export function mapText(map: JsonMap): string {
  return textOf(map, false);
}

function textOf(value: unknown, isNamed: boolean): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value) && !isNamed) return `[${value.map((each) => textOf(each, false)).join(',')}]`;
  const members: readonly (readonly [unknown, unknown])[] = isNamed
    ? (value as readonly (readonly [unknown, unknown])[])
    : Object.entries(value).filter(([, each]) => each !== undefined);
  const texts = members.map(([name, each]) => {
    const isList = !isNamed && NAMED.has(String(name)) && typeof each === 'object';
    return `${JSON.stringify(name)}:${textOf(each, isList)}`;
  });
  return `{${texts.join(',')}}`;
}
