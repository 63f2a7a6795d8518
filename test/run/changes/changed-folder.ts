import type { Agent, AgentReply, AgentRequest } from '../../../src/agent/agent.ts';
import type { ChangeReader } from '../../../src/run/host/change-reader.ts';
import type { RunHost } from '../../../src/run/host/host.ts';
import { checkedProgram, type CheckedProgram } from '../../helpers/checked-program.ts';
import { answered } from '../../helpers/puppet-agent.ts';
import { start, testHost, type TestHost } from '../../helpers/run-host.ts';
import { createCrashingFileSystem } from '../../journal/crashing-file-system.ts';

export const ROOT = '/project';

/** A folder that agents write into, and that outlives the process of a run, like the trees that are stored of it. */
export class Folder {
  readonly files = new Map<string, string>();
  readonly stored: ReadonlyMap<string, string>[] = [];
  readonly asked: string[] = [];

  reader(fault?: () => string | undefined): ChangeReader {
    const refused = () => {
      const given = fault?.();
      return given === undefined ? undefined : { fault: given };
    };
    return {
      snapshot: async (folder) => {
        this.asked.push(`snapshot ${folder}`);
        const tree = String(this.stored.push(new Map(this.files)) - 1);
        return refused() ?? { head: null, tree, ignored: {} };
      },
      changesSince: async (folder, { tree }) => {
        this.asked.push(`changes ${folder} since ${tree}`);
        const before = this.stored[Number(tree)] ?? new Map<string, string>();
        const after = this.files;
        const added = [...after.keys()].filter((path) => !before.has(path)).toSorted();
        const deleted = [...before.keys()].filter((path) => !after.has(path)).toSorted();
        const modified = [...after.keys()]
          .filter((path) => before.has(path) && before.get(path) !== after.get(path))
          .toSorted();
        const count = added.length + modified.length + deleted.length;
        return refused() ?? { added, modified, deleted, commits: [], count };
      },
      versions: async () => ({ fault: 'No content is kept.' }),
      putBack: async () => ({ fault: 'Nothing is put back in a folder of somebody else.' }),
      texts: () => ({ texts: {}, left: {} }),
      ignored: () => [],
      moveOn: () => undefined,
      dispose: () => undefined,
    };
  }
}

export function hostOf(folder: Folder, agent: Agent, more: Partial<RunHost> = {}): TestHost {
  return testHost(createCrashingFileSystem(ROOT), ROOT, agent, {
    createChangeReader: () => folder.reader(),
    ...more,
  });
}

/** Does in each turn what `work` says, and says that it is done. */
export function worker(work: (request: AgentRequest) => void, reply: AgentReply = answered('Done')): Agent {
  return {
    kind: 'claude',
    start: (request) => {
      work(request);
      return { reply: Promise.resolve(reply), stop: () => undefined, kill: () => undefined };
    },
  };
}

export const mapOf = (taskDefinitions: object, more: object = {}): CheckedProgram =>
  checkedProgram({
    description: 'x',
    startTaskDefinition: Object.keys(taskDefinitions)[0],
    taskDefinitions,
    ...more,
  });

export const done = { Done: { type: 'end', result: 'changes' }, Idle: { type: 'end', result: '"idle"' } };
export const edit = (actions: object, more: object = {}) => ({
  type: 'claude',
  prompt: 'Edit.',
  writes: ['anything'],
  actions,
  ...more,
});
export const READING = {
  Idle: { target: 'Idle', when: 'size(changes.paths) == 0' },
  Go: { target: 'Done', when: 'true' },
};

export async function play({ program, texts }: CheckedProgram, host: RunHost) {
  return start(host, program, { texts });
}
