import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, AgentRequest } from '../../src/agent/agent.ts';
import { createScriptedAgent } from '../../src/agent/scripted/scripted-agent.ts';
import { createScriptedAsker } from '../../src/agent/scripted/scripted-asker.ts';
import { createScriptedShell } from '../../src/agent/scripted/scripted-shell.ts';
import { countTurns } from '../../src/agent/scripted/script.ts';
import type { ShellReply, ShellRequest, ShellRunner } from '../../src/agent/shell/shell-runner.ts';
import { beginGit } from '../../src/cli/git/begin-git.ts';
import type { GitFlags } from '../../src/cli/git/git-wishes.ts';
import { gitNeedsOf } from '../../src/run/program/git-needs.ts';
import { loadProgram } from '../../src/cli/io/load-program.ts';
import { commitRunChanges, EDITED } from '../../src/git/commit-run-changes.ts';
import { setAsideRunChanges } from '../../src/git/set-aside-run-changes.ts';
import { readSnapshot, takeSnapshot } from '../../src/git/take-snapshot.ts';
import { createWorktreeKeeper } from '../../src/git/worktree/create-worktree-keeper.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import type { RunState } from '../../src/run/state/run-state.ts';
import { readScenarioFile } from '../../src/scenario/read-scenario-file.ts';
import { createScenarioScript } from '../../src/scenario/scenario-script.ts';
import { startFields } from '../../src/scenario/start-fields.ts';
import { start, testHost } from '../helpers/run-host.ts';
import type { Repository } from '../git/repository.ts';

const WORKFLOWS = join(import.meta.dirname, '../../workflows');

const EDITORS: ReadonlySet<string> = new Set(['Act', 'Fix']);

/** A shipped map and what stands before its own file's scenarios; `answers` are in their place, `fields` beside them. */
export interface Played {
  readonly map: string;
  readonly fields: string;
  readonly answers: string;
  /** Default: none. */
  readonly flags?: GitFlags;
}

/**
 * Plays a map in the repository, with real git where it commits, sets aside, and makes and merges worktrees.
 *
 * `work` is what editors do, in a turn from 0 and a folder. Errors: throws where git refuses the start.
 */
export async function playMap(
  repository: Repository,
  { map, fields: given, answers, flags = {} }: Played,
  work: (turn: number, folder: string) => void,
): Promise<RunState> {
  const { root } = repository;
  const [head = ''] = readFileSync(join(WORKFLOWS, `scenarios/${map}.scenario.yaml`), 'utf8').split(
    '\nscenarios:',
  );
  const text = `${head}\nscenarios:\n  - { name: it, fields: { ${given} }, answers: { ${answers} }, expect: { outcome: complete } }\n`;
  const file = readScenarioFile({ name: 'it.yaml', text });
  if ('problems' in file) throw new Error(JSON.stringify(file.problems.map(({ message }) => message)));
  const [scenario] = file.scenarios;
  if (scenario === undefined) throw new Error('there is a scenario');
  const loaded = loadProgram(map, root, root);
  const fields = startFields(loaded.program, scenario.fields);
  if ('problems' in fields) throw new Error(fields.problems.join(' '));
  const { script, missing } = createScenarioScript(scenario, () => undefined);
  const stage = { turnOf: countTurns() };
  let turns = 0;
  const agent = createScriptedAgent(script, stage);
  const editor: Agent = {
    kind: 'claude',
    start: (request: AgentRequest) => {
      if (EDITORS.has(request.task)) work(turns++, request.workFolder);
      return agent.start(request);
    },
  };
  repository.git('config', 'user.name', 'A');
  repository.git('config', 'user.email', 'a@b');
  const needs = gitNeedsOf(loaded.program, fields.values);
  const config = { protectedBranches: [] };
  const beginning = { workRoot: root, flags, config, needs, runs: [], say: () => undefined };
  const { prepare } = await beginGit(
    { kind: 'claude' },
    beginning as unknown as Parameters<typeof beginGit>[1],
  );
  const host = testHost(nodeFileSystem, root, editor, {
    worktrees: createWorktreeKeeper(root),
    shell: realGit(createScriptedShell(script, stage)),
    asker: createScriptedAsker(script, { ...stage, report: refuse }),
  });
  const { state } = await start(host, loaded.program, {
    texts: loaded.texts,
    mapPath: join(root, loaded.program.source.path),
    fields: fields.values,
    prepare,
  });
  if (missing().length > 0) refuse(JSON.stringify([missing(), state.paused ?? null]));
  return state;
}

function refuse(problem: string): never {
  throw new Error(problem);
}

/** Commands of the engine do what they do for a user; all others are played. */
function realGit(scripted: ShellRunner): ShellRunner {
  return {
    start: (request) => {
      if (request.argv[0] !== 'wfmap') return scripted.start(request);
      return { reply: ownCommand(request), stop: () => undefined, kill: () => undefined };
    },
  };
}

async function ownCommand({ argv, variables, workFolder }: ShellRequest): Promise<ShellReply> {
  const given = (name: string): string =>
    argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';
  const ended = (stdout: string, exitCode = 0): ShellReply => ({
    outcome: 'exited',
    exitCode,
    stdout,
    durationMs: 1,
  });
  if (argv[1] === 'snapshot') {
    const taken = await takeSnapshot(workFolder);
    return 'fault' in taken ? refuse(taken.fault) : ended(taken.id);
  }
  const started = { head: variables['WFMAP_START_HEAD'] ?? '', tree: variables['WFMAP_START_TREE'] ?? '' };
  const begun = readSnapshot(given('since')) ?? started;
  const message = given('message');
  const edited = EDITED.find((each) => each === given('edited'));
  const done =
    argv[1] === 'commit'
      ? await commitRunChanges(workFolder, begun, { message, edited })
      : await setAsideRunChanges(workFolder, begun, { message, run: 'it' });
  if ('fault' in done) return refuse(done.fault);
  if ('edited' in done) return ended(JSON.stringify(done), 1);
  return ended('head' in done ? (done.head ?? '') : '');
}
