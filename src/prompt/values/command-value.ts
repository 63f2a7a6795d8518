import type { Value } from '../../model/value.ts';
import { shownValue } from './coerce.ts';

/** Units: UTF-16. */
const MAX_COMMAND = 2_000;

/** Says why a text is no command on one line: a sentence; undefined where it is one. It may be empty: no command. */
export function describeCommandFault(name: string, text: Value): string | undefined {
  if (typeof text !== 'string') return undefined;
  if (/\p{Cc}/u.test(text)) {
    return `The value ${shownValue(text)} of "${name}" is not a command on one line: it contains a line break or another control character.`;
  }
  if (text.length <= MAX_COMMAND) return undefined;
  return `The value of "${name}" is not a command of at most ${MAX_COMMAND} characters: put it into a script of the project, and name that.`;
}
