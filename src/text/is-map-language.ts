import type { Source } from './source.ts';

/** Whether a source is a map in the map language: its name says so. */
export function isMapLanguage({ name }: Pick<Source, 'name'>): boolean {
  return name.endsWith('.wfmap');
}
