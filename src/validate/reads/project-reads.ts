import {
  ASKED,
  inElement,
  inMember,
  joined,
  ofElement,
  ofMember,
  WHOLE,
  type Demand,
} from '../../expression/reads/demand.ts';
import { readExpression, type Reader } from '../../expression/reads/read-expression.ts';
import type { Expression } from '../../expression/cel/expression.ts';
import { READ_MEMBERS } from '../../framework/tables/read-members.ts';
import type { ExpressionText } from '../../model/action.ts';
import type { ActiveTask, Block, EndTask, Task } from '../../model/block.ts';
import { actionsOf, isPrompted, roleOf } from '../../model/tasks.ts';
import { readTemplate } from '../../prompt/check/read-template.ts';
import { blockNodesOf } from '../blocks/blocks.ts';
import { onEntry, type ProgramPoint } from '../blocks/program-point.ts';
import type { PromptSubject } from '../blocks/rule.ts';
import { templatesOf } from '../names/declarations.ts';
import { expressionPlacesOf } from '../types/expression-places.ts';
import { MapValues, ReadValue } from './map-values.ts';
import type { Project } from './project.ts';

/** Units: looks at all that maps say. Each value that only leads to others needs one more in the worst order. */
const MAX_ROUNDS = 40;

/** What of each value of some maps is read, by expressions, prompts, commands and artifacts, however far it is handed on. */
export class ProjectReads {
  readonly project: Project;
  /** Whether all is known; else nothing can be said to be unread. */
  readonly isKnown: boolean;
  readonly #values = new Map<PromptSubject, MapValues>();
  #hasChanged = false;

  constructor(project: Project) {
    this.project = project;
    const create = () =>
      new ReadValue(() => {
        this.#hasChanged = true;
      });
    for (const subject of project.subjects) this.#values.set(subject, new MapValues(subject, create));
    const flows = [...this.#values.values()].map((values) => flowsIn(values, this));
    for (const { once } of flows) for (const flow of once) flow();
    let rounds = 0;
    do {
      this.#hasChanged = false;
      rounds += 1;
      // Values are mostly read behind where they are bound.
      for (const { always } of flows) for (const flow of always) flow();
    } while (this.#hasChanged && rounds < MAX_ROUNDS);
    this.isKnown = !this.#hasChanged;
  }

  valuesOf(subject: PromptSubject): MapValues {
    const values = this.#values.get(subject);
    return values ?? new MapValues(subject, () => new ReadValue(() => undefined));
  }
}

type Flow = () => void;

/** What a map says. Shape: `once` is what is always read; `always` depends on what is read of others, the last of them first. */
interface Flows {
  readonly once: readonly Flow[];
  readonly always: readonly Flow[];
}

function flowsIn(values: MapValues, reads: ProjectReads): Flows {
  const { subject } = values;
  const { map } = subject.document;
  const wanted = wantedIn(values, reads);
  const once: Flow[] = [() => values.resultOf(map.block).read(WHOLE)];
  const always: Flow[] = [];
  for (const { expression, point } of expressionPlacesOf(subject)) {
    const demand = wanted.get(expression);
    const read = (of: Demand) => readExpression(expression, of, readersAt(values, point));
    if (demand === undefined) once.push(() => read(WHOLE));
    else always.push(() => read(joined(demand(), ASKED)));
  }
  for (const blockNode of blockNodesOf(map)) {
    for (const task of blockNode.block.tasks) {
      once.push(() => readByFramework(task, values));
      if (isPrompted(task)) {
        const readersOf = readersAt(values, onEntry(blockNode, task));
        for (const template of templatesOf(task, subject)) once.push(() => readTemplate(template, readersOf));
      }
      if (task.type !== 'end') always.push(() => handOn(task, blockNode.block, values));
    }
  }
  return { once, always: always.toReversed() };
}

function readersAt(values: MapValues, point: ProgramPoint): (name: string) => Reader {
  return (name) => (demand) => {
    for (const read of values.readersOf(name, point)) read(demand);
  };
}

/** What is read of the value of an expression whose value goes on; all others are read whole. */
function wantedIn(values: MapValues, reads: ProjectReads): ReadonlyMap<Expression, () => Demand> {
  const wanted = new Map<Expression, () => Demand>();
  const { subject } = values;
  for (const { block } of blockNodesOf(subject.document.map)) {
    const tasks = new Map(block.tasks.map((each) => [each.name, each]));
    for (const task of block.tasks) {
      for (const [node, demand] of [
        ...goingOn(task, block, { values, reads }),
        ...passedBy(task, tasks, values),
      ]) {
        const expression = subject.expressionOf(node);
        if (expression) wanted.set(expression, demand);
      }
    }
  }
  return wanted;
}

type GoesOn = readonly [ExpressionText, () => Demand];

function goingOn(
  task: Task,
  block: Block,
  { values, reads }: { readonly values: MapValues; readonly reads: ProjectReads },
): readonly GoesOn[] {
  if (task.type === 'end') return task.result ? [[task.result, () => values.resultOf(block).demand]] : [];
  if (task.type === 'decide') {
    return task.set.map(({ name, expression }): GoesOn => [
      expression,
      () => values.bound(block, name).demand,
    ]);
  }
  if (task.type === 'foreach') return [[task.items, () => inElement(values.item(task).demand)]];
  const run = task.type === 'workflow' ? reads.project.mapOf(values.subject, task) : undefined;
  if (task.type !== 'workflow' || !run) return [];
  return task.with.map(({ name, expression }): GoesOn => [
    expression,
    () => reads.valuesOf(run).input(name).demand,
  ]);
}

/** The arguments of actions; `tasks` are those of its block, by name. */
function passedBy(task: Task, tasks: ReadonlyMap<string, Task>, values: MapValues): readonly GoesOn[] {
  return actionsOf(task).flatMap(({ args, target, limit }) => {
    const to = arrivalsAt([target, limit?.then], tasks);
    return args.flatMap((each): readonly GoesOn[] => {
      const passed = to.map((arrival) => values.passed(arrival, each.name));
      if (each.kind !== 'expression') return [];
      return [[each.expression, () => passed.map(({ demand }) => demand).reduce(joined, ASKED)]];
    });
  });
}

/** Tasks, and those that a run is led on to where their visits are used up. */
function arrivalsAt(
  names: readonly (string | undefined)[],
  tasks: ReadonlyMap<string, Task>,
): readonly Task[] {
  const found = new Set(names.flatMap((name) => tasks.get(name ?? '') ?? []));
  // A set grows while it is walked.
  for (const task of found) {
    const next = task.type === 'end' || !task.maxVisits ? undefined : tasks.get(task.maxVisits.then);
    if (next) found.add(next);
  }
  return [...found];
}

/** What is read of a task's result by the name that it is bound to, and of its child blocks by its result. */
function handOn(task: ActiveTask, block: Block, values: MapValues): void {
  const result = values.result(task);
  if (task.as !== undefined) result.read(values.bound(block, task.as).demand);
  if (task.type === 'claude' && task.output) values.schema(task.output).read(result.demand);
  if (task.type === 'foreach') values.resultOf(task.body).read(ofMember(ofElement(result.demand), 'result'));
  if (task.type !== 'parallel') return;
  for (const { name, block: inner } of task.branches) {
    values.resultOf(inner).read(ofMember(ofMember(result.demand, name), 'result'));
  }
}

const BY_FRAMEWORK = READ_MEMBERS.map((name) => inMember(name, WHOLE)).reduce(joined, ASKED);

/** What the files of a framework show of a result, without that any expression of the map reads it. */
function readByFramework(task: Exclude<Task, EndTask> | EndTask, values: MapValues): void {
  if (task.type === 'end') return;
  const { artifacts } = values.subject.document.map;
  const named = artifacts.flatMap(({ fields }) =>
    fields.flatMap((field) => {
      if (field.kind === 'tasks') return field.tasks.map(({ name }) => ({ name, isWhole: true }));
      return field.kind === 'labels' ? field.labels.map(({ name }) => ({ name, isWhole: false })) : [];
    }),
  );
  const said = named.filter(({ name }) => name === task.name);
  if (said.some(({ isWhole }) => isWhole)) values.result(task).read(WHOLE);
  else if (said.length > 0 || roleOf(task)) values.result(task).read(BY_FRAMEWORK);
}
