import '../src/framework/install-functions.ts';
import { check } from '../src/check/check.ts';
import { formatMap } from '../src/print/convert.ts';
import { exponentOf, text, type Figure, type Measure } from './measure.ts';
import { threadTimed } from './parse-time.ts';

const [SMALL, LARGE] = [4000, 32_000];
const TRIES = 3;
type Corner = (size: number) => string;

const map = (parts: string): string => `map "m"\n${parts}\nend End\n`;
const times = (size: number, part: (index: number) => string, between = '\n'): string =>
  Array.from({ length: size }, (_, index) => part(index)).join(between);

/** Texts in which somebody might look back, or on, at everything for each part. */
const CORNERS: Readonly<Record<string, Corner>> = {
  comments: (size) => map(times(size, (n) => `// comment ${n}`)),
  'comments in a list': (size) => map(`extra { a: [\n${times(size, (n) => `1, // ${n}`)}\n2] }`),
  'one huge list': (size) => map(`extra { a: [${times(size, String, ', ')}] }`),
  'deep lists': (size) =>
    map(`extra { a: [${times(size / 80, () => '['.repeat(80) + ']'.repeat(80), ',')}] }`),
  'faults in a task': (size) => map(`claude X\n${times(size, (n) => `A${n} ->\n->`)}`),
  'unknown words': (size) => map(times(size, (n) => `word${n}`)),
  'unknown words on one line': (size) => map(times(size, (n) => `word${n}`, ' ')),
  'one long text': (size) => map(`extra { a: "${'x'.repeat(size * 32)}" }`),
  'one long line': (size) => map(times(size / 8, (n) => `end E${n}`, ' ')),
  'quotes on a line': (size) => map(`${'"'.repeat(size)} x`),
  'ever more quotes': (size) => map(times(Math.sqrt(2 * size), (n) => '"'.repeat(n + 3), ' a ')),
  'half quotes of CEL': (size) => map(`'${String.raw`\'`.repeat(size)}`),
  fences: (size) => map('""""\n'.repeat(size)),
  strays: (size) => map('@ '.repeat(size)),
  brackets: (size) => map('}]'.repeat(size)),
  inputs: (size) => map(times(size / 4, (n) => `input a${n}: string "x"`)),
  operands: (size) => map(`property p: never when ${times(size, () => 'true', ' && ')}`),
};

/**
 * How reading, checking and laying out grow in each corner: the steepest is 1 where twice the text is twice the work, with
 * room for a heap that grows; four times the work would be 2.
 */
export const parseCorners: Measure = {
  name: 'parse-corners',
  run: () => {
    const all = cornerFigures();
    const [steepest] = all.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0));
    if (steepest === undefined) throw new Error('There is no corner.');
    const name = 'the steepest corner of the language';
    return Promise.resolve([{ ...steepest, name, detail: `${steepest.name}: ${steepest.detail}` }, ...all]);
  },
};

function cornerFigures(): readonly Figure[] {
  return Object.entries(CORNERS).map(([name, corner]) => {
    const [small, large] = [corner(SMALL), corner(LARGE)];
    const ms = { small: Infinity, large: Infinity };
    read(small);
    for (let left = TRIES; left > 0; left -= 1) {
      ms.small = Math.min(ms.small, threadTimed(() => times8(small)) / 8);
      ms.large = Math.min(
        ms.large,
        threadTimed(() => read(large)),
      );
    }
    // What takes no time grows by chance.
    const value = exponentOf(
      { size: SMALL, ms: Math.max(ms.small, 1) },
      { size: LARGE, ms: Math.max(ms.large, 1) },
    );
    const detail = `exponent; ${text(ms.small)} ms, then ${text(ms.large)} ms for ${LARGE / SMALL} times the size`;
    return { name: `${name}: growth`, value, unit: '', detail };
  });
}

function times8(source: string): void {
  for (let left = 8; left > 0; left -= 1) read(source);
}

function read(source: string): void {
  check({ name: 'map.wfmap', text: source }, () => ({ kind: 'missing', lookedIn: [] }));
  formatMap({ name: 'map.wfmap', text: source }, () => undefined);
}
