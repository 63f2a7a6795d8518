import type { PromptSource } from '../model/block.ts';
import type { WorkflowMap } from '../model/map.ts';
import type { SourceRecord, TemplateRecord } from '../model/run-event.ts';
import type { Template } from '../prompt/template.ts';

/** What a run executes: a checked map with its templates, and the digests their texts are stored under. */
export interface Program {
  readonly map: WorkflowMap;
  readonly source: SourceRecord;
  /** The templates of file and inline prompts. */
  readonly templates: ReadonlyMap<PromptSource, Template>;
  /** Where file prompts came from, by the path that the map writes. */
  readonly templateSources: Readonly<Record<string, TemplateRecord>>;
}
