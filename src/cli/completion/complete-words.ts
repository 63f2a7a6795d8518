import {
  actionsAsked,
  agentNames,
  diagnosticCodes,
  fieldFlags,
  fieldValues,
  logPlaces,
  mapNames,
  patternNames,
  promptPlaces,
  questionNames,
  runNames,
  setFields,
  tasksOfRun,
  waitingRuns,
  workingRuns,
  type Line,
} from './candidates.ts';

type Candidates = (line: Line) => readonly string[];

const agents: Candidates = () => ['claude', 'scripted'];

/** What the words after a command are, in their order. */
const WORDS: Readonly<Record<string, readonly Candidates[]>> = {
  run: [mapNames],
  prompt: [mapNames, promptPlaces],
  graph: [mapNames],
  compile: [mapNames],
  eject: [mapNames],
  resume: [runNames],
  steer: [workingRuns],
  stop: [runNames],
  watch: [runNames],
  show: [runNames],
  why: [runNames],
  record: [runNames],
  logs: [runNames, logPlaces],
  answer: [(line) => [...actionsAsked(line), ...waitingRuns()], actionsAsked],
  explain: [diagnosticCodes],
  key: [() => ['new']],
  runs: [() => ['prune']],
  help: [({ commands }) => commands],
};

/** What the word after a flag is. */
const VALUES: Readonly<Record<string, Candidates>> = {
  'resume --from': tasksOfRun,
  'answer --task': questionNames,
  'steer --task': agentNames,
  'new --pattern': patternNames,
  'run --agent': agents,
  'resume --agent': agents,
  'answer --agent': agents,
  'run --set': setFields,
  'prompt --set': setFields,
};

/**
 * What may stand in place of the last word of a line, as far as it is none of the flags and choices that the command itself
 * declares: names of maps, fields, runs, tasks, actions, codes.
 *
 * Shape: `words` are those after `wfmap`, the last begun or empty; `commands` are all names of commands; `more` may stand there
 * as well; `isAll` says that no flag may stand there instead.
 * Errors: none; what cannot be read offers nothing.
 */
export function completeWords(
  words: readonly string[],
  commands: readonly string[],
  more: readonly string[] = [],
): Completed {
  const [command = '', ...rest] = words;
  const begun = rest.at(-1);
  if (begun === undefined) return { offered: [], isAll: false };
  const offered = fitting(begun, [...more, ...candidatesFor(lineOf(command, rest, commands), rest)]);
  const isValue = VALUES[flagBefore(command, rest)] !== undefined;
  return { offered, isAll: isValue || (offered.length > 0 && !begun.startsWith('-')) };
}

export interface Completed {
  readonly offered: readonly string[];
  readonly isAll: boolean;
}

function flagBefore(command: string, rest: readonly string[]): string {
  return `${command} ${rest.at(-2) ?? ''}`;
}

function candidatesFor(line: Line, rest: readonly string[]): readonly string[] {
  const { command } = line;
  const before = rest.at(-2) ?? '';
  const values = VALUES[flagBefore(command, rest)];
  if (values) return values(line);
  if (rest.at(-1)?.startsWith('-') === true) return fieldFlags(line);
  if (before.startsWith('--')) return fieldValues(line, before);
  return WORDS[command]?.[line.words.length]?.(line) ?? [];
}

/** The words before the last that are no flags; what a flag without `=` takes is not told from them. */
function lineOf(command: string, rest: readonly string[], commands: readonly string[]): Line {
  const done = rest.slice(0, -1);
  const words = done.filter(
    (word, index) => !word.startsWith('-') && !(done[index - 1] ?? '').startsWith('--'),
  );
  return { command, words, commands };
}

/** Units: words. A shell lists no more than that usefully. */
const MOST = 200;

/** A word that a terminal would obey, or that would be two lines, is not offered. */
const PLAIN = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u;

function fitting(begun: string, candidates: readonly string[]): readonly string[] {
  const plain = candidates.filter((word) => word.startsWith(begun) && PLAIN.test(word));
  return [...new Set(plain)].slice(0, MOST);
}
