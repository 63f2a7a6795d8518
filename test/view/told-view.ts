import { createRunView, type BlockView, type Execution, type RunView } from '../../src/view/run-view.ts';

/** What a view says beside its defaults: the run, then each execution, then each block. */
export function toldView(view: RunView): string {
  const { root: _root, blocks, executions, open, questions, started, finished, sources, ...rest } = view;
  const run = { ...rest, started: started?.seq, finished: finished?.seq, sources: sources?.map.path };
  const seqs = (list: Iterable<Execution>): readonly number[] => Array.from(list, ({ seq }) => seq);
  return [
    `run ${changed({ ...run, open: [...open.keys()], questions: seqs(questions) }, BARE)}`,
    ...executions.map(toldExecution),
    ...Array.from(blocks, ([key, block]) => `block ${JSON.stringify(key)} ${toldBlock(block)}`),
    '',
  ].join('\n');
}

const BARE: object = { ...createRunView(), open: [], questions: [] };

function toldExecution({ block, children, seq, number, task, visit, ...rest }: Execution): string {
  const { address: _address, ...own } = rest;
  const inside = children === null ? '' : ` ${toldChildren(children)}`;
  return `[${number}] ${task}#${visit} of ${seq} in ${JSON.stringify(keysTo(block))} ${changed(own, IDLE)}${inside}`;
}

function toldChildren({
  kind,
  list,
  byKey,
  counts,
  failed,
  underWay,
}: NonNullable<Execution['children']>): string {
  const keys = (all: Iterable<BlockView>): readonly string[] => Array.from(all, ({ key }) => key);
  const some = Object.entries(counts).filter(([, count]) => count !== 0);
  const told = { kind, list: keys(list), byKey: [...byKey.keys()], counts: Object.fromEntries(some), failed };
  return JSON.stringify({ ...told, underWay: keys(underWay) });
}

function toldBlock({ parent, current, executions, path: _path, ...own }: BlockView): string {
  const ties = { parent: parent?.seq, current: current?.seq, executions: executions.map(({ seq }) => seq) };
  return `${changed(own, WAITING)} ${JSON.stringify(ties)}`;
}

function keysTo({ path }: BlockView): readonly string[] {
  return path.map(({ task, key, activation }) => `${task}#${activation}/${key}`);
}

const IDLE: object = {
  resumes: false,
  end: null,
  ending: null,
  reason: null,
  action: null,
  interruptedAt: null,
  isCutOff: false,
  isAtWork: false,
  isStep: false,
  hasPrompt: false,
  turns: 0,
  endedTurns: 0,
  unpricedTurns: 0,
  costUsd: 0,
  tokens: 0,
  commands: 0,
  workMs: 0,
  worker: null,
  session: null,
  fault: null,
  exitCode: null,
  denials: 0,
  survivors: 0,
  isAsking: false,
  question: null,
  answer: null,
};

const WAITING: object = {
  status: 'waiting',
  outcome: null,
  failed: false,
  reason: null,
  waitsFor: [],
  endAt: null,
  isLeft: false,
  slip: null,
};

/** The members that are not as they begin. */
function changed(own: object, begin: object): string {
  const before = new Map<string, unknown>(Object.entries(begin));
  const rest = Object.entries(own).filter(
    ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  return JSON.stringify(Object.fromEntries(rest));
}
