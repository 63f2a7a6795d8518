import type { Denial } from '../../model/event-records.ts';
import type { AgentReminder, AgentRequest } from '../agent.ts';
import { fileRule, ruleForCommand, type CommandPlace } from './command-rule.ts';
import type { StreamFacts } from './read-stream.ts';
import { toList, toObject, toText, type JsonObject } from './json.ts';
import { cutToolLine, toolText } from './tool-line.ts';

const MAX_DENIALS = 100;

/**
 * The tool calls that a result lists as refused, at most 100, each once.
 *
 * The one that was refused to remind the agent is none of them: it was to be made again, and nothing is missing.
 */
export function denialsOf(
  result: JsonObject | undefined,
  { forbidden, hooked, refusedByPerson }: RefusalFacts,
  { reminder, ...request }: DenialsRequest,
): readonly Denial[] {
  const calls = toList(result?.['permission_denials']).flatMap((item) => callOf(toObject(item)));
  const reminded = calls.find(({ id, tool }) => isReminded(tool, reminder) && hooked.has(id));
  const denials = new Map<string, Denial>();
  for (const call of calls) {
    if (call === reminded || denials.size >= MAX_DENIALS) continue;
    const { id, tool, given } = call;
    const what = { tool, input: toolText(given) };
    const denial: Denial = refusedByPerson?.has(id)
      ? { ...what, rule: null, why: 'person' }
      : { ...what, ...(forbidden.has(id) ? { rule: null } : ruleOrWhy(tool, given, request)) };
    denials.set(JSON.stringify({ ...denial, input: cutToolLine(denial.input) }), denial);
  }
  return [...denials.values()];
}

type DenialsRequest = Pick<AgentRequest, 'reminder'> & RulesRequest;
type RulesRequest = Pick<AgentRequest, 'workFolder' | 'permissionMode'>;

/** Shape: ids of calls. */
interface RefusalFacts extends Pick<StreamFacts, 'forbidden' | 'hooked'> {
  readonly refusedByPerson?: ReadonlySet<string>;
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

function ruleOrWhy(...call: Parameters<typeof ruleForCall>): Pick<Denial, 'rule' | 'why'> {
  const rule = ruleForCall(...call);
  return rule === undefined ? { rule: null, why: 'no-narrow-rule' } : { rule };
}

/** The narrowest permission rule that allows a call; undefined where there is none that is not too wide. */
export function ruleForCall(
  tool: string,
  input: JsonObject | undefined,
  { workFolder, permissionMode }: RulesRequest,
): string | undefined {
  const editsFreely = (permissionMode ?? 'acceptEdits') === 'acceptEdits';
  const place: CommandPlace = { folder: workFolder, editsFreely };
  const given = (name: string): string | undefined => toText(input?.[name]);
  if (tool === 'Bash') return ruleForCommand((given('command') ?? '').trim(), place);
  if (tool === 'WebFetch') {
    const url = given('url') ?? '';
    return URL.canParse(url) ? `WebFetch(domain:${new URL(url).hostname})` : tool;
  }
  const kind = FILE_TOOLS[tool];
  const path = given('file_path') ?? given('notebook_path') ?? given('path');
  return kind === undefined || path === undefined ? tool : fileRule(kind, path, place.folder);
}

/** Of which tool the rules about files are. */
const FILE_TOOLS: Readonly<Record<string, 'Edit' | 'Read'>> = Object.assign(Object.create(null), {
  Read: 'Read',
  Grep: 'Read',
  Glob: 'Read',
  Edit: 'Edit',
  Write: 'Edit',
  NotebookEdit: 'Edit',
});
