import type { Address } from './address.ts';
import type {
  ChangesRecord,
  PutBackRecord,
  ClaimsRecord,
  ViolationRecord,
  Denial,
  GateRecord,
  GitRecord,
  ItemRecord,
  LimitsRecord,
  ChildBlockEndRecord,
  ChildBlockRecord,
  EvidenceRecord,
  MeanwhileRecord,
  MessageRecord,
  ProofRecord,
  QuestionEvidence,
  RefusedFileRecord,
  ReminderRecord,
  SenderRecord,
  SettingsRecord,
  SnapshotRecord,
  SourceRecord,
  Survivor,
  TemplateRecord,
  WallRecord,
  WithinRecord,
  WorktreeRecord,
} from './event-records.ts';
import type { Scalar } from './field.ts';
import type { ProjectInsight } from './project-insight.ts';
import type { Value } from './value.ts';

/**
 * One thing that happened in a run: a record of its journal, and an event for whoever watches.
 *
 * Shape: `seq` counts from 1 without gaps; `id` is unique over all runs; `at` is ISO 8601 UTC with ms;
 * `causedBy` is the `seq` that led to this one, or null for what came from outside.
 */
export type RunEvent = { [T in RunEventType]: RunEventOf<T> }[RunEventType];

export interface RunEventOf<T extends RunEventType> {
  readonly seq: number;
  readonly id: string;
  readonly at: string;
  readonly type: T;
  readonly address: Address;
  readonly causedBy: number | null;
  readonly data: RunEventData[T];
}

export type RunEventType = keyof RunEventData;

/** The payload of each type of event. `task` is the task's name wherever there is one. */
export interface RunEventData {
  'run.started': {
    /** Version of this format. */
    readonly version: 1;
    readonly wfmap: string;
    readonly run: string;
    readonly map: SourceRecord;
    /** Templates by the path that the map writes. */
    readonly templates: Readonly<Record<string, TemplateRecord>>;
    readonly fields: Readonly<Record<string, Value>>;
    readonly agent: 'claude' | 'scripted';
    /** Permission rules given to the whole run, beside those of its tasks. */
    readonly allowedTools: readonly string[];
    /** Decides how a scripted walk goes, and the jitter of retries. */
    readonly seed: number;
    readonly limits: LimitsRecord;
    /** The repository as the run found it; null outside of one, and in a simulation. */
    readonly git: GitRecord | null;
    /** The project as the run found it; absent in journals of before there was one. */
    readonly project?: ProjectInsight;
    /** The project's settings that the run uses to its end; absent in older journals. */
    readonly settings?: SettingsRecord;
    /** The key that answers to signed tasks are checked by; absent where the map has none. */
    readonly gate?: GateRecord;
    /** The wall around its tasks; absent in a simulation, and in older journals. */
    readonly wall?: WallRecord;
    /** Short digests of what makes git run programs, by what it is; absent outside of git, and in older journals. */
    readonly gitSettings?: Readonly<Record<string, string>>;
    /** The client of `wfmap serve` or `wfmap acp` that started it, as that calls itself; absent for a person's own command. */
    readonly startedBy?: { readonly client: string; readonly session?: string };
    /** The runs that it was started inside of, the nearest first; absent outside of any. */
    readonly within?: readonly WithinRecord[];
    /** What a violated property does, and who chose it; absent where nobody did: it pauses the run. */
    readonly claims?: ClaimsRecord;
  };
  /** `seq` of this record is the start's number: an answer that names another is stale. */
  'task.started': {
    readonly task: string;
    /** Position among all executions of the run, from 1; names the files of this execution. */
    readonly execution: number;
    /** The start that this one continues after an interruption or a failure; null for an entry of the task. */
    readonly resumes: number | null;
    readonly args: Readonly<Record<string, Value>>;
  };
  /** The folder of the task before its first work; later executions of the same visit are compared with it, too. */
  'snapshot.taken': SnapshotRecord & {
    readonly task: string;
    /** The throw-away copy of that folder that it works in, from the work root. Absent where it works in the folder itself. */
    readonly copy?: string;
  };
  /** What was changed there since, when an agent or a command ended. */
  'changes.read': {
    readonly task: string;
    /** Null where they could not be read. */
    readonly changes: ChangesRecord | null;
    /** Why not; null where they could. */
    readonly reason: string | null;
    /** What is not among the changes because it was undone. Absent where nothing was. */
    readonly putBack?: PutBackRecord;
    /** Of those that the task must not make. Absent where there are none. */
    readonly evidence?: EvidenceRecord;
    /** What else is changed there, by whom is not known. Absent where nothing is. */
    readonly meanwhile?: MeanwhileRecord;
  };
  /** The outline of the project that the prompts of the task name. */
  'outline.read': {
    readonly task: string;
    /** Markdown; "" where there is none. */
    readonly text: string;
    /** By the estimate that its budget is kept by. */
    readonly tokens: number;
    /** Why there is none; null where there is one. */
    readonly reason: string | null;
  };
  /** What was tried before at what the task is for, as its prompts name it. */
  'attempts.read': {
    readonly task: string;
    /** Markdown, with the end of a log. */
    readonly text: string;
  };
  'prompt.rendered': {
    readonly task: string;
    /** Digest of the template's text; null for a verbatim prompt. */
    readonly template: string | null;
    /** The texts, numbers and booleans that are declared for the task, given to it, or bound and read by it. */
    readonly params: Readonly<Record<string, Scalar>>;
    readonly digest: string;
    readonly sizeBytes: number;
  };
  'agent.started': {
    readonly task: string;
    readonly session: string;
    readonly continues: boolean;
    /** The session that this one begins as a copy of; null for none. */
    readonly forks: string | null;
    readonly purpose: 'prompt' | 'repair' | 'retry' | 'resume';
    /** What is charged where the agent gives no figure of its cost; null without a budget. US dollars. */
    readonly reservedUsd: number | null;
    /** The reminder for the agent; absent if there is none. */
    readonly reminder?: ReminderRecord;
  };
  /** An agent uses a tool that no permission rule answers: a person is asked while it waits. */
  'call.asked': {
    readonly task: string;
    /** The agent's id of the call. */
    readonly call: string;
    readonly tool: string;
    /** As the agent gave it. */
    readonly input: Value;
    /** The narrowest permission rule that would allow it; null for none. */
    readonly rule: string | null;
  };
  'call.answered': {
    readonly task: string;
    readonly call: string;
    /** `task`: so are all calls that the rule allows, until the task ends. */
    readonly allow: 'once' | 'task' | 'never';
    /** Why not, for the agent; "" where nothing was said. */
    readonly reason: string;
    readonly via: 'terminal';
  };
  /** A person sends a message to an agent at work. */
  'message.sent': MessageRecord;
  /** A file in `messages/` that was sent to no agent. `task` is that whose agent it was for; null where that is not at work. */
  'message.refused': RefusedFileRecord;
  'agent.finished': {
    readonly task: string;
    readonly outcome: 'answered' | 'rejected' | 'failed' | 'interrupted';
    readonly durationMs: number;
    /** US dollars; null when the agent gave no figure. */
    readonly costUsd: number | null;
    readonly tokens: number | null;
    readonly denials: readonly Denial[];
    /** Why it was not an answer; null for one. */
    readonly reason: string | null;
    readonly fault: 'transport' | 'permanent' | 'limit' | 'reply' | null;
    /** Whether the session can be continued. */
    readonly sessionKnown: boolean;
    /** Processes it has started that are still running; absent for none. */
    readonly survivors?: readonly Survivor[];
    /** The messages that it was sent and did not read, by their ids; absent for none. */
    readonly unread?: readonly string[];
  };
  /** The reply is kept whole: after an edit of the map it is read again, for nothing. */
  'action.rejected': {
    readonly task: string;
    readonly fault: string;
    readonly text: string;
    /** The structured output; null for none. */
    readonly output: Value;
  };
  'action.chosen': {
    readonly task: string;
    readonly action: string;
    readonly by: 'agent' | 'guard' | 'person';
  };
  'shell.started': {
    readonly task: string;
    /** As it is run. */
    readonly command: readonly string[];
  };
  'shell.finished': {
    readonly task: string;
    readonly outcome: 'exited' | 'failed' | 'interrupted';
    readonly exitCode: number | null;
    readonly durationMs: number;
    /** Why it did not come to an exit code; null where it did. */
    readonly reason: string | null;
    readonly fault: 'transport' | 'permanent' | null;
    /** As of `agent.finished`. */
    readonly survivors?: readonly Survivor[];
  };
  'human.asked': {
    readonly task: string;
    /** `rerun`: whether an interrupted command is to be run again. */
    readonly about: 'task' | 'rerun';
    /** What the person reads; cut to 20,000 characters, the whole is in the prompt file. */
    readonly text: string;
    readonly choices: readonly { readonly name: string; readonly choose: string | null }[];
    /** What it is decided by; absent where the map says nothing of it, and in older journals. */
    readonly evidence?: QuestionEvidence;
    /** The fields that go with each choice, in the order of the choices; absent in older journals, and where there are none. */
    readonly fields?: readonly (readonly string[])[];
    /** The fields that every answer must have; older journals do not say. */
    readonly required?: readonly string[];
    /** ISO 8601; null without one. */
    readonly deadline: string | null;
    /** What an answer must name: 32 hex digits that nobody could know before; absent in older journals. */
    readonly nonce?: string;
    /** An answer needs a signature by the key of the run; absent where it needs none. The text is whole then. */
    readonly signed?: true;
    /** An answer must be seen: a claimed one is refused; absent where it need not be. */
    readonly seen?: true;
  };
  'human.answered': {
    readonly task: string;
    readonly action: string;
    readonly fields: Readonly<Record<string, Value>>;
    /** Where it was given: at the terminal of the run, by `wfmap answer`, by a simulation, or by the program that embeds the run. */
    readonly via: 'terminal' | 'answer' | 'scripted' | 'program';
    /** The signature of an answer to a signed task; absent for any other. */
    readonly proof?: ProofRecord;
    /**
     * `seen`: this process saw for itself who gave it; `claimed`: only a program says so. Absent in older
     * journals, which do not say. `signed`: by the key of the run, whichever process delivered it.
     */
    readonly origin?: 'seen' | 'claimed' | 'signed';
    /** The process that gave it; null for the one that asked, absent in older journals. */
    readonly sender?: SenderRecord | null;
    /** The client of `wfmap serve` that it came from, as that calls itself; absent for none. */
    readonly client?: string;
  };
  /** A file in `answers/` that answers nothing. `task` is that whose question it was for; null for none that is open. */
  'human.refused': RefusedFileRecord;
  /** The items of a foreach, as they were on its entry. */
  'items.listed': { readonly task: string; readonly items: readonly ItemRecord[] };
  'item.started': ChildBlockRecord;
  'item.finished': ChildBlockEndRecord;
  /** It never ran: what it waited for failed, or the task stops at the first failure. */
  'item.skipped': ChildBlockRecord & { readonly reason: string };
  /** It keeps the result that it had when the task was entered before. */
  'item.kept': ChildBlockRecord;
  'branch.started': ChildBlockRecord;
  'branch.finished': ChildBlockEndRecord;
  /** What it would have found out no longer counts. */
  'branch.cancelled': ChildBlockRecord;
  /** Names that were free, chosen before anything is made. The address is that of the task around. */
  'worktree.planned': WorktreeRecord;
  'worktree.made': ChildBlockRecord & {
    /** What is missing in it, such as submodules that are out of reach; null for nothing. */
    readonly note: string | null;
  };
  /** It is set up: its tasks may begin. */
  'worktree.opened': ChildBlockRecord;
  /** What was changed in it when somebody was to read that; cut where it is very long. */
  'workspace.read': ChildBlockRecord & { readonly diff: string };
  /** Its block came to an end. */
  'worktree.left': ChildBlockEndRecord & {
    /** Whether its work is to be merged. */
    readonly merges: boolean;
  };
  /** All its work is in this commit. */
  'worktree.committed': ChildBlockRecord & { readonly head: string };
  /** The commits before and after the merge. */
  'worktree.merged': ChildBlockRecord & { readonly base: string; readonly result: string };
  'worktree.conflicted': ChildBlockRecord & { readonly base: string; readonly paths: readonly string[] };
  'worktree.removed': ChildBlockRecord;
  'worktree.kept': ChildBlockRecord & { readonly reason: string };
  /** A step of it could not be taken: the run pauses there, and takes it again when it resumes. */
  'worktree.failed': ChildBlockRecord & { readonly reason: string };
  'workflow.started': {
    readonly task: string;
    /** As the map writes it. */
    readonly map: string;
    readonly fields: Readonly<Record<string, Value>>;
    /** Where prompts and logs of its tasks lie, from the work root, with a slash at the end; null for nowhere. */
    readonly slip: string | null;
  };
  'workflow.finished': Omit<ChildBlockEndRecord, 'key'>;
  'task.finished': {
    readonly task: string;
    /** Null for a terminal task and for an end. */
    readonly action: string | null;
    /** What the task found out; of an end, what its block gives; null for nothing. */
    readonly result: Value;
    /** How the block ended; null for a task that is no end. */
    readonly outcome: string | null;
    /** What it `set`, by name. */
    readonly bindings: Readonly<Record<string, Value>>;
    /** Arguments of the action, worked out, for its target's next execution. */
    readonly args: Readonly<Record<string, Value>>;
  };
  'task.failed': {
    readonly task: string;
    readonly reason: string;
    /**
     * `guards`: none of them held; `deadline`: nobody answered in time; `expression`: one had no value; `effects`: it
     * changed what it must not.
     */
    readonly fault:
      | 'transport'
      | 'permanent'
      | 'reply'
      | 'prompt'
      | 'guards'
      | 'deadline'
      | 'expression'
      | 'effects'
      | 'unfinished';
    /** Where `onError` leads; null pauses the run. */
    readonly target: string | null;
    /** What was found out before it failed, so that nobody pays for it again; null for nothing. */
    readonly result: Value;
    /** What an agent or a person had chosen by then; null for nothing. */
    readonly action: string | null;
  };
  /** The event before it breaks a property of a map: said once for each run of that map. */
  'property.violated': ViolationRecord;
  'limit.reached': {
    /** `subscription`: the agent's own. */
    readonly limit: 'steps' | 'costUsd' | 'tokens' | 'durationMs' | 'subscription';
    readonly max: number | null;
    readonly used: number | null;
    /** When a subscription's limit ends, ISO 8601; null where nobody said. */
    readonly until: string | null;
  };
  'run.paused': {
    /** `property`: one was violated, and nobody has accepted that. */
    readonly reason: 'failed' | 'limit' | 'interrupted' | 'human' | 'property';
    readonly message: string;
    readonly exitCode: number;
  };
  'run.resumed': {
    readonly wfmap: string;
    /** One-time arguments for the task at which the run resumes. */
    readonly args: Readonly<Record<string, Value>>;
    /** Restart at this task instead of where the run stood; null continues. */
    readonly from: string | null;
    readonly limits: LimitsRecord;
    /** Map and templates from here on, where a change was accepted; null keeps them. */
    readonly sources: {
      readonly map: SourceRecord;
      readonly templates: Readonly<Record<string, TemplateRecord>>;
    } | null;
    /** Settings that take the place of the earlier ones, those that could do harm because a person has accepted them; absent for none. */
    readonly settings?: SettingsRecord;
    /** The wall around its tasks from here on; absent in a simulation, and in older journals. */
    readonly wall?: WallRecord;
    /** Short digests of what makes git run programs, as the resume found it. */
    readonly gitSettings?: Readonly<Record<string, string>>;
    /** How many properties no longer speak of the run, because it goes otherwise than its map said; absent for none. */
    readonly unwatched?: number;
    /** What a violated property does from here on, and who chose it; absent where nobody did. */
    readonly claims?: ClaimsRecord;
  };
  /** `task` and `outcome` are those of the end that was reached; null where the last task has no actions. */
  'run.finished': {
    readonly task: string | null;
    readonly outcome: string | null;
    readonly result: Value;
    readonly failed: boolean;
    /** Why it ended so, for people; absent where nothing says it, and in older journals. */
    readonly reason?: string;
  };
}
