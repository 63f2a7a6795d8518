import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * What a piece of work takes of the processor in this thread, whatever else the machine does meanwhile, and whatever the work before
 * it left behind. Units: ms.
 */
export function threadTimed(work: () => void): number {
  collectGarbage();
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
