import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { WithinRecord } from '../model/event-records.ts';
import { unlessRefused } from '../util/unless-refused.ts';
import { runsAround } from './runs-around.ts';

/** The two ends of a connection between processes of this machine, as this process sees them. */
export interface Connection {
  readonly localPort: number;
  readonly remotePort: number;
}

/**
 * Who is at the other end of a connection over the loopback interface.
 *
 * Shape: `within` are the runs that one of the processes there is inside of. `isGone` where no process has its end open any more: who
 * that was is not known. Of processes of other users nothing is seen.
 */
export interface Peer {
  readonly isGone: boolean;
  readonly within: readonly WithinRecord[];
}

/** Finds that out on Linux; elsewhere nothing is known of it. Errors: none. */
export function findPeer({ localPort, remotePort }: Connection): Peer {
  if (process.platform !== 'linux') return { isGone: false, within: [] };
  const socket = findSocket(remotePort, localPort);
  if (socket === undefined) return { isGone: true, within: [] };
  return { isGone: false, within: holdersOf(`socket:[${socket}]`).flatMap((pid) => runsAround(pid)) };
}

/** The inode of the socket at the other end: its local port is our remote one. */
function findSocket(localPort: number, remotePort: number): string | undefined {
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of (unlessRefused(() => readFileSync(table, 'latin1')) ?? '').split('\n').slice(1)) {
      const [, local = '', remote = '', , , , , , , inode = '0'] = line.trim().split(/\s+/);
      if (portOf(local) === localPort && portOf(remote) === remotePort && inode !== '0') return inode;
    }
  }
  return undefined;
}

function portOf(address: string): number {
  return Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16);
}

/** The processes that have it open: a forked one has it too. */
function holdersOf(name: string): readonly number[] {
  const pids = (unlessRefused(() => readdirSync('/proc')) ?? []).filter((each) => /^\d+$/.test(each));
  return pids.map(Number).filter((pid) => {
    const files = unlessRefused(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
    return files.some((file) => unlessRefused(() => readlinkSync(`/proc/${pid}/fd/${file}`)) === name);
  });
}
