/**
 * Runs on a host of your own: disk, clock, processes and agents are parameters of the engine.
 *
 * `toProgram` makes a checked map a program, which `startRun` and `resumeRun` drive on a `RunHost`. `installFunctions` adds functions that
 * expressions can call, before the first map is checked; `PROJECTIONS` are the files that runs of the command line keep.
 */
import './library/require-node.ts';
import './framework/install-functions.ts';

export type { RunEvent } from './model/run-event.ts';
export type { Value } from './model/value.ts';
export type { Agent, AgentCall, AgentReply, AgentRequest } from './agent/agent.ts';
export type { ClaudeConfig } from './agent/claude/claude-config.ts';
export { createClaudeAgent } from './agent/claude/create-claude-agent.ts';
export type { Answer, Asker, Question } from './agent/human/asker.ts';
export { createShellRunner } from './agent/shell/create-shell-runner.ts';
export type { ShellCall, ShellReply, ShellRequest, ShellRunner } from './agent/shell/shell-runner.ts';
export { installFunctions } from './expression/functions/functions.ts';
export type { BuiltIn, FunctionTable } from './expression/functions/function-table.ts';
export { PROJECTIONS } from './framework/projections.ts';
export { createAnswerBox, type AnswerBox } from './journal/answer-box.ts';
export type { FileSystem } from './journal/file-system.ts';
export { nodeFileSystem } from './journal/node-file-system.ts';
export { createProjectFileSystem } from './journal/project-file-system.ts';
export { readClaudeConfig } from './project/claude/read-claude-config.ts';
export { createProcessTable } from './process/process-table.ts';
export { readJournal } from './journal/read-journal.ts';
export type { Projection, Projections } from './run/host/projection.ts';
export { systemClock, type Clock } from './run/host/clock.ts';
export type { RunHost } from './run/host/host.ts';
export { createMask, type Mask } from './run/host/mask.ts';
export { secretsOf } from './run/host/secrets.ts';
export type { Program } from './run/program/program.ts';
export { resumeRun, type ResumeRequest } from './run/start/resume-run.ts';
export type { RunState } from './run/state/run-state.ts';
export { startRun, type StartRequest } from './run/start/start-run.ts';
export { programOf, type MapProgram } from './library/load-map.ts';
export { toProgram, type CheckedMap } from './run/program/to-program.ts';
