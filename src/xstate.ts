/** The state machines of maps, for XState 5: in its tools, and in programs that drive a map themselves. */
import './library/require-node.ts';

export { compile as createMachine, machineSetup, type BlockMachine } from './compile/compile.ts';
export { xstateJson, xstateModule } from './compile/xstate-module.ts';
