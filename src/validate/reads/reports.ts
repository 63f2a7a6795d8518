import { joined, UNREAD, type Demand } from '../../expression/reads/demand.ts';
import type { Value } from '../../model/value.ts';
import type { Span } from '../../text/source.ts';
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
  const { project } = reads;
  const found = new Map<unknown, Found>();
  for (const subject of project.subjects) {
    const { document, schemas, lookups } = subject;
    for (const task of tasksOf(document.map)) {
      const output = task.type === 'claude' ? task.output : undefined;
      const schema = output && schemas.get(output);
      if (!output || schema === undefined) continue;
      const lookup = output.kind === 'file' ? lookups.get(output.path) : undefined;
      if (output.kind === 'file' && !(project.isWhole && lookup?.kind === 'found')) continue;
      const source = lookup?.kind === 'found' ? lookup.source : document.source;
      if (project.isWhole && !project.isOwn(source)) continue;
      const key = lookup ? source.name : output;
      const each = found.get(key) ?? {
        owner: lookup ? 'this report' : `the output of task "${task.name}"`,
        schema,
        spanOf: ({ keys }) =>
          (lookup && project.placeIn(source, keys)) ?? document.spanOf(output, lookup ? 'path' : 'name'),
        demand: UNREAD,
      };
      each.demand = joined(each.demand, reads.valuesOf(subject).schema(output).demand);
      found.set(key, each);
    }
  }
  return [...found.values()].map(({ demand, schema, ...report }) => ({
    ...report,
    fields: reportFieldsOf(schema, demand),
  }));
}
