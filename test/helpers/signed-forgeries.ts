import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../src/journal/source-store.ts';
import { Forgery, FORGED, SHIPPING, type GenuineRuns } from './forgery.ts';

/** A forgery of a run that was approved and done. */
type Attack = (forged: Forgery, runs: GenuineRuns) => void;

const insteadOf = (forged: Forgery, type: 'human.answered', more: object): void =>
  forged.change(type, 0, { proof: undefined, ...more });

/** Takes the records of the first gate from its answer on, and puts others there. */
function fromTheAnswerOn(forged: Forgery, ...events: readonly object[]): void {
  const answered = forged.find('human.answered');
  const before = forged.lines.slice(0, forged.at(answered));
  const made = events.map((more, index) => ({
    event: { ...structuredClone(answered), causedBy: 1, ...more } as typeof answered,
    place: { batch: 1, more: index < events.length - 1 },
  }));
  forged.lines = [...before, ...made];
  forged.renumber();
}

const replaceSource = (forged: Forgery, digest: string, text: string): void =>
  writeFileSync(join(forged.folder, 'sources', digest), text);

export const FORGERIES: readonly (readonly [string, Attack])[] = [
  // The answer.
  ['another action in the answer', (f) => f.change('human.answered', 0, { action: 'Reject' })],
  [
    'another action all through',
    (f) => {
      const chosen = f.find('action.chosen', 1);
      const finished = f.find('task.finished', 1);
      fromTheAnswerOn(
        f,
        { data: { ...f.find('human.answered').data, action: 'Reject' } },
        { ...chosen, data: { ...chosen.data, action: 'Reject' } },
        {
          ...finished,
          data: {
            ...finished.data,
            action: 'Reject',
            result: { action: 'Reject', fields: { note: 'I looked' } },
          },
        },
      );
    },
  ],
  [
    'another field',
    (f) => {
      f.change('human.answered', 0, { fields: { note: 'forged' } });
      f.change('task.finished', 1, { result: { action: 'Approve', fields: { note: 'forged' } } });
    },
  ],
  ['a field more', (f) => f.change('human.answered', 0, { fields: { note: 'I looked', more: true } })],
  [
    'a task that did another thing than was answered',
    (f) => f.change('task.finished', 1, { action: 'Reject' }),
  ],
  [
    'a task that found out another thing than was answered',
    (f) => f.change('task.finished', 1, { result: { action: 'Approve', fields: { note: 'other' } } }),
  ],
  ['no signature', (f) => insteadOf(f, 'human.answered', {})],
  [
    'an answer that was seen at the terminal',
    (f) => insteadOf(f, 'human.answered', { via: 'terminal', origin: 'seen', sender: null }),
  ],
  ...[null, 1, 'x', {}, { signature: 1, head: 2, key: 3 }].map((proof): [string, Attack] => [
    `the proof ${JSON.stringify(proof)}`,
    (f) => f.change('human.answered', 0, { proof }),
  ]),
  [
    'another spelling of the signature',
    (f) => {
      const { proof } = f.find('human.answered').data;
      f.change('human.answered', 0, { proof: { ...proof, signature: `${proof?.signature}\n` } });
    },
  ],
  // The question.
  ['another text of the question', (f) => f.change('human.asked', 0, { text: 'Is the sky blue?' })],
  [
    'other words of the choices',
    (f) =>
      f.change('human.asked', 0, {
        choices: [
          { name: 'Approve', choose: 'it is bad' },
          { name: 'Reject', choose: 'it is good' },
        ],
      }),
  ],
  [
    'a choice less',
    (f) => f.change('human.asked', 0, { choices: [{ name: 'Approve', choose: 'it is good' }] }),
  ],
  ['another nonce', (f) => f.change('human.asked', 0, { nonce: '0'.repeat(32) })],
  [
    'a question that needs no signature',
    (f) => {
      f.change('human.asked', 0, { signed: undefined });
      insteadOf(f, 'human.answered', { origin: 'seen' });
    },
  ],
  // Signatures of something else.
  [
    'the signature of another run',
    (f, runs) =>
      f.change('human.answered', 0, { proof: new Forgery(runs.waiting).find('human.answered').data.proof }),
  ],
  [
    'the signature of another question',
    (f) => f.change('human.answered', 0, { proof: f.find('human.answered', 1).data.proof }),
  ],
  [
    'the signature of a rejection',
    (f, runs) =>
      f.change('human.answered', 0, { proof: new Forgery(runs.rejected).find('human.answered').data.proof }),
  ],
  // Keys.
  [
    'a signature by a key of the attacker, under the name of the real one',
    (f) => {
      f.signAnew(FORGED.privatePem, f.find('run.started').data.gate?.key ?? '');
    },
  ],
  [
    'a run with the key of the attacker',
    (f) => {
      f.change('run.started', 0, { gate: { key: FORGED.gateKey.digest, pem: FORGED.gateKey.pem } });
      f.signAnew(FORGED.privatePem, FORGED.gateKey.digest);
    },
  ],
  [
    'a run that names the real key and holds that of the attacker',
    (f) => {
      const { key = '' } = f.find('run.started').data.gate ?? {};
      f.change('run.started', 0, { gate: { key, pem: FORGED.gateKey.pem } });
      f.signAnew(FORGED.privatePem, key);
    },
  ],
  ['a run without a key', (f) => f.change('run.started', 0, { gate: undefined })],
  // History.
  ['another id of the run', (f) => f.change('run.started', 0, { run: 'another' })],
  ['other inputs of the run', (f) => f.change('run.started', 0, { fields: { forged: true } })],
  ['another exit code before the gate', (f) => f.change('shell.finished', 0, { exitCode: 1 })],
  [
    'another time before the gate',
    (f) => {
      const started = f.find('task.started');
      f.lines[f.at(started)] = {
        event: { ...started, at: '2020-01-01T00:00:00.000Z' },
        place: f.lines[f.at(started)]?.place ?? { batch: 1, more: false },
      };
    },
  ],
  [
    'a record less before the gate',
    (f) => {
      f.lines.splice(f.at(f.find('prompt.rendered')), 1);
      f.renumber();
    },
  ],
  [
    'a record more before the gate',
    (f) => {
      const rendered = f.find('prompt.rendered');
      f.lines.splice(f.at(rendered), 0, {
        event: structuredClone(rendered),
        place: { batch: 1, more: true },
      });
      f.renumber();
    },
  ],
  [
    'batches before the gate made one',
    (f) => {
      const [first] = f.lines.filter(({ place }) => !place.more);
      if (first !== undefined) first.place = { ...first.place, more: true };
      f.renumber();
    },
  ],
  [
    'the same history in another order of members',
    (f) => {
      const { data } = f.find('shell.finished');
      const turned = Object.fromEntries(Object.entries(data).toReversed());
      Object.assign(f.find('shell.finished'), { data: turned });
    },
  ],
  [
    'a value beside the journal that is another',
    (f) => {
      const [value = ''] = readdirSync(join(f.folder, 'values'));
      writeFileSync(join(f.folder, 'values', value), '{"exitCode":0,"stdout":"forged"}');
    },
  ],
  [
    'a value beside the journal that is gone',
    (f) => {
      rmSync(join(f.folder, 'values'), { recursive: true });
    },
  ],
  // The map.
  [
    'a map without the gate, under its own digest',
    (f) => {
      const { Work, Ship, Second, Z, No } = SHIPPING.taskDefinitions;
      const open = { ...Work, actions: { Done: { target: 'Ship' } } };
      const text = JSON.stringify({ ...SHIPPING, taskDefinitions: { Work: open, Ship, Second, Z, No } });
      const digest = digestOf(text);
      replaceSource(f, digest, text);
      f.change('run.started', 0, { map: { path: 'ship.json', digest } });
      const gate = f.at(f.find('task.started', 1));
      const ship = f.at(f.find('task.started', 2));
      f.lines.splice(gate, ship - gate);
      f.renumber();
    },
  ],
  [
    'a map whose gates need no signature',
    (f) => {
      const text = JSON.stringify(SHIPPING).replaceAll('"signed":true,', '');
      replaceSource(f, digestOf(text), text);
      f.change('run.started', 0, { map: { path: 'ship.json', digest: digestOf(text) } });
    },
  ],
  [
    'a map that is another than its digest',
    (f) => {
      replaceSource(
        f,
        f.find('run.started').data.map.digest,
        JSON.stringify({ ...SHIPPING, description: 'x' }),
      );
    },
  ],
  [
    'a template that is another than its digest',
    (f) => {
      const [template] = Object.values(f.find('run.started').data.templates);
      replaceSource(f, template?.digest ?? '', 'Is the sky blue?\n');
    },
  ],
  ['a source that is gone', (f) => rmSync(join(f.folder, 'sources', f.find('run.started').data.map.digest))],
  // Ways around the gate.
  [
    'a task that was never asked',
    (f) => {
      const asked = f.at(f.find('human.asked'));
      const answered = f.at(f.find('human.answered'));
      f.lines.splice(asked, answered - asked + 1);
      f.renumber();
    },
  ],
  [
    'a task that was asked and never answered',
    (f) => {
      f.lines.splice(f.at(f.find('human.answered')), 1);
      f.renumber();
    },
  ],
  [
    'a gate that is cut out, with all that came of it',
    (f) => {
      const gate = f.at(f.find('task.started', 1));
      const ship = f.at(f.find('task.started', 2));
      f.lines.splice(gate, ship - gate);
      f.renumber();
    },
  ],
  [
    'a deadline that was over',
    (f) =>
      fromTheAnswerOn(
        f,
        {
          type: 'task.failed',
          data: {
            task: 'Gate',
            reason: 'late',
            fault: 'deadline',
            target: 'Ship',
            result: null,
            action: null,
          },
        },
        {
          type: 'task.started',
          address: { block: [], task: 'Ship', visit: 1 },
          data: { task: 'Ship', execution: 3, resumes: null, args: {} },
        },
      ),
  ],
  [
    'a failure that the map goes on from',
    (f) =>
      fromTheAnswerOn(f, {
        type: 'task.failed',
        data: { task: 'Gate', reason: 'broken', fault: 'prompt', target: 'Ship', result: null, action: null },
      }),
  ],
  [
    'a run that was moved past the gate',
    (f) => {
      const limits = f.find('run.started').data.limits;
      fromTheAnswerOn(f, {
        type: 'run.resumed',
        address: { block: [] },
        data: { wfmap: '0', args: {}, from: 'Ship', limits, sources: null },
      });
    },
  ],
  [
    'a run that was moved after its last signature',
    (f) => {
      const limits = f.find('run.started').data.limits;
      const last = f.lines.at(-1);
      if (last === undefined) throw new Error('empty');
      const data = { wfmap: '0', args: {}, from: 'Ship', limits, sources: null };
      const event = { ...last.event, type: 'run.resumed', data } as unknown as typeof last.event;
      f.lines.push({ event, place: { batch: 1, more: false } });
      f.renumber();
    },
  ],
  [
    'a map that was changed on the way',
    (f) => {
      const { limits, map, templates } = f.find('run.started').data;
      f.change('run.resumed', 0, { limits, sources: { map, templates } });
    },
  ],
  [
    'a second answer after the signed one',
    (f) => {
      const at = f.at(f.find('human.answered'));
      const [asked, answered] = [f.find('human.asked'), f.find('human.answered')];
      const again = structuredClone(answered);
      Object.assign(again.data, { action: 'Reject', proof: undefined });
      f.lines.splice(
        at + 1,
        0,
        { event: structuredClone(asked), place: { batch: 1, more: true } },
        { event: again, place: { batch: 1, more: true } },
      );
      f.renumber();
    },
  ],
  [
    'a second start of the run',
    (f) => {
      f.lines.push({ event: structuredClone(f.find('run.started')), place: { batch: 1, more: false } });
      f.renumber();
    },
  ],
  ['a simulation', (f) => f.change('run.started', 0, { agent: 'scripted' })],
  [
    'an end of the run where the map has none',
    (f) => {
      f.lines = f.lines.slice(0, f.at(f.find('task.started', 3)));
      const last = f.lines.at(-1);
      const data = { task: 'Z', outcome: 'Z', result: null, failed: false };
      const event = { ...last?.event, type: 'run.finished', address: { block: [] }, data };
      f.lines.push({ event: event as Forgery['lines'][number]['event'], place: { batch: 1, more: false } });
      f.renumber();
    },
  ],
  ['an execution that goes on with another than its own', (f) => f.change('task.started', 2, { resumes: 2 })],
  ...['map', 'templates', 'gate', 'fields', 'limits'].map((member): [string, Attack] => [
    `a start whose ${member} is null`,
    (f) => f.change('run.started', 0, { [member]: null }),
  ]),
  // What is missing.
  [
    'a journal that ends before its first answer',
    (f) => {
      f.lines = f.lines.slice(0, f.at(f.find('human.answered')));
    },
  ],
  [
    'a journal of which only the start is left',
    (f) => {
      f.lines = f.lines.slice(0, 1);
    },
  ],
];
