import type { MapDocument } from '../../model/map-document.ts';
import type { RunLimits, WorkflowMap } from '../../model/map.ts';
import { decodeArtifacts } from './decode-artifacts.ts';
import { decodeDefaults } from './decode-defaults.ts';
import { decodeDuration } from './decode-duration.ts';
import { decodeField } from './decode-field.ts';
import { decodeProperty } from './decode-property.ts';
import { decodeBlock } from './decode-task.ts';
import type { Decoding } from './decoding.ts';
import { memberOf, membersOf, numberOf, stringOf } from '../tree/json-fields.ts';
import type { JsonNode } from '../tree/json-node.ts';
import { NodePlaces } from '../tree/node-places.ts';

/**
 * Turns a tree of the shape of a map into a document.
 *
 * Errors: reports what the shape cannot say: prompts, arguments, durations and alternatives that are wrong in
 * themselves, fields without effect, and what this version does not run.
 */
export function decodeMap(
  root: JsonNode,
  { source, report }: Pick<Decoding, 'source' | 'report'>,
): MapDocument {
  const places = new NodePlaces(source);
  const shared = { source, places, report };
  const decoding: Decoding = { ...shared, defaults: decodeDefaults(root, shared) };
  const map: WorkflowMap = {
    description: stringOf(root, 'description') ?? '',
    fields: membersOf(root, 'workslipFields').map((member) => decodeField(member, decoding)),
    block: decodeBlock(root, decoding),
    limits: decodeLimits(root, decoding),
    needsWall: stringOf(root, 'wall') === 'required',
    keepsBranch: stringOf(root, 'branch') === 'current',
    properties: membersOf(root, 'properties').map((member) => decodeProperty(member, decoding)),
    artifacts: decodeArtifacts(root, decoding),
  };
  return { source, map: places.addValue(map, root), spanOf: places.spanOf };
}

function decodeLimits(root: JsonNode, decoding: Decoding): RunLimits {
  const node = memberOf(root, 'limits')?.value;
  const limits: RunLimits = {
    steps: node && numberOf(node, 'steps'),
    costUsd: node && numberOf(node, 'costUsd'),
    tokens: node && numberOf(node, 'tokens'),
    durationMs: node && decodeDuration(node, 'duration', decoding),
  };
  return decoding.places.addValue(limits, node ?? root);
}
