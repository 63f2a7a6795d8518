import { isObjectValue, type Value } from '../../model/value.ts';
import { findSignals } from '../../signal/find-signals.ts';
import { parseSignature } from '../../signal/signature.ts';
import { spellSignal } from '../../signal/spell-signal.ts';
import { SIGNAL_RESULTS, SIGNAL_ROLES } from '../../signal/words.ts';
import { cleanText } from '../../util/clean-text.ts';

/** One block of a cycle as its file has it. Shape: `loop` is a number or `FINAL`. */
export interface CycleEntry {
  readonly loop: string;
  readonly text: string;
}

/** What stands above the blocks. */
export interface CycleHead {
  readonly cycle: string;
  readonly goal: string;
  readonly state: string;
  readonly contextDocs: readonly string[];
}

/** Units: UTF-16. Of a longer message this much is shown; the log of the task has all of it. */
const MAX_MESSAGE = 64 * 1024;

/**
 * The entry of a value that is a block: what a task found out that is answered by one, or what a map sets.
 *
 * What an agent said before its block is quoted, so that nothing in it is taken for a block or a heading of the file.
 * Shape: undefined for any other value.
 */
export function toEntry(value: Value): CycleEntry | undefined {
  const read = blockIn(value);
  if (read === undefined) return undefined;
  const { block, next, message } = read;
  const { role, named, confidence, signature } = block;
  const loop = parseSignature(signature)?.loop;
  const effective =
    named === next ? [] : [`Effective next: ${next}, as the confidence is ${confidence ?? 'not given'}.`];
  return {
    loop: loop === undefined ? 'FINAL' : String(loop),
    text: [`### ${role} Output`, ...quoted(message), spellSignal(block), ...effective, '---'].join('\n\n'),
  };
}

interface ReadBlock {
  readonly block: Parameters<typeof spellSignal>[0];
  readonly next: string;
  /** What was said before the block. */
  readonly message: string;
}

function blockIn(value: Value): ReadBlock | undefined {
  if (!isObjectValue(value)) return undefined;
  const text = (name: string): string => textOf(value[name]);
  const [role, result, next, signature] = [text('role'), text('result'), text('next'), text('signature')];
  const isOfRoles = ROLES.has(role) && ROLES.has(next);
  if (!isOfRoles || !RESULTS.has(result) || parseSignature(signature) === undefined) return undefined;
  const { confidence = null } = value;
  return {
    block: {
      role,
      result,
      signature,
      named: ROLES.has(text('named')) ? text('named') : next,
      summary: text('summary'),
      confidence: typeof confidence === 'number' ? confidence : null,
      context: text('context'),
      fields: textsIn(value['fields']),
    },
    next,
    message: messageOf(text('text')),
  };
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? cleanText(value) : '';
}

function textsIn(fields: Value | undefined): Record<string, string> {
  if (!isObjectValue(fields)) return {};
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, textOf(value)]));
}

const ROLES: ReadonlySet<string> = new Set(SIGNAL_ROLES);
const RESULTS: ReadonlySet<string> = new Set(SIGNAL_RESULTS);

/** What stands before the last block of a message, without the line that begins it. */
function messageOf(text: string): string {
  let last: number | undefined;
  for (const { lines } of findSignals(text)) last = lines[0]?.at;
  const before = text.slice(0, last ?? 0);
  return before
    .slice(0, Math.max(0, before.lastIndexOf('SIGNAL BLOCK')))
    .replace(/(?:^|[\r\n])[^\r\n]*$/, '');
}

function quoted(message: string): string[] {
  const text = message.trim();
  if (text === '') return [];
  const shown = text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}\n…` : text;
  return [
    shown
      .split('\n')
      .map((line) => `> ${line}`.trimEnd())
      .join('\n'),
  ];
}

/** The whole text of a cycle file. The entries of a longer history begin with those of a shorter one, to the byte. */
export function cycleText(head: CycleHead, entries: readonly CycleEntry[]): string {
  const parts = [headText(head)];
  let loop: string | undefined;
  for (const entry of entries) {
    if (entry.loop !== loop) parts.push(`## Iteration ${entry.loop}`);
    ({ loop } = entry);
    parts.push(entry.text);
  }
  return `${parts.join('\n\n')}\n`;
}

/** The file between two cycles. */
export function emptyCycleText(): string {
  return `${headText({ cycle: '', goal: '', state: '', contextDocs: [] })}\n`;
}

function headText({ cycle, goal, state, contextDocs }: CycleHead): string {
  const docs = contextDocs.map((path) => `- ${cleanText(path).replaceAll(/\s+/g, ' ')}`);
  return [
    `# Cycle: ${cycle}`.trim(),
    '## Goal',
    ...asText(goal),
    '## Current State',
    ...asText(state),
    '## Context Docs',
    ...(docs.length === 0 ? [] : [docs.join('\n')]),
    '---',
  ].join('\n\n');
}

/** A text of a person in which no line is a heading, rule, fence or block of the file. */
function asText(text: string): string[] {
  const lines = cleanText(text).trim().split('\n');
  const shown = lines.map((line) => (STRUCTURE.test(line) ? `> ${line.trim()}` : line));
  return text.trim() === '' ? [] : [shown.join('\n')];
}

const STRUCTURE =
  /^\s*(?:#|-{3,}\s*$|(?:[-+*]\s+|\d+[.)]\s+)*(?:`{3}|~{3})|\*{0,2}SIGNAL BLOCK|\*{0,2}Signature)/i;
