import type { SignalRole } from './words.ts';

/** The closing steps of a goal have no loop: theirs is called so. */
const FINAL = 'FINAL';

/** Where in a goal cycle a block stands. Shape: `loop` is undefined for the closing steps. */
export interface Signature {
  readonly goal: number;
  readonly loop: number | undefined;
  readonly step: number;
}

const SIGNATURE = /^(?<goal>\d{1,6}):(?<loop>\d{1,6}|FINAL):(?<step>\d{1,3})$/;

/** Reads `goal:loop:step`; undefined where a text is nothing of that kind. */
export function parseSignature(text: string): Signature | undefined {
  const { goal, loop, step } = SIGNATURE.exec(text)?.groups ?? {};
  if (goal === undefined || Number(goal) < 1) return undefined;
  return { goal: Number(goal), loop: loop === FINAL ? undefined : Number(loop), step: Number(step) };
}

export function spellSignature({ goal, loop, step }: Signature): string {
  return `${goal}:${loop ?? FINAL}:${step}`;
}

/** The steps of each role: in a loop, and among the closing steps of a goal. */
const STEPS: Readonly<
  Record<SignalRole, { readonly loop: readonly number[]; readonly final: readonly number[] }>
> = {
  Human: { loop: [0, 4], final: [4, 6] },
  Planner: { loop: [1], final: [1] },
  Actor: { loop: [2], final: [2, 5, 7] },
  Judge: { loop: [3], final: [3] },
};

/** Whether a role speaks at this step. */
export function isStepOf(role: SignalRole, { loop, step }: Signature): boolean {
  return STEPS[role][loop === undefined ? 'final' : 'loop'].includes(step);
}
