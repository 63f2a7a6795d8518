/** What a piece of work takes of the processor, whatever else the machine, or the collector of garbage beside it, does
 * meanwhile. Units: ms. */
export function cpuTimed(work: () => void): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
