import type { PromptSource } from '../../model/block.ts';
import { type Decoding, keySpan } from './decoding.ts';
import { textOf } from './decode-expression.ts';
import { fieldWord } from './field-word.ts';
import { memberOf } from '../tree/json-fields.ts';
import type { JsonMember } from '../tree/json-node.ts';
import { misspeltPrompt, PROMPT_FIELDS } from './misspelt-prompt.ts';

/**
 * Reads the one prompt of a claude or human task.
 *
 * Errors: reports `missing-prompt` and `several-prompts`; the empty text it gives then never reaches a run.
 */
export function decodePrompt(task: JsonMember, decoding: Decoding): PromptSource {
  const given = PROMPT_FIELDS.flatMap((field) => memberOf(task.value, field) ?? []);
  const [first, second] = given.toSorted((a, b) => a.nameStart - b.nameStart);
  if (!first) {
    reportMissing(task, decoding);
    return decoding.places.addMember({ kind: 'verbatim', text: '' }, task);
  }
  if (second) {
    const related = [{ message: 'The first one.', span: keySpan(decoding, first) }];
    const [one, two] = [first, second].map(({ name }) => fieldWord(decoding.source, name));
    const params = { task: task.name, first: one ?? '', second: two ?? '' };
    decoding.report('several-prompts', keySpan(decoding, second), params, { related });
  }
  return decoding.places.addMember(promptOf(first.name, textOf(first.value)), first);
}

function reportMissing(task: JsonMember, decoding: Decoding): void {
  const misspelt = misspeltPrompt(task.value);
  const span = keySpan(decoding, misspelt?.member ?? task);
  const fix = misspelt && {
    title: `Rename it to "${misspelt.name}".`,
    safe: false,
    edits: [{ span, newText: JSON.stringify(misspelt.name) }],
  };
  decoding.report('missing-prompt', span, { task: task.name }, fix ? { fix } : {});
}

function promptOf(field: string, text: string): PromptSource {
  if (field === 'promptTemplatePath') return { kind: 'file', path: text };
  return field === 'promptTemplate' ? { kind: 'inline', text } : { kind: 'verbatim', text };
}
