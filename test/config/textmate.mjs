// What editors colour maps by, grammar/editors/vscode/wfmap.tmLanguage.json. fields.mjs writes it. The words are those of the lexer; how
// names and paths end is told by regular expressions here, which a test holds against the parser.
import { ACTIVE_TYPES } from '../../src/model/task-types.ts';
import { ExpressionClause, KEYWORDS, NameSetting, PathWord } from '../../src/parse/words/words.ts';

const START = String.raw`(?<![\p{L}\p{N}_.])`;
const END = String.raw`(?![\p{L}\p{N}_])`;
const GAP = String.raw`[ \t]+`;
const WORD = String.raw`[\p{L}_][\p{L}\p{N}_]*`;
const QUOTED = String.raw`(?:(?>"{3,}(?!").*?[^"]"{3,}(?!"))|"(?!"")(?:[^"\\]|\\.)*")`;
const wordsOf = (words) => `${START}(?:${words.join('|')})${END}`;
const wordsIn = (category) =>
  [...KEYWORDS.keys()].filter((word) => KEYWORDS.get(word).CATEGORIES.includes(category));
const KEYWORD = wordsOf([...KEYWORDS.keys()].toSorted());
/** A name of one word may be a word of the language; of several, none is. */
const PHRASE = String.raw`(?!${KEYWORD})${WORD}(?:${GAP}(?!${KEYWORD})[\p{L}\p{N}_]+)*${END}`;
const NAME = `(?:${QUOTED}|${PHRASE}|${WORD})`;
const PLAIN_WORD = `(?:${QUOTED}|${WORD})`;
const PATH = String.raw`(?!//|->|(?:true|false|null|in)${END})(?=[._\-/@+]*[\p{L}\p{N}])[\p{L}\p{N}._\-/@+]+`;

const scope = (name) => ({ name: `${name}.wfmap` });
const KEY = scope('keyword.control');
const OPERATOR = scope('keyword.operator');
const named = (name) => ({ ...scope(name), patterns: [{ include: '#texts' }] });
const TASK = named('entity.name.function');
const ACTION = named('entity.name.label');
const VARIABLE = named('variable.parameter');
const TYPE = scope('storage.type');
/** A rule for a word of the language and what stands behind it on the line. */
const clause = (words, behind, ...captures) => ({
  match: `(${wordsOf(words)})${GAP}${behind}`,
  captures: Object.fromEntries([KEY, ...captures].map((each, index) => [String(index + 1), each])),
});
/** A list of tasks, which goes on below a comma. */
const listed = (words, behind) => ({
  begin: `(${wordsOf(words)})${GAP}(?=["\\p{L}_])`,
  beginCaptures: { 1: KEY },
  end: '(?<![,\\s])[ \\t]*$',
  patterns: [
    { include: '#comments' },
    { match: ',', ...scope('punctuation') },
    { match: behind, captures: { 1: TASK } },
    { include: '#texts' },
  ],
});
const include = (...names) => names.map((name) => ({ include: `#${name}` }));

/** @returns the grammar, in the form that editors read. */
export function textmateGrammar() {
  return {
    $schema: 'https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json',
    name: 'wfmap',
    scopeName: 'source.wfmap',
    fileTypes: ['wfmap'],
    patterns: include('comments', 'claims', 'names', 'values', 'texts', 'groups', 'parts', 'words'),
    repository: {
      comments: { patterns: [{ match: '//.*$', ...scope('comment.line.double-slash') }] },
      claims: {
        patterns: [
          {
            begin: `(${wordsOf(['property'])})${GAP}(${NAME})[ \\t]*(:)(?:[ \\t]*(?!${wordsOf(CLAIM_WORDS)})(${NAME}))?`,
            beginCaptures: { 1: KEY, 2: named('entity.name.section'), 3: scope('punctuation'), 4: TASK },
            // What follows on other lines is coloured as anything else.
            end: '$',
            patterns: [
              { include: '#comments' },
              clause(['takes'], `(${NAME})`, ACTION),
              clause(
                ['precedes', 'to', 'times', 'always', 'never', 'eventually'],
                `(?!${wordsOf(['takes', 'when'])})(${NAME})`,
                TASK,
              ),
              ...include('values', 'texts', 'groups', 'parts', 'words'),
            ],
          },
          clause(['property'], `(${NAME})`, named('entity.name.section')),
        ],
      },
      names: {
        patterns: [
          // "failed" is none: what stands behind it is told of the end.
          {
            match: `(?:^[ \\t]*)(?!${wordsOf(['failed', 'true', 'false', 'null', 'in'])})(${PLAIN_WORD})[ \\t]*(=)(?![=>])`,
            captures: { 1: VARIABLE, 2: OPERATOR },
          },
          { match: `(?:^|(?<=[{}"\\])]))[ \\t]*(${NAME})(?=[ \\t]*[-=]>)`, captures: { 1: ACTION } },
          clause(ACTIVE_TYPES, `(${NAME})(?:${GAP}(as)${GAP}(${PLAIN_WORD}))?`, TASK, KEY, VARIABLE),
          clause(['end'], `(${NAME})`, TASK),
          clause(['start'], `(${NAME})`, TASK),
          // With its brace: one behind "output" would begin JSON.
          clause(['branch'], `(${NAME})(?:[ \\t]*\\{)?`, named('entity.name.section')),
          clause(['then', 'of', 'fork'], `(?!\\[)(${NAME})`, TASK),
          {
            match: `(${wordsOf(['resets'])})${GAP}(${NAME}(?:[ \\t]*,[ \\t]*${NAME})*)`,
            captures: {
              1: KEY,
              2: {
                patterns: [
                  { match: ',', ...scope('punctuation') },
                  { match: NAME, ...ACTION },
                ],
              },
            },
          },
          {
            match: `([-=]>)[ \\t]*(${NAME})`,
            captures: { 1: OPERATOR, 2: TASK },
          },
          listed(['subtasks'], `(${NAME})`),
          // Those with a text behind each.
          listed(['steps', 'recipes'], `(${NAME})(?=[ \\t]*")`),
        ],
      },
      values: {
        patterns: [
          {
            match: `(${wordsOf(['input', 'param', 'field'])})${GAP}(${PLAIN_WORD})(\\?)?(?:[ \\t]*(:)[ \\t]*(${WORD}))?`,
            captures: { 1: KEY, 2: VARIABLE, 3: OPERATOR, 4: scope('punctuation'), 5: TYPE },
          },
          clause(wordsIn(PathWord), `(?!${wordsOf(ARTIFACT_WORDS)})(${PATH})`, scope('string.unquoted.path')),
          clause(['as'], `(${PLAIN_WORD})`, VARIABLE),
          { ...clause(['each'], `(${PLAIN_WORD})${GAP}(in)${END}`, VARIABLE, KEY) },
          clause(
            [...wordsIn(NameSetting), 'session', 'outcome', 'workspace'],
            `(?!${wordsOf(['of', 'fork', 'worktree'])})(${PLAIN_WORD})`,
            named('support.constant'),
          ),
          ...include('assigned'),
        ],
      },
      assigned: {
        patterns: [
          {
            match: `${START}(?!${wordsOf(['failed'])})(${PLAIN_WORD})[ \\t]*(=)(?![=>])`,
            captures: { 1: VARIABLE, 2: OPERATOR },
          },
        ],
      },
      texts: {
        patterns: [
          {
            begin: String.raw`("{3,})[ \t]*$`,
            end: String.raw`^[ \t]*\1(?!")`,
            ...scope('string.quoted.triple'),
            patterns: [
              { match: String.raw`^[ \t]*#{1,6} .*$`, ...scope('markup.heading') },
              ...include('inserted'),
            ],
          },
          {
            match: String.raw`("{3,})(?!").*?[^"]\1(?!")`,
            ...scope('string.quoted.triple'),
            captures: { 0: { patterns: include('inserted') } },
          },
          {
            begin: `${START}[rRbB]{1,2}"`,
            end: '"|$',
            ...scope('string.quoted.double'),
            patterns: include('escapes'),
          },
          {
            begin: '"',
            end: '"|$',
            ...scope('string.quoted.double'),
            patterns: include('insertedInQuotes', 'escapes'),
          },
          {
            begin: `${START}[rRbB]{0,2}'`,
            end: "'|$",
            ...scope('string.quoted.single'),
            patterns: include('escapes'),
          },
        ],
      },
      escapes: {
        patterns: [{ match: String.raw`\\(?:u[0-9A-Fa-f]{4}|.)`, ...scope('constant.character.escape') }],
      },
      inserted: {
        patterns: [
          { match: String.raw`(?<![$\\])\$\{[^{}\n]*\}`, ...scope('variable.other.inserted') },
          { match: String.raw`\{\{[^{}\n]*\}\}`, ...scope('variable.other.inserted') },
        ],
      },
      // Its quotes are escaped, so that the text ends where it ends.
      insertedInQuotes: {
        patterns: [
          { match: String.raw`(?<![$\\])\$\{(?:[^{}"\\]|\\.)*\}`, ...scope('variable.other.inserted') },
          { match: String.raw`\{\{(?:[^{}"\\]|\\.)*\}\}`, ...scope('variable.other.inserted') },
        ],
      },
      // No word of the language stands in these, whatever it looks like.
      groups: {
        patterns: [
          ['\\(', '\\)'],
          ['\\[', '\\]'],
          ['(?<=output |schema |artifacts |extra |= )\\{', '\\}'],
        ].map(([begin, end]) => ({ begin, end, patterns: include('inner') })),
      },
      inner: {
        patterns: [
          ...include('comments', 'assigned', 'texts', 'groups'),
          { begin: '\\{', end: '\\}', patterns: include('inner') },
          ...include('parts', 'plain'),
        ],
      },
      parts: {
        patterns: [
          {
            match: String.raw`(?<![\p{L}\p{N}_.])(?:\d+(?:ms|s|m|h))+${END}`,
            ...scope('constant.numeric.duration'),
          },
          {
            match: String.raw`(?<![\p{L}\p{N}_])(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)u?${END}`,
            ...scope('constant.numeric'),
          },
          // Names of members and of JSON, which may be words of the language.
          { match: String.raw`(?<=\.)${WORD}(?=\()`, ...scope('support.function') },
          { match: String.raw`(?<=\.)${WORD}`, ...scope('variable.other.member') },
          { match: String.raw`${START}${WORD}(?=:)`, ...scope('support.type.property-name') },
          { match: String.raw`${START}${WORD}(?=[.\[])`, ...scope('variable.other') },
          { match: String.raw`${START}${WORD}(?=\()`, ...scope('support.function') },
          { match: wordsOf(['true', 'false', 'null']), ...scope('constant.language') },
          { match: wordsOf(['in']), ...OPERATOR },
          // An operand; a path may end in a word that has one behind it.
          {
            match: `(?<=[&|<>=+*/%?!] |when !|${BEFORE_OPERAND.map((each) => `${each} |`).join('')} in )(?<!${BEFORE_OPERAND.map(
              (each) => `[-/._]${each} `,
            ).join('|')})${WORD}${END}`,
            ...scope('variable.other'),
          },
          { match: String.raw`&&|\|\||[=!<>]=|[-=]>|[-+*/%<>=!?]`, ...OPERATOR },
          { match: '[,:.]', ...scope('punctuation') },
        ],
      },
      words: {
        patterns: [{ match: KEYWORD, ...KEY }, ...include('plain')],
      },
      plain: { patterns: [{ match: WORD, ...scope('variable.other') }] },
    },
  };
}

const BEFORE_OPERAND = ['when', 'merge', ...wordsIn(ExpressionClause)];
/** May stand where the name of a workflow may. */
const ARTIFACT_WORDS = ['with', 'stages', 'subtasks', 'steps', 'recipes', 'file'];
const CLAIM_WORDS = ['takes', 'when', 'always', 'never', 'eventually', 'at'];
