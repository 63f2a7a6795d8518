import type { Argv, CommandModule } from 'yargs';
import { findClaude } from '../../agent/claude/find-claude.ts';
import { channelOf, readClaudeVersion } from '../../agent/claude/claude-version.ts';
import { printable } from '../../diagnostics/printable.ts';
import { readClaudeConfig } from '../../project/claude/read-claude-config.ts';
import { configPlacesOf, readConfig } from '../../project/config.ts';
import { readGitState } from '../../git/read-git-state.ts';
import { findCommitFault } from '../../git/commit-fault.ts';
import { findGroupPlace } from '../../process/run-group.ts';
import { readInsight } from '../../project/insight/read-insight.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import type { ProjectChecks } from '../../project/project-checks.ts';
import { WfmapError } from '../../util/error.ts';
import { limitsOfWall } from '../../wall/limits-of-wall.ts';
import { faultOfOverlay } from '../../wall/probe-overlay.ts';
import { probeWall } from '../../wall/probe-wall.ts';
import { EXIT } from '../io/exit-code.ts';
import { formatCount } from '../io/format.ts';
import { jsonText } from '../io/json-text.ts';
import { createTaskWalls } from '../running/create-task-walls.ts';
import { findLeftWorktrees } from '../views/left-worktrees.ts';
import { settingsOf } from '../settings/list-settings.ts';
import { WFMAP_VERSION } from '../io/version.ts';

/** One thing that was looked at. Shape: `help` says what to do where it is not as it should be. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'note' | 'problem';
  readonly found: string;
  readonly help: string | null;
}

/** Looks at what a run needs, and at what runs have left. Exits with 1 where something keeps runs from starting. */
export const doctorCommand: CommandModule<object, { readonly json: boolean }> = {
  command: 'doctor',
  describe: 'Check the set-up: agent, git, settings, what runs have left',
  builder: (yargs: Argv) => yargs.option('json', { type: 'boolean', default: false, describe: 'Print JSON' }),
  handler: async ({ json }) => {
    const workFolder = process.cwd();
    const workRoot = findWorkRoot(workFolder);
    const findings: readonly Finding[] = [
      ok('wfmap', `${WFMAP_VERSION}, Node ${process.versions.node}`),
      await lookAtAgent(workFolder),
      ...lookAtClaudeConfig(workFolder, workRoot),
      lookAtProcesses(),
      ...lookAtWall(workRoot),
      ...(await lookAtGit(workRoot)),
      ...lookAtSettings(workFolder, workRoot),
      ...lookAtProject(workRoot, workFolder),
      ...(await lookAtSections(workRoot)),
      ...(await lookAtWorktrees(workRoot)),
    ];
    if (json) process.stdout.write(`${jsonText(findings, 'indented')}\n`);
    else for (const line of findings.flatMap(linesOf)) process.stdout.write(`${printable(line)}\n`);
    if (findings.some(({ state }) => state === 'problem')) process.exitCode = EXIT.failed;
  },
};

function ok(what: string, found: string): Finding {
  return { what, state: 'ok', found, help: null };
}

function linesOf({ what, state, found, help }: Finding): readonly string[] {
  const mark = { ok: 'ok     ', note: 'note   ', problem: 'problem' }[state];
  return [`${mark}  ${what}: ${found}`, ...(help === null ? [] : [`         ${help}`])];
}

async function lookAtAgent(folder: string): Promise<Finding> {
  try {
    const command = findClaude({ given: undefined, environment: process.env, folder });
    const version = await readClaudeVersion(command, process.env);
    const channel = channelOf(version) === 'structured' ? 'its output schema' : 'a line of its answer';
    return ok('agent', `${command}, ${version ?? 'of an unknown version'}, which answers by ${channel}`);
  } catch (thrown) {
    if (!(thrown instanceof WfmapError)) throw thrown;
    return { what: 'agent', state: 'problem', found: thrown.message, help: thrown.help ?? null };
  }
}

/** What reaches agents of the configuration of Claude Code, which itself reads none of it. */
function lookAtClaudeConfig(workFolder: string, workRoot: string): readonly Finding[] {
  try {
    const config = readClaudeConfig({ environment: process.env, workRoot, workFolder });
    const { allow, deny, ask } = config.permissions;
    const ofProject = config.projectRules.flatMap((rules) => [...rules.deny, ...rules.ask]);
    const parts = [
      ...Object.keys(config.settings),
      ...counted(Object.keys(config.environment), 'variable'),
      ...counted([...allow, ...deny, ...ask], 'permission rule'),
      ...counted(Object.values(config.hooks).flat(), 'hook'),
    ];
    const rules = counted(ofProject, 'narrowing rule').map((count) => `${count} of the project`);
    const all = [...(parts.length > 0 ? [`${parts.join(', ')} of the user`] : []), ...rules];
    return [
      ok('settings for agents', all.join('; ') || 'none'),
      ok('instructions', config.instructionFiles.join(', ') || 'none'),
    ];
  } catch (thrown) {
    if (!(thrown instanceof WfmapError)) throw thrown;
    const { message: found, help = null } = thrown;
    return [{ what: 'settings for agents', state: 'problem', found, help }];
  }
}

function counted(list: readonly unknown[], what: string): readonly string[] {
  return list.length === 0 ? [] : [formatCount(list.length, what)];
}

function lookAtProcesses(): Finding {
  const place = findGroupPlace();
  if (place !== undefined) {
    const where = place.hierarchy === 'v2' ? 'cgroup v2' : `cgroup v1, ${place.hierarchy}`;
    return ok(
      'processes',
      `each agent has its own control group (${where}): every process it starts ends with it`,
    );
  }
  const found =
    'no control group can be made here: a process that leaves its session, parent and environment is reported, not ended';
  const help = 'With systemd, a run can have one: systemd-run --user --scope wfmap run <map>';
  return { what: 'processes', state: 'note', found, help: process.platform === 'linux' ? help : null };
}

function lookAtWall(workRoot: string): readonly Finding[] {
  const { wall, reason } = probeWall();
  if (wall !== undefined) {
    const fault = faultOfOverlay(wall, workRoot);
    const overlays = fault === undefined ? `tasks that only read get an overlay` : `no overlays: ${fault}`;
    const found = `${wall.kind} can keep a process from writing (${reason}); ${overlays}`;
    const finding: Finding = { what: 'wall', state: 'ok', found, help: limitsOfWall(wall.kind) };
    const gaps = gapsOfWall(workRoot).map((gap): Finding => ({
      what: 'gap of the wall',
      state: 'note',
      found: gap,
      help: null,
    }));
    return [finding, ...gaps];
  }
  const isMissing = process.platform === 'linux' && process.env['WFMAP_WALL'] === undefined;
  const help = 'Install bubblewrap, or perl on Linux 6.2 or later, where Landlock is on.';
  const found = `nothing here can keep a process from writing: ${reason}`;
  return [{ what: 'wall', state: 'note', found, help: isMissing ? help : null }];
}

/** What the wall would let through in this project, for agents that may write nothing and for those that may write anything. */
function gapsOfWall(workRoot: string): readonly string[] {
  const environment = process.env;
  const guardedFiles = configPlacesOf(workRoot);
  const walls = createTaskWalls({
    workRoot,
    environment,
    guardedFiles,
    isWanted: true,
    say: () => undefined,
  });
  const gaps = (['nothing', 'anything'] as const).flatMap((writes) => {
    const effects = { writes, mayCommit: false };
    return walls.foresee({ name: '', isAgent: true, effects, freezes: false }).gaps;
  });
  return [...new Set(gaps)];
}

async function lookAtGit(workRoot: string): Promise<readonly Finding[]> {
  const state = await readGitState(workRoot);
  if (state === null) {
    const help = 'Runs work; worktrees, branches and what a run changed are not to be had.';
    return [{ what: 'git', state: 'note', found: `no repository at ${workRoot}`, help }];
  }
  const at = state.head === null ? 'no commit yet' : (state.branch ?? 'no branch checked out');
  const changes = state.changed.length > 0 ? 'with uncommitted changes' : 'nothing uncommitted';
  const findings = [ok('git', `${at}, ${changes}`)];
  const fault = await findCommitFault(workRoot);
  if (fault === undefined) return findings;
  const { message, help } = fault;
  return [...findings, { what: 'commits', state: 'note', found: message, help }];
}

function lookAtSettings(workFolder: string, workRoot: string): readonly Finding[] {
  try {
    return settingsOf(workFolder, workRoot).map(({ name, value, from, help = null }) => {
      const state = help === null ? 'ok' : 'note';
      return { what: name, state, found: `${value} (${from})`, help };
    });
  } catch (thrown) {
    if (!(thrown instanceof WfmapError)) throw thrown;
    return [{ what: 'settings', state: 'problem', found: thrown.message, help: thrown.help ?? null }];
  }
}

/** A broken configuration is told with the settings. */
function lookAtProject(workRoot: string, workFolder: string): readonly Finding[] {
  const { insight, origins } = readInsight(workRoot, checksOf(workFolder));
  const { name, language, build, test, lint } = insight;
  const lineOf = (what: keyof typeof origins, command: string): Finding => {
    const from = origins[what];
    if (from !== undefined) return ok(what, `${command} (${from})`);
    const help = 'Where there is one, name it in wfmap.config.json: {"checks": {"test": "make test"}}';
    // Much of a process hangs on its tests; many projects have nothing to build or to lint.
    return what === 'test'
      ? { what, state: 'note', found: 'no command found', help }
      : ok(what, 'no command found');
  };
  return [
    ok('project', `${name}, ${language === 'unknown' ? 'in a language that is not known' : language}`),
    lineOf('build', build),
    lineOf('test', test),
    lineOf('lint', lint),
  ];
}

/** What `wfmap init` writes for agents: whether it is there, and as it would be now. */
async function lookAtSections(root: string): Promise<readonly Finding[]> {
  const { planKnownSections } = await import('../init/plan-sections.ts');
  const plan = planKnownSections({ root, force: false });
  if (plan === undefined) {
    const help = 'To tell every agent what it is to know first: wfmap init';
    return [{ what: 'sections', state: 'ok', found: 'none in CLAUDE.md or AGENTS.md', help }];
  }
  const { files, faults, notes } = plan;
  const note = (found: string, help: string | null): Finding => ({
    what: 'section',
    state: 'note',
    found,
    help,
  });
  return [
    ...faults.map((fault) => note(fault, null)),
    ...files
      .filter(({ kind }) => kind === 'section')
      .map(({ path }) =>
        note(`${path}: its section is not up to date.`, 'To bring it up to date: wfmap update'),
      ),
    ...notes.map((each) => (each.includes('up to date') ? ok('section', each) : note(each, null))),
  ];
}

function checksOf(workFolder: string): ProjectChecks {
  try {
    return readConfig(workFolder).checks;
  } catch (thrown) {
    if (thrown instanceof WfmapError) return {};
    throw thrown;
  }
}

async function lookAtWorktrees(workRoot: string): Promise<readonly Finding[]> {
  const left = await findLeftWorktrees(workRoot);
  if (left.length === 0) return [ok('worktrees', 'none left by ended runs')];
  const ofNoRun = left.filter(({ run }) => run === null).length;
  const found = `${formatCount(left.length, 'worktree')} left by ended runs, ${ofNoRun} of no run`;
  return [
    {
      what: 'worktrees',
      state: 'note',
      found,
      help: 'wfmap runs prune lists them, and removes them with --yes.',
    },
  ];
}
