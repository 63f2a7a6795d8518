/**
 * The attacks on gates, on the journal and on wfmap's own process again, by a command that stands behind a wall.
 *
 * What has no wall is in gates.test.ts and live-journal.test.ts. A wall that is not there is skipped, and its title says why;
 * where `WFMAP_NEEDED_WALLS` names it that is a failure.
 */
import { describe } from 'vitest';
import { probeWall } from '../../src/wall/probe-wall.ts';
import type { RunEvent, RunEventOf } from '../../src/model/run-event.ts';
import { mapOf } from '../e2e/helpers/maps.ts';
import { PROGRAM } from '../e2e/helpers/program.ts';
import { test, type Project } from '../e2e/helpers/project.ts';
import { DEPLOY, GATE, prelude, SIDE_BY_SIDE } from '../helpers/gate-attacks.ts';
import { journalAttacks } from '../helpers/journal-attacks.ts';
import { isNeededWall } from '../helpers/needed-walls.ts';

const RUN = 'gate/slip-001';
const DIRECTORY = `.wfmap/runs/${RUN}`;

/** Runs each attack once the question is asked, and notes in a folder that git ignores which of them were open. */
const ATTACKS = `${prelude({ run: RUN, main: PROGRAM })}
const { start, nonce } = asked();
const name = start + '-' + nonce + '.json';
const lock = JSON.parse(fs.readFileSync('${DIRECTORY}/lock.json', 'utf8'));
const sender = { pid: 1, start: '1' };
const attacks = {
  'an answer that lies there before': () => put('99.json', { action: 'Approve', fields: {}, via: 'terminal' }),
  'a forged answer without a sender': () => forge(undefined),
  'a forged answer in the name of wfmap': () => forge({ pid: lock.pid, start: '1' }),
  'a forged answer to a temporary name': () => { fs.writeFileSync(answers + '/x', '{}'); fs.renameSync(answers + '/x', answers + '/' + name); },
  'a folder in the place of the answer': () => fs.mkdirSync(answers + '/' + name),
  'a link in the place of the answer': () => fs.symlinkSync('/dev/zero', answers + '/' + name),
  'the folder of answers replaced': () => fs.renameSync(answers, '${DIRECTORY}/answers-were'),
  'the lock removed': () => fs.unlinkSync('${DIRECTORY}/lock.json'),
  'the lock forged': () => fs.writeFileSync('${DIRECTORY}/lock.json', JSON.stringify({ ...lock, pid: 1 })),
  'a prompt of the run changed': () => fs.appendFileSync('${DIRECTORY}/' + fs.readdirSync('${DIRECTORY}').find((each) => each !== 'answers' && fs.statSync('${DIRECTORY}/' + each).isDirectory()) + '/x', 'x'),
};
const open = [];
for (const [what, attack] of Object.entries(attacks)) {
  try { attack(); open.push(what); } catch (error) { if (error.code === undefined) open.push(what + ': ' + error); }
}
const before = JSON.stringify(records().map(({ seq, crc }) => [seq, crc]));
for (const [what, line] of JSON.parse(process.argv[2])) {
  spawnSync('sh', ['-c', line]);
  if (JSON.stringify(records().map(({ seq, crc }) => [seq, crc])) !== before) { open.push(what); break; }
}
const node = process.execPath, main = ${JSON.stringify(PROGRAM)};
const given = [[node, main, 'answer', 'Approve'], ['env', '-i', node, main, 'answer', 'Approve'],
  ['setsid', '-w', 'env', '-i', node, main, 'answer', 'Approve'], [node, main, 'stop'], [node, main, 'resume', '--from', 'Deploy']];
for (const [program, ...words] of given)
  if (spawnSync(program, words).status === 0) open.push(words.join(' '));
// One that has left its parents, its session and its environment, which without a wall can answer.
const escape = 'const { spawnSync } = require("node:child_process"); const before = Number(process.argv[1]);' +
  'const wait = () => process.ppid === before ? setTimeout(wait, 20) : require("node:fs").writeFileSync("out/escaped", String(spawnSync(process.execPath, [' +
  JSON.stringify(main) + ', "answer", "Approve"]).status)); wait();';
spawnSync(node, ['-e', 'const { spawn } = require("node:child_process"); spawn(process.execPath, ["-e", process.argv[1], process.pid], { detached: true, env: {}, stdio: "ignore" }).unref()', escape], { stdio: 'ignore' });
while (!fs.existsSync('out/escaped') || fs.readFileSync('out/escaped', 'utf8') === '') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
const note = () => fs.writeFileSync('out/open', JSON.stringify(open));
note();
// Behind bwrap another process may have that id; Landlock keeps signals from Linux 6.12 on.
const [major, minor] = require('node:os').release().split('.').map(Number);
if (process.argv[3] !== 'landlock' || major * 100 + minor >= 612)
  try { process.kill(lock.pid, 'SIGKILL'); if (process.argv[3] === 'landlock') open.push('a signal to wfmap'); } catch { /* It is not seen, or not to be reached. */ }
note();
const escaped = fs.readFileSync('out/escaped', 'utf8');
console.log(JSON.stringify({ open, escaped }));
`;

function arm(project: Project, kind: string, writes: readonly string[] | undefined): void {
  const lines = journalAttacks(DIRECTORY).map(([what, line]) => [what, line]);
  const command = ['node', 'attack.cjs', JSON.stringify(lines), kind];
  const { branches } = SIDE_BY_SIDE.Both;
  const { Work: _agent, ...rest } = branches.work.taskDefinitions;
  const work = {
    type: 'shell',
    command,
    actions: { Next: { target: 'Done' } },
    ...(writes === undefined ? {} : { writes }),
  };
  const taskDefinitions = { Work: work, ...rest };
  const both = {
    ...SIDE_BY_SIDE.Both,
    branches: { ...branches, work: { startTaskDefinition: 'Work', taskDefinitions } },
  };
  project.put('gate.json', mapOf({ Both: both, Gate: GATE, Deploy: DEPLOY }));
  project.put('attack.cjs', ATTACKS);
  project.put('out/keep', '');
  project.put('.gitignore', 'out/\n.wfmap/\n');
  project.git('add', '.');
  project.git('commit', '-q', '-m', 'the map');
}

/** The last line that the command has printed. */
function printedIn(events: readonly RunEvent[]): {
  readonly open: readonly string[];
  readonly escaped: string;
} {
  const ended = events.find(({ type, data }) => type === 'task.finished' && data.task === 'Work');
  const { stdout } = (ended as RunEventOf<'task.finished'>).data.result as { readonly stdout: string };
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ReturnType<typeof printedIn>;
}

const CONFINED = [
  ['bwrap', ['nothing']],
  ['bwrap', ['src']],
  ['bwrap', undefined],
  ['landlock', ['nothing']],
  ['landlock', ['src']],
] as const;

for (const [kind, writes] of CONFINED) {
  const { wall, reason } = probeWall({ WFMAP_WALL: kind });
  const why = wall === undefined ? `, which does not hold here (${reason}),` : '';
  const what = writes === undefined ? 'of which the map says nothing' : `that may write ${writes.join()}`;

  describe.skipIf(wall === undefined && !isNeededWall(kind))(`behind ${kind}${why} a command ${what}`, () => {
    test('opens no gate, changes nothing of the run and does not reach its process', async ({
      expect,
      project,
    }) => {
      arm(project, kind, writes);
      const { code, reported } = await project.run(['run', 'gate.json'], {
        environment: { WFMAP_WALL: kind },
      });
      // What it did to the work tree while it tried is another matter; see test/e2e/walls.test.ts.
      // What it writes may be discarded with its overlay, and what it prints is not.
      const { open, escaped } = printedIn(project.events(RUN));
      expect(open, reported).toEqual([]);
      expect(escaped).not.toBe('0');
      expect(
        project.events(RUN).filter(({ type }) => type === 'human.answered' || type === 'human.refused'),
      ).toEqual([]);
      expect(project.has('deployed')).toBe(false);
      expect(code, reported).toBe(4);
      const answered = await project.run(['answer', 'Reject', '--no-wall']);
      expect(answered.code, answered.reported).toBe(0);
    });
  });
}

test('without a wall the same command opens them, and ends wfmap', async ({ expect, project }) => {
  arm(project, 'none', undefined);
  const { code, reported } = await project.run(['run', 'gate.json']);
  expect(code, reported).toBe(null);
  const open = JSON.parse(project.read('out/open')) as readonly string[];
  for (const what of ['a forged answer without a sender', 'the lock forged', 'a line appended'])
    expect(open).toContain(what);
});
