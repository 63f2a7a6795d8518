import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadStoredProgram } from '../../src/cli/io/load-program.ts';
import { verifyRun, type Verdict } from '../../src/cli/signed/verify-run.ts';
import { createGateKeys, readGateKey, readSigningKey } from '../../src/gate/gate-key.ts';
import { signStatement } from '../../src/gate/statement.ts';
import { nodeFileSystem } from '../../src/journal/node-file-system.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import { recordText, type BatchPlace } from '../../src/journal/record.ts';
import type { RunDirectory } from '../../src/journal/run-directory.ts';
import type { RunEvent, RunEventOf, RunEventType } from '../../src/model/run-event.ts';
import { statementOf } from '../../src/run/people/proof-fault.ts';
import { foldAll } from '../../src/run/start/resume-run.ts';

const human = (text: object, actions: object) => ({ type: 'human', signed: true, ...text, actions });

/** Two signed tasks, with work before, between and after them; the first says more than a line takes. */
export const SHIPPING = {
  description: 'Ships what was approved',
  startTaskDefinition: 'Work',
  taskDefinitions: {
    Work: {
      type: 'shell',
      command: ['sh', '-c', 'head -c 70000 /dev/zero | tr "\\0" x'],
      as: 'work',
      actions: { Done: { target: 'Gate' } },
    },
    Gate: {
      ...human(
        { promptTemplatePath: 'prompts/gate.md', timeout: '1h', onError: 'Ship' },
        { Approve: { target: 'Ship', choose: 'it is good' }, Reject: { target: 'No', choose: 'it is bad' } },
      ),
      fields: { note: { type: 'string', description: 'Why', required: true } },
    },
    Ship: { type: 'shell', command: ['true'], actions: { Done: { target: 'Second' } } },
    Second: human({ prompt: 'And now?' }, { Go: { target: 'Z' }, Stop: { target: 'No' } }),
    Z: { type: 'end' },
    No: { type: 'end', failed: true },
  },
};

/** Folders of genuine runs of one map: approved and done, rejected, approved and waiting for the second answer. */
export interface GenuineRuns {
  readonly done: string;
  readonly rejected: string;
  readonly waiting: string;
}

/** A record as an attacker has it: to be changed in any way. */
export interface Line {
  event: RunEvent;
  place: BatchPlace;
}

/** A copy of a run's folder in the hands of an attacker. */
export class Forgery {
  readonly folder: string;
  lines: Line[];

  constructor(run: string) {
    this.folder = join(mkdtempSync(join(tmpdir(), 'wfmap-forged-')), 'slip-001');
    cpSync(run, this.folder, { recursive: true });
    this.lines = linesIn(this.folder);
  }

  /** The n-th record of a type, counted from 0. */
  find<T extends RunEventType>(type: T, n = 0): RunEventOf<T> {
    const found = this.lines.map(({ event }) => event).filter((event) => event.type === type)[n];
    if (found === undefined) throw new Error(`no ${type}`);
    return found as unknown as RunEventOf<T>;
  }

  /** Changes what a record says. */
  change(type: RunEventType, n: number, data: Partial<Record<string, unknown>>): void {
    Object.assign(this.find(type, n).data, data);
  }

  at(event: { readonly seq: number }): number {
    return this.lines.findIndex((each) => each.event.seq === event.seq);
  }

  /** Numbers the records anew, as a journal has them; each batch stays one. */
  renumber(): void {
    let first = 1;
    this.lines = this.lines.map(({ event, place }, index) => {
      const seq = index + 1;
      const batch = { ...place, batch: first };
      if (!place.more) first = seq + 1;
      return { event: { ...event, seq, id: `${event.id.split(':')[0]}:${seq}` }, place: batch };
    });
  }

  /** Writes the journal with checksums that hold. */
  write(): void {
    writeFileSync(this.journal, this.lines.map(({ event, place }) => recordText(event, place)).join(''));
  }

  get journal(): string {
    return join(this.folder, 'journal.jsonl');
  }

  get directory(): RunDirectory {
    return { folder: this.folder, path: `${this.folder}/`, name: 'ship/slip-001' };
  }

  /** Signs every answer anew by another key, for the journal as it is then. */
  signAnew(privatePem: string, key: string): void {
    const signing = readSigningKey(privatePem, 'forged', undefined);
    for (const [index, { event }] of this.lines.entries()) {
      if (event.type !== 'human.answered') continue;
      this.write();
      const { program } = loadStoredProgram(nodeFileSystem, this.directory, this.find('run.started').data);
      const past = readJournal(nodeFileSystem, this.journal).events.slice(0, index);
      const state = foldAll(past, program);
      const [open] = [...state.open.values()];
      if (open === undefined) throw new Error('nothing is open');
      const { action, fields } = event.data;
      const statement = statementOf({ fs: nodeFileSystem, runFolder: this.folder, state }, open, {
        action,
        fields,
      });
      if (statement === undefined) throw new Error('the question is not on disk');
      const proof = { signature: signStatement(statement, signing), head: statement.head, key };
      Object.assign(event.data, { proof });
    }
  }

  verify(publicPath: string): Verdict {
    return verifyRun(nodeFileSystem, this.directory, readGateKey(readFileSync(publicPath, 'utf8'), 'key'));
  }
}

/** The keys of the attacker. */
export const FORGED = createGateKeys(undefined);

function linesIn(folder: string): Line[] {
  const text = readFileSync(join(folder, 'journal.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { crc: _, batch, more, apart, totals, ...event } = JSON.parse(line);
      return { event, place: { batch: batch ?? event.seq, more: more === true, apart, totals } };
    });
}
