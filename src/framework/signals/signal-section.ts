import type { ExpressionText } from '../../model/action.ts';
import type { WorkflowMap } from '../../model/map.ts';

/** What of a run goes into the files of its goal cycle, as the section `signals` of the artifacts says it. */
export interface SignalSection {
  /** By the name of the field. */
  readonly expressions: ReadonlyMap<string, ExpressionText>;
  /** The human tasks at which the cycle pauses. */
  readonly pauses: ReadonlySet<string>;
}

/** The section of a map; undefined where it has none. */
export function signalSectionOf({ artifacts }: WorkflowMap): SignalSection | undefined {
  const section = artifacts.find(({ name }) => name === 'signals');
  if (section === undefined) return undefined;
  const pauses = section.fields.flatMap((each) => (each.kind === 'tasks' ? each.tasks : []));
  const expressions = section.fields.flatMap((each): [string, ExpressionText][] =>
    each.kind === 'expression' ? [[each.name, each.expression]] : [],
  );
  return { expressions: new Map(expressions), pauses: new Set(pauses.map(({ name }) => name)) };
}
