import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GATE, ONE_AFTER_THE_OTHER, prelude, SIDE_BY_SIDE } from '../../helpers/gate-attacks.ts';
import { bash, choose, turns, type Answer } from '../helpers/answers.ts';
import type { Bench } from '../helpers/bench.ts';
import type { Law } from '../helpers/law.ts';

const RUN = 'test/slip-001';
const DONE = { Done: { type: 'end' } };

/** A key outside of the project. An agent of the same account could read it; these do not. */
async function makeKey(bench: Bench): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'wfmap-key-')), 'key');
  await bench.wfmap(0, 'key', 'new', '--no-passphrase', '--out', `${path}.pem`);
  return path;
}

/** Answers by a signature, the way round: the question out, the answer in. */
async function answerSigned(bench: Bench, key: string, action: string): Promise<void> {
  await bench.wfmap(0, 'answer', '--export', RUN, '-o', `${key}-question.json`);
  await bench.wfmap(
    0,
    'answer',
    '--sign',
    `${key}-question.json`,
    action,
    '--key',
    `${key}.pem`,
    '-o',
    `${key}-answer.json`,
  );
  await bench.wfmap(0, 'answer', '--import', `${key}-answer.json`, RUN, '--no-input');
}

const runs = (prompt: string): readonly Answer[] => turns(prompt, bash('node attack.cjs'), choose('Ready'));

/** A map of the gate's attacks whose gate needs a signature, with a prompt for this law alone. */
function signedMap(map: object, words: string): object {
  const text = JSON.stringify({ ...map, ...DONE })
    .replaceAll(JSON.stringify(GATE), JSON.stringify({ ...GATE, signed: true }))
    .replace('Work beside it.', words);
  assert.match(text, /"signed":true/);
  return JSON.parse(text) as object;
}

/** Files in the place of the answer: unsigned, signed by a key of the attacker, and with its key in place of the real one. */
const FORGES = (target: Parameters<typeof prelude>[0]): string => `${prelude(target)}
const crypto = require('node:crypto');
const started = find(({ type }) => type === 'run.started');
const { privateKey, publicKey } = crypto.generateKeyPairSync('ed25519');
const own = crypto.createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' })).digest('hex');
const signature = crypto.sign(null, Buffer.from('wfmap-answer-1\\n{}'), privateKey).toString('base64');
const sender = { pid: process.pid, start: startOf(process.pid) };
const { key } = started.data.gate;
forge(sender); refused('it is not signed');
forge(sender, { proof: { signature, head: '0'.repeat(64), key: own } }); refused('signed with a key other than');
forge(sender, { proof: { signature, head: '0'.repeat(64), key } }); refused('signed for another history');
wfmap('answer', '--import', 'nothing.json');
`;

/** Makes an approval of the rejection in the journal of a run that has ended, checksums mended. */
const REWRITES = `
const fs = require('node:fs');
const zlib = require('node:zlib');
const path = '.wfmap/runs/${RUN}/journal.jsonl';
const lines = fs.readFileSync(path, 'utf8').split('\\n').filter(Boolean).map((line) => {
  const body = line.replace(/,"crc":"[0-9a-f]{8}"}$/, '}').replaceAll('"action":"Reject"', '"action":"Approve"');
  return body.slice(0, -1) + ',"crc":"' + zlib.crc32(body).toString(16).padStart(8, '0') + '"}\\n';
});
fs.writeFileSync(path, lines.join(''));
`;

export const signedGates: readonly Law[] = [
  {
    title: 'a signed gate is opened by no file, key or signature of an agent, and by the real one',
    answers: runs('Forge a signature.'),
    check: async (bench) => {
      const key = await makeKey(bench);
      bench.write('attack.cjs', FORGES({ run: RUN, main: bench.main }));
      const map = bench.map(signedMap(SIDE_BY_SIDE, 'Forge a signature.'));
      await bench.wfmap(4, 'run', map, '--no-input', '--gate-key', `${key}.pub`);
      assert.ok(!bench.has('deployed'));
      await answerSigned(bench, key, 'Approve');
      assert.ok(bench.has('deployed'));
      const { stdout } = await bench.wfmap(0, 'show', RUN, '--verify', `${key}.pub`);
      assert.match(stdout, /verified: 1 signed answer/);
      const reasons = (await bench.events()).filter(({ type }) => type === 'human.refused');
      assert.equal(reasons.length, 3);
    },
  },
  {
    title: 'a rejection that an agent makes an approval afterwards is found out by the public key',
    answers: runs('Rewrite what was said.'),
    check: async (bench) => {
      const key = await makeKey(bench);
      const { Gate, Deploy } = ONE_AFTER_THE_OTHER;
      const map = bench.map({ Gate: { ...Gate, signed: true }, Deploy, ...DONE });
      await bench.wfmap(4, 'run', map, '--no-input', '--gate-key', `${key}.pub`);
      await answerSigned(bench, key, 'Reject');
      await bench.wfmap(0, 'show', RUN, '--verify', `${key}.pub`);
      bench.write('attack.cjs', REWRITES);
      const journal = join(bench.folder, '.wfmap/runs', RUN, 'journal.jsonl');
      const before = readFileSync(journal, 'utf8');
      const agent = {
        type: 'claude',
        writes: ['anything'],
        permissionMode: 'acceptEdits',
        allowedTools: ['Bash(node *)'],
      };
      const work = {
        ...agent,
        promptTemplate: 'Rewrite what was said.',
        actions: { Ready: { target: 'Done' } },
      };
      await bench.wfmap(0, 'run', bench.map({ Work: work, ...DONE }), '--no-input');
      assert.notEqual(readFileSync(journal, 'utf8'), before);
      const { stdout } = await bench.wfmap(1, 'show', RUN, '--verify', `${key}.pub`);
      assert.match(stdout, /its signature is not valid for this answer/);
      writeFileSync(journal, before);
      await bench.wfmap(0, 'show', RUN, '--verify', `${key}.pub`);
    },
  },
];
