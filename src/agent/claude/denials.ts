import type { Denial } from '../../model/run-event.ts';
import { toList, toObject, toText, type JsonObject } from './json.ts';
import { toolLine } from './tool-line.ts';

const MAX_DENIALS = 100;
/** Longer commands make no rule that anybody would write down. */
const MAX_COMMAND = 200;
const MAX_SEEN = 10_000;

/** The tool calls that a result lists as refused, at most 100, each once. `forbidden` are the ids of calls that a rule forbids. */
export function denialsOf(result: JsonObject | undefined, forbidden: ReadonlySet<string>): readonly Denial[] {
  const denials = new Map<string, Denial>();
  for (const item of toList(result?.['permission_denials'])) {
    const listed = toObject(item);
    const tool = toText(listed?.['tool_name']);
    if (tool === undefined || denials.size >= MAX_DENIALS) continue;
    const input = toObject(listed?.['tool_input']);
    const isForbidden = forbidden.has(toText(listed?.['tool_use_id']) ?? '');
    const denial = { tool, input: toolLine(input), rule: isForbidden ? null : ruleFor(tool, input) };
    denials.set(JSON.stringify(denial), denial);
  }
  return [...denials.values()];
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
