import type { Fix } from '../../diagnostics/diagnostic.ts';
import type { SignalSettings } from '../../model/signal-settings.ts';
import { ESCALATE_BELOW } from '../../signal/effective-next.ts';
import { RESULTS_OF, SIGNAL_ROLES, STOP, type SignalRole } from '../../signal/words.ts';
import type { Span } from '../../text/source.ts';
import { closest } from '../../util/closest.ts';
import { booleanOf, itemsOf, memberOf, membersOf, numberOf, stringOf } from '../tree/json-fields.ts';
import type { JsonMember, JsonNode } from '../tree/json-node.ts';
import { expressionIn } from './decode-expression.ts';
import { keySpan, valueSpan, type Decoding } from './decoding.ts';

/** The fields that say how the agent of a task answers by a SIGNAL BLOCK. */
const FIELDS = ['signs', 'reports', 'signature', 'escalateBelow', 'lenient'] as const;

/**
 * Reads how a task is answered by a SIGNAL BLOCK; undefined where it is not.
 *
 * Errors: reports `unusable-protocol` and `unknown-signal-result`.
 */
export function decodeSignal(task: JsonMember, decoding: Decoding): SignalSettings | undefined {
  const node = task.value;
  const protocol = memberOf(node, 'protocol');
  const fault = (member: JsonMember, reason: string): void =>
    decoding.report('unusable-protocol', keySpan(decoding, member), { task: task.name, reason });
  if (protocol === undefined || stringOf(node, 'protocol') !== 'signal-block') {
    for (const field of FIELDS) {
      const member = memberOf(node, field);
      if (member) fault(member, `has "${field}" without "protocol": "signal-block"`);
    }
    return undefined;
  }
  const role = SIGNAL_ROLES.find((each) => each === stringOf(node, 'signs'));
  if (role === undefined) {
    fault(protocol, 'answers by a SIGNAL BLOCK, and "signs" does not say as whom');
    return undefined;
  }
  const output = memberOf(node, 'output');
  if (output) fault(output, 'answers by a SIGNAL BLOCK, and by an "output"');
  const escalateBelow = numberOf(node, 'escalateBelow') ?? ESCALATE_BELOW;
  const strictness = booleanOf(node, 'lenient') === true ? 'lenient' : 'strict';
  checkActions(task, {
    escalateBelow,
    roles: strictness === 'strict' ? SIGNAL_ROLES : [...SIGNAL_ROLES, STOP],
    fault,
  });
  return {
    role,
    results: resultsOf(task, role, decoding),
    signature: expressionIn(node, 'signature', decoding),
    escalateBelow,
    strictness,
  };
}

interface ActionCheck {
  readonly escalateBelow: number;
  readonly roles: readonly string[];
  readonly fault: (member: JsonMember, reason: string) => void;
}

/** Without guards the block chooses by whom it names: every action is a role, and a person can be reached. */
function checkActions({ value }: JsonMember, { escalateBelow, roles, fault }: ActionCheck): void {
  const actions = membersOf(value, 'actions');
  if (actions.length === 0 || actions.some((each) => memberOf(each.value, 'when') !== undefined)) return;
  for (const action of actions) {
    if (roles.includes(action.name)) continue;
    const names = roles.map((role) => `"${role}"`).join(', ');
    fault(
      action,
      `has an action "${action.name}" without a guard, and a SIGNAL BLOCK hands over to ${names} only`,
    );
  }
  const field = memberOf(value, 'actions');
  if (field && escalateBelow > 0 && actions.every(({ name }) => name !== 'Human')) {
    fault(field, 'hands over to a person where confidence is low, and has no action "Human"');
  }
}

/** Those that the map names, else those of the role. */
function resultsOf(task: JsonMember, role: SignalRole, decoding: Decoding): readonly string[] {
  const known: readonly string[] = RESULTS_OF[role];
  const given = itemsOf(task.value, 'reports').filter(isText);
  for (const node of given) {
    if (known.includes(node.value)) continue;
    const near = closest(node.value, known);
    const span = valueSpan(decoding, node);
    const params = { task: task.name, result: node.value, role, known: known.join(', ') };
    const fix = near === undefined ? undefined : fixTo(near, span);
    decoding.report('unknown-signal-result', span, params, { fix });
  }
  return given.length === 0 ? known : given.map(({ value }) => value);
}

/** In quotes only where the word was. */
function fixTo(near: string, span: Span): Fix {
  const isQuoted = span.source.text[span.start] === '"';
  const newText = isQuoted ? JSON.stringify(near) : near;
  return { title: `Write "${near}".`, safe: false, edits: [{ span, newText }] };
}

function isText(node: JsonNode): node is Extract<JsonNode, { kind: 'scalar' }> & { readonly value: string } {
  return node.kind === 'scalar' && typeof node.value === 'string';
}
