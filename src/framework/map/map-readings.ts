import { STAGES, type Stage } from './files/stages.ts';
import type { MapSection } from './map-section.ts';
import { branchKeyOf } from './artifact-folder.ts';
import type { MapRun } from './follow/map-run.ts';
import type { ExtraFile, MapReadings, Reading } from './files/map-view.ts';
import { expressionOf } from '../../expression/cel/expression-of.ts';
import { ExpressionError } from '../../expression/cel/expression-error.ts';
import type { Scope } from '../../expression/types/value.ts';
import type { ExpressionText } from '../../model/action.ts';
import type { ArtifactFile } from '../../model/artifacts.ts';
import type { Value } from '../../model/value.ts';
import { commandPartsOf } from '../../prompt/shell/command-parts.ts';
import { valueText } from '../../prompt/values/value-text.ts';
import { rootScope } from '../readings/root-scope.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import type { RunNames } from '../../run/host/projection.ts';
import type { Program } from '../../run/program/program.ts';
import type { RunState } from '../../run/state/run-state.ts';

/** What a run brings to its section. `warn` receives what a map says and cannot be used. */
export interface ReadingContext {
  readonly program: Program;
  readonly section: MapSection;
  readonly state: RunState;
  readonly run: RunNames;
  readonly steps: readonly string[];
  readonly recipes: readonly string[];
  readonly stagesBefore: ReadonlyMap<string, Value>;
  readonly warn: (line: string) => void;
}

/** Evaluates what a map says of its artifacts, over the names of its root block as they are now. */
export function readMap(context: ReadingContext, run: MapRun): MapReadings {
  const { section } = context;
  const scope = rootScope(context);
  const read = (node: ExpressionText | undefined): Reading =>
    node === undefined ? { value: undefined, at: null } : readingOf(node, { context, scope, run });
  const stages = section.stages.flatMap(({ name, expression }): [Stage, Reading][] => {
    const stage = STAGES.find((each) => each === name);
    return stage === undefined ? [] : [[stage, read(expression)]];
  });
  return {
    run,
    name: context.run.id,
    branch: context.run.branch,
    branchKey: branchKeyOf(context.run.branch),
    workflow: section.workflow ?? '',
    maxRetries: section.maxRetries ?? DEFAULT_MAX_RETRIES,
    steps: context.steps,
    recipes: context.recipes,
    goal: read(section.goal),
    blueprint: read(section.blueprint),
    verification: read(section.verification),
    review: read(section.review),
    earlier: read(section.earlier),
    stages: new Map(stages),
    stagesBefore: context.stagesBefore,
    files: section.files.flatMap((file) => fileOf(file, read(file.content), { context, scope, run }) ?? []),
  };
}

/** That of the framework. */
const DEFAULT_MAX_RETRIES = 5;

interface Within {
  readonly context: ReadingContext;
  readonly scope: Scope;
  readonly run: MapRun;
}

/** What has no value because a name is unbound is absent; for any other reason it is told. */
function readingOf(node: ExpressionText, { context, scope, run }: Within): Reading {
  const expression = expressionOf(node);
  const names = expression.names.map(({ name }) => name);
  const times = names.flatMap((name) => run.bound.get(name)?.at ?? []);
  const at = times.toSorted().at(-1) ?? null;
  try {
    return { value: expression.evaluate(scope), at };
  } catch (thrown) {
    if (!(thrown instanceof ExpressionError)) throw thrown;
    if (names.every((name) => scope.values.get(name) !== undefined))
      context.warn(`Artifacts: ${thrown.message}`);
    return { value: undefined, at };
  }
}

function fileOf(file: ArtifactFile, { value, at }: Reading, within: Within): ExtraFile | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const path = pathOf(file.path, within);
  if (path === undefined || !fits(file, value, within.context)) return undefined;
  const text = typeof value === 'string' ? value : `${JSON.stringify(value, undefined, 2)}\n`;
  return { path, text, kind: file.kind ?? 'file', at };
}

/** Each value becomes a single part of the path; while one is absent there is no path. */
function pathOf(node: ExpressionText, within: Within): string | undefined {
  let path = '';
  for (const part of commandPartsOf(node)) {
    if (part.kind === 'text') path += part.text;
    if (part.kind !== 'expression') continue;
    const { value } = readingOf(part.expression, within);
    if (value === undefined || value === null) return undefined;
    path += branchKeyOf(valueText(value)).slice(0, MAX_PART);
  }
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length === 0 || parts.includes('..') ? undefined : parts.join('/');
}

/** Units: UTF-16. */
const MAX_PART = 100;

function fits({ schema, path }: ArtifactFile, value: Value, { program, warn }: ReadingContext): boolean {
  const source = schema === undefined ? undefined : program.schemas.get(schema);
  if (source === undefined) return true;
  const compiled = compileSchema(source);
  const fault = 'fault' in compiled ? compiled.fault : compiled.check(value)[0]?.message;
  if (fault === undefined) return true;
  warn(`The artifact ${path.text} is not written: its content does not fit its schema, ${fault}.`);
  return false;
}
