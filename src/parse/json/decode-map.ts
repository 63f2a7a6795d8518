import type { Report } from '../../diagnostics/diagnostic.ts';
import type { MapDocument } from '../../model/map-document.ts';
import type { Field } from '../../model/field.ts';
import type { WorkflowMap } from '../../model/map.ts';
import type { Source } from '../../text/source.ts';
import { decodeTask } from './decode-task.ts';
import type { JsonMember, JsonNode } from './json-node.ts';
import { booleanOf, memberOf, membersOf, numberOf, scalarTypeOf, stringOf } from './json-fields.ts';
import { NodePlaces } from './node-places.ts';

/**
 * Turns a tree of the shape of a map into a document.
 *
 * Errors: reports what the shape cannot say: prompts, arguments and durations that are wrong in themselves.
 */
export function decodeMap(root: JsonNode, source: Source, report: Report): MapDocument {
  const places = new NodePlaces(source);
  const decoding = { source, places, report };
  const tasks = membersOf(root, 'taskDefinitions').map((member) => decodeTask(member, decoding));
  const limits = memberOf(root, 'limits')?.value;
  const map: WorkflowMap = {
    description: stringOf(root, 'description') ?? '',
    fields: membersOf(root, 'workslipFields').map((member) => decodeField(member, places)),
    block: places.addValue({ start: stringOf(root, 'startTaskDefinition') ?? '', tasks }, root),
    limits: {
      steps: limits && numberOf(limits, 'steps'),
      costUsd: limits && numberOf(limits, 'costUsd'),
      tokens: undefined,
      durationMs: undefined,
    },
    properties: [],
  };
  places.addValue(map.limits, limits ?? root);
  return { source, map: places.addValue(map, root), spanOf: places.spanOf };
}

function decodeField(member: JsonMember, places: NodePlaces): Field {
  const field: Field = {
    name: member.name,
    type: scalarTypeOf(member.value),
    description: stringOf(member.value, 'description') ?? '',
    required: booleanOf(member.value, 'required') ?? false,
    default: undefined,
    enum: undefined,
    schema: undefined,
  };
  return places.addMember(field, member);
}
