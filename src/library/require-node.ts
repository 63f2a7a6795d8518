// Imported by every entry point that runs on Node, before all else: an older one is to get a sentence and no trace of a package.
import { nodeFault } from '../cli/io/node-fault.ts';

const fault = nodeFault();
if (fault !== undefined) throw new Error(fault);
