import type { ActiveTask, Block } from '../../model/block.ts';
import type { Value } from '../../model/value.ts';
import type { SignalAsked } from '../../signal/answer-signal.ts';
import { distancesToEnd, FAILED_END } from './distances-to-end.ts';
import { pickExample, type Fits } from './pick-example.ts';
import { plausibleFields, plausibleValue } from './plausible-value.ts';
import { hash, pick } from './seeded.ts';
import type { Script, ScriptedRequest } from './script.ts';
import type { ScriptedAnswer } from './scripted-answer.ts';

/**
 * Plays a run that goes well with a few set-backs: mostly chooses towards an end of its block that is not `failed`,
 * sometimes elsewhere but never to a failed end where there is another way, and after the third visit of a task
 * always towards an end; a person takes what is offered first. Commands do well and say nothing. Outputs and fields are
 * examples of their schemas, else values that fit these; where one would have to match a pattern, the task fails. Guards are not looked at: from the third visit on the first
 * example is given, so a schema has as its first one with which a task leads on.
 *
 * A visit in a later activation of a block counts as a later one. A pure function of seed, task, visit and what is asked:
 * a resumed walk goes on as it would have gone.
 */
export function createPlausibleWalk(blocks: readonly Block[], seed: number, fits: Fits = () => true): Script {
  const byName = tasksByName(blocks);
  return (name, visit, _turn, asked) => {
    const { task, distances } = placedFor(byName.get(name) ?? [], asked) ?? NOWHERE;
    if (task === undefined) return undefined;
    const place = `${seed}/${name}/${visit}`;
    const round = Math.max(visit, ...(asked.address?.block ?? []).map(({ activation }) => activation));
    const plain = plainAnswer(task, asked, { round, place });
    if (plain !== undefined) return plain;
    let unmatched: string | undefined;
    const valueOf = (schema: Value, own: string): Value => {
      const example = pickExample(schema, { seed: own, round, fits });
      if (example !== undefined) return example;
      const patterns: string[] = [];
      const value = plausibleValue(schema, own, (pattern) => patterns.push(pattern));
      if (patterns.length > 0 && !fits(schema, value)) unmatched ??= patterns[0];
      return value;
    };
    const action = choose(task, round, { asked, distances, place });
    const answer = {
      ...(action === undefined ? {} : { action }),
      ...(asked.output === undefined ? {} : { output: valueOf(asked.output, place) }),
      ...(asked.fields.length === 0 ? {} : { fields: plausibleFields(asked.fields, place, valueOf) }),
    };
    return unmatched === undefined ? answer : { fail: 'permanent', reason: reasonFor(unmatched, name) };
  };
}

/** What needs neither a choice nor a schema. */
function plainAnswer(
  { type }: ActiveTask,
  { signal, actions }: ScriptedRequest,
  { round, place }: { readonly round: number; readonly place: string },
): ScriptedAnswer | undefined {
  if (signal !== undefined) return { output: { result: resultOf(signal, round, place) } };
  return type === 'shell' && actions.length === 0 ? { exitCode: 0, stdout: '' } : undefined;
}

/** The first result is one with which a task leads on; from the third visit on it is always given. */
function resultOf({ results }: SignalAsked, round: number, place: string): string {
  const isSetBack = round < 3 && hash(place) % 100 < 20;
  return (isSetBack ? results.at(-1) : results[0]) ?? '';
}

function reasonFor(pattern: string, task: string): string {
  return (
    `The simulation cannot make a text that matches the pattern ${JSON.stringify(pattern)}. ` +
    `Give the answer of task "${task}" in a scenario (--agent scripted:FILE), or examples in the schema.`
  );
}

/** A task of one of the blocks, and how far it is from there to the ends. */
interface PlacedTask {
  readonly task: ActiveTask;
  readonly distances: ReadonlyMap<string, number>;
}

const NOWHERE = { task: undefined, distances: new Map<string, number>() };

function tasksByName(blocks: readonly Block[]): ReadonlyMap<string, readonly PlacedTask[]> {
  const byName = new Map<string, PlacedTask[]>();
  for (const block of blocks) {
    const distances = distancesToEnd(block);
    for (const task of block.tasks) {
      if (task.type === 'end') continue;
      const placed = byName.get(task.name) ?? [];
      placed.push({ task, distances });
      byName.set(task.name, placed);
    }
  }
  return byName;
}

/** Of several tasks of one name, in blocks of their own, the one that asks for this. */
function placedFor(placed: readonly PlacedTask[], asked: ScriptedRequest): PlacedTask | undefined {
  const fits = ({ task }: PlacedTask): boolean =>
    asked.actions.every((action) => task.actions.some(({ name }) => name === action));
  const ofKind = placed.filter(({ task }) => task.type === TYPES[asked.of]);
  return ofKind.find(fits) ?? ofKind[0] ?? placed.find(fits) ?? placed[0];
}

const TYPES = { agent: 'claude', command: 'shell', person: 'human', merge: 'foreach' } as const;

interface Choice {
  readonly asked: ScriptedRequest;
  readonly distances: ReadonlyMap<string, number>;
  readonly place: string;
}

function choose(task: ActiveTask, round: number, choice: Choice): string | undefined {
  const { asked, distances, place } = choice;
  const distanceOf = (target: string): number => distances.get(target) ?? Infinity;
  const byDistance = task.actions
    .filter((action) => asked.actions.includes(action.name))
    .toSorted((a, b) => distanceOf(a.target) - distanceOf(b.target));
  // A question that is not the task's own, such as whether a command is to be run again.
  if (byDistance.length === 0) return pick(asked.actions, place);
  const good = byDistance.filter(({ target }) => distanceOf(target) < FAILED_END);
  // What a map offers a person first is what most people choose.
  const first = task.actions.find((action) => good.includes(action));
  if (task.type === 'human' && round <= 3 && first !== undefined) return first.name;
  const random = hash(place);
  const strays = round <= 3 && random % 100 < 30;
  const choices = good.length === 0 ? byDistance : good;
  return choices[strays ? Math.floor(random / 100) % choices.length : 0]?.name;
}
