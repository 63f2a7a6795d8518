import type { PromptSource } from '../../model/block.ts';
import type { FieldUses } from '../../model/field-uses.ts';
import type { SchemaSource } from '../../model/field.ts';
import type { MapDocument } from '../../model/map-document.ts';
import type { WorkflowMap } from '../../model/map.ts';
import type { SourceRecord, TemplateRecord } from '../../model/event-records.ts';
import type { Value } from '../../model/value.ts';
import type { Template } from '../../prompt/parse/template.ts';
import type { Facts } from './facts.ts';

/** What a run executes: a checked map with all that it names, and the digests their texts are stored under. */
export interface Program {
  readonly map: WorkflowMap;
  readonly source: SourceRecord;
  /** The templates of file and inline prompts. */
  readonly templates: ReadonlyMap<PromptSource, Template>;
  /** Role prompts by name. */
  readonly roles: ReadonlyMap<string, Template>;
  readonly schemas: ReadonlyMap<SchemaSource, Value>;
  /** The maps that tasks run as a part of this one, by the path that the map writes. */
  readonly maps: ReadonlyMap<string, Program>;
  /** Where templates, roles and schemas came from, by the path that the map writes or a role has. */
  readonly templateSources: Readonly<Record<string, TemplateRecord>>;
  readonly fieldUses: FieldUses;
  /** Where parts of the map are written; absent for a map that was not read from a text. */
  readonly spanOf?: MapDocument['spanOf'];
  readonly facts: Facts;
}
