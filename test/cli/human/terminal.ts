import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Field } from '../../../src/model/field.ts';
import type { Question } from '../../../src/agent/human/asker.ts';

/** A terminal of the tests: what is typed goes in, what is shown comes out. */
export interface TestTerminal {
  readonly input: PassThrough & { setRawMode: (isRaw: boolean) => unknown };
  readonly output: Writable & { columns: number; rows: number };
  /** All that was written, without what moves the cursor. */
  readonly shown: () => string;
  /** Types once a text is on the screen, after what was typed before. */
  readonly type: (after: string, keys: string) => Promise<void>;
  readonly until: (text: string) => Promise<void>;
  /** Each change of the mode. */
  readonly modes: boolean[];
}

export function createTestTerminal({ columns = 80, rows = 24 } = {}): TestTerminal {
  let written = '';
  let seen = 0;
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => modes.push(isRaw) });
  const output = Object.assign(
    new Writable({
      decodeStrings: false,
      write: (chunk: string | Buffer, _encoding, done) => {
        written += chunk.toString();
        done();
      },
    }),
    { columns, rows, isTTY: true },
  );
  // oxlint-disable-next-line eslint/no-control-regex
  const shown = (): string => written.replaceAll(/\u001B\[[\d;?]*[A-Za-z]/g, '').replaceAll('\r', '');
  const until = async (text: string): Promise<void> => {
    const deadline = performance.now() + 20_000;
    while (!shown().slice(seen).includes(text)) {
      if (performance.now() > deadline) throw new Error(`"${text}" was never shown after:\n${shown()}`);
      await turn();
    }
    seen += shown().slice(seen).indexOf(text) + text.length;
  };
  return {
    input,
    output,
    shown,
    until,
    modes,
    type: async (after, keys) => {
      await until(after);
      input.write(keys);
    },
  };
}

export function question(changes: Partial<Question> = {}): Question {
  return {
    start: 7,
    address: { block: [], task: 'Approve', visit: 1 },
    task: 'Approve',
    text: 'Is this plan good?',
    choices: [
      { name: 'Yes', choose: 'the plan can be followed' },
      { name: 'No', choose: null },
    ],
    fields: [],
    deadline: null,
    ...changes,
  };
}

export function field(name: string, changes: Partial<Field> = {}): Field {
  return {
    name,
    type: 'string',
    description: `About ${name}`,
    required: true,
    default: undefined,
    enum: undefined,
    schema: undefined,
    ...changes,
  };
}
