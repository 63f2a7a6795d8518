import type { FindMistake, Found, Line, LineEdit } from './line.ts';

type Write = string | ((found: string) => string);

/**
 * A common mistake as a row of a table.
 *
 * Shape: `pattern` finds it in the line without its texts and comments; its group `at` is what is pointed at. In all texts here `$name`
 * is what the group of that name found, and `$Name` the same with a capital letter. `edit` is what stands in the place of `at`, or
 * of each group that it names. A title makes it a fix, which is `safe` unless said otherwise; without one there is `help`, and the edit
 * only lets reading go on.
 */
export interface Row {
  readonly where?: (line: Line, found: Found) => boolean;
  readonly pattern: RegExp;
  readonly expected: string;
  /** What it is called; without it what stands at its place. */
  readonly found?: string;
  /** Whether what is pointed at is a word that means nothing there. */
  readonly isWord?: boolean;
  readonly edit: Write | Readonly<Record<string, Write>>;
  readonly title?: string;
  readonly help?: string;
  readonly safe?: boolean;
}

/** Finds the mistake of a row, and all others of its kind on the line. */
export function row({ pattern, where = always, edit, safe = true, ...said }: Row): FindMistake {
  const every = new RegExp(pattern.source, 'dgu');
  return (line) => {
    const matches = [...line.bare.matchAll(every)].filter((match) => where(line, foundBy(match)));
    const [first] = matches;
    const at = first?.indices?.groups?.['at'];
    if (!first || !at) return undefined;
    const edits = matches.flatMap((match) => editsOf(line, match, edit));
    const fill = (text: string) => filled(text, line.text, first);
    const shown = shownAt(line.bare, at);
    const mistake = {
      at: shown,
      expected: fill(said.expected),
      ...(said.found === undefined ? {} : { found: fill(said.found) }),
      ...(said.isWord === true ? { word: line.bare.slice(...shown) } : {}),
      edits,
    };
    if (said.help !== undefined) return { ...mistake, help: fill(said.help) };
    return { ...mistake, title: fill(said.title ?? `Write ${edits[0]?.[2].trim() ?? ''}.`), safe };
  };
}

function always(): boolean {
  return true;
}

function foundBy(match: RegExpExecArray): Found {
  return {
    match,
    at: match.indices?.groups?.['at'] ?? [0, 0],
    part: (name) => match.groups?.[name] ?? '',
  };
}

function editsOf(line: Line, match: RegExpExecArray, edit: Row['edit']): readonly LineEdit[] {
  const edits = typeof edit === 'object' ? Object.entries(edit) : [['at', edit] as const];
  return edits.flatMap(([group, write]): readonly LineEdit[] => {
    const place = match.indices?.groups?.[group];
    if (!place) return [];
    const found = line.text.slice(...place);
    const newText = typeof write === 'string' ? filled(write, line.text, match) : write(found);
    return [[place[0], place[1], newText]];
  });
}

/** Puts what groups have found in the place of their names. */
function filled(template: string, text: string, { indices }: RegExpExecArray): string {
  return template.replaceAll(/\$(?:([A-Za-z]+)|\{([A-Za-z]+)\})/gu, (_, plain?: string, braced?: string) => {
    const name = plain ?? braced ?? '';
    const isCapital = /^[A-Z]/u.test(name);
    const place = indices?.groups?.[isCapital ? name.charAt(0).toLowerCase() + name.slice(1) : name];
    const found = place ? text.slice(...place) : '';
    return isCapital ? found.charAt(0).toUpperCase() + found.slice(1) : found;
  });
}

/** What is pointed at: the signs themselves; where there are none, the word behind. */
function shownAt(text: string, [start, end]: readonly [number, number]): readonly [number, number] {
  const inside = text.slice(start, end);
  if (inside.trim() !== '') {
    const from = start + inside.length - inside.trimStart().length;
    return [from, from + inside.trim().length];
  }
  const [blanks = '', word = ''] = /^(\s*)(\S*)/.exec(text.slice(start))?.slice(1) ?? [];
  return [start + blanks.length, start + blanks.length + word.length];
}
