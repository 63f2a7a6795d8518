import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';

import { listQuestions } from '../../src/cli/views/list-questions.ts';
import { openQuestionsOf } from '../../src/report/open-questions.ts';
import { createTerminalAsker } from '../../src/cli/ask/create-terminal-asker.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import type { QuestionEvidence } from '../../src/model/event-records.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import { convertMap } from '../../src/print/convert.ts';
import { createMask } from '../../src/run/host/mask.ts';
import { runViewOf } from '../../src/view/apply-event.ts';
import { createTestTerminal, question } from '../cli/human/terminal.ts';
import { checkedProgram } from '../helpers/checked-program.ts';
import { startOnDisk } from '../helpers/disk-run.ts';
import { exited, puppetShell } from '../helpers/performers.ts';
import { puppetAgent } from '../helpers/puppet-agent.ts';
import { script, start, testHost, type TestHost } from '../helpers/run-host.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';

const MAP = `map "Gate"
shell Show as change
  command ["git", "diff"]
  Ask -> Decide
human Decide
  prompt "Take it?"
  evidence {"findings": [{"title": "Adds one too many", "severity": "high", "category": "correctness", "location": "src/sum.ts:3", "description": "sum(1, 1) is 3.", "suggestion": "Drop the 1."}, {"title": "No test", "severity": "critical", "location": "the tests of it"}], "attempts": ["it did not build", ""], "options": ["A: mend it"], "change": change.stdout}
  field note? = "" "Why?"
  Take -> Taken "it is good"
  Leave -> Left
end Taken = "taken"
end Left`;

const DIFF = ['+function sum(a, b) {', '+    return a + b + 1;', '+\tlet   x;', '+}'].join('\n');

async function ask(stdout: string, more: Partial<RunHost> = {}, map = MAP): Promise<TestHost> {
  const { program } = checkedProgram(map, {}, 'maps/test.wfmap');
  const host = testHost(createCrashingFileSystem('/repo'), '/repo', script({}), {
    shell: puppetShell(exited(0, stdout)),
    ...more,
  });
  await start(host, program);
  return host;
}

function askedIn({ events }: TestHost) {
  const asked = events.find((event) => event.type === 'human.asked');
  if (asked?.type !== 'human.asked') throw new Error('nothing was asked');
  return asked.data;
}

const DIGEST: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);

describe('what a person decides by', () => {
  test('is kept with the question, typed, the worst finding first', async () => {
    const host = await ask(DIFF);
    const finding = { why: '', mend: '', rule: '', foundBy: '' };
    expect(askedIn(host)).toMatchObject({
      text: 'Take it?',
      evidence: {
        findings: [
          { ...finding, severity: 'critical', what: 'No test', place: 'the tests of it' },
          {
            ...finding,
            severity: 'high',
            rule: 'correctness',
            place: 'src/sum.ts:3',
            what: 'Adds one too many',
            why: 'sum(1, 1) is 3.',
            mend: 'Drop the 1.',
          },
        ],
        attempts: ['it did not build'],
        options: ['A: mend it'],
        change: { text: DIFF, sizeChars: DIFF.length, digest: DIGEST, path: null },
        left: { findings: 0, attempts: 0 },
      },
    });
    const { fs } = host;
    const read = readJournal(fs, '/repo/.wfmap/runs/test/slip-001/journal.jsonl');
    expect(read.events.find(({ type }) => type === 'human.asked')?.data).toEqual(askedIn(host));
  });

  test('has the begin of a long change, and the path of the file that has all of it', async () => {
    const diff = Array.from({ length: 4000 }, (_, index) => `+  line ${index}`).join('\n');
    const host = await ask(diff);
    const { change } = askedIn(host).evidence ?? {};
    expect(change).toMatchObject({ text: diff.slice(0, 6000), sizeChars: diff.length });
    expect(change?.path).toBe('.wfmap/runs/test/slip-001/task-002-decide.diff');
    const bytes = host.fs.readPart(`/repo/${change?.path ?? ''}`, 0, 1_000_000);
    expect(new TextDecoder().decode(bytes)).toBe(diff);
  });

  test('holds no secret, in the journal and in the file', async () => {
    const diff = `+key = hunter2hunter2\n${'+x\n'.repeat(4000)}`;
    const host = await ask(diff, { mask: createMask(['hunter2hunter2']) });
    const { change } = askedIn(host).evidence ?? {};
    const bytes = host.fs.readPart(`/repo/${change?.path ?? ''}`, 0, 1_000_000);
    expect(`${change?.text}${new TextDecoder().decode(bytes)}`).not.toContain('hunter2');
  });

  test('is absent where it comes to nothing', async () => {
    const map = MAP.replace(/evidence .*/, 'evidence {"findings": [], "change": " "}');
    expect(askedIn(await ask(DIFF, {}, map)).evidence).toBeUndefined();
  });

  test('is part of the text of a signed question, which is what is signed', async () => {
    const map = MAP.replace('prompt "Take it?"', 'prompt "Take it?"\n  signed');
    const { program } = checkedProgram(map, {}, 'maps/test.wfmap');
    const gate = { key: 'k', pem: 'p' };
    // A simulation asks for no signatures.
    const host = testHost(
      createCrashingFileSystem('/repo'),
      '/repo',
      { ...puppetAgent(), kind: 'claude' },
      {
        shell: puppetShell(exited(0, DIFF)),
      },
    );
    await start(host, program, { gate });
    const asked = askedIn(host);
    expect([asked.signed, asked.evidence]).toEqual([true, undefined]);
    expect(asked.text).toContain('critical: No test (the tests of it)');
    expect(asked.text).toContain('  +    return a + b + 1;');
  });
});

test('a run whose question was asked before questions had evidence is answered and goes on', async () => {
  const root = mkdtempSync(join(tmpdir(), 'wfmap-evidence-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const host = { shell: puppetShell(exited(0, DIFF)) };
  const map = JSON.parse(
    convertMap({ name: 'gate.wfmap', text: MAP.replace('Take ->', 'Ship ->') }, 'json', () => undefined) ??
      '',
  ) as object;
  const run = await startOnDisk(root, { map, host });
  const path = join(run.directory.folder, 'journal.jsonl');
  const lines = readFileSync(path, 'utf8').split('\n');
  const older = lines.map((line) => {
    if (!line.includes('"human.asked"')) return line;
    const { crc: _, ...event } = JSON.parse(line) as { readonly crc: string; readonly data: object };
    const { evidence, ...data } = event.data as { readonly evidence: unknown };
    expect(evidence).toBeDefined();
    const body = JSON.stringify({ ...event, data });
    return `${body.slice(0, -1)},"crc":"${crc32(body).toString(16).padStart(8, '0')}"}`;
  });
  writeFileSync(path, older.join('\n'));
  const view = runViewOf(run.events());
  expect(listQuestions('test/slip-001', openQuestionsOf(view)).join('\n')).not.toContain('Found:');
  const { state } = await run.answer({ action: 'Ship', fields: { note: '' } });
  expect(state.finished).toMatchObject({ result: 'taken' });
});

describe('the fronts show the same of it', () => {
  test('lists keep the spaces of a change, and name the fields that an answer may have', async () => {
    const host = await ask(DIFF);
    const lines = listQuestions('test/slip-001', openQuestionsOf(runViewOf(host.events)));
    expect(lines).toEqual([
      '"Decide" asks:',
      '  Take it?',
      '',
      '  Found:',
      '    - critical: No test (the tests of it)',
      '    - high, correctness: Adds one too many (src/sum.ts:3)',
      '      sum(1, 1) is 3.',
      '      To mend it: Drop the 1.',
      '',
      '  Tried before:',
      '    - it did not build',
      '',
      '  Options:',
      '    - A: mend it',
      '',
      '  The change:',
      '    +function sum(a, b) {',
      '    +    return a + b + 1;',
      '    +    let   x;',
      '    +}',
      '',
      '  - Take: it is good',
      '  - Leave',
      'Answer with: wfmap answer test/slip-001 Take',
      'May be added: --note=…',
    ]);
  });

  test('the terminal keeps them too, where a line is wider than it', async () => {
    const terminal = createTestTerminal({ columns: 40 });
    const text = `+        return  a   ${'b'.repeat(30)}`;
    const evidence: QuestionEvidence = {
      findings: [],
      attempts: [],
      options: [],
      change: { text, sizeChars: text.length, digest: '', path: null },
      left: { findings: 0, attempts: 0 },
    };
    const { input, output } = terminal;
    const asker = createTerminalAsker({ input, output, color: false, settleMs: 0 });
    const answer = asker.ask(question({ evidence }), new AbortController().signal);
    await terminal.type('Choice', '1\r');
    await answer;
    expect(terminal.shown()).toContain(`The change:\n  ${text.slice(0, 36)}\n${text.slice(36)}\n`);
  });
});
