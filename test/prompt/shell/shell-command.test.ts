import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandPartsOf } from '../../../src/prompt/shell/command-parts.ts';
import { checkShellLine, planCommand } from '../../../src/prompt/shell/shell-command.ts';
import { tries } from '../../helpers/tries.ts';

const lineOf = (text: string) => ({ kind: 'line' as const, line: { text } });
const from = (values: Readonly<Record<string, string>>) => (node: { text: string }) =>
  values[node.text] ?? '';
const faultOf = (text: string) => checkShellLine({ text });

/** What a real shell prints for a line with values in it. */
function printed(text: string, values: Readonly<Record<string, string>>, shell = '/bin/sh'): string {
  const { argv, variables } = planCommand(lineOf(text), from(values));
  const { stdout, stderr, status } = spawnSync(shell, argv.slice(1), {
    env: { PATH: process.env['PATH'], ...variables },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

/** What a shell could make something of, and what it may not take apart. */
const value = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "'",
        '"',
        '`',
        '$(id)',
        '`id`',
        '$HOME',
        '${x}',
        '\\',
        '\n',
        ' ',
        '\t',
        '*',
        '~',
        ';',
        '|',
        '#',
      ),
      fc.constantFrom(
        '&',
        '>',
        '<',
        '(',
        ')',
        '{a,b}',
        '!',
        '-n',
        '%s',
        '\r',
        'ü',
        '🦊',
        '\u{FFFD}',
        '=',
        'a[$(id)]',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  // A NUL cannot be a part of any argument: it is refused where the command is started.
  .map((parts) => parts.join('').replaceAll('\0', '').toWellFormed());

describe('a command of words', () => {
  test('keeps each word one argument, whatever is put into it', () => {
    const parts = ['git', 'commit', '-m', 'Task ${id}: ${title}', '${empty}', '\\${HOME} ${{ x }}'].map(
      (text) => ({ text }),
    );
    const values: Record<string, string> = { id: '1 2', title: '$(id) "x"\n', empty: '' };
    expect(planCommand({ kind: 'argv', parts }, from(values))).toEqual({
      argv: ['git', 'commit', '-m', 'Task 1 2: $(id) "x"\n', '', '${HOME} ${{ x }}'],
      variables: {},
    });
  });

  test('has the same expressions each time, so that each is parsed once', () => {
    const node = { text: 'a ${x} b' };
    expect(commandPartsOf(node)).toBe(commandPartsOf(node));
  });

  test('says where each expression stands', () => {
    const text = 'a \\${b} ${ c } ${{d}} ${e';
    const places = commandPartsOf({ text }).map(({ kind, start, end }) => [kind, text.slice(start, end)]);
    expect(places).toEqual([
      ['text', 'a '],
      ['text', '\\${'],
      ['text', 'b} '],
      ['expression', ' c '],
      ['text', ' '],
      ['text', '${{'],
      ['text', 'd}} '],
      ['unclosed', '${e'],
      ['text', '${e'],
    ]);
  });
});

describe('a line for the shell', () => {
  test('refers to its values and never holds them', () => {
    const text = `echo \${a} "is \${b}" 'and \${a}'`;
    expect(planCommand(lineOf(text), from({ a: '<a>', b: '<b>' }))).toEqual({
      argv: ['sh', '-c', `echo "$WFMAP_V1" "is \${WFMAP_V2}" 'and '"$WFMAP_V3"''`],
      variables: { WFMAP_V1: '<a>', WFMAP_V2: '<b>', WFMAP_V3: '<a>' },
    });
  });

  test('leaves variables of the shell alone', () => {
    expect(printed('x=1; echo "$x" \\${x}2 $x', {})).toBe('1 12 1\n');
  });

  /** Each prints the value between marks; a value that is cut, split, expanded or run shows. */
  const CONTEXTS = [
    `printf '<%s>' \${v}`,
    `printf '<%s>' "\${v}"`,
    `printf '<%s>' '\${v}'`,
    `printf '<%s>' a\${v}b`,
    `printf '<%s>' "a"\${v}'b'`,
    `printf '<%s>' "it's \${v}"`,
    `printf '<%s>' 'say "\${v}"'`,
    `printf '<%s>' \\"\${v}\\'`,
    `printf '<%s>' "\\"\${v}\\\\"`,
    `x=\${v}; printf '<%s>' "$x"`,
    `printf '<%s>' "$(printf '%s.' \${v})"`,
    `printf '<%s>' "$(printf '%s.' "\${v}")"`,
    `printf '<%s>' "$(printf '%s.' "$(printf '%s.' '\${v}')")"`,
    `(printf '<%s>' \${v}) # the end isn't here`,
    `# it's a "comment\nprintf '<%s>' \${v}`,
    `printf '<%s>' \\\n\${v}`,
    `if :; then printf '<%s>' \${v}; fi`,
    `case \${v} in \${v}) printf '<%s>' \${v};; *) echo no;; esac`,
    `f() { printf '<%s>' "$1"; }; f \${v}`,
    `printf '%s' \${v} | { printf '<'; cat; printf '>'; }`,
    `echo $(( 1 << 2 )) >/dev/null; printf '<%s>' \${v}`,
    `printf '<%s>' a#\${v}`,
    `printf '<%s>' "$#\${v}"`,
    `printf '<%s>' \\$\${v}`,
    `printf '<%s>' "\\$\${v}"`,
    `x='$'; printf '<%s>' "$x"'$'\${v}`,
    `printf '<%s>' \`printf .\`\${v}`,
    `x=y; printf '<%s>' "\\\${x}\${v}"`,
  ];

  test.each(CONTEXTS)('gives every value back in %s', (text) => {
    const frame = printed(text, { v: 'V' });
    expect(frame).toContain('V');
    expect(faultOf(text)).toBe(undefined);
    fc.assert(
      fc.property(value, (v) => {
        expect(printed(text, { v })).toBe(frame.replaceAll('V', () => v));
      }),
      { numRuns: 12 },
    );
  });

  test('gives values back in any mix of quotes that it takes', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      "'",
      '"',
      '\\\\',
      '\\"',
      "\\'",
      '${v}',
      '${v}',
      '$(printf %s x',
      ')',
      '#',
      '\\$',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), value, (pieces, any) => {
        // What $(…) gives is split and matched against files outside of quotes, as its author wishes.
        const v = any.replaceAll(/[\s*?[\]]/g, '');
        const text = `printf '<%s>' ${pieces.join('')}`;
        fc.pre(text.includes('${v}') && faultOf(text) === undefined && isRead(text));
        const marked = printed(text, { v: '\u{E000}' });
        expect(printed(text, { v })).toBe(marked.replaceAll('\u{E000}', () => v));
      }),
      { numRuns: tries(150, 40) },
    );
  });
});

/** Whether a shell runs a line without a fault: not every mix is one, such as a `)` too many. */
function isRead(text: string): boolean {
  const { argv, variables } = planCommand(lineOf(text), from({ v: 'v' }));
  const { status, stderr } = spawnSync('/bin/sh', argv.slice(1), {
    env: { PATH: process.env['PATH'], ...variables },
    encoding: 'utf8',
  });
  return status === 0 && stderr === '';
}

describe('a place in a line where no value is safe', () => {
  test.each([
    ['echo a # about ${v}', 'comment'],
    ['echo $(( ${v} + 1 ))', '$((…))'],
    ['((x = ${v}))', '"(("'],
    ['echo `cat ${v}`', 'back-ticks'],
    ['echo "`cat ${v}`"', 'back-ticks'],
    ['cat <<END\n${v}\nEND', 'here-document'],
    ['cat <<END ${v}\nEND', 'here-document'],
    ['echo \\${x:-${v}}', '${…} of the shell'],
    ["echo $'a' ${v}", "$'"],
    ['echo "$${v}"', 'dollar'],
    ['echo $${v}', 'dollar'],
    ['echo "$(case x in a) echo ${v};; esac)"', 'case'],
    ["echo $((1 + '1')) ${v}", '$((…))'],
    ['echo \\${x:-"a"} ${v}', '${…}'],
  ])('is refused: %s', (text, word) => {
    const fault = faultOf(text);
    expect(fault?.reason).toContain(word);
    expect(text.slice(fault?.start, fault?.end)).toBe('v');
  });

  test('is no matter where no value is put in', () => {
    expect(faultOf('cat <<END\n$HOME\nEND\necho `date` $((1 + 2)) # done')).toBe(undefined);
  });

  test.each([
    ["echo it's ${v}", 'quotation mark', 7],
    ['echo "a', 'quotation mark', 5],
    ['echo $(date', '$(', 5],
    ['echo `date', 'back-tick', 5],
    ['echo $((1', '$((', 5],
  ])('does not hide what is never closed: %s', (text, word, start) => {
    expect(faultOf(text)).toEqual({ start, end: start + 1, reason: expect.stringContaining(word) });
  });

  test('is a character long where nothing is between the braces', () => {
    expect(faultOf('$${}')).toMatchObject({ start: 3, end: 4 });
  });

  test('is looked for in any text, without a throw', () => {
    const pieces = fc.array(
      fc.constantFrom('$', '{', '}', '(', ')', "'", '"', '`', '\\', '<', '#', '\n', ' ', 'case', 'x'),
    );
    fc.assert(
      fc.property(pieces, (some) => {
        const text = some.join('');
        const fault = faultOf(text);
        if (fault) expect(fault.start < fault.end && fault.end <= text.length + 1).toBe(true);
        planCommand(lineOf(text), from({ v: 'v' }));
      }),
    );
  });
});
