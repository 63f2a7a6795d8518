import type { Hover } from 'vscode-languageserver/node';
import { jsonLocationAt } from '../parse/json/json-location.ts';
import { placeKindOf } from '../parse/json/map-place.ts';
import type { Source } from '../text/source.ts';
import { fieldDocOf } from './field-docs.ts';
import { toHover } from './hover.ts';
import { toRange } from './to-range.ts';

/** What a field of the JSON form is for. */
export function jsonKeyHover(source: Source, offset: number): Hover | undefined {
  if (source.name.endsWith('.wfmap')) return undefined;
  const { path, isKey, token } = jsonLocationAt(source.text, offset);
  const kind = placeKindOf(path.slice(0, -1));
  const field = path.at(-1);
  if (!isKey || !token || kind === undefined || field === undefined) return undefined;
  const { description, values } = fieldDocOf(kind, field);
  if (description === '') return undefined;
  const choices = values.length === 0 ? '' : `\n\nOne of ${values.map((each) => `\`${each}\``).join(', ')}.`;
  return toHover(`**${field}**\n\n${description}${choices}`, toRange({ source, ...token }));
}
