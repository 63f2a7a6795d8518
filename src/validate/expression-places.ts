import type { Expression } from '../expression/expression.ts';
import type { ExpressionText } from '../model/action.ts';
import type { ActiveTask, ShellTask, Task } from '../model/block.ts';
import type { Claim, Situation } from '../model/map.ts';
import { waysOf } from './block-edges.ts';
import { placedBlocksOf, type PlacedBlock } from './blocks.ts';
import { onEntry, type Moment } from './environments.ts';
import type { PromptSubject } from './rule.ts';

/** An expression of the map itself, and when it is evaluated. Of conditions only true and false make sense. */
export interface ExpressionPlace {
  readonly expression: Expression;
  readonly isCondition: boolean;
  readonly moment: Moment;
}

/** All expressions of a map that are no part of a prompt. One that cannot be parsed is left out, and told by then. */
export function* expressionPlacesOf(subject: PromptSubject): Iterable<ExpressionPlace> {
  const places = placedBlocksOf(subject.document.map);
  for (const placed of places) {
    for (const task of placed.block.tasks) yield* placesInTask(task, placed, subject);
  }
  const [root] = places;
  for (const { claim } of root ? subject.document.map.properties : []) {
    for (const { when, task } of situationsOf(claim)) {
      const owner = places.find(({ block }) => block.tasks.some(({ name }) => name === task)) ?? root;
      const found = owner?.block.tasks.find(({ name }) => name === task);
      const moment = owner && { placed: owner, task: found, alsoBound: [], hasResult: false };
      if (when && moment) yield* placeOf(when, { moment, isCondition: true }, subject);
    }
  }
}

function* placesInTask(task: Task, placed: PlacedBlock, subject: PromptSubject): Iterable<ExpressionPlace> {
  const moment = onEntry(placed, task);
  if (task.type === 'end') {
    if (task.result) yield* placeOf(task.result, { moment, isCondition: false }, subject);
    return;
  }
  if (task.type === 'shell') {
    for (const text of textsOf(task)) {
      for (const expression of subject.placeholdersOf(text)) {
        yield { expression, moment, isCondition: false };
      }
    }
  }
  if (task.type === 'decide') {
    const set: string[] = [];
    for (const { name, expression } of task.set) {
      yield* placeOf(expression, { moment: { ...moment, alsoBound: [...set] }, isCondition: false }, subject);
      set.push(name);
    }
  }
  yield* placesInActions(task, moment, subject);
}

function* placesInActions(
  task: ActiveTask,
  entry: Moment,
  subject: PromptSubject,
): Iterable<ExpressionPlace> {
  const hasResult = task.type !== 'decide';
  const ways = new Map(waysOf(task, subject.expressionOf).map((way) => [way.action, way]));
  for (const action of task.actions) {
    const way = ways.get(action);
    if (action.when) {
      // A person has not answered yet when it is decided what can be answered.
      const moment = {
        ...entry,
        alsoBound: way?.before ?? [],
        hasResult: hasResult && task.type !== 'human',
      };
      yield* placeOf(action.when, { moment, isCondition: true }, subject);
    }
    const moment = { ...entry, alsoBound: way?.taken ?? [], hasResult };
    for (const argument of action.args) {
      if (argument.kind !== 'expression') continue;
      yield* placeOf(argument.expression, { moment, isCondition: false }, subject);
    }
  }
}

function* placeOf(
  node: ExpressionText,
  place: Omit<ExpressionPlace, 'expression'>,
  { expressionOf }: PromptSubject,
): Iterable<ExpressionPlace> {
  const expression = expressionOf(node);
  if (expression) yield { expression, ...place };
}

/** The texts of a command. */
export function textsOf({ command }: ShellTask): readonly ExpressionText[] {
  return command.kind === 'argv' ? command.parts : [command.line];
}

function situationsOf(claim: Claim): readonly Situation[] {
  return 'of' in claim ? [claim.of] : [claim.first, claim.second];
}
