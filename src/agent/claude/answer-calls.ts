import { toPermissionRule } from '../../model/permission-rule.ts';
import { toError } from '../../util/error.ts';
import type { AgentRequest } from '../agent.ts';
import { toValue } from '../to-value.ts';
import type { Verdict } from '../unruled-call.ts';
import { ruleForCall } from './denials.ts';
import { toObject, toText, type JsonObject } from './json.ts';

/** Answers what Claude Code asks about tool calls. */
export interface CallAnswerer {
  /** Takes a `control_request` of the stream. */
  readonly take: (message: JsonObject) => void;
  /** Calls that a person has refused, by their ids. */
  readonly refusedByPerson: ReadonlySet<string>;
}

/** Where answers go. `hold` stops the time of the turn until what it gives is called. */
export interface AnswerLine {
  readonly write: (text: string) => void;
  readonly hold: () => () => void;
}

type CallsRequest = Pick<AgentRequest, 'decide' | 'workFolder' | 'permissionMode'>;

/**
 * Answers the calls of one turn by its `decide`; what is no call that can be decided is refused.
 *
 * Source: the control protocol of Claude Code, as its SDK speaks it (`can_use_tool`).
 */
export function createCallAnswerer(request: CallsRequest, line: () => AnswerLine): CallAnswerer {
  const refusedByPerson = new Set<string>();
  const answer = async (id: string, asked: JsonObject): Promise<void> => {
    const go = line().hold();
    try {
      line().write(responseOf(id, await replyTo(request, asked, refusedByPerson)));
    } finally {
      go();
    }
  };
  return {
    refusedByPerson,
    take: (message) => {
      const id = toText(message['request_id']);
      const asked = toObject(message['request']);
      if (id === undefined || asked === undefined) return;
      if (asked['subtype'] === 'can_use_tool') void answer(id, asked);
    },
  };
}

async function replyTo(request: CallsRequest, asked: JsonObject, byPerson: Set<string>): Promise<object> {
  const tool = toText(asked['tool_name']);
  const given = toObject(asked['input']);
  const input = toValue(asked['input']);
  const id = toText(asked['tool_use_id']) ?? '';
  if (request.decide === undefined || tool === undefined || given === undefined || !('value' in input)) {
    return refusal('wfmap could not read this call, so it is refused.');
  }
  const rule = ruleForCall(tool, given, request) ?? null;
  const verdict = await request
    .decide({ id, tool, input: input.value, rule })
    .catch((thrown: unknown): Verdict => ({ allows: false, reason: faultText(thrown), byPerson: false }));
  if (verdict.allows) return allowance(asked['input'], verdict.forTask ? rule : null);
  if (verdict.byPerson) byPerson.add(id);
  return refusal(verdict.reason);
}

function faultText(thrown: unknown): string {
  return `Nobody could be asked about this call, so it is refused: ${toError(thrown).message}`;
}

function refusal(message: string): object {
  return { behavior: 'deny', message };
}

/** The rule holds for the rest of the session, as Claude Code itself judges it. */
function allowance(updatedInput: unknown, rule: string | null): object {
  if (rule === null) return { behavior: 'allow', updatedInput };
  const { tool: toolName, about: ruleContent } = toPermissionRule(rule);
  const rules = [ruleContent === undefined ? { toolName } : { toolName, ruleContent }];
  const added = { type: 'addRules', rules, behavior: 'allow', destination: 'session' };
  return { behavior: 'allow', updatedInput, updatedPermissions: [added] };
}

function responseOf(requestId: string, response: object): string {
  const answer = { subtype: 'success', request_id: requestId, response };
  return `${JSON.stringify({ type: 'control_response', response: answer })}\n`;
}
