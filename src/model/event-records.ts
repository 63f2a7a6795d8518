import type { Value } from './value.ts';

// What records of the journal are made of: each is named in the payload of some event (`run-event.ts`).

/**
 * The settings of a project that run commands or remove protection, so that a change of them is seen.
 *
 * Shape: `notify` is a line for the shell, `dirty` a policy, both null where the settings do not say; `checks` are commands by
 * what they check; `secrets` names of environment variables.
 */
export interface SettingsRecord {
  readonly notify: string | null;
  readonly secrets: readonly string[];
  readonly dirty: string | null;
  readonly checks: Readonly<Record<string, string>>;
  /** Paths whose changes count though git ignores them; absent for none. */
  readonly compared?: readonly string[];
  /** The variables that agents and commands get beside the usual ones; absent where they get all. */
  readonly environment?: readonly string[];
  /** The digest of its MCP servers, which are kept with the sources; absent where no task names any. */
  readonly mcpServers?: string;
  /** The digests of what agents get of Claude Code's settings, by source and name; absent without an agent. */
  readonly claude?: Readonly<Record<string, string>>;
}

/**
 * What keeps the processes of tasks from writing where they must not.
 *
 * Shape: `kind` is null where nothing does, and `reason` says why: a sentence without its full stop.
 */
export interface WallRecord {
  readonly kind: 'bwrap' | 'landlock' | 'sandbox-exec' | null;
  readonly reason: string;
  /** What it lets through of what its tasks must not write, as sentences; absent for nothing, and in older journals. */
  readonly gaps?: readonly string[];
  /** Who accepted that tasks go without a wall, or with a weaker one, though the map needs one; absent where none does. */
  readonly accepted?: { readonly by: 'option' | 'person'; readonly tasks: readonly string[] };
  /** The wall that the tasks of the run had before, where that held more. */
  readonly weakerThan?: 'bwrap' | 'landlock' | 'sandbox-exec';
}

/** A public key: SHA-256 of its SPKI DER form, hex, and that form as PEM. */
export interface GateRecord {
  readonly key: string;
  readonly pem: string;
}

/**
 * A signature of an answer.
 *
 * Shape: `signature` is base64; `head` is that of the journal up to the question, and `key` the digest of the key, hex.
 */
export interface ProofRecord {
  readonly signature: string;
  readonly head: string;
  readonly key: string;
}

/** By its marks: `run` is the id of a run, `agent` names the agent or command in it. */
export interface WithinRecord {
  readonly run: string;
  readonly agent: string;
}

/**
 * A process that gave an answer.
 *
 * Shape: where it had exited, `isGone` is true and all but `pid` is null. `terminal` is null without one.
 */
export interface SenderRecord {
  readonly pid: number;
  readonly isGone: boolean;
  /** The system's spelling of when it began. */
  readonly start: string | null;
  readonly user: string | null;
  readonly terminal: string | null;
}

/**
 * A message that an agent was sent while it worked.
 *
 * Shape: `message` is its id, a UUID; `origin` and `sender` are as of an answer; `client` is that of a server that it came over.
 */
export interface MessageRecord {
  readonly task: string;
  readonly message: string;
  readonly text: string;
  readonly origin: 'seen' | 'claimed';
  readonly sender: SenderRecord | null;
  readonly client?: string;
}

/**
 * A file that another process put into a folder of the run and that was refused.
 *
 * Shape: `file` is its name there; `kept` is where it is now, from the run directory, null where it was left or another program removed it.
 */
export interface RefusedFileRecord {
  readonly task: string | null;
  readonly file: string;
  readonly reason: string;
  readonly kept: string | null;
}

/**
 * What a run does where a property is violated, and who chose it: `warn` also accepts what was violated before.
 *
 * Shape: `by` is the process that did, outside of the run; null for a program that embeds wfmap.
 */
export interface ClaimsRecord {
  readonly mode: 'pause' | 'warn';
  readonly by: SenderRecord | null;
}

/** A reminder that an agent got. Units: bytes of UTF-8. Shape: `cut` if it was too long. */
export interface ReminderRecord {
  readonly digest: string;
  readonly sizeBytes: number;
  readonly cut: boolean;
}

/**
 * How a folder was when a task began there.
 *
 * Shape: `head` is the commit that was checked out, null before the first; `tree` a tree of git with the files; `ignored`
 * has SHA-256 digests of the `.env` files that git ignores, by path.
 */
export interface SnapshotRecord {
  readonly head: string | null;
  readonly tree: string;
  readonly ignored: Readonly<Record<string, string>>;
}

/**
 * What changed in the folder of a task while it ran.
 *
 * Shape: paths from the top of the repository, sorted, a renamed file as one that was deleted and one that was added;
 * `count` is the number of changed paths, of which the first 10,000 are named, fewer where they are very long; `commits`
 * are those that were made meanwhile and can be reached from what is checked out, the oldest first, at most 1000; where HEAD
 * was moved back, the one that it names, and where it names none any more, the one that it named.
 */
export interface ChangesRecord {
  readonly added: readonly string[];
  readonly modified: readonly string[];
  readonly deleted: readonly string[];
  readonly commits: readonly string[];
  readonly count: number;
}

/**
 * Changes that a task must not make and that were undone at its end, in a worktree of the run.
 *
 * Shape: `paths` are sorted, from the top; `commits` are ids of commits that are no longer on the branch.
 */
export interface PutBackRecord {
  readonly paths: readonly string[];
  readonly commits: readonly string[];
}

/**
 * Changes in the folder of a task that are not held against it, since nobody knows whether it made them.
 *
 * Shape: `paths` are sorted, from the top; `commits` as in `ChangesRecord`.
 */
export type MeanwhileRecord = PutBackRecord;

/**
 * What is known of changes that a task must not make and that are still there, for the person who decides about them.
 *
 * Shape: `patch` is the path of a file with both versions, from the work root, absent where none is kept; `calls` are tool
 * calls of the agent, a line each, that name a file.
 */
export interface EvidenceRecord {
  readonly patch?: string;
  readonly calls: readonly string[];
}

/** A branch by its name, or an item by its key. */
export interface ChildBlockRecord {
  readonly task: string;
  readonly key: string;
}

/**
 * A git worktree of a branch or item.
 *
 * Shape: `path` is from the work root; `base` the commit that it begins at; `onto` the branch that its work is merged
 * into, null where it is not.
 */
export interface WorktreeRecord extends ChildBlockRecord {
  readonly path: string;
  readonly branch: string;
  readonly base: string;
  readonly onto: string | null;
}

/** How a branch or item ended: by which end of its block. */
export interface ChildBlockEndRecord extends ChildBlockRecord {
  readonly outcome: string;
  readonly result: Value;
  readonly failed: boolean;
  /** Why it ended so, for people; absent where nothing says it, and in older journals. */
  readonly reason?: string;
}

/**
 * An item of a foreach.
 *
 * Shape: `after` are keys of items that must be over before it starts; `exclusive` are what it shares with no other
 * running item, empty for one that runs alone, null where the task has no such rule.
 */
export interface ItemRecord {
  readonly key: string;
  readonly value: Value;
  readonly after: readonly string[];
  readonly exclusive: readonly string[] | null;
}

/** The limits that hold for a run; null for none. Units: US dollars, milliseconds of active time. */
export interface LimitsRecord {
  readonly steps: number | null;
  readonly costUsd: number | null;
  readonly tokens: number | null;
  readonly durationMs: number | null;
}

/**
 * The git repository of a run.
 *
 * Shape: `head` is a commit, null before the first; `branch` null where none was checked out; `dirty` whether
 * something was uncommitted; `stash` the commit that keeps what was set aside; `created` the branch and `worktree`
 * the folder that were made for the run. `changed` are the paths that were uncommitted where the agents began, the
 * first 200 of `changedCount`.
 */
export interface GitRecord {
  readonly head: string | null;
  readonly branch: string | null;
  readonly dirty: boolean;
  readonly stash: string | null;
  readonly created: string | null;
  readonly worktree: string | null;
  readonly changed: readonly string[];
  readonly changedCount: number;
  /**
   * The tree object that holds the folder as the agents found it, what was uncommitted too. Absent where nothing was, and
   * in journals of before it was written.
   */
  readonly tree?: string;
}

/** A file a run was started with: where it was found, and the digest its text is stored under. */
export interface SourceRecord {
  readonly path: string;
  /** SHA-256 of the text, hex. */
  readonly digest: string;
}

/** A template of a run: `root` is where it was found, the work root or that of the map. */
export interface TemplateRecord extends SourceRecord {
  readonly root: 'work' | 'map';
}

/** A process that lives on after the turn or command. */
export interface Survivor {
  readonly pid: number;
  readonly command: string;
  /** False where it is unknown whether it was started there: it was not signalled. */
  readonly isOurs: boolean;
}

/** A tool call that was refused. */
export interface Denial {
  readonly tool: string;
  readonly input: string;
  /** The permission rule that would allow it; null for none. */
  readonly rule: string | null;
  /** Why there is none; absent where a rule forbids the call, which no other rule lifts. */
  readonly why?: 'no-narrow-rule' | 'effects' | 'person';
}

/**
 * What a person who is asked decides by, as the map says it.
 *
 * Shape: the worst finding first, and the newest of many attempts; `left` counts those of both that are not here.
 */
export interface QuestionEvidence {
  readonly findings: readonly FindingRecord[];
  readonly attempts: readonly string[];
  readonly options: readonly string[];
  readonly change: ChangeExcerpt | null;
  readonly left: { readonly findings: number; readonly attempts: number };
}

/** A finding that a person is shown. Shape: `place` is `src/a.ts:3` or as its finder says it; texts are empty where nobody says. */
export interface FindingRecord {
  readonly severity: string;
  readonly rule: string;
  readonly place: string;
  readonly what: string;
  readonly why: string;
  readonly mend: string;
  readonly foundBy: string;
}

/**
 * The begin of a change. Shape: `path` is that of the file with all of it, from the work root; null where all of it is here,
 * and where none is kept. `digest` is that of the whole. Units: UTF-16.
 */
export interface ChangeExcerpt {
  readonly text: string;
  readonly sizeChars: number;
  readonly digest: string;
  readonly path: string | null;
}

/** A property that is violated. */
export interface ViolationRecord {
  /** Its name. */
  readonly property: string;
  /** The path of the map that claims it. */
  readonly map: string;
  /** What it claims, as the map language writes it. */
  readonly claim: string;
  /** Where the run is then. */
  readonly task: string;
  /** The action that the task took; null where it was entered, or ended its block. */
  readonly action: string | null;
  /** How that breaks it: a sentence. */
  readonly reason: string;
  /** What its conditions read, by name; the start of what is long, as text. */
  readonly values: Readonly<Record<string, Value>>;
}
