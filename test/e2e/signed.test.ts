import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { describe } from 'vitest';
import { mapOf } from './helpers/maps.ts';
import { test as base, type Project } from './helpers/project.ts';
import { startWfmap, type Ended } from './helpers/start-wfmap.ts';
import { typeInTerminal } from './helpers/typed-terminal.ts';

const GATE = {
  type: 'human',
  promptTemplate: 'Is it good?',
  signed: true,
  fields: { note: { type: 'string', description: 'Why', required: true } },
  actions: { Approve: { target: 'Ship', choose: 'it is good' }, Reject: { target: 'No' } },
};
const SHIP = { type: 'shell', command: ['touch', 'shipped'], actions: { Next: { target: 'Done' } } };
const SHIP_IN = { ...SHIP, actions: { Next: { target: 'End' } } };
const MAP = mapOf({ Gate: GATE, Ship: SHIP, No: { type: 'end', failed: true } });
const RUN = 'ship/slip-001';

/** Another machine or account: a home of its own, and no project. */
interface Elsewhere {
  readonly home: string;
  readonly environment: Record<string, string>;
  readonly run: (words: readonly string[], input?: string) => Promise<Ended>;
  readonly path: (name: string) => string;
}

function createElsewhere(): Elsewhere {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-elsewhere-')));
  const environment = { PATH: '/usr/bin:/bin', HOME: home, TMPDIR: tmpdir() };
  return {
    home,
    environment,
    run: (words, input) =>
      startWfmap(words, { environment, ...(input === undefined ? {} : { input }) }, home).end,
    path: (name) => join(home, name),
  };
}

const test = base.extend<{ signer: Elsewhere; auditor: Elsewhere }>({
  // The first parameter of a fixture must be written as a pattern.
  // oxlint-disable-next-line eslint/no-empty-pattern
  signer: async ({}, use) => {
    const made = createElsewhere();
    await use(made);
    rmSync(made.home, { recursive: true, force: true });
  },
  // oxlint-disable-next-line eslint/no-empty-pattern
  auditor: async ({}, use) => {
    const made = createElsewhere();
    await use(made);
    rmSync(made.home, { recursive: true, force: true });
  },
});

/** A run that waits for an answer which the signer's key signs; its question is exported. */
async function startWaiting(project: Project, signer: Elsewhere): Promise<void> {
  project.put('ship.json', MAP);
  ok(await signer.run(['key', 'new', '--no-passphrase']), 0);
  const publicKey = signer.path('.config/wfmap/gate-key.pub');
  ok(await project.run(['run', 'ship.json', '--gate-key', publicKey]), 4);
  ok(await project.run(['answer', '--export', '-o', signer.path('question.json')]), 0);
}

function ok(ended: Ended, code: number): Ended {
  if (ended.code !== code) throw new Error(`${ended.code} instead of ${code}: ${ended.reported}`);
  return ended;
}

const sign = (signer: Elsewhere, ...words: readonly string[]) =>
  signer.run(['answer', '--sign', 'question.json', ...words]);

describe('an answer that is signed elsewhere', () => {
  test.concurrent(
    'goes there as a question, comes back, and is verified in a third place',
    async ({ project, signer, auditor, expect }) => {
      await startWaiting(project, signer);
      const shown = await sign(signer);
      expect([shown.code, shown.stdout]).toEqual([2, '']);
      expect(shown.stderr).toMatch(
        /ship\/slip-001 .*sha256 [0-9a-f]{64}.*Is it good\?\n\n- Approve: it is good\n- Reject\n/s,
      );
      const signed = ok(await sign(signer, 'approve', '--note', 'I looked'), 0);
      // From standard input, as a pipe from the other machine brings it.
      const { code, reported } = await project.start(['answer', '--import', '-'], { input: signed.stdout })
        .end;
      expect(code, reported).toBe(0);
      expect(project.has('shipped')).toBe(true);
      const [answered] = project.events(RUN).filter(({ type }) => type === 'human.answered');
      expect(answered?.data).toMatchObject({
        action: 'Approve',
        fields: { note: 'I looked' },
        via: 'answer',
        origin: 'signed',
        proof: { signature: JSON.parse(signed.stdout).signature, head: JSON.parse(signed.stdout).head },
      });
      cpSync(join(project.root, '.wfmap/runs', RUN), auditor.path('carried'), { recursive: true });
      cpSync(signer.path('.config/wfmap/gate-key.pub'), auditor.path('key.pub'));
      const verified = await auditor.run(['show', './carried', '--verify', 'key.pub']);
      expect([verified.code, verified.stdout]).toEqual([
        0,
        expect.stringMatching(
          /verified: 1 signed answer\n.*"Gate" was answered "Approve"\n {2}note = "I looked"\n.*covers records 1 to \d+\n\nWhat this does not prove:\n/s,
        ),
      ]);
      const json = await auditor.run(['show', './carried', '--verify', 'key.pub', '--json']);
      expect(JSON.parse(json.stdout)).toMatchObject({
        verified: true,
        faults: [],
        end: 'Done',
        gates: [{ action: 'Approve' }],
      });
      const forged = readFileSync(auditor.path('carried/journal.jsonl'), 'utf8').replace(
        'Is it good?',
        'Is it blue?',
      );
      writeFileSync(auditor.path('carried/journal.jsonl'), forged);
      expect(await auditor.run(['show', './carried', '--verify', 'key.pub'])).toMatchObject({ code: 1 });
    },
  );

  test.concurrent(
    'is refused with the reason where it is not that of the question',
    async ({ project, signer, expect }) => {
      await startWaiting(project, signer);
      ok(await project.run(['run', 'ship.json', '--gate-key', signer.path('.config/wfmap/gate-key.pub')]), 4);
      const signed = ok(await sign(signer, 'Reject', '--note=no'), 0).stdout;
      const genuine = JSON.parse(signed) as {
        answer: object;
        question: { choices: object[]; nonce: string };
      };
      const refused = async (name: string, answer: object): Promise<string> => {
        const { code, stderr } = await project.start(['answer', '--import', '-', name], {
          input: JSON.stringify(answer),
        }).end;
        return `${code} ${stderr}`;
      };
      const { question } = genuine;
      const cases: readonly (readonly [string, object, RegExp])[] = [
        ['ship/slip-002', genuine, /it is for the run/],
        [
          RUN,
          { ...genuine, answer: { ...genuine.answer, action: 'Approve' } },
          /its signature is not valid for this answer/,
        ],
        [RUN, { ...genuine, question: { ...question, nonce: '0' } }, /its question to "Gate" is not open/],
        [
          RUN,
          { ...genuine, question: { ...question, choices: question.choices.slice(1) } },
          /it is for other choices/,
        ],
        [RUN, { ...genuine, question: { ...question, textDigest: '' } }, /it is for another text/],
        [RUN, { ...genuine, head: '0' }, /it is signed for another history/],
        [RUN, { ...genuine, map: '0' }, /it is for another map/],
        [RUN, { ...genuine, key: '0' }, /it is signed with a key other than/],
        [RUN, { forged: true }, /is not a signed answer/],
      ];
      for (const [name, answer, reason] of cases) {
        const said = await refused(name, answer);
        expect(said).toMatch(/^2 /);
        expect(said).toMatch(reason);
      }
      expect(project.events(RUN).filter(({ type }) => type === 'human.answered')).toEqual([]);
      const { code } = await project.start(['answer', '--import', '-', RUN], { input: signed }).end;
      expect(code).toBe(1);
      const late = await refused(RUN, genuine);
      expect(late).toMatch(/^1 .*asks nothing any more/);
    },
  );

  test.concurrent(
    'is not written for a text that was changed, an action that is not offered, or by another key',
    async ({ project, signer, expect }) => {
      await startWaiting(project, signer);
      expect((await sign(signer, 'Approve')).stderr).toContain('"Gate" needs --note (Why).');
      expect((await sign(signer, 'Maybe', '--note=x')).stderr).toContain('offers no action "Maybe"');
      ok(await signer.run(['key', 'new', '--no-passphrase', '--out', 'other.pem']), 0);
      expect((await sign(signer, 'Approve', '--note=x', '--key', 'other.pem')).stderr).toContain(
        'is not the key of this run',
      );
      const question = readFileSync(signer.path('question.json'), 'utf8').replace(
        'Is it good?',
        'Is it blue?',
      );
      writeFileSync(signer.path('question.json'), question);
      const changed = await sign(signer, 'Approve', '--note=x');
      expect([changed.code, changed.stdout]).toEqual([2, '']);
      expect(changed.stderr).toContain('does not match its digest');
    },
  );

  test.concurrent(
    'has no place taken by one without a signature, which is set aside and recorded',
    async ({ project, signer, expect }) => {
      await startWaiting(project, signer);
      const [nonce] = project
        .events(RUN)
        .flatMap((each) => (each.type === 'human.asked' ? [each.data.nonce] : []));
      const start = project.events(RUN).findLast(({ type }) => type === 'task.started')?.seq;
      mkdirSync(join(project.root, '.wfmap/runs', RUN, 'answers'), { recursive: true });
      const forged = { nonce, action: 'Approve', fields: { note: 'x' }, sender: { pid: 1, start: null } };
      project.put(`.wfmap/runs/${RUN}/answers/${start}-${nonce}.json`, forged);
      const resumed = await project.run(['resume']);
      expect([resumed.code, project.has('shipped')]).toEqual([4, false]);
      project.put(`.wfmap/runs/${RUN}/answers/${start}-${nonce}.json`, {
        ...forged,
        proof: { signature: 'x', head: 'x', key: 'x' },
      });
      const signed = ok(await sign(signer, 'Approve', '--note=yes'), 0).stdout;
      const { code, reported } = await project.start(['answer', '--import', '-'], { input: signed }).end;
      expect(code, reported).toBe(0);
      expect(
        project.events(RUN).flatMap((each) => (each.type === 'human.refused' ? [each.data.reason] : [])),
      ).toEqual(['it is not signed', 'it is signed with a key other than that of the run']);
    },
  );
});

describe('signed tasks in blocks and in maps of the map', () => {
  test.concurrent('are asked, answered and verified where they are', async ({ project, signer, expect }) => {
    const gate = (prompt: string) => ({
      type: 'human',
      prompt,
      signed: true,
      actions: { Ok: { target: 'End' } },
    });
    const blockOf = (task: object) => ({
      startTaskDefinition: 'In',
      taskDefinitions: { In: task, End: { type: 'end' } },
    });
    project.put('sub.json', { description: 'A part', workslipFields: {}, ...blockOf(gate('And this?')) });
    const next = (target: string) => ({ actions: { Next: { target } } });
    project.put(
      'ship.json',
      mapOf({
        Each: {
          type: 'foreach',
          items: '[1, 2]',
          item: 'n',
          key: 'string(n)',
          body: blockOf(SHIP_IN),
          ...next('Both'),
        },
        Both: {
          type: 'parallel',
          branches: { a: blockOf(gate('This?')), b: blockOf(SHIP_IN) },
          ...next('Sub'),
        },
        Sub: { type: 'workflow', map: 'sub.json', with: {}, ...next('Done') },
      }),
    );
    ok(await signer.run(['key', 'new', '--no-passphrase']), 0);
    const publicKey = signer.path('.config/wfmap/gate-key.pub');
    ok(await project.run(['run', 'ship.json', '--gate-key', publicKey]), 4);
    for (const code of [4, 0]) {
      const asked = ok(await project.run(['answer', '--export']), 0).stdout;
      const signed = ok(await signer.run(['answer', '--sign', '-', 'Ok'], asked), 0).stdout;
      ok(await project.start(['answer', '--import', '-'], { input: signed }).end, code);
    }
    const { code, stdout } = await project.run(['show', '--verify', publicKey, '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { faults: [], gates: [{ place: 'Both/a/In' }, { place: 'Sub/map/In' }] },
    ]);
  });
});

describe('a key', () => {
  test.concurrent(
    'has a passphrase that is typed twice and not shown, and is never written over',
    async ({ project, signer, expect }) => {
      const { environment, home } = signer;
      const make = (...lines: readonly string[]) =>
        typeInTerminal(['key', 'new'], {
          root: home,
          environment: { ...environment, XDG_CONFIG_HOME: join(home, 'mine') },
          typed: [
            ['Passphrase of the new key: ', lines[0] ?? ''],
            ['Repeat the passphrase: ', lines[1] ?? ''],
          ],
        });
      expect((await make('correct horse', 'correct hose')).shown).toContain('The two passphrases differ');
      expect((await make('short', 'short')).shown).toContain('at least 8 characters');
      expect(existsSync(signer.path('mine'))).toBe(false);
      const made = await make('correct horse', 'correct horse');
      expect(made.code, made.shown).toBe(0);
      expect(made.shown).not.toContain('horse');
      const path = signer.path('mine/wfmap/gate-key.pem');
      expect(statSync(path).mode & 0o777).toBe(0o600);
      const pem = readFileSync(path, 'utf8');
      expect(pem).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/);
      const again = await make('correct horse', 'correct horse');
      expect([again.code, readFileSync(path, 'utf8')]).toEqual([2, pem]);
      // Here, a hurdle: the passphrase is typed for each answer.
      project.put('ship.json', MAP);
      ok(await project.run(['run', 'ship.json', '--gate-key', signer.path('mine/wfmap/gate-key.pub')]), 4);
      const unread = await project.run(['answer', 'Approve', '--note=x', '--key', path]);
      expect([unread.code, unread.stderr]).toEqual([
        2,
        expect.stringContaining('wfmap answer --export ship/slip-001'),
      ]);
      const answer = (passphrase: string) =>
        typeInTerminal(['answer', 'Approve', '--note=x', '--key', path], {
          root: project.root,
          environment: project.environment,
          typed: [[`Passphrase of ${path}: `, passphrase]],
        });
      expect(await answer('correct hose')).toMatchObject({
        code: 2,
        shown: expect.stringContaining('Check the passphrase'),
      });
      const answered = await answer('correct horse');
      expect(answered.code, answered.shown).toBe(0);
      expect(project.has('shipped')).toBe(true);
    },
  );

  test.concurrent('without a passphrase is made only where that is said', async ({ signer, expect }) => {
    const refused = await signer.run(['key', 'new']);
    expect([refused.code, existsSync(signer.path('.config'))]).toEqual([2, false]);
    expect((await signer.run(['key'])).code).toBe(2);
    expect((await signer.run(['key', 'new', '--no-passphrase'])).code).toBe(0);
  });
});

describe('a run of a map with a signed task', () => {
  test.concurrent(
    'starts nothing without a public key that lies outside of the project',
    async ({ project, signer, expect }) => {
      project.put('ship.json', MAP);
      ok(await signer.run(['key', 'new', '--no-passphrase', '--out', 'k.pem']), 0);
      const [pem, pub] = [signer.path('k.pem'), signer.path('k.pub')];
      cpSync(pub, join(project.root, 'k.pub'));
      symlinkSync(join(project.root, 'k.pub'), signer.path('link.pub'));
      const start = (...words: readonly string[]) => project.run(['run', 'ship.json', ...words]);
      expect(await start()).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/key new.*--gate-key=KEY\.pub/s),
      });
      for (const inside of ['k.pub', signer.path('link.pub')]) {
        expect(await start('--gate-key', inside)).toMatchObject({
          code: 2,
          stderr: expect.stringContaining('is in the project'),
        });
      }
      expect(await start('--gate-key', pem)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('is a private key'),
      });
      expect(await start('--gate-key', '/nowhere.pub')).toMatchObject({ code: 2 });
      expect(project.has('.wfmap/runs')).toBe(false);
      const environment = { WFMAP_GATE_KEY: pub };
      expect((await project.run(['run', 'ship.json'], { environment })).code).toBe(4);
      const [started] = project.events(RUN);
      expect(started).toMatchObject({
        data: { gate: { key: expect.stringMatching(/^[0-9a-f]{64}$/), pem: readFileSync(pub, 'utf8') } },
      });
    },
  );

  test.concurrent(
    'does not ask at its terminal, and pauses with the lines that answer',
    async ({ project, signer, expect }) => {
      project.put('ship.json', MAP);
      ok(await signer.run(['key', 'new', '--no-passphrase', '--out', 'k.pem']), 0);
      const { root, environment } = project;
      const { code, shown } = await typeInTerminal(['run', 'ship.json', '--gate-key', signer.path('k.pub')], {
        root,
        environment,
      });
      expect(code, shown).toBe(4);
      expect(shown).toContain('Answer with: wfmap answer --import answer.json ship/slip-001');
    },
  );

  test.concurrent(
    'needs no key in a simulation, which proves nothing',
    async ({ project, signer, expect }) => {
      project.put('ship.json', MAP);
      ok(await signer.run(['key', 'new', '--no-passphrase', '--out', 'k.pem']), 0);
      ok(await project.run(['run', 'ship.json', '--agent', 'scripted']), 0);
      const { code, stdout } = await project.run(['show', '--verify', signer.path('k.pub')]);
      expect([code, stdout]).toEqual([
        1,
        expect.stringContaining('It is a simulation, which proves nothing.'),
      ]);
    },
  );

  test.concurrent(
    'says that it proves nothing any more once it is moved by hand',
    async ({ project, signer, expect }) => {
      await startWaiting(project, signer);
      const moved = await project.run(['resume', '--from', 'Ship']);
      expect([moved.code, moved.stderr]).toEqual([0, expect.stringContaining('prove nothing')]);
      const verified = await project.run(['show', '--verify', signer.path('.config/wfmap/gate-key.pub')]);
      expect([verified.code, verified.stdout]).toEqual([
        1,
        expect.stringContaining('moved to "Ship" by --from'),
      ]);
    },
  );
});
