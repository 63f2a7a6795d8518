import { quoteName } from '../util/quote-name.ts';
import { effectiveNext } from './effective-next.ts';
import { readSignal, type Signal, type Strictness } from './read-signal.ts';
import { spellSignature } from './signature.ts';
import { neededContext, type SignalRole } from './words.ts';

/** What the SIGNAL BLOCK of an agent must say. */
export interface SignalAsked {
  readonly role: SignalRole;
  readonly results: readonly string[];
  /** Whom it can hand over to; empty for anybody. */
  readonly nexts: readonly string[];
  /** Shape: `goal:loop:step`; undefined for any. */
  readonly signature: string | undefined;
  readonly escalateBelow: number;
  readonly strictness: Strictness;
}

/** What an agent handed over. Shape: `next` is who is next, `named` whom the block names; they differ where it is not sure enough. */
export interface HandOver {
  readonly role: string;
  readonly result: string;
  readonly summary: string;
  readonly confidence: number | null;
  readonly next: string;
  readonly named: string;
  readonly context: string;
  readonly parts: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  readonly signature: string;
  readonly warnings: readonly string[];
}

/**
 * Reads what an agent hands over, and holds it against what was asked.
 *
 * In lenient reading, what does not lead astray is a warning. Errors: none; `fault` is a sentence that can be quoted to the agent.
 */
export function readHandOver(
  text: string,
  asked: SignalAsked,
): { readonly handOver: HandOver } | { readonly fault: string } {
  const read = readSignal(text, asked.strictness);
  if ('fault' in read) return read;
  const { signal } = read;
  const fault = faultOf(signal, asked);
  if (fault !== undefined) return { fault };
  const doubts = doubtsOf(signal, asked);
  const [first] = doubts;
  if (asked.strictness === 'strict' && first !== undefined) return { fault: first };
  return { handOver: toHandOver(signal, asked, doubts) };
}

function toHandOver(signal: Signal, asked: SignalAsked, doubts: readonly string[]): HandOver {
  const { role, result, summary, confidence = null, next, context, fields, signature } = signal;
  return {
    role,
    result,
    summary,
    confidence,
    next: effectiveNext(signal, asked.escalateBelow),
    named: next,
    context: context.text,
    parts: context.parts,
    fields,
    signature: asked.signature ?? (signature === undefined ? '' : spellSignature(signature)),
    warnings: [...signal.warnings, ...doubts],
  };
}

/** What would lead a run astray. */
function faultOf({ role, next }: Signal, asked: SignalAsked): string | undefined {
  if (role !== asked.role) return `The SIGNAL BLOCK is of the ${role}, and you are the ${asked.role}.`;
  if (asked.nexts.length === 0 || asked.nexts.includes(next)) return undefined;
  return `The Next ${quoteName(next)} is none of those that you can hand over to: ${asked.nexts.join(', ')}.`;
}

/** What a strict reader refuses, and a lenient one notes. */
function doubtsOf(signal: Signal, asked: SignalAsked): string[] {
  const { role, result, next, context, fields, signature } = signal;
  const doubts: string[] = [];
  if (!asked.results.includes(result)) {
    doubts.push(
      `The Result ${quoteName(result)} is none of those that you can report: ${asked.results.join(', ')}.`,
    );
  }
  const written = signature === undefined ? undefined : spellSignature(signature);
  if (asked.signature !== undefined && written !== undefined && written !== asked.signature) {
    doubts.push(`The Signature is ${written}, and must be ${asked.signature}.`);
  }
  const given = new Set(
    [...Object.keys(context.parts), ...Object.keys(fields)].map((name) => name.toLowerCase()),
  );
  const lacking = neededContext(role, result, next).filter((names) =>
    names.every((name) => !given.has(name.toLowerCase())),
  );
  if (lacking.length > 0) {
    const names = lacking.map(([name = '']) => `"${name}"`).join(', ');
    doubts.push(`The Context for the ${next} lacks ${names}.`);
  }
  return doubts;
}
