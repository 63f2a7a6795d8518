import type { WallKind } from './wall.ts';

const LIMITS: Readonly<Record<WallKind, string>> = {
  bwrap:
    'Not covered: the network and sockets outside of /run; reading; a frozen file (not a folder) that somebody outside replaces meanwhile.',
  landlock:
    'Not covered: modes, owners and times of files; the network and sockets; reading. Tasks that may write anything are not held, as a folder with something frozen in it takes no new entries.',
  'sandbox-exec': 'By its documentation, not tried. Not covered: the network and sockets; reading.',
};

/** What a wall does not do, in a line. */
export function limitsOfWall(kind: WallKind): string {
  return LIMITS[kind];
}
