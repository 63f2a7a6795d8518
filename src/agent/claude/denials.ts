import type { Denial } from '../../model/event-records.ts';
import type { AgentReminder } from '../agent.ts';
import type { StreamFacts } from './read-stream.ts';
import { toList, toObject, toText, type JsonObject } from './json.ts';
import { cutToolLine, toolText } from './tool-line.ts';

const MAX_DENIALS = 100;
/** Longer commands make no rule that anybody would write down. */
const MAX_COMMAND = 200;
const MAX_SEEN = 10_000;

/**
 * The tool calls that a result lists as refused, at most 100, each once.
 *
 * The one that was refused to remind the agent is none of them: it was to be made again, and nothing is missing.
 */
export function denialsOf(
  result: JsonObject | undefined,
  { forbidden, hooked }: Pick<StreamFacts, 'forbidden' | 'hooked'>,
  reminder: AgentReminder | undefined,
): readonly Denial[] {
  const calls = toList(result?.['permission_denials']).flatMap((item) => callOf(toObject(item)));
  const reminded = calls.find(({ id, tool }) => isReminded(tool, reminder) && hooked.has(id));
  const denials = new Map<string, Denial>();
  for (const call of calls) {
    if (call === reminded || denials.size >= MAX_DENIALS) continue;
    const { id, tool, given } = call;
    const rule = forbidden.has(id) ? null : ruleFor(tool, given);
    const denial = { tool, input: toolText(given), rule };
    denials.set(JSON.stringify({ ...denial, input: cutToolLine(denial.input) }), denial);
  }
  return [...denials.values()];
}

interface RefusedCall {
  readonly id: string;
  readonly tool: string;
  readonly given: JsonObject | undefined;
}

function callOf(listed: JsonObject | undefined): readonly RefusedCall[] {
  const tool = toText(listed?.['tool_name']);
  if (tool === undefined) return [];
  return [{ id: toText(listed?.['tool_use_id']) ?? '', tool, given: toObject(listed?.['tool_input']) }];
}

function isReminded(tool: string, reminder: AgentReminder | undefined): boolean {
  return reminder?.before === true && reminder.on.includes(tool);
}

/**
 * The permission rule that would have allowed a call.
 *
 * A command with marks that a rule would read as a pattern is allowed by its program; one that a shell would take
 * apart has no rule of its own, so the whole tool stands for it.
 */
function ruleFor(tool: string, input: JsonObject | undefined): string {
  const command = tool === 'Bash' ? toText(input?.['command']) : undefined;
  if (command !== undefined) return ruleForCommand(command.trim());
  const url = tool === 'WebFetch' ? toText(input?.['url']) : undefined;
  if (url !== undefined && URL.canParse(url)) return `WebFetch(domain:${new URL(url).hostname})`;
  return tool;
}

function ruleForCommand(command: string): string {
  if (command.length <= MAX_COMMAND && /^[\w ./:=@%+-]+$/.test(command)) return `Bash(${command})`;
  const program = /^([\w./+-]+) [^;&|<>$`(){}\\\n\r]+$/.exec(command.slice(0, MAX_SEEN))?.[1];
  return program === undefined || command.length > MAX_SEEN ? 'Bash' : `Bash(${program} *)`;
}
