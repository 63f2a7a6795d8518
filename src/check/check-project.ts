import { collect, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { limited } from '../diagnostics/limited.ts';
import type { ReadTemplate } from '../model/template-lookup.ts';
import type { JsonNode } from '../parse/tree/json-node.ts';
import { parseJson } from '../parse/tree/parse-json.ts';
import type { Source, Span } from '../text/source.ts';
import type { PromptSubject } from '../validate/blocks/rule.ts';
import { validateReads } from '../validate/validate-reads.ts';
import { readMap, type MapCheck } from './check.ts';
import type { MapReader, SoundMap } from './map-reader.ts';

/** A map of a project, and how what it names is read. */
export interface ProjectMap {
  readonly source: Source;
  readonly readTemplate: ReadTemplate;
}

/**
 * Checks what all maps of a project say together: that whatever one gives, finds or binds has a reader in any of them.
 *
 * `isOwn` says whether a file is used by these maps alone; `note` takes what is found of each map by itself. A map with an error has
 * none of this judged: what it reads is not known.
 * Errors: none thrown; what is wrong with a map by itself is not told again.
 */
export function checkProject(
  maps: readonly ProjectMap[],
  isOwn: (source: Source) => boolean,
  note: (check: MapCheck) => void = () => undefined,
): readonly Diagnostic[] {
  const found = new Map<string, { readonly subject: PromptSubject; readonly reader: MapReader }>();
  const known = new KnownMaps();
  for (const { source, readTemplate } of maps) {
    const recallMap = known.of(readTemplate);
    if (recallMap(source)) continue;
    const check = readMap(source, readTemplate, recallMap);
    const { subject, checked, reader } = check;
    note(check);
    for (const each of [subject, ...reader.subjects]) {
      if (!each || checked.diagnostics.some(({ severity }) => severity === 'error')) return [];
      const { name } = each.document.source;
      if (!found.has(name)) found.set(name, { subject: each, reader });
    }
    const sound = reader.soundMapOf(checked, subject);
    known.add(readTemplate, [...reader.soundMaps, ...(sound ? [{ source, sound }] : [])]);
  }
  const started = new Set(maps.map(({ source }) => source.name));
  const readers = new Map([...found.values()].map(({ subject, reader }) => [subject, reader]));
  const { diagnostics, report } = collect();
  validateReads(
    {
      subjects: [...found.values()].map(({ subject }) => subject),
      isWhole: true,
      mapOf: (subject, { map }) => found.get(readers.get(subject)?.nameOf(map) ?? '')?.subject,
      isStarted: ({ document }) => started.has(document.source.name),
      isOwn,
      placeIn,
    },
    report,
  );
  return limited(diagnostics);
}

interface KnownMap {
  readonly source: Source;
  readonly sound: SoundMap;
}

/** The maps without errors that were checked already, by how what they name is read: each is checked once. */
class KnownMaps {
  readonly #byReader = new Map<ReadTemplate, Map<string, KnownMap>>();

  of(readTemplate: ReadTemplate): (source: Source) => SoundMap | undefined {
    const maps = this.#byReader.get(readTemplate);
    return ({ name, text }) => {
      const found = maps?.get(name);
      return found?.source.text === text ? found.sound : undefined;
    };
  }

  add(readTemplate: ReadTemplate, maps: readonly KnownMap[]): void {
    const known = this.#byReader.get(readTemplate) ?? new Map<string, KnownMap>();
    this.#byReader.set(readTemplate, known);
    for (const each of maps) known.set(each.source.name, each);
  }
}

/** The name of a member of a JSON text, by the keys that lead to it. */
function placeIn(source: Source, keys: readonly string[]): Span | undefined {
  let node = parseJson(source, () => undefined);
  let span: Span | undefined;
  for (const key of keys) {
    const next: { readonly node: JsonNode | undefined; readonly span: Span | undefined } = stepOf(
      node,
      key,
      source,
    );
    span = next.span ?? span;
    node = next.node;
  }
  return node && span;
}

function stepOf(
  node: JsonNode | undefined,
  key: string,
  source: Source,
): { readonly node: JsonNode | undefined; readonly span: Span | undefined } {
  if (node?.kind === 'array') return { node: node.items[Number(key)], span: undefined };
  const member = node?.kind === 'object' ? node.members.get(key) : undefined;
  if (!member) return { node: undefined, span: undefined };
  return { node: member.value, span: { source, start: member.nameStart, end: member.nameEnd } };
}
