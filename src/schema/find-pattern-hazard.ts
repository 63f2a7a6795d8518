const MAX_LENGTH = 200;
const ATOM =
  /^(?:\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|.)|\[\^?\]?(?:\\.|[^\]\\])*\]|[^()|\\])/s;
const QUANTIFIER = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/;

/** What stands between brackets, or in the whole of a pattern. */
interface Group {
  /** The atoms of each alternative, as they are written; a group in it is an empty text. */
  readonly alternatives: { readonly atoms: string[]; readonly repeated: string[] }[];
  hasRepeatedGroup: boolean;
}

/**
 * Says why matching a pattern might take without bound: a clause; undefined where it does not.
 *
 * JavaScript tries all ways to match. There are too many of them where what is repeated can itself be cut in several
 * ways. Allowed are repeated groups that begin with a sign which nothing repeated in them matches, as in
 * `^[a-z]+(-[a-z]+)*$`, and alternatives that begin with different signs.
 */
export function findPatternHazard(pattern: string): string | undefined {
  if (pattern.length > MAX_LENGTH) return `has more than ${MAX_LENGTH} characters`;
  const reader = new PatternReader();
  for (let rest = pattern; rest !== '';) {
    const step = reader.read(rest);
    if (typeof step === 'string') return step;
    rest = rest.slice(step);
  }
  return undefined;
}

/** Reads a pattern piece by piece. Shape of each step: how much was read, or what is wrong. */
class PatternReader {
  readonly #open: Group[] = [emptyGroup()];

  read(rest: string): number | string {
    const group = this.#open.at(-1);
    if (!group) return UNBALANCED;
    if (rest.startsWith('(')) {
      this.#open.push(emptyGroup());
      return /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(rest)?.[0].length ?? 1;
    }
    if (rest.startsWith(')')) return this.#close(group, quantifierOf(rest.slice(1)));
    if (!rest.startsWith('|')) return readAtom(rest, group);
    group.alternatives.push({ atoms: [], repeated: [] });
    return 1;
  }

  #close(group: Group, quantifier: string): number | string {
    this.#open.pop();
    const outer = this.#open.at(-1);
    if (!outer) return UNBALANCED;
    if (repeats(quantifier) && isAmbiguous(group)) return REASON;
    outer.alternatives.at(-1)?.atoms.push('');
    const isVariable =
      group.alternatives.length > 1 || group.alternatives.some(({ repeated }) => repeated.length > 0);
    outer.hasRepeatedGroup ||= quantifier !== '' || group.hasRepeatedGroup || isVariable;
    return 1 + quantifier.length;
  }
}

function readAtom(rest: string, group: Group): number | string {
  const atom = ATOM.exec(rest)?.[0];
  if (atom === undefined) return 'cannot be read';
  if (/^\\[1-9k]/.test(atom)) return 'refers back to what it matched';
  const quantifier = quantifierOf(rest.slice(atom.length));
  const alternative = group.alternatives.at(-1);
  alternative?.atoms.push(atom);
  if (quantifier !== '' && !/^\{\d+\}/.test(quantifier)) alternative?.repeated.push(atom);
  return atom.length + quantifier.length;
}

function quantifierOf(rest: string): string {
  return QUANTIFIER.exec(rest)?.[0] ?? '';
}

const UNBALANCED = 'has a bracket too many';
const REASON = 'repeats what is itself repeated, which may take for ever on some texts';

function emptyGroup(): Group {
  return { alternatives: [{ atoms: [], repeated: [] }], hasRepeatedGroup: false };
}

function repeats(quantifier: string): boolean {
  if (quantifier === '' || quantifier.startsWith('?')) return false;
  return !/^\{[01](?:,1)?\}/.test(quantifier);
}

/** Whether a text can be cut into repetitions of a group in more than one way, as far as we can tell. */
function isAmbiguous({ alternatives, hasRepeatedGroup }: Group): boolean {
  if (hasRepeatedGroup) return true;
  const starts = alternatives.map(({ atoms }) => literalOf(atoms[0]));
  if (alternatives.length > 1) {
    const isVariable = alternatives.some(({ repeated }) => repeated.length > 0);
    return isVariable || starts.includes(undefined) || new Set(starts).size < starts.length;
  }
  const [alternative] = alternatives;
  const [start] = starts;
  if (!alternative || alternative.repeated.length === 0) return alternative?.atoms.length === 0;
  return start === undefined || alternative.repeated.some((atom) => matches(atom, start));
}

/** The one sign that an atom stands for. */
function literalOf(atom: string | undefined): string | undefined {
  if (atom === undefined || atom === '') return undefined;
  if (/^[^\\.[^$*+?{]$/.test(atom)) return atom;
  return /^\\[^\w\s]$/.test(atom) ? atom.slice(1) : undefined;
}

function matches(atom: string, sign: string): boolean {
  try {
    return new RegExp(`^(?:${atom})$`, 'u').test(sign);
  } catch {
    // What cannot be read alone may match anything.
    return true;
  }
}
