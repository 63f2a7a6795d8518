import type { WorkflowMap } from '../model/map.ts';
import type { SourceRecord } from '../model/run-event.ts';
import type { Template } from '../prompt/template.ts';

/** What a run executes: a checked map with its templates, and the digests they are stored under. */
export interface Program {
  readonly map: WorkflowMap;
  readonly source: SourceRecord;
  /** By the path that the map writes. */
  readonly templates: ReadonlyMap<string, ProgramTemplate>;
}

export interface ProgramTemplate {
  readonly template: Template;
  readonly source: SourceRecord;
}
