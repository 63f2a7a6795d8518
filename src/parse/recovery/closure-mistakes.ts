import { type FindMistake, type Line, type LineEdit, placeIn } from './line.ts';
import { row } from './row.ts';

/** What CEL calls the methods that other languages give a function. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ['some', 'exists'],
  ['any', 'exists'],
  ['exists', 'exists'],
  ['every', 'all'],
  ['all', 'all'],
  ['filter', 'filter'],
  ['where', 'filter'],
  ['map', 'map'],
]);

/** Functions in expressions, and signs for what is not there, as JavaScript writes them. */
export const CLOSURE_MISTAKES: readonly FindMistake[] = [
  closure,
  optionalMember,
  // value ?? other
  row({
    pattern: /(?<path>[\p{L}_]\w*(?:\.\w+)+)\s*(?<at>\?\?)/u,
    expected: '"has( … ) ? … : …"',
    edit: '||',
    help: 'Ask whether it is there: (has($path) ? $path : another value).',
  }),
  row({
    pattern: /(?<at>\?\?)/u,
    expected: '"has( … ) ? … : …"',
    edit: '||',
    help: 'Ask whether it is there: (has(x.y) ? x.y : another value).',
  }),
];

const ITEM = String.raw`(?:\(\s*(?<one>[\p{L}_]\w*)\s*\)|(?<two>[\p{L}_]\w*)|\([^()]*\))`;
const CLOSURE = new RegExp(String.raw`\.(?<at>(?<method>[\p{L}_]\w*)\s*\(\s*${ITEM}\s*(?:=>|->)\s*)`, 'dgu');
const KNOWN = 'exists(x, …), all(x, …), filter(x, …) or map(x, …)';

/** list.some(x => condition) */
function closure({ bare }: Line): ReturnType<FindMistake> {
  const calls = [...bare.matchAll(CLOSURE)].map(callOf);
  const [first] = calls;
  if (!first) return undefined;
  const edits = calls.map(({ edit }) => edit);
  const unknown = calls.find(({ isKnown }) => !isKnown);
  if (unknown) {
    return {
      at: unknown.at,
      expected: `a method with a name and an expression: ${KNOWN}`,
      help: 'Write one of these: CEL has no functions, and no more methods that take an item by name.',
      edits,
    };
  }
  const written = `${first.edit[2]}…)`;
  return {
    at: first.at,
    expected: `a name and an expression in parentheses: ${written}`,
    found: 'a function',
    title: `Write ${written}.`,
    safe: true,
    edits,
  };
}

/** A method that is given a function. Shape: `at` is its name. */
function callOf({ groups, index, 0: image }: RegExpExecArray) {
  const { method = '', one, two } = groups ?? {};
  const item = one ?? two;
  const name = item === undefined ? undefined : METHODS.get(method);
  const start = index + 1;
  const edit: LineEdit = [start, index + image.length, `${name ?? 'filter'}(${item ?? 'x'}, `];
  return { at: [start, start + method.length] as const, edit, isKnown: name !== undefined };
}

/** value?.member */
function optionalMember({ bare, text }: Line): ReturnType<FindMistake> {
  const found = placeIn(/(?<value>[\p{L}_][\w.]*)(?<at>\?\.)(?=[\p{L}_[(])/u, bare);
  if (!found) return undefined;
  const edits = [...bare.matchAll(/\?\.(?=[\p{L}_[(])/gu)].map(({ index }): LineEdit => {
    return [index, index + 2, /[[(]/u.test(text.charAt(index + 2)) ? '' : '.'];
  });
  const path = `${found.part('value')}.${/^\w*/u.exec(bare.slice(found.at[1]))?.[0] ?? ''}`;
  const help = path.endsWith('.')
    ? 'Ask first whether it is there: has(x.y) ? x.y : another value.'
    : `Ask first whether it is there: has(${path}) && ${path} == 1, or has(${path}) ? ${path} : another value.`;
  return { at: found.at, expected: '"." before a member', help, edits };
}
