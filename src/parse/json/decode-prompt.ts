import type { PromptSource } from '../../model/block.ts';
import type { Decoding } from './decoding.ts';
import { memberOf, stringOf } from './json-fields.ts';
import type { JsonMember } from './json-node.ts';

export const PROMPT_FIELDS = ['promptTemplatePath', 'promptTemplate', 'prompt'] as const;

/**
 * Reads the one prompt of a claude task.
 *
 * Errors: reports `missing-prompt` and `several-prompts`; the empty text it gives then never reaches a run.
 */
export function decodePrompt(task: JsonMember, decoding: Decoding): PromptSource {
  const given = PROMPT_FIELDS.flatMap((field) => memberOf(task.value, field) ?? []);
  const [first, second] = given.toSorted((a, b) => a.nameStart - b.nameStart);
  const at = (member: JsonMember) => ({
    source: decoding.source,
    start: member.nameStart,
    end: member.nameEnd,
  });
  if (!first) {
    decoding.report('missing-prompt', at(task), { task: task.name });
    return decoding.places.addMember({ kind: 'verbatim', text: '' }, task);
  }
  if (second) {
    const related = [{ message: 'The first one.', span: at(first) }];
    const params = { task: task.name, first: first.name, second: second.name };
    decoding.report('several-prompts', at(second), params, { related });
  }
  return decoding.places.addMember(promptOf(first.name, stringOf(task.value, first.name) ?? ''), first);
}

function promptOf(field: string, text: string): PromptSource {
  if (field === 'promptTemplatePath') return { kind: 'file', path: text };
  return field === 'promptTemplate' ? { kind: 'inline', text } : { kind: 'verbatim', text };
}
