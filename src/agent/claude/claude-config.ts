/**
 * What of the user's and the project's own configuration of Claude Code reaches agents.
 *
 * It is read once, before the first agent starts, and does not change while the process lives: agents can write the files
 * that it comes from.
 */
export interface ClaudeConfig {
  /** Variables that the user's settings give to Claude Code; they precede those of the environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Settings of the user that are passed on as they are: logins, models, habits. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The user's own permissions. */
  readonly permissions: ClaudePermissions;
  /** The user's own hooks, by event. */
  readonly hooks: Readonly<Record<string, readonly object[]>>;
  /** What the project refuses. */
  readonly projectRules: readonly ProjectRules[];
  /** The folder of the user's settings, absolute: a path `/x` of the user's rules is below it. */
  readonly userFolder: string;
  /** The top folder of the project, absolute. */
  readonly workRoot: string;
  /** The text of CLAUDE.md and its like; empty for none. */
  readonly instructions: string;
}

/** Shape: permission rules such as `Bash(npm *)`, and folders beside the project's. */
export interface ClaudePermissions {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly additionalDirectories: readonly string[];
}

/**
 * Rules of one folder of the project: only those that narrow what an agent may do.
 *
 * Shape: `folder` is relative to the top folder, empty for that itself. A path `/x` of a rule is below the folder.
 */
export interface ProjectRules {
  readonly folder: string;
  readonly deny: readonly string[];
  readonly ask: readonly string[];
}

/** Nothing of anybody: agents work with what their tasks say alone. */
export const NO_CLAUDE_CONFIG: ClaudeConfig = {
  environment: {},
  settings: {},
  permissions: { allow: [], deny: [], ask: [], additionalDirectories: [] },
  hooks: {},
  projectRules: [],
  userFolder: '/',
  workRoot: '/',
  instructions: '',
};
