import type { RunEvent } from '../../src/model/run-event.ts';
import {
  createExecution,
  createRunView,
  type BlockView,
  type Execution,
  type RunView,
} from '../../src/view/run-view.ts';
import { events } from '../helpers/short-events.ts';

/** What a view says beside its defaults: the run, then each execution, then each block. */
export function viewReport(view: RunView): string {
  const { root: _root, blocks, executions, open, questions, started, finished, sources, ...rest } = view;
  const run = { ...rest, started: started?.seq, finished: finished?.seq, sources: sources?.map.path };
  const seqs = (list: Iterable<Execution>): readonly number[] => Array.from(list, ({ seq }) => seq);
  return [
    `run ${changed({ ...run, open: [...open.keys()], questions: seqs(questions) }, BARE)}`,
    ...executions.map(executionReport),
    ...Array.from(blocks, ([key, block]) => `block ${JSON.stringify(key)} ${blockReport(block)}`),
    '',
  ].join('\n');
}

const EMPTY = createRunView();
const BARE: object = { ...EMPTY, open: [], questions: [] };
/** The block and the execution that have just begun. Kinds, keys and times of starts are always said. */
const WAITING: object = { ...EMPTY.root, kind: undefined, key: undefined };
const IDLE: object = executionOf(events(['task.started', 'Task'])[0]);

function executionOf(event: RunEvent | undefined): object {
  if (event?.type !== 'task.started') throw new Error('It is no start.');
  return { ...createExecution(event, EMPTY.root), start: undefined };
}

function executionReport({ block, children, seq, number, task, visit, ...rest }: Execution): string {
  const { address: _address, ...own } = rest;
  const inside = children === null ? '' : ` ${childrenReport(children)}`;
  return `[${number}] ${task}#${visit} of ${seq} in ${JSON.stringify(keysTo(block))} ${changed(own, IDLE)}${inside}`;
}

function childrenReport({
  kind,
  list,
  byKey,
  counts,
  failed,
  underWay,
}: NonNullable<Execution['children']>): string {
  const keys = (all: Iterable<BlockView>): readonly string[] => Array.from(all, ({ key }) => key);
  const some = Object.entries(counts).filter(([, count]) => count !== 0);
  const reported = {
    kind,
    list: keys(list),
    byKey: [...byKey.keys()],
    counts: Object.fromEntries(some),
    failed,
  };
  return JSON.stringify({ ...reported, underWay: keys(underWay) });
}

function blockReport({ parent, current, executions, path: _path, ...own }: BlockView): string {
  const ties = { parent: parent?.seq, current: current?.seq, executions: executions.map(({ seq }) => seq) };
  return `${changed(own, WAITING)} ${JSON.stringify(ties)}`;
}

function keysTo({ path }: BlockView): readonly string[] {
  return path.map(({ task, key, activation }) => `${task}#${activation}/${key}`);
}

/** The members that are not as they begin. */
function changed(own: object, begin: object): string {
  const before = new Map<string, unknown>(Object.entries(begin));
  const rest = Object.entries(own).filter(
    ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  return JSON.stringify(Object.fromEntries(rest));
}
