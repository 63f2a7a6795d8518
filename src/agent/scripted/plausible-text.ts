import type { SchemaObject } from '../schema-index.ts';
import { hash, pick } from './seeded.ts';

/** A text that fits a schema's format, or its length where it has none; a pattern is not looked at. */
export function plausibleText(schema: SchemaObject, seed: string): string {
  const format = schema['format'];
  const make = typeof format === 'string' && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (make) return make(hash(seed) % 10);
  return ofLength(`${pick(WORDS, seed) ?? ''} ${hash(seed) % 100}`, schema);
}

const WORDS = ['sample', 'example', 'draft', 'note', 'result', 'item'];

/** Texts longer than that are asked for by mistake. */
const MAX_LENGTH = 100_000;

function ofLength(text: string, schema: SchemaObject): string {
  const least = Math.min(Number(schema['minLength'] ?? 0), MAX_LENGTH);
  const most = Number(schema['maxLength'] ?? Infinity);
  return text.padEnd(least, '.').slice(0, most);
}

/** By format, from a digit. */
const FORMATS: Readonly<Record<string, (digit: number) => string>> = {
  'date-time': (digit) => `2026-01-0${(digit % 9) + 1}T0${digit}:00:00Z`,
  date: (digit) => `2026-01-0${(digit % 9) + 1}`,
  time: (digit) => `0${digit}:00:00Z`,
  duration: (digit) => `PT${digit + 1}M`,
  email: (digit) => `someone${digit}@example.org`,
  'idn-email': (digit) => `someone${digit}@example.org`,
  hostname: (digit) => `host${digit}.example.org`,
  'idn-hostname': (digit) => `host${digit}.example.org`,
  ipv4: (digit) => `192.0.2.${digit + 1}`,
  ipv6: (digit) => `2001:db8::${digit + 1}`,
  uri: (digit) => `https://example.org/${digit}`,
  url: (digit) => `https://example.org/${digit}`,
  iri: (digit) => `https://example.org/${digit}`,
  'uri-reference': (digit) => `/${digit}`,
  'iri-reference': (digit) => `/${digit}`,
  'uri-template': (digit) => `/${digit}/{name}`,
  uuid: (digit) => `00000000-0000-4000-8000-00000000000${digit}`,
  'json-pointer': (digit) => `/${digit}`,
  'relative-json-pointer': (digit) => `${digit}/a`,
  regex: (digit) => `^a{${digit + 1}}$`,
};
