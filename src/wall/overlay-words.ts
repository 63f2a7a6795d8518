/**
 * The words that mount an overlay of a folder for one command.
 *
 * O1. It is mounted in a user and mount namespace of its own, and so is the memory that takes what is written: both go with
 *     the last process of the command, however that ends. Nothing has to be removed, and nobody else sees it.
 * O2. No text of a path gets into the options of a mount: the folder is named by a link beside.
 * O3. What is written has a bound, so that it cannot take all memory.
 *
 * Source: the pages on overlayfs and tmpfs of the kernel; unshare(1); mount(8). bwrap has `--overlay` from 0.11 on, which
 * would write to a disk.
 */
import { findSystemProgram, SYSTEM_PATH } from './system-program.ts';
import type { Command } from './wall.ts';

/** The share of the memory that is free. Of several overlays at once each has less. */
const SHARE = 1 / 4;

const SCRIPT = `were=$PATH; PATH=${SYSTEM_PATH}
mount -t tmpfs -o "size=$2,mode=700" tmpfs "$1" && cd "$1" && mkdir upper work tree && ln -s "$3" lower &&
mount -t overlay -o lowerdir=lower,upperdir=upper,workdir=work,userxattr overlay tree &&
cd / && shift 3 && PATH=$were && exec "$@"`;

/** Where the overlay is that is mounted with the help of an empty folder. */
export function treeOf(mountPoint: string): string {
  return `${mountPoint}/tree`;
}

/** What starts a command, given as words, with an overlay of a folder. Nothing but the command sees that. */
export function overlayCommand(
  mountPoint: string,
  folder: string,
  words: readonly string[],
): Pick<Command, 'command' | 'args'> {
  const size = String(Math.floor(process.availableMemory() * SHARE));
  const unshare = findSystemProgram('unshare') ?? 'unshare';
  const script = ['/bin/sh', '-c', SCRIPT, 'sh', mountPoint, size, folder];
  return { command: unshare, args: ['--user', '--map-root-user', '--mount', ...script, ...words] };
}
