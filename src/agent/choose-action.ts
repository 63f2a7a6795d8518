import { trimSpace } from '../util/ascii.ts';
import { matchAction } from './match-action.ts';
import { namedOn } from './named-on.ts';
import { quoteName } from '../util/quote-name.ts';
import { openLines } from '../util/open-lines.ts';

/** What a final message chose. `fault` is a sentence that can be quoted to the agent. */
export type Choice = { readonly action: string } | { readonly fault: string };

/**
 * Reads the action from the final message of an agent that answers by a line `ACTION: name`.
 *
 * Takes time linear in the text, whatever it holds. An action alone in its menu must be named as any other.
 * Errors: none; a message without a clear answer is a `fault`.
 */
export function chooseAction(text: string, actions: readonly string[]): Choice {
  if (trimSpace(text) === '') return { fault: 'The final message is empty.' };
  const runs = candidateRuns(text, actions);
  if (runs === undefined) return { fault: 'The final message has too many lines that name an action.' };
  const answers = runs.filter((run) => !isMenu(run, actions)).flat();
  const last = answers.at(-1);
  if (last === undefined) {
    if (runs.length > 0) return { fault: 'The final message repeats the list of actions and chooses none.' };
    return {
      fault: 'The final message has no line "ACTION: <name>" outside of code fences and block quotes.',
    };
  }
  if (last.action === undefined) {
    return { fault: `The final message names ${quoteName(last.name)}, which is not one of the actions.` };
  }
  const other = answers.find((answer) => answer.action !== undefined && answer.action !== last.action);
  if (other === undefined) return { action: last.action };
  const names = `${quoteName(other.action ?? '')} and ${quoteName(last.action)}`;
  return { fault: `The final message names two different actions, ${names}.` };
}

/** One line that names an action. Shape: `action` is undefined when none of the menu is meant. */
interface Candidate {
  readonly name: string;
  readonly action: string | undefined;
}

/** More lines than that are no answer, and would only cost memory. */
const MAX_CANDIDATES = 1_000;

/** The candidates of a text, those of neighbouring lines together; undefined for too many. */
function candidateRuns(text: string, actions: readonly string[]): Candidate[][] | undefined {
  const runs: Candidate[][] = [];
  let count = 0;
  let run: Candidate[] | undefined;
  for (const line of openLines(text)) {
    const name = namedOn(line);
    if (name === undefined) {
      run = undefined;
      continue;
    }
    count += 1;
    if (count > MAX_CANDIDATES) return undefined;
    if (run === undefined) {
      run = [];
      runs.push(run);
    }
    run.push({ name, action: matchAction(name, actions) });
  }
  return runs;
}

/** Whether a run names every action of a menu exactly once: it says what could be chosen, not what is. */
function isMenu(run: readonly Candidate[], actions: readonly string[]): boolean {
  if (actions.length < 2 || run.length !== actions.length) return false;
  const named = new Set(run.map((candidate) => candidate.action));
  return !named.has(undefined) && named.size === actions.length;
}
