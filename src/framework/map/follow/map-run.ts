import type { ProjectInsight } from '../../../model/project-insight.ts';
import type { RunEventData } from '../../../model/run-event.ts';
import type { Value } from '../../../model/value.ts';
import type { Lessons } from './lessons.ts';

/**
 * What the artifacts read of a run: the fold of its journal under the notes of its map.
 *
 * Units: times are ISO 8601; `turns` counts started tasks that are no decision and no end. Mutable: only
 * `followMapRun` changes it.
 */
export interface MapRun {
  run: string;
  fields: Readonly<Record<string, Value>>;
  project: ProjectInsight | undefined;
  startedAt: string;
  updatedAt: string;
  turns: number;
  paused: RunEventData['run.paused'] | undefined;
  end: MapRunEnd | undefined;
  /** Steps outside of subtasks. */
  readonly plan: StepTrack;
  /** By id, in the order in which they were first seen. */
  readonly subtasks: Map<string, SubtaskRun>;
  /** Whether work went on after the review of the plan. */
  isPlanApproved: boolean;
  /** When names of the root block were last bound, and how long that took in milliseconds. */
  readonly bound: Map<string, { readonly at: string; readonly durationMs: number }>;
  /** What checks came to, by recipe: the last execution of each. */
  readonly checks: Map<string, CheckRun>;
  /** Turns of agents that have ended. */
  readonly turnsEnded: AgentTurn[];
  /** What went otherwise than planned, and what people decided. */
  readonly lessons: Lessons;
  /** Reviews that sent a change back, in order. */
  readonly rejections: Rejection[];
  /** How often a person was asked. */
  asked: number;
  /** What a person chose last, while no agent and no command did anything after it. */
  choice: Choice | undefined;
}

/** A review that sent a change back. Shape: `result` is its report. */
export interface Rejection {
  readonly subtask: string;
  readonly at: string;
  readonly result: Value;
}

/** What a person chose. Shape: `subtask` is the one that it was about. */
export interface Choice {
  readonly action: string;
  readonly reason: string | undefined;
  readonly subtask: string | undefined;
}

/** How the run ended. `at` is when, `seq` the record that says so. */
export interface MapRunEnd {
  readonly seq: number;
  readonly at: string;
  readonly outcome: string;
  readonly result: Value;
  readonly failed: boolean;
  /** What a person had chosen right before; undefined where nobody had. */
  readonly choice: Choice | undefined;
}

/** How far steps have come: a step that is begun again takes back those after it. */
export interface StepTrack {
  /** Steps that are under way. */
  readonly open: Map<string, number>;
  done: readonly string[];
  /** The furthest step that was begun. */
  furthest: string | undefined;
}

export type SubtaskStatus = 'pending' | 'in_progress' | 'complete' | 'blocked' | "won't_do" | 'superseded';

export interface SubtaskRun {
  readonly id: string;
  /** The item; null where there is none. */
  value: Value;
  /** The foreach task that it is an item of; undefined for one of another kind. */
  readonly listedBy: string | undefined;
  status: SubtaskStatus;
  outcome: string;
  startedAt: string | undefined;
  endedAt: string | undefined;
  result: Value;
  commit: string | undefined;
  track: StepTrack;
  /** How often it was sent back since it was last started. */
  retries: number;
  /** How often it was started again after it had ended. */
  reworks: number;
  lastError: string | undefined;
  readonly agents: SubtaskAgents;
  /** What steps came to, by step. */
  readonly results: Map<string, Value>;
}

/** The last turn of each agent on a subtask. */
export interface SubtaskAgents {
  actor?: { readonly startedAt: string; readonly endedAt: string; readonly result: Value };
  monitor?: Value;
  evaluator?: Value;
}

/** A check as its command ended. Shape: `text` is the command with its exit code; of one that was skipped the reason. */
export interface CheckRun {
  readonly status: 'pass' | 'fail' | 'skipped';
  readonly text: string;
  readonly durationMs: number;
  readonly at: string;
}

export interface AgentTurn {
  readonly seq: number;
  readonly at: string;
  readonly task: string;
  readonly role: string | undefined;
  readonly step: string | undefined;
  readonly subtask: string | undefined;
  readonly outcome: string;
  readonly durationMs: number;
  readonly costUsd: number | null;
  readonly tokens: number | null;
}

export function createMapRun(): MapRun {
  return {
    run: '',
    fields: {},
    project: undefined,
    startedAt: '',
    updatedAt: '',
    turns: 0,
    paused: undefined,
    end: undefined,
    plan: createTrack(),
    subtasks: new Map(),
    isPlanApproved: false,
    bound: new Map(),
    checks: new Map(),
    turnsEnded: [],
    lessons: [],
    rejections: [],
    asked: 0,
    choice: undefined,
  };
}

export function createTrack(): StepTrack {
  return { open: new Map(), done: [], furthest: undefined };
}

export function createSubtask(id: string, value: Value, listedBy?: string): SubtaskRun {
  return {
    id,
    value,
    listedBy,
    status: 'pending',
    outcome: '',
    startedAt: undefined,
    endedAt: undefined,
    result: null,
    commit: undefined,
    track: createTrack(),
    retries: 0,
    reworks: 0,
    lastError: undefined,
    agents: {},
    results: new Map(),
  };
}
