import type { WithinRecord } from '../../model/event-records.ts';
import type { Value } from '../../model/value.ts';
import type { RaisedLimit } from '../../report/resume-line.ts';

/** Who wants something of a run. Shape: `name` as a client calls itself; `within` are the runs that its process is inside of. */
export interface Requester {
  readonly name: string;
  readonly within: readonly WithinRecord[];
}

/** What to run. Shape: `map` is a shipped map or a file of the project; `agent` is Claude unless said otherwise. */
export interface StartRequest {
  readonly map: string;
  readonly fields: Readonly<Record<string, Value>>;
  /** What to do, in words, in place of a story. */
  readonly goal?: string | undefined;
  /** The conversation of the client that it belongs to. */
  readonly session?: string | undefined;
  readonly agent?: 'claude' | 'scripted' | undefined;
  readonly maxSteps?: number | undefined;
  readonly maxCostUsd?: number | undefined;
}

/** An answer. Shape: `start` is the `seq` of the execution that asks; the only question that is open where it is absent. */
export interface AnswerRequest {
  readonly run: string;
  readonly start?: number | undefined;
  readonly action: string;
  readonly fields: Readonly<Record<string, Value>>;
}

/** A message to an agent at work. Shape: `start` is the `seq` of its execution; the only agent at work where it is absent. */
export interface SteerRequest {
  readonly run: string;
  readonly start?: number | undefined;
  readonly text: string;
}

/** A resume. Shape: `raise` gives a limit more room, as its flag takes it: `+50`, `+5`, `+30m`; `from` is a task to begin again at. */
export interface ResumeRequest {
  readonly run: string;
  readonly raise?: Readonly<Partial<Record<RaisedLimit, string>>> | undefined;
  readonly from?: string | undefined;
}

/** What a run is made to do from elsewhere. All errors are {@link ControlError}. */
export interface Control {
  /** Starts a run, and names it once it has begun. */
  readonly start: (request: StartRequest, by: Requester) => Promise<string>;
  /** Answers a question. The run resumes with it, in a process of its own where none drives it. */
  readonly answer: (request: AnswerRequest, by: Requester) => Promise<void>;
  /** Sends a message to an agent at work, and waits until it has it. */
  readonly steer: (request: SteerRequest, by: Requester) => Promise<void>;
  /** Stops a run so that it can be resumed, and waits until it has. */
  readonly stop: (run: string, by: Requester) => Promise<void>;
  /** Resumes a run, and waits until it is under way. */
  readonly resume: (request: ResumeRequest, by: Requester) => Promise<void>;
}
