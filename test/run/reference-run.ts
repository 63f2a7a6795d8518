import type { Answer, Answers, Arrivals } from './answers.ts';
import type { Json, JsonBlock, JsonMap, JsonTask } from './map-json.ts';
import type { Names, Values } from './reference-scope.ts';

// How the reference lets many blocks go on beside each other: each is a generator, and they take turns.

export interface Run {
  readonly answers: Answers;
  readonly templates: Readonly<Record<string, string>>;
  readonly maps: ReadonlyMap<string, JsonMap>;
  readonly limits: NonNullable<JsonMap['limits']>;
  /** How many agents and commands may be at work at once. */
  readonly places: number;
  working: number;
  readonly lines: string[];
  readonly prompts: Map<string, string[]>;
  readonly spent: { steps: number; costUsd: number; tokens: number };
  /** Money set aside for agents at work. */
  reserved: number;
  /** The limit that was told of last. */
  reached: string | undefined;
  /** Blocks that may go on, in the order in which they take turns: who has had one goes to the end. */
  readonly ready: Set<Strand>;
  readonly strands: Set<Strand>;
  /** Answers on their way, in the order in which they were asked for. */
  readonly due: Due[];
  /** Those that try again, and will wait for a place then. */
  readonly sleeping: Strand[];
  readonly backlog: Strand[];
  /** Counts how often blocks were gone through; work begins after a round. */
  round: number;
  isOver: boolean;
}

/** One activation of a block. */
export interface Block {
  readonly run: Run;
  readonly map: JsonMap;
  readonly tasks: JsonBlock;
  /** The blocks around it, as the course writes them. */
  readonly inside: string;
  readonly around: Block | undefined;
  readonly fields: Values;
  /** The names of the blocks around, as they were when it was entered. */
  readonly outer: Names;
  readonly bound: Map<string, Json>;
  readonly visits: Map<string, number>;
  /** Entries of bounded tasks by name, limited actions by task and name. */
  readonly counts: Map<string, number>;
  /** The session of each task's last execution, named after the visit that began it. */
  readonly sessions: Map<string, string>;
  /** Results of items kept for another visit, by task and key. */
  readonly kept: Map<string, ReadonlyMap<string, { readonly value: Json; readonly end: End }>>;
}

/** One execution of a task. */
export interface Visit {
  readonly run: Run;
  readonly block: Block;
  readonly task: JsonTask;
  readonly at: string;
  readonly visit: number;
  readonly names: Names;
  readonly used: { turns: number; transport: number; replies: number };
}

export interface End {
  readonly outcome: string;
  readonly result: Json;
  readonly failed: boolean;
}

/** What a block does next. */
export type Wait =
  | { readonly until: () => boolean }
  | { readonly place: string; readonly answer: Answer; readonly isAtWork: boolean; readonly reserve: number }
  | { readonly again: true }
  | { readonly for: 'failed' | 'human' | 'limit' | 'parts' };

export type Steps<T> = Generator<Wait, T, undefined>;

export interface Strand {
  readonly block: Block;
  readonly steps: Steps<End>;
  readonly ended: (end: End) => void;
  isFree: () => boolean;
  stuck: Extract<Wait, { for: unknown }>['for'] | undefined;
  isDropped: boolean;
}

export type Due = Extract<Wait, { place: unknown }> & { readonly strand: Strand; readonly round: number };

export function enter(parts: Pick<Block, 'run' | 'map' | 'tasks'> & Partial<Block>): Block {
  return {
    inside: '',
    around: undefined,
    fields: {},
    outer: new Map(),
    bound: new Map(),
    visits: new Map(),
    counts: new Map(),
    sessions: new Map(),
    kept: new Map(),
    ...parts,
  };
}

/** Lets a block begin, when it is its turn. */
export function begin(block: Block, steps: Steps<End>, ended: (end: End) => void): Strand {
  const strand = { block, steps, ended, isFree: () => true, stuck: undefined, isDropped: false };
  block.run.strands.add(strand);
  goOn(strand);
  return strand;
}

/** Lets a block go on to where it waits next. */
export function goOn(strand: Strand): void {
  const { run } = strand.block;
  run.ready.delete(strand);
  strand.stuck = undefined;
  const { done, value } = strand.steps.next();
  if (done) {
    run.strands.delete(strand);
    strand.ended(value);
  } else if ('until' in value) {
    strand.isFree = value.until;
    run.ready.add(strand);
  } else if ('again' in value) {
    run.sleeping.push(strand);
  } else if ('place' in value) {
    // Of those asked in one round, who works is asked before people are.
    const at = run.due.findIndex(({ round, isAtWork }) => round === run.round && !isAtWork);
    const isFirst = value.isAtWork && at >= 0;
    run.due.splice(isFirst ? at : run.due.length, 0, { ...value, strand, round: run.round });
  } else {
    strand.stuck = value.for;
  }
}

/** Leaves a block with all inside of it: answers of agents that are still due count for their cost alone. */
export function drop(block: Block): void {
  const { run } = block;
  for (const strand of run.strands) {
    if (!isInside(strand.block, block)) continue;
    strand.isDropped = true;
    run.strands.delete(strand);
    run.ready.delete(strand);
    for (const due of run.due.filter((each) => each.strand === strand && !each.isAtWork)) {
      run.due.splice(run.due.indexOf(due), 1);
    }
  }
}

function isInside(block: Block | undefined, outer: Block): boolean {
  return block !== undefined && (block === outer || isInside(block.around, outer));
}

/** Plays until the run is over, or nothing can go on. */
export function playOn(run: Run, arrivals: Arrivals): void {
  for (;;) {
    takePlaces(run);
    // Who is met again in the same round is at the end of the set.
    for (const strand of run.ready) {
      if (run.isOver) break;
      if (strand.isFree()) goOn(strand);
    }
    if (run.isOver) return;
    if (dropUnbegun(run)) continue;
    run.round += 1;
    // Whoever tries again slept meanwhile, and others had the place.
    if (run.sleeping.length > 0) {
      run.backlog.push(...run.sleeping.splice(0, 1));
      continue;
    }
    const [due] = run.due.splice(run.due.length === 0 ? 0 : arrivals(run.due.map(({ place }) => place)), 1);
    if (due === undefined) break;
    if (due.isAtWork) charge(run, due);
    if (!due.strand.isDropped) goOn(due.strand);
  }
  run.lines.push(causeOf(run));
}

/** Whoever tries again comes before those that have not begun. */
function takePlaces(run: Run): void {
  while (run.backlog.length > 0 && run.working < run.places) {
    const strand = run.backlog.shift();
    if (strand?.isDropped === false) goOn(strand);
  }
}

/** Work of this round whose block was left in it never begins, and its place is free. */
function dropUnbegun(run: Run): boolean {
  const unbegun = run.due.filter(({ strand, round }) => strand.isDropped && round === run.round);
  for (const due of unbegun) {
    run.due.splice(run.due.indexOf(due), 1);
    charge(run, { ...due, answer: {} });
  }
  return unbegun.length > 0;
}

function charge(run: Run, { answer: { costUsd = 0, tokens = 0 }, reserve }: Due): void {
  run.working -= 1;
  run.reserved -= reserve;
  run.spent.costUsd += costUsd;
  run.spent.tokens += tokens;
}

function causeOf(run: Run): string {
  const stuck = new Set([...run.strands].map((strand) => strand.stuck));
  if (stuck.has('failed')) return 'pause failed 6';
  if (run.reached !== undefined) return 'pause limit 5';
  if (stuck.has('human')) return 'pause human 4';
  throw new Error('nothing goes on, and nobody knows why');
}

/** A step needs room in all limits, a further turn of one in those of money and tokens, a fault in money. */
export function hasRoom(run: Run, what: 'step' | 'turn' | 'nothing'): boolean {
  const kinds = {
    step: ['steps', 'costUsd', 'tokens'],
    turn: ['costUsd', 'tokens'],
    nothing: ['costUsd'],
  } as const;
  for (const limit of kinds[what]) {
    const max = run.limits[limit] ?? Infinity;
    const used = Number(run.spent[limit].toFixed(6));
    if (used < max) continue;
    if (run.reached !== limit) say(run, '', `limit ${limit} ${used} of ${max}`);
    run.reached = limit;
    return false;
  }
  if (what === 'nothing') return true;
  // All that is left may be set aside for others: what they leave of it is known when they end.
  const { costUsd: max = Infinity } = run.limits;
  return run.reserved === 0 || run.spent.costUsd + run.reserved < max - 1e-9;
}

export function say({ lines }: Run, inside: string, line: string): void {
  lines.push(`${inside}${line}`);
}
