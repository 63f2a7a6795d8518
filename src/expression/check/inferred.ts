import type { TypeEnvironment } from './type-environment.ts';
import type { ValueType } from '../types/value.ts';

/**
 * What an expression is, and what is known once it is true or false.
 *
 * That is worked out when it is asked for, and once: of most expressions nobody asks.
 */
export class Inferred {
  readonly type: ValueType;
  readonly #learnTrue: () => TypeEnvironment;
  readonly #learnFalse: () => TypeEnvironment;
  #whenTrue: TypeEnvironment | undefined;
  #whenFalse: TypeEnvironment | undefined;

  constructor(type: ValueType, learnTrue: () => TypeEnvironment, learnFalse: () => TypeEnvironment) {
    this.type = type;
    this.#learnTrue = learnTrue;
    this.#learnFalse = learnFalse;
  }

  get whenTrue(): TypeEnvironment {
    return (this.#whenTrue ??= this.#learnTrue());
  }

  get whenFalse(): TypeEnvironment {
    return (this.#whenFalse ??= this.#learnFalse());
  }
}

/** What is known of an expression from which nothing is learnt. */
export function sure(type: ValueType, env: TypeEnvironment): Inferred {
  const learn = (): TypeEnvironment => env;
  return new Inferred(type, learn, learn);
}
