import type { MapGraph } from '../graph/map-graph.ts';
import type { Denial, LimitsRecord, QuestionEvidence } from '../model/event-records.ts';
import type { Severity } from '../diagnostics/diagnostic.ts';
import type { Field } from '../model/field.ts';
import type { Value } from '../model/value.ts';
import type { BlockStatus, JudgedCall, SentMessage } from '../view/run-view.ts';
import type { RaisedLimit } from './resume-line.ts';

// What the page shows, as JSON. Units: US dollars, ms; times are ISO 8601. What an agent, a repository or a map wrote is plain
// text, never HTML.

/** Where a run stands, as people sort runs: `stopped` can be resumed, `failed` has ended so. */
export type Stand = 'waiting' | 'working' | 'failed' | 'stopped' | 'done';

/** Runs: all that have not ended, and of the others the newest; `left` counts the rest. */
export interface RunList {
  readonly lines: readonly RunLine[];
  readonly left: number;
}

/** A run in a list. */
export interface RunLine {
  readonly run: string;
  readonly map: string;
  /** What it is for, in the words of who started it; "" where no input says it. */
  readonly goal: string;
  readonly isSimulation: boolean;
  readonly stand: Stand;
  /** Why it stands there, one sentence. */
  readonly reason: string;
  readonly outcome: string | null;
  readonly start: string;
  readonly lastAt: string;
  readonly isOver: boolean;
  /** Whether a process drives it. */
  readonly isDriven: boolean;
  readonly activeMs: number;
  readonly costUsd: number;
  readonly costIsPartial: boolean;
  readonly tokens: number;
  /** Turns of agents. */
  readonly turns: number;
  /** A sign for each step, the last ones: see {@link Bead}. */
  readonly beads: string;
  /** The items of its foreach tasks; null where it has none. */
  readonly items: { readonly over: number; readonly of: number } | null;
  /** Those at work, the first ones. */
  readonly agents: readonly AgentLine[];
  /** The first ones that are open, and how many are. */
  readonly questions: readonly QuestionCard[];
  readonly questionCount: number;
  /** The number of its last record. */
  readonly seq: number;
}

/** `.` done, `<` sent back, `x` failed or cut off, `?` waits for a person, `o` at work; a space where another block begins. */
export type Bead = '.' | '<' | 'x' | '?' | 'o' | ' ';

/** Who works. Shape: `start` names the execution. */
export interface AgentLine {
  readonly start: number;
  readonly task: string;
  /** The blocks that it is in; "" for the map itself. */
  readonly where: string;
  readonly visit: number;
  readonly since: string;
}

/** A question for a person. Shape: `start` names the execution that asks. */
export interface QuestionCard {
  readonly start: number;
  readonly task: string;
  readonly where: string;
  readonly askedAt: string;
  readonly text: string;
  readonly choices: readonly ChoiceCard[];
  readonly deadline: string | null;
  /** `here`: it can be answered from the page; else only by the line to type. */
  readonly way: 'here' | 'signature' | 'terminal';
  readonly line: string;
}

export interface ChoiceCard {
  readonly name: string;
  readonly choose: string | null;
  /** The fields that go with it; `required` are those that must be there. */
  readonly fields: readonly string[];
  readonly required: readonly string[];
  /** The task that it leads to in the map; null where that is not known. */
  readonly to: string | null;
}

/** A question in full. */
export interface FullQuestion extends QuestionCard {
  readonly evidence: QuestionEvidence | null;
  readonly fields: readonly Pick<Field, 'name' | 'type' | 'description' | 'enum'>[];
}

/** A tool call that an agent waits for. Shape: it is answered in the terminal of the run. */
export interface HeldCall extends Pick<JudgedCall, 'id' | 'tool' | 'input' | 'rule'> {
  readonly start: number;
  readonly task: string;
}

/** All of a run that does not grow with its length. */
export interface RunPage {
  readonly line: RunLine;
  readonly limits: LimitsRecord | null;
  /** The inputs that it was started with, as JSON, each cut where it is long. */
  readonly inputs: readonly RunInput[];
  /** The branch that it began on; null outside of git, and on none. */
  readonly branch: string | null;
  readonly questions: readonly FullQuestion[];
  readonly heldCalls: readonly HeldCall[];
  /** Names the map that the run has now: it may accept another one. */
  readonly mapDigest: string;
  /** Of a run that failed or was stopped; null of any other, and where its map cannot be read any more. */
  readonly account: Account | null;
}

export interface RunInput {
  readonly name: string;
  readonly text: string;
}

/** The map as the run has it; null where it cannot be drawn any more. */
export type RunGraph = MapGraph | null;

/** Why a run stands where it stands. */
export interface Account {
  readonly reason: string;
  readonly steps: readonly AccountLine[];
  readonly costs: readonly { readonly task: string; readonly executions: number; readonly costUsd: number }[];
  readonly advice: readonly string[];
  /** The line to type that resumes it; null where there is none. */
  readonly resume: string | null;
  /** The limits that a resume must raise, and what it gives unless somebody says otherwise. */
  readonly raises: readonly { readonly limit: RaisedLimit; readonly more: string }[];
}

export interface AccountLine {
  readonly start: number;
  readonly task: string;
  readonly where: string;
  readonly visit: number;
  readonly depth: number;
  readonly way: string;
  readonly because: readonly string[];
}

/** What grows with a run: rows with a version above the one that was asked for. */
export interface Rows {
  readonly version: number;
  readonly blocks: readonly BlockRow[];
  readonly spans: readonly SpanRow[];
}

/** A block. Shape: `index` is its place among all; `parent` the number of the execution that it is inside of, 0 for none. */
export interface BlockRow {
  readonly index: number;
  readonly parent: number;
  readonly kind: 'root' | 'branch' | 'item' | 'map';
  readonly key: string;
  /** What an item is about, in words of its list; "" where it does not say. */
  readonly title: string;
  readonly status: BlockStatus;
  /** Whether it failed, or its work could not be merged. */
  readonly failed: boolean;
  /** The outcome of the end that it reached; "" before, and where it was left. */
  readonly outcome: string;
  /** What it waits for, in words; "" for nothing. */
  readonly waits: string;
  readonly endSeq: number | null;
}

/** An execution, as a bar of the timeline. Shape: `block` is the index of its block. Units: ms since 1970. */
export interface SpanRow {
  readonly number: number;
  readonly seq: number;
  readonly endSeq: number | null;
  readonly task: string;
  readonly visit: number;
  readonly block: number;
  readonly kind: 'agent' | 'command' | 'person' | 'blocks' | 'decision';
  readonly startMs: number;
  readonly endMs: number | null;
  readonly ending: 'finished' | 'failed' | 'cancelled' | null;
  readonly isCutOff: boolean;
  readonly isAsking: boolean;
  readonly resumes: boolean;
  readonly reason: string | null;
  readonly costUsd: number;
}

/**
 * Where an execution led, and why. Shape: `because` are the guard that held and the values that it saw; `same` counts the executions
 * of the task in a row that came to the very same result, 0 where it has none.
 */
export interface ReasonRow {
  readonly start: number;
  readonly way: string;
  readonly because: readonly string[];
  readonly same: number;
}

/** One execution in full. */
export interface StepPage {
  readonly start: number;
  readonly task: string;
  readonly where: string;
  readonly visit: number;
  readonly reason: ReasonRow | null;
  readonly by: 'guard' | 'agent' | 'person' | 'failure' | null;
  readonly guards: readonly GuardLine[];
  /** What it `set`, and what it found out, as JSON, cut where it is long. */
  readonly bindings: string;
  readonly result: string;
  readonly fault: string | null;
  readonly exitCode: number | null;
  readonly answeredBy: string | null;
  readonly denials: readonly Denial[];
  readonly calls: readonly Omit<JudgedCall, 'isOver'>[];
  readonly messages: readonly SentMessage[];
  readonly hasPrompt: boolean;
  readonly hasLog: boolean;
  readonly isAtWork: boolean;
}

export interface GuardLine {
  readonly action: string;
  readonly text: string;
  readonly holds: boolean;
  readonly values: readonly string[];
}

/** A part of a text that may be large. Shape: `next` is where the rest begins. Units: bytes. */
export interface TextPart {
  readonly text: string;
  readonly next: number;
  readonly size: number;
}

/** What the server is, and may. */
export interface ServerFacts {
  readonly project: string;
  readonly version: string;
  readonly isReadOnly: boolean;
}

/** News for the page, as it happens: a run has reached a record. */
export interface Tick {
  readonly run: string;
  readonly seq: number;
}

/** A map that can be run here. Shape: `name` is the word that `run` takes for it. */
export interface MapLine {
  readonly name: string;
  /** Where its file is: from the root of the project, of a shipped map from that of wfmap. */
  readonly path: string;
  readonly origin: 'project' | 'shipped';
  /** What it is for, as it says itself; null where it cannot be read as a map. */
  readonly description: string | null;
}

/** A map before any run of it. */
export interface MapPage {
  readonly line: MapLine;
  /** Null where it cannot be read as a map. */
  readonly graph: RunGraph;
  readonly findings: readonly MapFinding[];
  /** What a start of it needs and does; null where it has errors, and cannot be started. */
  readonly start: MapStart | null;
}

/** A finding of the checker. Shape: `place` is `file:line:column`. */
export interface MapFinding {
  readonly severity: Severity;
  readonly code: string;
  readonly place: string;
  readonly message: string;
  readonly help: string;
}

/** What a map asks for when it is started, and what a run of it may do. */
export interface MapStart {
  readonly fields: readonly Field[];
  /** Whether a goal in words can take the place of its story. */
  readonly takesGoal: boolean;
  readonly effects: readonly MapEffect[];
  /** Whether it cannot be started without a wall around its tasks, unless somebody does without. */
  readonly needsWall: boolean;
}

/** What some tasks of a map may change, in words that follow "may change". */
export interface MapEffect {
  readonly text: string;
  readonly tasks: readonly string[];
}

/** A task of a map before any run of it. */
export interface MapTask {
  /** What it may change; null for one that changes nothing by its type. */
  readonly effect: string | null;
  /** The role prompt that comes before its prompt. */
  readonly role: string | null;
  /** Its prompt as it is written; null where it has none. */
  readonly prompt: string | null;
}

/** What starts a run. Shape: `map` is the name of its line; 0 is a limit that nobody sets. Units: US dollars. */
export interface StartForm {
  readonly map: string;
  readonly fields: Readonly<Record<string, Value>>;
  readonly goal: string;
  readonly agent: 'claude' | 'scripted';
  readonly maxSteps: number;
  readonly maxCostUsd: number;
}

/** A run that was started. */
export interface StartedRun {
  readonly run: string;
}

/** A run with all that is shown of it. Shape: `texts` by kind and start: `prompt 12`, `stream 12`, `edits 12`; what is not there was left out. */
export interface RunReport {
  readonly made: { readonly at: string; readonly version: string; readonly project: string };
  readonly page: RunPage;
  readonly graph: RunGraph;
  readonly rows: Rows;
  readonly reasons: readonly ReasonRow[];
  readonly steps: readonly StepPage[];
  readonly texts: Readonly<Record<string, string>>;
}
