/**
 * How much work may still be done for one thing, in steps of some nanoseconds each.
 *
 * Steps are counted and not time: the verdict is the same on every machine, and on replay.
 */
export class Budget {
  #left = 0;

  begin(steps: number): void {
    this.#left = steps;
  }

  /** Errors: throws {@link BudgetSpent} where nothing is left. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new BudgetSpent();
  }
}

export class BudgetSpent extends Error {}
