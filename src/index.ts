/**
 * wfmap as a library: the same engine as the command line, with agents, clock and disk as parameters.
 *
 * `check` reads and checks a map; `createMachine` gives the XState machine of a block, `xstateJson` its configuration,
 * which `machineSetup.createMachine` makes a machine again; `toProgram` makes what was checked a program, which
 * `startRun` and `resumeRun` drive on a `RunHost`. `installFunctions` adds functions that expressions can call, before the
 * first map is checked; `PROJECTIONS` are the files that runs of the command line keep.
 */
import './framework/install-functions.ts';

export { check, type Checked } from './check/check.ts';
export { compile as createMachine, machineSetup, type BlockMachine } from './compile/compile.ts';
export { xstateJson, xstateModule } from './compile/xstate-module.ts';
export { toJson, type DiagnosticReport } from './diagnostics/to-json.ts';
export type { Diagnostic } from './diagnostics/diagnostic.ts';
export type { Block, Task } from './model/block.ts';
export type { WorkflowMap } from './model/map.ts';
export type { RunEvent } from './model/run-event.ts';
export type { Value } from './model/value.ts';
export type { ReadTemplate, TemplateLookup } from './model/template-lookup.ts';
export type { Source } from './text/source.ts';
export type { Agent, AgentCall, AgentReply, AgentRequest } from './agent/agent.ts';
export type { ClaudeConfig } from './agent/claude/claude-config.ts';
export { createClaudeAgent } from './agent/claude/create-claude-agent.ts';
export type { Answer, Asker, Question } from './agent/human/asker.ts';
export { createScriptedAgent } from './agent/scripted/scripted-agent.ts';
export { createScriptedAsker } from './agent/scripted/scripted-asker.ts';
export { createScriptedShell } from './agent/scripted/scripted-shell.ts';
export type { Script } from './agent/scripted/script.ts';
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
export { toProgram, type CheckedMap } from './run/program/to-program.ts';
export { WfmapError } from './util/error.ts';
