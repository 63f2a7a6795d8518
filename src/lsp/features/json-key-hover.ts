import type { Hover } from 'vscode-languageserver/node';
import { jsonLocationAt } from '../../parse/tree/json-location.ts';
import { docOf } from '../../language/docs/docs.ts';
import { fieldOf } from '../../language/fields.ts';
import { partAt } from '../../language/place.ts';
import type { Source } from '../../text/source.ts';
import { valuesOf } from '../symbols/field-values.ts';
import { toHover } from './hover.ts';
import { toRange } from '../documents/to-range.ts';

/** What a field of the JSON form is for. */
export function jsonKeyHover(source: Source, offset: number): Hover | undefined {
  if (source.name.endsWith('.wfmap')) return undefined;
  const { path, isKey, token } = jsonLocationAt(source.text, offset);
  const part = partAt(path.slice(0, -1));
  const name = path.at(-1);
  const field = part && name !== undefined ? fieldOf(part, name) : undefined;
  const doc = part && docOf(part, name ?? '');
  if (!isKey || !token || !field || !doc) return undefined;
  const values = valuesOf(field);
  const choices = values.length === 0 ? '' : `\n\nOne of ${values.map((each) => `\`${each}\``).join(', ')}.`;
  return toHover(`**${name}**\n\n${doc.summary}${choices}`, toRange({ source, ...token }));
}
