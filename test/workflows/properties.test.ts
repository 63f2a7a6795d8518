/**
 * What the shipped maps claim of all their paths holds on every path that their scenarios take.
 *
 * This proves none of them; it finds those that are wrong.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Claim, Situation } from '../../src/model/map.ts';
import { placeOfBlock } from '../../src/model/place.ts';
import type { RunEvent, RunEventOf } from '../../src/model/run-event.ts';
import type { Program } from '../../src/run/program/program.ts';
import { playAll, VARIANTS } from './play-all.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** A task that was entered, and then the action that it took. */
interface ProgramPoint {
  readonly task: string;
  readonly action: string | undefined;
}

/** One activation of a map, in a run: what happened in its own block. */
interface Walk {
  readonly program: Program;
  readonly moments: readonly ProgramPoint[];
  readonly isWhole: boolean;
}

type Growing = Walk & { readonly moments: ProgramPoint[]; isWhole: boolean };

function walksOf(program: Program, events: readonly RunEvent[]): readonly Walk[] {
  const walks = new Map<string, Growing>([['', { program, moments: [], isWhole: false }]]);
  for (const event of events) {
    if (event.type === 'workflow.started') startWalk(walks, event);
    const walk = walks.get(placeOfBlock(event.address.block));
    if (walk !== undefined) goOn(walk, event);
  }
  return [...walks.values()];
}

function startWalk(walks: Map<string, Growing>, { address, data }: RunEventOf<'workflow.started'>): void {
  const { block, task = '', visit = 1 } = address;
  const program = programAround(walks, placeOfBlock(block)).maps.get(data.map);
  if (program === undefined) throw new Error(`no map "${data.map}"`);
  const place = placeOfBlock([...block, { task, key: 'map', activation: visit }]);
  walks.set(place, { program, moments: [], isWhole: false });
}

function goOn(walk: Growing, { type, data }: RunEvent): void {
  if (type === 'task.started') {
    // An action beyond its limit was chosen and not taken.
    const last = walk.moments.at(-1);
    if (last?.action !== undefined && targetOf(walk, last) !== data.task) walk.moments.pop();
    walk.moments.push({ task: data.task, action: undefined });
  }
  if (type === 'action.chosen') walk.moments.push({ task: data.task, action: data.action });
  if (type === 'task.finished' && data.action === null) walk.isWhole = true;
}

function targetOf({ program }: Walk, { task, action }: ProgramPoint): string | undefined {
  const found = program.map.block.tasks.find(({ name }) => name === task);
  return found === undefined || found.type === 'end'
    ? undefined
    : found.actions.find(({ name }) => name === action)?.target;
}

/** The map that a block belongs to: that of the nearest walk around it. */
function programAround(walks: ReadonlyMap<string, Walk>, block: string): Program {
  const names = [...walks.keys()].filter(
    (name) => name === '' || block === name || block.startsWith(`${name}/`),
  );
  const nearest = walks.get(names.toSorted((one, other) => other.length - one.length)[0] ?? '');
  if (nearest === undefined) throw new Error('a run has a map');
  return nearest.program;
}

function isAt({ task, action }: Situation, point: ProgramPoint): boolean {
  return point.task === task && point.action === action;
}

function holds(claim: Claim, { moments, isWhole }: Walk): boolean {
  const first = (situation: Situation): number => moments.findIndex((point) => isAt(situation, point));
  if (claim.kind === 'atMost') return moments.filter((point) => isAt(claim.of, point)).length <= claim.times;
  if (claim.kind === 'precedes') {
    const second = first(claim.second);
    return second < 0 || (first(claim.first) >= 0 && first(claim.first) < second);
  }
  if (claim.kind === 'leadsTo') {
    const last = moments.findLastIndex((point) => isAt(claim.first, point));
    return !isWhole || last < 0 || moments.slice(last).some((point) => isAt(claim.second, point));
  }
  throw new Error(`no shipped map claims "${claim.kind}"`);
}

test('the claims of the shipped maps hold on every path of their scenarios', async () => {
  const broken = new Set<string>();
  const seen = new Map<string, number>();
  for await (const { file, name, program, events } of playAll()) {
    for (const walk of walksOf(program, events)) {
      for (const property of walk.program.map.properties) {
        seen.set(property.name, (seen.get(property.name) ?? 0) + 1);
        if (!holds(property.claim, walk)) broken.add(`${property.name}: ${file}: ${name}`);
      }
    }
  }
  expect([...broken]).toEqual([]);
  expect(seen.size).toBeGreaterThan(20);
});

test('every shipped map of the framework claims something', () => {
  for (const map of VARIANTS) {
    const text = readFileSync(`${ROOT}/workflows/${map}.json`, 'utf8');
    expect(Object.keys((JSON.parse(text) as { properties?: object }).properties ?? {}), map).not.toEqual([]);
  }
});
