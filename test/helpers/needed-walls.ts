import type { WallKind } from '../../src/wall/wall.ts';

/**
 * Whether this machine is said to have a wall: tests of it then fail where it does not hold, and are skipped otherwise.
 *
 * `WFMAP_NEEDED_WALLS` names them, as in "bwrap,overlay,landlock"; `.ci/run` sets it to those that it finds by itself. Default: none.
 */
export function isNeededWall(kind: WallKind | 'overlay'): boolean {
  return (process.env['WFMAP_NEEDED_WALLS'] ?? '').split(',').includes(kind);
}
