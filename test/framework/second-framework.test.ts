/**
 * The seams hold for a framework that the engine has never seen: functions in expressions, and files that a run keeps in
 * step with its journal.
 */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Agent } from '../../src/agent/agent.ts';
import { check } from '../../src/check/check.ts';
import { installFunctions } from '../../src/expression/functions/functions.ts';
import { PROJECTIONS } from '../../src/framework/projections.ts';
import type { FileSystem } from '../../src/journal/file-system.ts';
import { findRuns, JOURNAL_FILE } from '../../src/journal/find-runs.ts';
import { createMemoryFileSystem } from '../../src/journal/memory-file-system.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import { deniedToolsOf } from '../../src/run/files/denied-tools.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import { checkedProgram } from '../helpers/checked-program.ts';
import { playSample, textsBelow } from '../helpers/map-sample.ts';
import { exited, puppetShell } from '../helpers/performers.ts';
import { answered } from '../helpers/puppet-agent.ts';
import { resume, start, testHost, type TestHost } from '../helpers/run-host.ts';
import { crashesOf, createCrashingFileSystem, PowerCut } from '../journal/crashing-file-system.ts';
import { SIGNAL_FUNCTIONS, SIGNAL_PROJECTIONS } from './signals.ts';

installFunctions(SIGNAL_FUNCTIONS);

const mapWith = (when: string, description = 'A map') => ({
  description,
  startTaskDefinition: 'Plan',
  workslipFields: { word: { type: 'string', description: 'What to say', required: true } },
  taskDefinitions: {
    Plan: {
      type: 'claude',
      promptTemplate: 'Say ${shout(word, 3)} in ${run.artifacts}.',
      actions: { Next: { target: 'Check' } },
    },
    Check: {
      type: 'shell',
      command: ['check'],
      idempotent: true,
      actions: { Loud: { target: 'Say', when }, Calm: { target: 'Calm' } },
    },
    Say: { type: 'claude', promptTemplate: 'Say it.', actions: { Next: { target: 'Done' } } },
    Done: { type: 'end', result: "shout('done', 1)" },
    Calm: { type: 'end', failed: true },
  },
});
const LOUD = "shout(word, result.exitCode + 1) == 'GO!'";
const { program, texts } = checkedProgram(mapWith(LOUD));
const FILE = '.signals/main/signals.md';
const WHOLE = '# Signals after none\nPlan -> Next\nCheck -> Loud\nSay -> Next\nDone -> null\n';

function hostOf(
  fs: FileSystem,
  root = '/project',
  more: Partial<RunHost> = {},
): TestHost & { prompts: string[] } {
  const prompts: string[] = [];
  const nothing = (): void => undefined;
  const agent: Agent = {
    kind: 'claude',
    start: ({ prompt }) => {
      prompts.push(prompt);
      return { reply: Promise.resolve(answered('Next')), stop: nothing, kill: nothing };
    },
  };
  const host = testHost(fs, root, agent, {
    shell: puppetShell(exited(0)),
    projections: SIGNAL_PROJECTIONS,
    artifacts: { realPath: (path) => path, say: nothing },
    ...more,
  });
  return { ...host, prompts };
}

const run = (host: RunHost) => start(host, program, { texts, fields: { word: 'Go' } });

describe('a function of another table', () => {
  const messagesOf = (when: string) =>
    check({ name: 'map.json', text: JSON.stringify(mapWith(when)) }, () => ({
      kind: 'missing',
      lookedIn: [],
    })).diagnostics.map(({ message }) => message);

  test('is checked by the types of its parameters and of its result', () => {
    expect(messagesOf(LOUD)).toEqual([]);
    expect(messagesOf("shout(3, 1) == ''")).toEqual([
      'The types do not match: "text" of shout() is a text, and this is a number.',
    ]);
    expect(messagesOf('shout(word, 1) > 2')[0]).toContain('uses ">" between a text and a number');
    expect(messagesOf('shout(word) == word')[0]).toContain('shout() takes 2 arguments (text, marks)');
  });

  test('does not change what is said of one that no table has', () => {
    const reported = (problem: string) => [`This expression cannot be read: ${problem}.`];
    expect(messagesOf('shouts(word, 1) == word')).toEqual(
      reported('there is no function shouts(); there is shout()'),
    );
    expect(messagesOf('quietly(word) == word')).toEqual([
      expect.stringMatching(/there is no function quietly\(\); there are has, .*\bblueprintFaults\b/),
    ]);
  });

  test('is called by guards, prompts and results of a run', async () => {
    const host = hostOf(createMemoryFileSystem(['/project']));
    const { state } = await run(host);
    expect(state.finished).toMatchObject({ task: 'Done', result: 'DONE!' });
    expect(host.prompts[0]).toContain('Say GO!!! in /project/.signals/main.');
  });
});

describe('a projection of another framework', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-signals-')));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is kept on a real disk, in a folder that git ignores, and tells the next run what it left', async () => {
    const onDisk = () =>
      hostOf(nodeFileSystem, folder, {
        newId: () => crypto.randomUUID(),
        artifacts: { realPath: realpathSync, say: () => undefined },
      });
    await run(onDisk());
    expect(readFileSync(join(folder, FILE), 'utf8')).toBe(WHOLE);
    expect(readFileSync(join(folder, '.signals/.gitignore'), 'utf8')).toBe('*\n');
    expect(existsSync(join(folder, '.map'))).toBe(false);
    await run(onDisk());
    expect(readFileSync(join(folder, FILE), 'utf8')).toBe(WHOLE.replace('none', '4'));
    expect(readFileSync(join(folder, '.signals/all.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(8);
  });

  test('is made of events that are on disk and of nothing else, whenever the run is killed or the power is cut', async () => {
    const whole = createCrashingFileSystem();
    await run(hostOf(whole));
    let partial = 0;
    for (let cut = 1; cut < whole.operations(); cut += 1) {
      const fs = createCrashingFileSystem();
      fs.cutAt(cut);
      await expect(run(hostOf(fs))).rejects.toThrow(PowerCut);
      for (const left of [fs.revive(), ...crashesOf(fs, 3)]) {
        const written = left.files()[`/project/${FILE}`];
        const [found] = findRuns(left, '/project');
        if (written === undefined || found === undefined) continue;
        const { events } = readJournal(left, `${found.folder}/${JOURNAL_FILE}`);
        const lines = events.flatMap((event) =>
          event.type === 'task.finished' ? [`${event.address.task} -> ${event.data.action}`] : [],
        );
        // Without power, the end of a file that was not synced may be lost.
        const signals = written.split('\n').slice(1, -1);
        expect(lines.slice(0, signals.length)).toEqual(signals);
        partial += Number(written !== WHOLE);
      }
    }
    expect(partial).toBeGreaterThan(10);
  });

  test('is the same for a run that was killed at any moment and resumed', async () => {
    const whole = createCrashingFileSystem();
    await run(hostOf(whole));
    let resumed = 0;
    for (let cut = 1; cut < whole.operations(); cut += 1) {
      const killed = createCrashingFileSystem();
      killed.cutAt(cut);
      await expect(run(hostOf(killed))).rejects.toThrow(PowerCut);
      const fs = killed.revive();
      const [found] = findRuns(fs, '/project');
      if (found?.started === undefined) continue;
      await resume(hostOf(fs), program, found).catch((thrown: unknown) => {
        // Killed after its end, it only has its files written again.
        expect(thrown).toMatchObject({ code: 'run-is-finished' });
      });
      const texts = textsBelow(fs, '/project');
      expect([cut, texts[FILE]]).toEqual([cut, WHOLE]);
      const lines = (texts['.signals/all.jsonl'] ?? '').trimEnd().split('\n');
      expect([cut, lines.map((line) => (JSON.parse(line) as { text: string }).text)]).toEqual([
        cut,
        WHOLE.trimEnd().split('\n').slice(1),
      ]);
      resumed += 1;
    }
    expect(resumed).toBeGreaterThan(20);
  });

  test('is kept for maps that ask for it, and its files from agents', async () => {
    const quiet = checkedProgram(mapWith(LOUD, 'A quiet map'));
    const fs = createMemoryFileSystem(['/project']);
    await start(hostOf(fs), quiet.program, { texts: quiet.texts, fields: { word: 'Go' } });
    expect(Object.keys(textsBelow(fs, '/project')).filter((path) => path.startsWith('.signals'))).toEqual([]);
    const denied = ({ program }: typeof quiet) =>
      deniedToolsOf(program, { folder: '/p/run' }, ['/p', '/p'], { projections: SIGNAL_PROJECTIONS });
    expect(denied({ program, texts })).toContain('Edit(//p/.signals/**)');
    expect(denied(quiet).join(' ')).not.toContain('.signals');
  });

  test('gives a branch that is made for a run what it carries over', async () => {
    const fs = createMemoryFileSystem(['/project', '/project/.signals', '/project/.signals/old']);
    const file = fs.open('/project/.signals/old/signals.md', 'append');
    file.write(Buffer.from('# Before\n'));
    file.close();
    const git = { branch: 'old', created: 'main' } as unknown as RunHost['git'];
    await run(hostOf(fs, '/project', { git }));
    expect(textsBelow(fs, '/project')['.signals/main/before.md']).toBe('# Before\n');
  });

  test('neither disturbs another one nor is disturbed by it', async () => {
    const filesOf = async (projections: RunHost['projections']) => {
      const fs = createMemoryFileSystem(['/project']);
      await playSample(fs, { more: { projections } });
      return Object.entries(textsBelow(fs, '/project')).filter(([path]) => !path.startsWith('.wfmap'));
    };
    const { all } = SIGNAL_PROJECTIONS;
    const [map, signals, both] = [
      await filesOf(PROJECTIONS),
      await filesOf({ ...PROJECTIONS, all }),
      await filesOf({ ...PROJECTIONS, all: [...PROJECTIONS.all, ...all] }),
    ];
    expect(map.length).toBeGreaterThan(10);
    expect(signals.length).toBe(3);
    expect(Object.fromEntries(both)).toEqual(Object.fromEntries([...map, ...signals]));
  });
});
