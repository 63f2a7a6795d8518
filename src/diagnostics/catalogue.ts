import { names } from './catalogue/names.ts';
import { prompts } from './catalogue/prompts.ts';

/**
 * Everything wfmap can tell the author of a map, by code.
 *
 * A code is the kebab-case name of the fault, used unchanged as the rule's file name, the fixture folder
 * and the heading in the reference. Codes are permanent: none is renamed, none is used again.
 */
export const catalogue = { ...names, ...prompts } as const;

export type Code = keyof typeof catalogue;
export type ParamsOf<C extends Code> = Parameters<(typeof catalogue)[C]['message']>[0];
