/**
 * wfmap as a library: a map is loaded and run, by the engine of the command line and with its defaults.
 *
 * `loadMap` reads and checks a map; `run` starts it and gives a handle, which is awaited for the result and iterated for the events.
 * `claude` and `scripted` say who does the work. Other faces: `wfmap/language` (checks, layouts and pictures, also in a
 * browser), `wfmap/testing` (scenarios), `wfmap/host` (runs on a host of your own), `wfmap/xstate` (the machines of maps).
 */
import './library/require-node.ts';
import './framework/install-functions.ts';

export {
  claude,
  scripted,
  type AgentChoiceOptions,
  type ClaudeAgent,
  type ClaudeOptions,
  type ScriptedAgent,
  type ScriptedOptions,
  type ScriptedVisit,
} from './library/agents.ts';
export { LibraryError, type LibraryErrorOptions, type LibraryFault } from './library/library-error.ts';
export { loadMap, type LoadedMap, type LoadOptions } from './library/load-map.ts';
export { run, type Ask, type AskedAnswer, type RunGit, type RunOptions } from './library/run.ts';
export type { RunHandle, RunResult } from './library/run-handle.ts';
export type { ScriptedAnswer } from './agent/scripted/scripted-answer.ts';
export type { Question } from './agent/human/asker.ts';
export type { JsonDiagnostic } from './diagnostics/to-json.ts';
export type { Field } from './model/field.ts';
export type { RunEvent } from './model/run-event.ts';
export type { Value } from './model/value.ts';
export { WfmapError } from './util/error.ts';
