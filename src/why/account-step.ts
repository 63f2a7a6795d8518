import type { ChainLink } from './choose-chain.ts';
import type { EndedExecution } from './replay-routes.ts';

/** One execution of the chain. Shape: `end` is undefined for what has not ended. */
export interface AccountStep extends ChainLink {
  readonly end: EndedExecution | undefined;
}
