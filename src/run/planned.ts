import type { OpenTask } from './run-state.ts';

/** Work to be started once its records are durable. */
export type Planned = PlannedTurn | PlannedCommand;

export interface PlannedTurn {
  readonly kind: 'turn';
  readonly open: OpenTask;
  readonly text: string;
  readonly session: { readonly id: string; readonly continues: boolean; readonly forks?: string };
  /** US dollars. */
  readonly budgetUsd: number | undefined;
}

export interface PlannedCommand {
  readonly kind: 'command';
  readonly open: OpenTask;
  readonly argv: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}
