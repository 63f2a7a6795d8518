import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resumeHere, type ResumeFlags } from '../../../src/cli/running/resume-here.ts';
import { createGateKeys } from '../../../src/gate/gate-key.ts';
import { readRun } from '../../../src/journal/find-runs.ts';
import { nodeFileSystem } from '../../../src/journal/node-file-system.ts';
import { captured } from '../../helpers/captured.ts';
import { script } from '../../helpers/run-host.ts';
import { startOnDisk, type DiskRun, type DiskRunRequest } from '../../helpers/disk-run.ts';
import { DURATION } from '../../helpers/duration.ts';

const FIXTURES = `${import.meta.dirname}/../../fixtures/running`;
const { gateKey } = createGateKeys(undefined);
const GATE = { key: gateKey.digest, pem: gateKey.pem };

const WORK = { type: 'claude', promptTemplate: 'Work on ${what}.', actions: { Next: { target: 'Ask' } } };
const ASK = { type: 'human', promptTemplate: 'Well?', actions: { Yes: { target: 'Last' } } };
const LAST = { type: 'claude', promptTemplate: 'End.', actions: { Next: { target: 'Done' } } };
const MAP = {
  description: 'Works and asks',
  workslipFields: { what: { type: 'string', description: 'What to do', required: false, default: 'all' } },
  startTaskDefinition: 'Work',
  taskDefinitions: { Work: WORK, Ask: ASK, Last: LAST, Done: { type: 'end' } },
};
/** Works in the question's place, which needs a key to start. */
const SIGNED = { ...MAP, taskDefinitions: { ...MAP.taskDefinitions, Ask: { ...ASK, signed: true } } };

const here = process.cwd();
let home = '';
let root = '';
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-resume-here-')));
  root = join(home, 'project');
  mkdirSync(join(root, '.git'), { recursive: true });
  process.chdir(root);
  vi.stubEnv('XDG_STATE_HOME', home);
});
afterEach(() => {
  process.chdir(here);
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

const FLAGS: ResumeFlags = {
  'accept-changes': false,
  'as-started': false,
  'accept-settings': false,
  pr: false,
  wait: false,
  json: false,
  input: false,
  wall: true,
};

/** A simulation that was stopped by its limit of steps before the question. */
const startOne = (more: Partial<DiskRunRequest> = {}): Promise<DiskRun> =>
  startOnDisk(root, {
    map: MAP,
    host: { agent: script({ Work: ['Next'] }) },
    limits: { steps: 1 },
    path: 'ask.json',
    ...more,
  });

async function resumed(
  run: DiskRun,
  flags: Partial<ResumeFlags> = {},
  tokens: readonly string[] = [],
): Promise<string> {
  const entry = readRun(nodeFileSystem, run.directory);
  if (entry === undefined) throw new Error('there is no run');
  const { value, text } = await captured(() => resumeHere({ ...FLAGS, ...flags }, entry, tokens));
  return `${text}(exit code ${value ?? 'none'})\n`;
}

const steady = (text: string): string =>
  text
    .replaceAll(home, '<home>')
    .replaceAll(new RegExp(DURATION, 'g'), '<time>')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replaceAll(/wfmap \d+\.\d+\.\d+/g, 'wfmap <version>')
    .replaceAll(/\b\d+(?= bytes of an)/g, '<some>');

test('what a person is told who resumes a run, and how it comes to rest', async () => {
  const reported: string[] = [];
  const report = async (name: string, said: Promise<string>): Promise<void> => {
    reported.push(`# ${name}\n${await said}`);
  };
  const more = { maxSteps: '+5' };
  await report('a simulation', resumed(await startOne(), more));
  await report(
    'a simulation by name, as a program reads it',
    resumed(await startOne(), { ...more, agent: 'scripted' }),
  );
  await report('the same limit as before', resumed(await startOne()));
  await report('another place', resumed(await startOne(), { ...more, from: 'Last' }));
  await report(
    'another place in a run with a key',
    resumed(await startOne({ map: SIGNED, path: 'signed.json', gate: GATE }), { ...more, from: 'Last' }),
  );
  await report(
    'an argument for the task',
    resumed(await startOne(), { ...more, from: 'Work' }, ['--what=this']),
  );
  await report(
    'an argument that the task does not know',
    resumed(await startOne(), { from: 'Work' }, ['--that=this']),
  );
  await report('opposite flags', resumed(await startOne(), { 'accept-changes': true, 'as-started': true }));
  await report('a limit that is none', resumed(await startOne(), { maxCost: '+1' }));
  await report('another agent', resumed(await startOne(), { agent: 'claude' }));
  await report('no agent that there is', resumed(await startOne(), { agent: 'gpt' }));
  const torn = await startOne();
  const journal = join(torn.directory.folder, 'journal.jsonl');
  truncateSync(journal, statSync(journal).size - 9);
  await report('an unfinished batch at the end of the journal', resumed(torn, more));
  const changed = await startOne({ map: SIGNED, path: 'changed.json', gate: GATE });
  writeFileSync(join(root, 'changed.json'), JSON.stringify({ ...SIGNED, description: 'Another' }));
  await report('a map that was changed', resumed(changed, more));
  await report(
    'copies of a map that was changed',
    resumed(changed, { ...more, 'as-started': true, maxSteps: '1' }),
  );
  await report('a map that was changed, accepted', resumed(changed, { ...more, 'accept-changes': true }));
  const empty = await startOne();
  const entry = readRun(nodeFileSystem, empty.directory);
  writeFileSync(join(empty.directory.folder, 'journal.jsonl'), '');
  if (entry !== undefined) {
    const nothing = await captured(() => resumeHere(FLAGS, { ...entry, started: undefined }, []));
    reported.push(`# a journal without a start\n${nothing.text}`);
  }
  await expect(steady(reported.join('\n'))).toMatchFileSnapshot(`${FIXTURES}/resume-here.out`);
});

test('a run resumes from where its journal says that it is, though its first record was not read before', async () => {
  const run = await startOne();
  const entry = readRun(nodeFileSystem, run.directory);
  if (entry === undefined) throw new Error('there is no run');
  const { value } = await captured(() =>
    resumeHere({ ...FLAGS, maxSteps: '9' }, { ...entry, started: undefined }, []),
  );
  expect(value).toBe(0);
  expect(run.events().at(-1)?.type).toBe('run.finished');
});

test('limits that a person raises are those of the run from then on, and the others stay', async () => {
  const run = await startOne({ limits: { steps: 1, costUsd: 2, tokens: 3000, durationMs: 60_000 } });
  await resumed(run, { maxSteps: '+0', maxCost: '+1.5', maxTokens: '+1', maxDuration: '+1m' });
  await resumed(run);
  const limits = run.events().flatMap((event) => (event.type === 'run.resumed' ? [event.data.limits] : []));
  const raised = { steps: 1, costUsd: 3.5, tokens: 3001, durationMs: 120_000 };
  expect(limits).toEqual([raised, raised]);
});
