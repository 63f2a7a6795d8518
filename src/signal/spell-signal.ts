import type { HandOver, SignalAsked } from './answer-signal.ts';
import { neededContext } from './words.ts';

/** Spells a SIGNAL BLOCK, as strict reading takes it. Shape: `confidence` null is left out, as a person does. */
export function spellSignal(
  signal: Pick<
    HandOver,
    'role' | 'result' | 'summary' | 'confidence' | 'named' | 'context' | 'fields' | 'signature'
  >,
): string {
  const { role, result, summary, confidence, named, context, fields, signature } = signal;
  return [
    '### SIGNAL BLOCK',
    '',
    `- Agent: ${role}`,
    `- Result: ${result}`,
    `- ${result === 'INIT' ? 'Goal' : 'Loop'} Summary: ${oneLine(summary)}`,
    ...(confidence === null ? [] : [`- Confidence: ${confidence}`]),
    `- Next: ${named}`,
    `- Context:${asNested(context)}`,
    ...Object.entries(fields).map(([name, value]) => `- ${name}: ${oneLine(value)}`),
    '',
    `**Signature**: ${signature}`,
  ].join('\n');
}

function asNested(context: string): string {
  if (!context.includes('\n') && !context.startsWith('-')) return ` ${context === '' ? 'none' : context}`;
  return `\n${context
    .split('\n')
    .map((line) => (line === '' ? '' : `${ENDS_BLOCK.test(line) ? '    ' : '  '}${line}`))
    .join('\n')}`;
}

/** What would end the block, begin another or be no line of it, if it stood less than four columns from the edge. */
const ENDS_BLOCK = /^[ \t]*(?:#|-{3,}[ \t]*$|>|\*{0,2}SIGNAL BLOCK|(?:[-*][ \t]+)?\*{0,2}Signature)/i;

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Writes the part of a prompt that says how the block must be; lines end with LF, none at the end. */
export function signalSection({ role, results, nexts, signature }: SignalAsked): string {
  const one = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(' or ');
  const targets =
    nexts.length === 0 ? ['Human', 'Planner', 'Actor', 'Judge'].filter((each) => each !== role) : nexts;
  const needs = targets.flatMap((next) => {
    const result = results.find((each) => neededContext(role, each, next).length > 0);
    if (result === undefined) return [];
    const names = neededContext(role, result, next).map(([name = '']) => `\`${name}\``);
    const when = role === 'Judge' && next === 'Planner' ? ' after `INSUFFICIENT`' : '';
    return [`- for the ${next}${when}: ${names.join(', ')}`];
  });
  return [
    '## Signal block',
    'When the work above is done, end your final message with a block of exactly this form, outside of code fences. Nothing comes after it.',
    [
      '    ### SIGNAL BLOCK',
      '',
      `    - Agent: ${role}`,
      '    - Result: <result>',
      '    - Loop Summary: <one line: what happened in this step>',
      '    - Confidence: <whole number from 0 to 10>',
      '    - Next: <role>',
      '    - Context:',
      '      - **<name>**: <what the next role must know>',
      '',
      `    **Signature**: ${signature ?? '<goal>:<loop>:<step>'}`,
    ].join('\n'),
    [
      `- Result is ${one(results)}.`,
      `- Next is ${one(targets)}.`,
      '- Write one value in each line, without remarks behind it.',
    ].join('\n'),
    ...(needs.length === 0
      ? []
      : [`The Context names these parts, each as a bullet with the name in bold:\n\n${needs.join('\n')}`]),
  ].join('\n\n');
}
