import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KeptAnswer } from '../../src/journal/answer-box.ts';
import { JOURNAL_FILE } from '../../src/journal/find-runs.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import type { RunDirectory } from '../../src/journal/run-directory.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import type { StartRequest } from '../../src/run/start/start-run.ts';
import type { RunState } from '../../src/run/state/run-state.ts';
import { checkedProgram } from './checked-program.ts';
import { memoryBox, GIVER, questionIn } from './performers.ts';
import { resume, script, start, testHost } from './run-host.ts';

/** A run that lies on the disk as a process of wfmap leaves it, made in this process. */
export interface DiskRun {
  readonly directory: RunDirectory;
  readonly state: RunState;
  readonly events: () => readonly RunEvent[];
  /** Answers what is asked and goes on until the run rests again. */
  readonly answer: (given: Omit<KeptAnswer, 'sender'>) => Promise<DiskRun>;
  readonly resume: (more?: Parameters<typeof resume>[3]) => Promise<DiskRun>;
}

export interface DiskRunRequest extends Partial<StartRequest> {
  readonly map: object;
  readonly templates?: Readonly<Record<string, string>>;
  /** Of the map, from the work root. */
  readonly path?: string;
  readonly host?: Partial<RunHost>;
  readonly kind?: 'claude' | 'scripted';
}

/** Starts a run of a map below a folder, where the map and its templates are put first. */
export async function startOnDisk(root: string, request: DiskRunRequest): Promise<DiskRun> {
  const { map, templates = {}, path = 'ship.json', kind = 'claude', host: own, ...more } = request;
  const { program, texts } = checkedProgram(map, templates, path);
  for (const [name, text] of Object.entries({ ...templates, [path]: texts[0] ?? '' })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const box = memoryBox();
  const host = testHost(nodeFileSystem, root, { ...script({}), kind }, { answerBox: () => box, ...own });
  const begun = await start(host, program, { texts, mapPath: join(root, path), ...more });
  const { directory } = begun;
  const resting = (state: RunState): DiskRun => ({
    directory,
    state,
    events: () => readJournal(nodeFileSystem, join(directory.folder, JOURNAL_FILE)).events,
    answer: async (given) => {
      box.claim(questionIn(state), { ...given, sender: GIVER });
      return resting(await resume(host, program, directory));
    },
    resume: async (wanted = {}) => resting(await resume(host, program, directory, wanted)),
  });
  return resting(begun.state);
}
