import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endProcesses } from './end-processes.ts';
import { OWNER_MARK, type Mark } from './marks.ts';
import { findGroups, probeGroups, type GroupPlace } from './platform/control-group.ts';

let found: { readonly place: GroupPlace | undefined } | undefined;

/** Where control groups can be made here, looked for once a process. `WFMAP_CGROUP=off` means nowhere. */
export function findGroupPlace(): GroupPlace | undefined {
  found ??= { place: process.env['WFMAP_CGROUP'] === 'off' ? undefined : probeGroups() };
  return found.place;
}

/** The group of all that this wfmap starts for a run. */
export function runGroupOf(place: GroupPlace, marker: string): string {
  return join(place.folder, nameOf(marker) + valueOf(OWNER_MARK));
}

/** The group of one agent or command, in that of its run. */
export function childGroupOf(place: GroupPlace, marker: string, agent: Mark): string {
  return join(runGroupOf(place, marker), valueOf(agent));
}

/** Ends what is left in the group of a run that has come to its end here, and removes it. */
export async function endRunGroup(place: GroupPlace | undefined, marker: string): Promise<void> {
  if (place === undefined) return;
  const group = runGroupOf(place, marker);
  if (existsSync(group)) await endProcesses({ marks: [], groups: [group] });
}

/** The groups of a run, whichever wfmap made them. */
export function groupsOfRun(marker: string): readonly string[] {
  return findGroups(nameOf(marker));
}

/** A digest: a marker may hold what a folder's name may not. */
function nameOf(marker: string): string {
  return `wfmap-${createHash('sha256').update(marker).digest('hex').slice(0, 32)}-`;
}

function valueOf(mark: Mark): string {
  return mark.slice(mark.indexOf('=') + 1);
}
