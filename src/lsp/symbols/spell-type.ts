import type { ValueType } from '../../expression/types/value.ts';

const MAX_DEPTH = 3;
const MAX_PARTS = 12;

/** A type as a hover shows it: `string`, `"a" | "b"`, `list of { ok: boolean, note?: string }`. */
export function spellType(type: ValueType, depth = 0): string {
  if (typeof type === 'string') return type === 'any' ? 'any value' : type;
  if (type.kind === 'literals')
    return clipped(
      type.values.map((value) => JSON.stringify(value)),
      ' | ',
    );
  if (type.kind === 'union')
    return clipped(
      type.of.map((each) => spellType(each, depth)),
      ' | ',
    );
  if (type.kind === 'list') return `list of ${depth < MAX_DEPTH ? spellType(type.items, depth + 1) : '…'}`;
  if (type.members.size === 0) return 'object';
  if (depth >= MAX_DEPTH) return '{…}';
  const members = Array.from(type.members, ([name, { type: each, required }]) => {
    return `${name}${required ? '' : '?'}: ${spellType(each, depth + 1)}`;
  });
  return `{ ${clipped(members, ', ')}${type.isOpen ? ', …' : ''} }`;
}

function clipped(parts: readonly string[], between: string): string {
  const shown = parts.slice(0, MAX_PARTS);
  return shown.length < parts.length ? [...shown, '…'].join(between) : shown.join(between);
}
