/** Tests of maps without a model: scenarios, and performers that play a script. */
import './library/require-node.ts';
import './framework/install-functions.ts';

export { createScriptedAgent } from './agent/scripted/scripted-agent.ts';
export type { ScriptedAnswer } from './agent/scripted/scripted-answer.ts';
export { createScriptedAsker } from './agent/scripted/scripted-asker.ts';
export { createScriptedShell } from './agent/scripted/scripted-shell.ts';
export type { Script, ScriptedRequest } from './agent/scripted/script.ts';
export { createMemoryFileSystem } from './journal/memory-file-system.ts';
export {
  testScenarios,
  type ScenarioResult,
  type ScenariosOptions,
  type ScenariosResult,
} from './library/test-scenarios.ts';
export { createVirtualClock, type VirtualClock } from './run/host/virtual-clock.ts';
