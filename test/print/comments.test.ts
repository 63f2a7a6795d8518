import { expect, test } from 'vitest';
import { formatMap } from '../../src/print/convert.ts';

const GOLDENS = `${import.meta.dirname}/../fixtures/print`;
const COMMENTED = `\uFEFF// the first
map "m" // what it is for
// about the folder
templates p // where prompts are


// about the inputs
input a: string "A" // a
// about b
input b?: string "B"

// about the limits
limits steps 4, // some
  costUsd 2 // not much
defaults { // begin
  // how
  model opus // big

  timeout 3m
  // last
} // end
artifacts x // what
  // a goal
  with goal = a, // g
  blueprint = b
  // the steps
  steps A "1.0", // one
    B "1.5"
// about A
claude A // who
  template a // what
  // how

  model opus // why
  timeout 3m // when
  param x: array = [ // list
    1, // one
    2
  ]
  // to end
  -> B // go
  // behind
  // more behind

// about B
parallel B
  // in B
  branch one { // first
    // before the end
    end One // over
    // at the end
  } // closed
  // between

  branch two {
    end Two

  }
  // before the way
  -> C
claude D
  template b // another
  -> C
// over
end C // c


// the last
`;

test('comments and blank lines stay where they are, in whatever they stand', async () => {
  const once = formatMap({ name: 'a.wfmap', text: COMMENTED }, (code, span) => {
    throw new Error(`${code} at ${span.start}`);
  });
  await expect(once ?? '').toMatchFileSnapshot(`${GOLDENS}/comments.txt`);
  expect(formatMap({ name: 'a.wfmap', text: once ?? '' }, () => undefined)).toBe(once);
  // Some come to share a line; none is lost, and none changes places with another.
  const commentsIn = (text: string) =>
    [...text.matchAll(/\/\/ ([^/\n]*)/g)].map(([, words = '']) => words.trim());
  expect(commentsIn(once ?? '')).toEqual(commentsIn(COMMENTED));
});
