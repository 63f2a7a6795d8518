/** Who speaks in SIGNAL BLOCKs, and whom a block can hand over to. */
export const SIGNAL_ROLES = ['Human', 'Planner', 'Actor', 'Judge'] as const;

export type SignalRole = (typeof SIGNAL_ROLES)[number];

/** The end of a loop in blocks of the first generation: lenient reading takes it as a `Next`. */
export const STOP = 'STOP';

/**
 * The results that each role can report.
 *
 * Source: STRUCTURE.md of multi-agent-flow; those of the closing steps are only in its TEMPLATE.md.
 */
export const RESULTS_OF = {
  Human: ['INIT', 'APPROVED', 'REVISION_REQUESTED', 'MERGE_APPROVED', 'DELETE_APPROVED'],
  Planner: ['CLARIFICATION_NEEDED', 'PLAN_CREATED', 'FINAL_PLAN_CREATED'],
  Actor: ['SUCCESS', 'FAIL', 'PR_MERGED', 'GOAL_CYCLE_COMPLETE'],
  Judge: ['PASS', 'INSUFFICIENT'],
} as const satisfies Readonly<Record<SignalRole, readonly string[]>>;

/** Every result of every role. */
export const SIGNAL_RESULTS: readonly string[] = SIGNAL_ROLES.flatMap((role) => RESULTS_OF[role]);

/** What a context must name, by who hands over to whom; of names in one list one is enough. */
const CONTEXT: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'Planner>Actor': [
    ['Specific File Locations'],
    ['What to Change'],
    ['What to Avoid'],
    ['Subordinate Goal Win-State'],
  ],
  'Actor>Judge': [['Where to Look'], ['What Changed'], ['Why'], ['Testing Notes']],
  'Judge>Planner': [
    ['Discrepancy Diagnosis'],
    ['Main Source'],
    ['Recommended Changes', 'Recommended Adjustments'],
  ],
  'Judge>Human': [['Superordinate Goal Status'], ['Subordinate Goal Status'], ['Next Steps']],
};

/** Results after which a hand-over needs no context of its own: there is nothing left to explain. */
const WITHOUT_CONTEXT: readonly string[] = ['PASS'];

/**
 * The parts that the context of a hand-over must have.
 *
 * Shape: each is a list of names of which one is enough. The Planner needs a diagnosis only of what was insufficient.
 */
export function neededContext(role: string, result: string, next: string): readonly (readonly string[])[] {
  if (next === 'Planner' && WITHOUT_CONTEXT.includes(result)) return [];
  return CONTEXT[`${role}>${next}`] ?? [];
}
