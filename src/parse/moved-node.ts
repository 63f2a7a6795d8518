import type { JsonMember, JsonNode } from './tree/json-node.ts';

/** A tree as it is where text before an offset, or around it, has become longer. What ends before that is the same node. */
export function movedNode(node: JsonNode, from: number, by: number): JsonNode {
  if (by === 0 || node.end < from) return node;
  const place = (offset: number): number => (offset >= from ? offset + by : offset);
  const [start, end] = [place(node.start), place(node.end)];
  if (node.kind === 'scalar') return { kind: 'scalar', start, end, value: node.value };
  if (node.kind === 'array') {
    return { kind: 'array', start, end, items: node.items.map((each) => movedNode(each, from, by)) };
  }
  const members = new Map<string, JsonMember>();
  for (const [key, { name, nameStart, nameEnd, value }] of node.members) {
    members.set(key, {
      name,
      nameStart: place(nameStart),
      nameEnd: place(nameEnd),
      value: movedNode(value, from, by),
    });
  }
  return { kind: 'object', start, end, members };
}
