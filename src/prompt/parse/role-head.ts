import type { Source, Span } from '../../text/source.ts';
import { splitFrontMatter } from './front-matter.ts';
import type { SettingFault } from './role-settings.ts';
import { readSimpleYaml } from './simple-yaml.ts';
import { readYaml, type Entry, type Written } from '../values/yaml-entries.ts';

/**
 * What a role says of itself, and what it requires of the text that is to be this role.
 *
 * Shape: `texts` are `name`, `description`, `version` and `last_updated`, those that there are; `requires` is undefined
 * where it requires nothing.
 */
export interface RoleHead {
  readonly span: Span;
  readonly texts: ReadonlyMap<HeadKey, HeadText>;
  readonly requires: Requirements | undefined;
}

export type HeadKey = (typeof HEAD_KEYS)[number];

/** In the order in which they are told. */
export const HEAD_KEYS = ['name', 'description', 'version', 'last_updated'] as const;

/** Something that is written in a front matter, and where. */
export interface HeadText {
  readonly text: string;
  readonly span: Span;
}

export interface Requirements {
  /** Names that the body must use. */
  readonly variables: readonly HeadText[];
  /** Headings that it must have. */
  readonly sections: readonly HeadText[];
}

const MAX_REQUIRED = 200;
/** Units: UTF-16. */
const MAX_LENGTH = 2_000;

/** Reads what a front matter says of its role. Shape: faults are no diagnostics yet, as those of `role-settings.ts`. */
export function readRoleHead(
  entries: readonly Entry[],
  span: Span,
): { readonly head: RoleHead; readonly faults: readonly SettingFault[] } {
  const texts = new Map<HeadKey, HeadText>();
  const faults: SettingFault[] = [];
  let requires: Requirements | undefined;
  for (const entry of entries) {
    const key = HEAD_KEYS.find((each) => each === entry.key.name);
    const text = key && textOf(entry);
    if (key && text && !texts.has(key)) texts.set(key, text);
    if (entry.key.name !== 'requires') continue;
    requires ??= { variables: listOf(entry, 'variables'), sections: listOf(entry, 'sections') };
    if (!isSound(entry)) faults.push({ name: 'requires', problem: NO_REQUIREMENTS, span: entry.key.span });
  }
  return { head: { span, texts, requires }, faults };
}

const NO_REQUIREMENTS = 'holds something else than lists of names, "variables" and "sections"';

/** The head of a text that is not parsed otherwise; undefined where it has no front matter that can be read. */
export function findRoleHead(source: Source): RoleHead | undefined {
  const { frontMatter } = splitFrontMatter(source);
  if (!frontMatter) return undefined;
  const span = { source, ...frontMatter };
  const entries = readSimpleYaml(span) ?? readYaml(span);
  return 'problem' in entries ? undefined : readRoleHead(entries, span).head;
}

function isSound(requires: Entry): boolean {
  if (requires.kind !== 'map') return false;
  return requires.entries.every(
    (entry) =>
      (entry.key.name === 'variables' || entry.key.name === 'sections') &&
      entry.kind === 'list' &&
      entry.items.length <= MAX_REQUIRED &&
      entry.items.every((item) => textOf(item) !== undefined),
  );
}

function listOf(requires: Entry, key: string): readonly HeadText[] {
  if (requires.kind !== 'map') return [];
  const list = requires.entries.find(({ key: { name } }) => name === key);
  if (list?.kind !== 'list') return [];
  return list.items.slice(0, MAX_REQUIRED).flatMap((item) => textOf(item) ?? []);
}

function textOf(written: Written): HeadText | undefined {
  if (written.kind !== 'scalar') return undefined;
  const text = written.text.trim();
  return text === '' || text.length > MAX_LENGTH ? undefined : { text, span: written.span };
}
