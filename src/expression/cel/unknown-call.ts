import { closest } from '../../util/closest.ts';
import { builtInNames } from '../functions/functions.ts';
import { type CelFunction, FUNCTIONS, MACROS, METHODS } from './cel-functions.ts';
import { isPath, type Node, type Place } from './node.ts';
import type { Fault } from './read-tokens.ts';
import { ADVICE_ELSEWHERE, CALLS_ELSEWHERE } from './words.ts';

/** A call of a name that nothing has. Shape: `word` is where the name stands; a method has a receiver. */
export interface UnknownCall extends Place {
  readonly name: string;
  readonly word: Place;
  readonly receiver?: Node;
  readonly args: readonly Node[];
}

const METHOD_NAMES: readonly string[] = [...MACROS.keys(), ...METHODS.keys()];

/** What is wrong with a call of a name that nothing has, and what was meant where one call stands for it. */
export function unknownCall(call: UnknownCall, text: string): Fault {
  const { name, word, receiver, start, end } = call;
  const functions = ['has', ...FUNCTIONS.keys(), ...builtInNames()];
  const [own, others] = receiver ? [METHOD_NAMES, functions] : [functions, METHOD_NAMES];
  const known = CALLS_ELSEWHERE.get(name) ?? name;
  const isOther = !own.includes(known) && others.includes(known);
  const near = isOther || own.includes(known) ? known : closest(name, own);
  const fault = (instead: string, meant?: Fault['meant']): Fault => ({
    start,
    end,
    problem: `there is no ${receiver ? 'method' : 'function'} ${name}(); ${instead}`,
    ...(meant ? { meant } : {}),
  });
  if (isOther) return fault(turnedWords(known, call), turned(known, call, text));
  const advice = receiver && ADVICE_ELSEWHERE.get(name);
  if (advice !== undefined) return fault(advice);
  if (near === undefined) return fault(`there are ${own.join(', ')}`);
  return fault(`there is ${near}()`, { ...word, newText: near });
}

function turnedWords(known: string, { name, receiver }: UnknownCall): string {
  const kind = receiver ? 'function' : 'method';
  const example = receiver ? `${known}(value)` : `value.${known}(…)`;
  return `${known === name ? 'it is' : 'there is'} a ${kind}, as in ${example}`;
}

/** A method that was written as a function of its only argument, or the other way round. */
function turned(known: string, { receiver, args, start, end }: UnknownCall, text: string): Fault['meant'] {
  const all = receiver ? [receiver, ...args] : args;
  const [of] = all;
  if (!of || all.length > 1 || !takesOne(receiver ? FUNCTIONS : METHODS, known)) return undefined;
  const written = text.slice(of.start, of.end);
  if (receiver) return { start, end, newText: `${known}(${written})` };
  return isPath(of) ? { start, end, newText: `${written}.${known}()` } : undefined;
}

function takesOne(functions: ReadonlyMap<string, CelFunction>, name: string): boolean {
  const { parameters = [], optional = 0 } = functions.get(name) ?? {};
  return parameters.length - optional === 1;
}
