import { joined, UNREAD, type Demand } from '../../expression/reads/demand.ts';
import type { Value } from '../../model/value.ts';
import type { SchemaSource } from '../../model/field.ts';
import type { Source, Span } from '../../text/source.ts';
import type { PromptSubject } from '../blocks/rule.ts';
import type { Project } from './project.ts';
import { tasksOf } from '../blocks/blocks.ts';
import type { ProjectReads } from './project-reads.ts';
import { reportFieldsOf, type ReportField } from './report-fields.ts';

/** The schema of a report, with its fields. Shape: `owner` is what it is called in a sentence. */
export interface Report {
  readonly owner: string;
  readonly fields: readonly ReportField[];
  readonly spanOf: (field: ReportField) => Span;
}

interface Found {
  readonly owner: string;
  readonly schema: Value;
  readonly spanOf: Report['spanOf'];
  demand: Demand;
}

/** What agents report in some maps. A schema in a file may be used by maps that are not among them: it is left out then. */
export function reportsOf(reads: ProjectReads): readonly Report[] {
  const found = new Map<unknown, Found>();
  for (const subject of reads.project.subjects) {
    for (const task of tasksOf(subject.document.map)) {
      const output = task.type === 'claude' ? task.output : undefined;
      const source = output && sourceOf(output, subject, reads.project);
      const made = output && source && foundOf(output, { task: task.name, source, subject, reads });
      if (!made) continue;
      const key = output.kind === 'file' ? source.name : output;
      const each = found.get(key) ?? made;
      each.demand = joined(each.demand, reads.valuesOf(subject).schema(output).demand);
      found.set(key, each);
    }
  }
  return [...found.values()].map(({ demand, schema, ...report }) => ({
    ...report,
    fields: reportFieldsOf(schema, demand),
  }));
}

/** Where a schema is written; undefined where it is not judged. */
function sourceOf(
  output: SchemaSource,
  { document, lookups }: PromptSubject,
  project: Project,
): Source | undefined {
  if (output.kind === 'inline') return document.source;
  const lookup = lookups.get(output.path);
  return project.isWhole && lookup?.kind === 'found' ? lookup.source : undefined;
}

interface Described {
  readonly task: string;
  readonly source: Source;
  readonly subject: PromptSubject;
  readonly reads: ProjectReads;
}

function foundOf(output: SchemaSource, { task, source, subject, reads }: Described): Found | undefined {
  const { project } = reads;
  const { document, schemas } = subject;
  const schema = schemas.get(output);
  if (schema === undefined || !project.isOwn(source)) return undefined;
  const demand = UNREAD;
  if (output.kind === 'inline') {
    return {
      owner: `the output of task "${task}"`,
      schema,
      spanOf: () => document.spanOf(output, 'name'),
      demand,
    };
  }
  const spanOf = ({ keys }: ReportField) => project.placeIn(source, keys) ?? document.spanOf(output, 'path');
  return { owner: 'this report', schema, spanOf, demand };
}
