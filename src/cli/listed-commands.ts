import type { Argv } from 'yargs';

/** A command as `wfmap --help` lists it. `addTo` loads its code and declares all of it. */
interface ListedCommand {
  readonly command: string;
  readonly describe: string;
  readonly addTo: (parser: Argv) => Promise<Argv>;
}

/**
 * Every command, in the order of the help.
 *
 * What is said here of each is what it says of itself, so that those that are not asked for need not be loaded.
 */
export const LISTED_COMMANDS: readonly ListedCommand[] = [
  {
    command: 'run',
    describe: 'Start a run of a map',
    addTo: async (parser) => parser.command((await import('./commands/run-command.ts')).runCommand),
  },
  {
    command: 'resume',
    describe: 'Resume an unfinished run',
    addTo: async (parser) => parser.command((await import('./commands/resume-command.ts')).resumeCommand),
  },
  {
    command: 'answer',
    describe: 'Answer a question of a run that waits for a person, and resume the run',
    addTo: async (parser) => parser.command((await import('./commands/answer-command.ts')).answerCommand),
  },
  {
    command: 'steer',
    describe: 'Send a message to an agent at work',
    addTo: async (parser) => parser.command((await import('./commands/steer-command.ts')).steerCommand),
  },
  {
    command: 'stop [run]',
    describe: 'Stop a run so that it can be resumed, and wait until it has stopped',
    addTo: async (parser) => parser.command((await import('./commands/stop-command.ts')).stopCommand),
  },
  {
    command: 'watch [run]',
    describe: 'Watch a run that another process drives, until it ends',
    addTo: async (parser) => parser.command((await import('./commands/watch-command.ts')).watchCommand),
  },
  {
    command: 'list',
    describe: 'List the maps that can be run here, with what they are for',
    addTo: async (parser) => parser.command((await import('./commands/list-command.ts')).listCommand),
  },
  {
    command: 'runs',
    describe: 'List the runs of this project',
    addTo: async (parser) => parser.command((await import('./commands/runs-command.ts')).runsCommand),
  },
  {
    command: 'show [run]',
    describe: "Show a run's history, cost and state",
    addTo: async (parser) => parser.command((await import('./commands/show-command.ts')).showCommand),
  },
  {
    command: 'why [run]',
    describe: 'Say why a run stands where it stands, and what to do about it',
    addTo: async (parser) => parser.command((await import('./commands/why-command.ts')).whyCommand),
  },
  {
    command: 'key [action]',
    describe: 'Make a key pair for signed answers: wfmap key new',
    addTo: async (parser) => parser.command((await import('./commands/key-command.ts')).keyCommand),
  },
  {
    command: 'logs [run] [task]',
    describe: "Print a task's log: what was done, said, printed or decided",
    addTo: async (parser) => parser.command((await import('./commands/logs-command.ts')).logsCommand),
  },
  {
    command: 'prompt',
    describe: 'Print the prompt that a task would get',
    addTo: async (parser) => parser.command((await import('./commands/prompt-command.ts')).promptCommand),
  },
  {
    command: 'init',
    describe: 'Set up a project: settings, instructions for agents, a first map',
    addTo: async (parser) => parser.command((await import('./commands/init-command.ts')).initCommand),
  },
  {
    command: 'update',
    describe: 'Bring up to date what wfmap init wrote: sections, outline, texts that nobody has changed',
    addTo: async (parser) => parser.command((await import('./commands/update-command.ts')).updateCommand),
  },
  {
    command: 'new [name]',
    describe: 'Start a map of your own from a pattern',
    addTo: async (parser) => parser.command((await import('./commands/new-command.ts')).newCommand),
  },
  {
    command: 'eject',
    describe: 'Copy a shipped map with all that it uses into the project, to be changed',
    addTo: async (parser) => parser.command((await import('./commands/eject-command.ts')).ejectCommand),
  },
  {
    command: 'compile [maps..]',
    describe: 'Write a map as something else: JSON, the map language, an XState machine',
    addTo: async (parser) => parser.command((await import('./commands/compile-command.ts')).compileCommand),
  },
  {
    command: 'fmt [files..]',
    describe: 'Lay out maps',
    addTo: async (parser) => parser.command((await import('./commands/fmt-command.ts')).fmtCommand),
  },
  {
    command: 'graph [map]',
    describe: 'Draw a map: in the terminal, as SVG, Mermaid or Graphviz',
    addTo: async (parser) => parser.command((await import('./commands/graph-command.ts')).graphCommand),
  },
  {
    command: 'lsp',
    describe: 'Serve editors: diagnostics, completion, renaming and more',
    addTo: async (parser) => parser.command((await import('./commands/lsp-command.ts')).lspCommand),
  },
  {
    command: 'serve',
    describe: 'Show runs in a browser, and serve them to programs',
    addTo: async (parser) => parser.command((await import('./commands/serve-command.ts')).serveCommand),
  },
  {
    command: 'acp',
    describe: 'Serve an editor: maps as agents, over the Agent Client Protocol',
    addTo: async (parser) => parser.command((await import('./commands/acp-command.ts')).acpCommand),
  },
  {
    command: 'outline [dir]',
    describe: 'Outline a project: what it is made with, its commands, its most used symbols',
    addTo: async (parser) => parser.command((await import('./commands/outline-command.ts')).outlineCommand),
  },
  {
    command: 'doctor',
    describe: 'Check the set-up: agent, git, settings, what runs have left',
    addTo: async (parser) => parser.command((await import('./commands/doctor-command.ts')).doctorCommand),
  },
  {
    command: 'validate [files..]',
    describe: 'Check maps and the templates they name',
    addTo: async (parser) =>
      parser.command((await import('./commands/validate-help-command.ts')).validateHelpCommand),
  },
  {
    command: 'test [files..]',
    describe: 'Play scenarios of maps, without any agent',
    addTo: async (parser) => parser.command((await import('./commands/test-command.ts')).testCommand),
  },
  {
    command: 'demo',
    describe: 'Watch a run in half a minute: a story, in a throw-away project, without a model',
    addTo: async (parser) => parser.command((await import('./commands/stories/demo-command.ts')).demoCommand),
  },
  {
    command: 'record [run]',
    describe: 'Record a run as a scenario that plays again without a model',
    addTo: async (parser) =>
      parser.command((await import('./commands/stories/record-command.ts')).recordCommand),
  },
  {
    command: 'commit',
    describe: "In a shell task: commit the run's own changes, nothing else",
    addTo: async (parser) =>
      parser.command((await import('./commands/in-tasks/commit-command.ts')).commitCommand),
  },
  {
    command: 'snapshot',
    describe: 'In a shell task: record the files as they are, for what commits or stashes later changes',
    addTo: async (parser) =>
      parser.command((await import('./commands/in-tasks/snapshot-command.ts')).snapshotCommand),
  },
  {
    command: 'set-aside',
    describe: "In a shell task: stash the run's own uncommitted changes, nothing else",
    addTo: async (parser) =>
      parser.command((await import('./commands/in-tasks/set-aside-command.ts')).setAsideCommand),
  },
  {
    command: 'checkpoint',
    describe: 'In a shell task: read a checkpoint of the framework, by any tool',
    addTo: async (parser) =>
      parser.command((await import('./commands/in-tasks/checkpoint-command.ts')).checkpointCommand),
  },
  {
    command: 'draft [action]',
    describe: 'In a shell task: name, check, write or keep the draft of a map',
    addTo: async (parser) =>
      parser.command((await import('./commands/in-tasks/draft-command.ts')).draftCommand),
  },
  {
    command: 'explain [code]',
    describe: 'Explain a diagnostic: what, why, an example, a fix',
    addTo: async (parser) => parser.command((await import('./commands/explain-command.ts')).explainCommand),
  },
];

/** The first word of a command, which is its name. */
export function nameOf({ command }: ListedCommand): string {
  return command.replace(/ .*/, '');
}
