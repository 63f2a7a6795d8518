import { systemCodeOf } from './error.ts';

/** Links at these places of a project are meant to lead where they lead: projects share what is there. */
const SHARED: readonly string[] = ['.sdlc/workflows', '.sdlc/workslips', '.sdlc/prompts'];

/**
 * The part of a path at which a link leads out of a root; undefined where all existing parts are in the root.
 *
 * Shape: both paths are absolute, without `..`; `realPath` follows all links of a path, and throws a system error for what
 * is not there. A path that is not in the root by its name was named by a person: it leads nowhere else.
 */
export function findWayOut(
  root: string,
  path: string,
  realPath: (path: string) => string,
): string | undefined {
  const start = withSlash(root);
  if (!path.startsWith(start)) return undefined;
  const parts = path.slice(start.length).split('/');
  const places = parts.map((_part, index) => start + parts.slice(0, index + 1).join('/'));
  if (SHARED.some((each) => places.includes(start + each))) return undefined;
  const follow = (each: string): string | undefined => {
    try {
      return withSlash(realPath(each));
    } catch (thrown) {
      // A path that does not exist, or leads in a circle, leads nowhere.
      if (systemCodeOf(thrown) === undefined) throw thrown;
      return undefined;
    }
  };
  const real = follow(root) ?? start;
  const isOut = (each: string): boolean => follow(each)?.startsWith(real) === false;
  const nearest = places.findLast((each) => follow(each) !== undefined);
  return nearest !== undefined && isOut(nearest) ? places.find(isOut) : undefined;
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}
