import type { Block } from '../../src/model/block.ts';
import type { Claim, Situation } from '../../src/model/map.ts';
import type { BlockRun, Moment, Truth } from '../../src/claims/monitor.ts';

/** What happened in a run of a map, in order. */
export type Step =
  | { readonly kind: 'moment'; readonly moment: Moment; readonly holds: (text: string) => Truth }
  | { readonly kind: 'end'; readonly around: readonly BlockRun[] };

/**
 * Whether a whole trace refutes a claim, by the definition of each: no memory, no order of work, every moment compared with
 * every other.
 */
export function isRefuted(claim: Claim, trace: readonly Step[], root: Block): boolean {
  const moments = trace.flatMap((step, at) => (step.kind === 'moment' ? [{ ...step, at }] : []));
  const truth = (situation: Situation, { moment, holds }: (typeof moments)[number]): Truth => {
    const { task, action, when } = situation;
    const isThere =
      (task === undefined || task === moment.task) &&
      (action === undefined ? task === undefined || moment.action === null : action === moment.action);
    if (!isThere) return false;
    return when === undefined ? true : holds(when.text);
  };
  const surely = (situation: Situation) => moments.filter((each) => truth(situation, each) === true);
  const possibly = (situation: Situation) => moments.filter((each) => truth(situation, each) !== false);
  const ends = trace.flatMap((step, at) => (step.kind === 'end' ? [{ run: step.around[0], at }] : []));
  const endOf = (run: BlockRun) => ends.find((each) => each.run === run)?.at;
  switch (claim.kind) {
    case 'always': {
      const { task, action, when } = claim.of;
      return moments.some((each) => {
        if (when !== undefined)
          return truth({ task, action, when: undefined }, each) === true && each.holds(when.text) !== true;
        if (action === undefined) return each.moment.action === null && each.moment.task !== task;
        const isLeft = each.moment.action !== null && (task === undefined || each.moment.task === task);
        return isLeft && each.moment.action !== action;
      });
    }
    case 'never':
      return possibly(claim.of).length > 0;
    case 'eventually':
      return ends.some(
        ({ run, at }) => run?.block === root && !surely(claim.of).some((each) => each.at < at),
      );
    case 'atMost':
      return possibly(claim.of).some(
        (each) =>
          possibly(claim.of).filter(
            (other) => innermost([claim.of], other, root) === innermost([claim.of], each, root),
          ).length > claim.times,
      );
    case 'precedes':
      return possibly(claim.second).some((each) => {
        const run = innermost([claim.first, claim.second], each, root);
        return !surely(claim.first).some(({ moment, at }) => at < each.at && moment.around.includes(run));
      });
    case 'leadsTo':
      break;
  }
  return possibly(claim.first).some((each) => {
    const run = innermost([claim.first, claim.second], each, root);
    const end = endOf(run);
    if (end === undefined || end < each.at) return false;
    return !surely(claim.second).some(
      ({ moment, at }) => at >= each.at && at < end && moment.around.includes(run),
    );
  });
}

/** The innermost activation around a moment that has all the named tasks; that of the map where one names none. */
function innermost(
  situations: readonly Situation[],
  { moment }: { readonly moment: Moment },
  root: Block,
): BlockRun {
  const names = situations.map(({ task }) => task);
  const found = moment.around.find(
    ({ block }) =>
      block === root || (!names.includes(undefined) && names.every((name) => hasTask(block, name))),
  );
  if (found === undefined) throw new Error('a moment is in its map');
  return found;
}

function hasTask(block: Block, name: string | undefined): boolean {
  return block.tasks.some(
    (task) =>
      task.name === name ||
      (task.type === 'foreach' && hasTask(task.body, name)) ||
      (task.type === 'parallel' && task.branches.some((branch) => hasTask(branch.block, name))),
  );
}
