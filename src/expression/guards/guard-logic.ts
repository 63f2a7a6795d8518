import { isBareName } from '../cel/bare-name.ts';
import type { Expression } from '../cel/expression.ts';
import { agrees, type Choice } from './guard-agreement.ts';
import { TERM, formulaOf, type Atom, type Formula } from './guard-formula.ts';
import { truthOf, type Assignment } from './guard-truth.ts';
import {
  ABSENT,
  LOST,
  OTHER,
  variableFor,
  type Candidate,
  type GuardVariable,
  type NumberBounds,
} from './guard-variable.ts';
import type { TypeEnvironment, ValuePath } from '../check/type-environment.ts';

/**
 * What is known of guards that are looked at in order, the first true one winning.
 *
 * Shape: `exhaustive` says whether one of them always holds; `witness` is a case in which none does, as
 * `review.valid = false, visits = 3`; `dead` are the positions of those before which another one always wins.
 * `evidence` is `proved` unless the answer is `unknown`.
 */
export interface GuardAnalysis {
  readonly exhaustive: 'yes' | 'no' | 'unknown';
  readonly witness?: string;
  readonly dead: readonly number[];
  readonly evidence: 'proved' | 'heuristic';
}

/** Units: formulas evaluated for one task, at most. Beyond it the answer is `unknown`. */
const MAX_WORK = 400_000;
const MAX_PATHS = 40;
const MAX_SHOWN = 8;

/**
 * Decides guards by trying every case that they can tell apart.
 *
 * Decided are booleans, comparisons of a path with constants, `has`, and their combinations. Anything else is a
 * question that may have either answer: what holds whatever its answer is proved all the same.
 * A guard that is undefined holds always. A case in which a guard fails is no case in which none holds.
 */
export function analyseGuards(
  guards: readonly (Expression | undefined)[],
  env: TypeEnvironment,
  boundsOf: (path: ValuePath) => NumberBounds = () => ({ min: undefined, max: undefined }),
): GuardAnalysis {
  const formulas = guards.map((guard) => (guard ? formulaFor(guard) : ALWAYS));
  const last = formulas.findIndex(
    ({ kind, ...rest }) => kind === 'constant' && 'value' in rest && rest.value,
  );
  const after = last < 0 ? [] : guards.flatMap((_, index) => (index > last ? [index] : []));
  // Behind a guard that always holds nothing is looked at.
  const looked = last < 0 ? formulas : formulas.slice(0, last + 1);
  const cases = casesOf(looked, env, boundsOf);
  if (!cases) {
    return last < 0 ? UNKNOWN : { exhaustive: 'yes', dead: after, evidence: 'proved' };
  }
  const { reached, witness, isPossible } = tryAll(looked, cases, last >= 0);
  if (reached.size === 0 && !isPossible) return UNKNOWN;
  const dead = guards.flatMap((_, index) => (reached.has(index) ? [] : [index]));
  if (witness !== undefined) return { exhaustive: 'no', witness, dead, evidence: 'proved' };
  return isPossible
    ? { exhaustive: 'unknown', dead, evidence: 'heuristic' }
    : { exhaustive: 'yes', dead, evidence: 'proved' };
}

const ALWAYS: Formula = { kind: 'constant', value: true };
const UNKNOWN: GuardAnalysis = { exhaustive: 'unknown', dead: [], evidence: 'heuristic' };

function formulaFor(guard: Expression): Formula {
  const [first] = guard.names;
  if (first && isBareName(guard)) return { kind: 'holds', path: { name: first.name, keys: [] } };
  return formulaOf(guard.root, guard.text);
}

interface Cases {
  readonly variables: readonly GuardVariable[];
  readonly questions: readonly string[];
  readonly indexOf: ReadonlyMap<ValuePath, number>;
  readonly env: TypeEnvironment;
}

/** Undefined where there are too many cases. */
function casesOf(
  formulas: readonly Formula[],
  env: TypeEnvironment,
  boundsOf: (path: ValuePath) => NumberBounds,
): Cases | undefined {
  const byPath = new Map<string, Exclude<Atom, { readonly kind: 'opaque' }>[]>();
  const questions = new Set<string>();
  let size = 0;
  for (const atom of formulas.flatMap(atomsOf)) {
    size += 1;
    if (atom.kind === 'opaque') questions.add(atom.text);
    else {
      const key = JSON.stringify([atom.path.name, ...atom.path.keys]);
      const known = byPath.get(key);
      if (known) known.push(atom);
      else byPath.set(key, [atom]);
    }
  }
  if (byPath.size + questions.size > MAX_PATHS) return undefined;
  const variables: GuardVariable[] = [];
  const indexOf = new Map<ValuePath, number>();
  let work = 2 ** questions.size * (1 + size);
  for (const atoms of byPath.values()) {
    const [first] = atoms;
    if (!first || work > MAX_WORK) return undefined;
    const variable = variableFor(first.path, atoms, env, boundsOf(first.path));
    work *= variable.candidates.length;
    for (const { path } of atoms) indexOf.set(path, variables.length);
    variables.push(variable);
  }
  return work > MAX_WORK ? undefined : { variables, questions: [...questions], indexOf, env };
}

function atomsOf(formula: Formula): readonly Atom[] {
  const atoms: Atom[] = [];
  const visit = (each: Formula): void => {
    if (each.kind === 'not') visit(each.of);
    else if ('left' in each) {
      visit(each.left);
      visit(each.right);
    } else if (each.kind !== 'constant') atoms.push(each);
  };
  visit(formula);
  return atoms;
}

interface Outcome {
  readonly reached: ReadonlySet<number>;
  /** A case in which no guard holds, whatever the answers. */
  readonly witness: string | undefined;
  /** Whether no guard holds in some case with some answers. */
  readonly isPossible: boolean;
}

/** Tries cases until all are, or no other can change the outcome. `isCovered` says whether the last one always holds. */
function tryAll(formulas: readonly Formula[], cases: Cases, isCovered: boolean): Outcome {
  const { variables, questions, indexOf, env } = cases;
  const allAnswers = [...combinations(questions.map(() => [false, true]))].map(
    (answers) => new Map(questions.map((question, index) => [question, answers[index] ?? false])),
  );
  const reached = new Set<number>();
  let witness: string | undefined;
  let isPossible = false;
  for (const values of consistentCases(variables, env)) {
    let isCertain = true;
    for (const answers of allAnswers) {
      const first = firstOf(formulas, { variables, values, indexOf, answers });
      if (typeof first === 'number') reached.add(first);
      if (first === 'none') isPossible = true;
      else isCertain = false;
    }
    if (isCertain) witness ??= describeCase(variables, values);
    if (reached.size === formulas.length && (isCovered || witness !== undefined)) break;
  }
  return { reached, witness, isPossible };
}

/** The first guard that holds; `none`, or `failed` where one fails before. */
function firstOf(formulas: readonly Formula[], assignment: Assignment): number | 'none' | 'failed' {
  for (const [index, formula] of formulas.entries()) {
    const value = truthOf(formula, assignment);
    if (value === undefined) return 'failed';
    if (value) return index;
  }
  return 'none';
}

/** Every choice of one from each list, the last list running fastest. */
function* combinations<T>(lists: readonly (readonly T[])[]): Iterable<readonly T[]> {
  const [first, ...rest] = lists;
  if (!first) {
    yield [];
    return;
  }
  for (const each of first) for (const others of combinations(rest)) yield [each, ...others];
}

/**
 * Values for all variables that can be there at once: members of one value come from one shape of it. Found out for
 * each value by itself, however many others there are.
 */
function* consistentCases(
  variables: readonly GuardVariable[],
  { types, unbound }: TypeEnvironment,
): Iterable<readonly Candidate[]> {
  const byName = Map.groupBy(variables.keys(), (index) => variables[index]?.path.name ?? '');
  const groups = [...byName].map(([name, indexes]) => {
    const lists = indexes.map((index) => variables[index]?.candidates ?? []);
    const choicesOf = (values: readonly Candidate[]): Choice[] =>
      indexes.map((index, at) => ({ keys: variables[index]?.path.keys ?? [], value: values[at] ?? null }));
    const isPossible = (values: readonly Candidate[]): boolean =>
      agrees(types.get(name) ?? 'any', choicesOf(values), unbound.has(name));
    return [...combinations(lists)].filter(isPossible);
  });
  const grouped = [...byName.values()].flat();
  const places = [...variables.keys()].map((index) => grouped.indexOf(index));
  for (const parts of combinations(groups)) {
    const values = parts.flat();
    yield places.map((place) => values[place] ?? null);
  }
}

function describeCase(variables: readonly GuardVariable[], values: readonly Candidate[]): string {
  const shown = variables.slice(0, MAX_SHOWN).map(({ path, isCompared }, index) => {
    const text = [path.name, ...path.keys].join('.').replace(TERM, '');
    const value = values[index] ?? null;
    if (value === ABSENT || value === LOST) return `${text} is not set`;
    if (value === OTHER) return isCompared ? `${text} is something else` : `${text} is set`;
    return `${text} = ${JSON.stringify(value)}`;
  });
  return [...shown, ...(variables.length > MAX_SHOWN ? ['…'] : [])].join(', ');
}
