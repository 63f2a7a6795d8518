import type { AskedCall, CallAnswer } from '../../agent/human/call-judge.ts';
import { placeOfTask } from '../../model/place.ts';
import { isObjectValue, type Value } from '../../model/value.ts';
import { toOneLine } from '../io/format.ts';
import { exactLines, textLines } from './question-lines.ts';

/** How a person judges a call. Shape: `take` gives undefined where the person or the run has ended it. */
export interface Judging {
  readonly width: number;
  readonly bold: (line: string) => string;
  readonly show: (lines: readonly string[]) => Promise<void>;
  readonly say: (lines: readonly string[]) => void;
  readonly choose: (choices: readonly Choice[], tries: number) => Promise<string | undefined>;
  readonly ask: (prompt: string) => Promise<string | undefined>;
}

export interface Choice {
  readonly name: string;
  readonly note: string | null;
}

const ONCE = 'allow once';
const TASK = 'allow for this task';
const REFUSE = 'refuse';
const REASON = 'refuse with a reason';

/** Lines that name no choice, before it counts as a refusal. */
const MAX_TRIES = 3;

/** Puts a tool call to a person; undefined where there is no answer, which is a refusal. */
export async function judgeCall(judging: Judging, call: AskedCall): Promise<CallAnswer | undefined> {
  const { width, bold, show, say, choose, ask } = judging;
  const place = toOneLine(placeOfTask({ ...call.address, task: call.task }));
  const head = `Task "${place}" wants to use ${toOneLine(call.tool)}, which no rule of it allows:`;
  say(['', ...textLines(head, width).map(bold), '']);
  await show([...inputLines(call.input, width), '', ...textLines(`Folder: ${call.folder}`, width)]);
  const chosen = await choose(choicesFor(call), MAX_TRIES);
  if (chosen === ONCE) return { allow: 'once' };
  if (chosen === TASK) return { allow: 'task' };
  if (chosen === REFUSE) return { allow: 'never', reason: '' };
  if (chosen !== REASON) return undefined;
  return { allow: 'never', reason: ((await ask('Reason, for the agent: ')) ?? '').trim() };
}

function choicesFor({ rule }: AskedCall): readonly Choice[] {
  return [
    { name: ONCE, note: null },
    ...(rule === null ? [] : [{ name: TASK, note: `${rule}, until the task ends` }]),
    { name: REFUSE, note: null },
    { name: REASON, note: 'the agent reads it' },
  ];
}

/** Nothing that an agent writes begins a line as we do. */
const MARK = '  | ';

/** The input of a call to the letter, member by member. */
function inputLines(input: Value, width: number): readonly string[] {
  const members = isObjectValue(input) ? Object.entries(input) : [['input', input] as const];
  return members.flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    const lines = exactLines(text, width - MARK.length);
    return [`  ${toOneLine(name)}:`, ...lines.map((line) => MARK + line)];
  });
}
