import type { Report } from '../../../diagnostics/diagnostic.ts';
import type { Expression, NameUse } from '../../../expression/cel/expression.ts';
import type { Action, CountLimit, ExpressionText } from '../../../model/action.ts';
import type { ActiveTask, Block } from '../../../model/block.ts';
import type { MapDocument } from '../../../model/map-document.ts';
import { isOriginalMap } from '../../../model/is-original-map.ts';
import { assignmentsOf } from '../../../model/tasks.ts';
import { blocksOf } from '../../blocks/blocks.ts';
import { constantNamesOf } from '../../names/constant-names.ts';
import type { PromptRule } from '../../blocks/rule.ts';
import { strongComponents } from '../../blocks/strong-components.ts';

/**
 * What goes round without a person does so only so often, and what bounds it is not begun anew on the way.
 *
 * A bound is `at most`, `visits`, a limit of the map, or a guard that asks for `visits` or a name that is set on the way to
 * something else each time.
 */
export const unboundedLoop: PromptRule = ({ document, expressionOf }, report) => {
  const { limits } = document.map;
  const isLimited = Object.values(limits).some((each) => each !== undefined) || isOriginalMap(document.map);
  for (const block of blocksOf(document.map)) {
    const constant = constantNamesOf(block, document.map.fields, expressionOf);
    const ways = waysIn(block, constant, expressionOf);
    const undone = reportUndone(ways, block, { document, report });
    if (!isLimited)
      reportLoops(
        ways.filter((way) => isLasting(way, undone)),
        block,
        { document, report },
      );
  }
};

interface Way {
  readonly from: ActiveTask;
  readonly to: ActiveTask;
  /** The action; undefined for the way of an error, or of a bound that is used up. */
  readonly action: Action | undefined;
  /** It is taken only while there is room on all of these. */
  readonly bounds: readonly CountLimit[];
}

interface Telling {
  readonly document: MapDocument;
  readonly report: Report;
}

/** The ways between tasks that need no person, and that no guard ends. */
function waysIn(
  block: Block,
  constant: ReadonlySet<string>,
  expressionOf: (node: ExpressionText) => Expression | undefined,
): readonly Way[] {
  const tasks = new Map(
    block.tasks.flatMap((task) =>
      task.type === 'end' || task.type === 'human' ? [] : [[task.name, task] as const],
    ),
  );
  const set = new Set([...tasks.values()].flatMap((task) => assignmentsOf(task).map(({ name }) => name)));
  const isCounting = ({ when }: Action): boolean => {
    const names = when ? (expressionOf(when)?.names ?? []) : [];
    // Whether a name is set at all changes once, whatever it is set to.
    const isChanging = ({ name, guarded }: NameUse): boolean =>
      set.has(name) && (guarded || !constant.has(name));
    return names.some((use) => use.name === 'visits' || isChanging(use));
  };
  const ways: Way[] = [];
  const add = (from: ActiveTask, target: string, action?: Action, bound?: CountLimit): void => {
    const passed = new Set<ActiveTask>();
    for (
      let to = tasks.get(target);
      to && !passed.has(to);
      to = to.maxVisits && tasks.get(to.maxVisits.then)
    ) {
      passed.add(to);
      const bounds = [bound, to.maxVisits].filter((each) => each !== undefined);
      ways.push({ from, to, action, bounds });
      if (!to.maxVisits) return;
    }
  };
  for (const task of tasks.values()) {
    for (const action of task.actions) {
      if (isCounting(action)) continue;
      add(task, action.target, action, action.limit);
      if (action.limit) add(task, action.limit.then);
    }
    if (task.onError !== undefined) add(task, task.onError);
  }
  return ways;
}

function isLasting({ bounds }: Way, undone: ReadonlySet<CountLimit>): boolean {
  return bounds.every((bound) => undone.has(bound));
}

/** Finds bounds that are begun anew on the very way round that they bound, one after the other. */
function reportUndone(
  ways: readonly Way[],
  block: Block,
  { document, report }: Telling,
): ReadonlySet<CountLimit> {
  const undone = new Set<CountLimit>();
  const limits = limitsIn(block);
  const resets = ways.flatMap((way) => (way.action?.resets ?? []).map((reset) => ({ way, reset })));
  for (let isNew = resets.length > 0; isNew;) {
    isNew = false;
    for (const { way, reset } of resets) {
      for (const { limit } of limits.filter(
        ({ name, limit: each }) => name === reset.name && !undone.has(each),
      )) {
        const now = new Set([...undone, limit]);
        const loop = loopsOf(ways.filter((each) => isLasting(each, now))).find(
          (tasks) => tasks.has(way.from) && tasks.has(way.to),
        );
        const isBounded = ways.some(
          ({ from, to, bounds }) => bounds.includes(limit) && loop?.has(from) === true && loop.has(to),
        );
        if (!isLasting(way, now) || !isBounded) continue;
        undone.add(limit);
        isNew = true;
        const params = { task: way.from.name, action: way.action?.name ?? '', name: reset.name };
        report('undone-limit', document.spanOf(reset), params);
      }
    }
  }
  return undone;
}

function limitsIn({ tasks }: Block): readonly { readonly name: string; readonly limit: CountLimit }[] {
  return tasks.flatMap((task) => {
    if (task.type === 'end') return [];
    const own = task.maxVisits ? [{ name: task.name, limit: task.maxVisits }] : [];
    return [...own, ...task.actions.flatMap(({ name, limit }) => (limit ? [{ name, limit }] : []))];
  });
}

function reportLoops(ways: readonly Way[], block: Block, { document, report }: Telling): void {
  for (const loop of loopsOf(ways)) {
    const [first, ...others] = block.tasks.filter((task) => loop.has(task));
    // One without a way out is reported as that.
    if (!first || isClosed(loop, block)) continue;
    const related = others.slice(0, 5).map((task) => ({
      message: `"${task.name}" is part of the loop.`,
      span: document.spanOf(task, 'name'),
    }));
    const params = { task: first.name, others: others.length };
    report('unbounded-loop', document.spanOf(first, 'name'), params, { related });
  }
}

function isClosed(loop: ReadonlySet<unknown>, { tasks }: Block): boolean {
  const inside = tasks.filter((task) => loop.has(task));
  const names = new Set(inside.map(({ name }) => name));
  return inside.every((task) => {
    if (task.type === 'end') return false;
    const targets = task.actions.flatMap(({ target, limit }) => (limit ? [target, limit.then] : [target]));
    if (task.onError !== undefined) targets.push(task.onError);
    return targets.every((target) => names.has(target));
  });
}

/** Sets of tasks that lead round. */
function loopsOf(ways: readonly Way[]): readonly ReadonlySet<unknown>[] {
  const next = Map.groupBy(ways, ({ from }) => from);
  const nextOf = (task: ActiveTask) => (next.get(task) ?? []).map(({ to }) => to);
  const found = strongComponents([...next.keys()], nextOf);
  return found.filter((loop) => loop.size > 1 || [...loop].some((task) => nextOf(task).includes(task)));
}
