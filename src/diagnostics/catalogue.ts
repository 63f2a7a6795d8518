import { blocks } from './catalogue/blocks.ts';
import { data } from './catalogue/data.ts';
import { names } from './catalogue/names.ts';
import { flow } from './catalogue/flow.ts';
import { prompts } from './catalogue/prompts.ts';
import { reads } from './catalogue/reads.ts';
import { shape } from './catalogue/shape.ts';
import { syntax } from './catalogue/syntax.ts';
import { templates } from './catalogue/templates.ts';

/**
 * Everything wfmap can tell the author of a map, by code.
 *
 * A code is the kebab-case name of the fault, used unchanged as the rule's file name, the fixture folder
 * and the heading in the reference. Codes are permanent: none is renamed, none is used again.
 */
export const catalogue = {
  ...syntax,
  ...shape,
  ...names,
  ...flow,
  ...blocks,
  ...data,
  ...templates,
  ...prompts,
  ...reads,
} as const;

export type Code = keyof typeof catalogue;

/** What the message of a code needs to know; nothing, where its function takes nothing. */
export type ParamsOf<C extends Code> =
  Parameters<(typeof catalogue)[C]['message']> extends [infer P] ? P : Readonly<Record<string, never>>;
