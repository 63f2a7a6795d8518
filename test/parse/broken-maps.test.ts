import { expect, test } from 'vitest';
import { collect, type Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { lex } from '../../src/parse/words/lex.ts';
import { parseTree } from '../../src/parse/parse.ts';
import { applyFixes } from '../../src/diagnostics/apply-fixes.ts';

const GOLDENS = `${import.meta.dirname}/../fixtures/parse`;

/** All that the language has, a part each: what is told of a part does not depend on the others. */
const PARTS: readonly string[] = [
  'start Look',
  'templates prompts/map\nschemas schemas',
  'input story: string "What to do"',
  'input tries?: number = 2 one of [1, 2] "How often" schema { minimum: 1 }\ninput some? = [1]',
  'input rest = { type: "string", description: "x", required: true }',
  'limits steps 9, costUsd 1.5, duration 1h30m',
  'defaults { model sonnet timeout 30m retry 2 reply 1 allowedTools Read, Grep }',
  'property "in order": Look takes Done precedes Build',
  'property "soon": when tries > 1 leads to Over\nproperty "never": never Look',
  'property "other" = { always: { task: "Look" } }',
  'artifacts map-plan\n  with goal = story, blueprint\n  subtasks Build, Ask\n  maxRetries 3',
  'artifacts\n  steps Look "1.0", Build "1.5"\n  stages spec = story',
  'artifacts map-plan\n  file a.md as spec schema s.json = story',
  'extra { more: [1, true, null, -2], "a b": {} }',
  'claude Look as seen "Looks"\n  template look output report\n  agent monitor model opus permissionMode plan',
  'claude Look\n  param depth: number = 1\n  param kind = "x"\n  allowedTools Read disallowedTools []',
  'claude Look\n  session of Build reminder "Be brief." on Edit before\n  budgetUsd 1 appendActions false',
  'claude Look\n  visits at most 4 then Over\n  on error -> Over\n  -> Over',
  'claude Look\n  Done -> Build (a = seen.text, b = 1) "it is done"\n  "Go on" -> Ask always',
  'claude Look\n  Done -> Over when result.ok && !x[0] at most 3 then Over resets Done, Look and extra { y: 1 }',
  'shell Build\n  command ["npm", "test"]\n  idempotent\n  output { type: "object" }\n  -> Ask',
  'human Ask\n  prompt """\n    Is it?\n    """\n  field why?: string "Why"\n  signed\n  -> Set',
  'decide Set\n  goal = size([1, 2]) > 1 ? {"a": x} : r"y"\n  -> Both',
  'parallel Both\n  branch one "First" {\n    start In\n    end In\n  }\n  join at least 1\n  -> Each',
  'parallel Both\n  workspace worktree merge a.ok setup ["npm"]\n  join all',
  'foreach Each\n  each part in parts.all(p, p in list)\n  key part.id after part.after exclusive part.files',
  'foreach Each\n  concurrency 2 onItemFailure continue carry\n  body {\n    end In = part\n  }\n  -> Call',
  'workflow Call\n  map maps/a.json\n  -> Over',
  'end Over outcome done failed "Well" = seen.text and extra { z: 1 }',
];
const HEAD = 'map "All of the language"\n\n';

function reported(text: string): readonly Diagnostic[] {
  const { diagnostics, report } = collect();
  parseTree({ name: 'map.wfmap', text }, report);
  return diagnostics;
}

/** The line of a place, with marks around it. */
function lineOf({ source: { text }, start, end }: Diagnostic['span']): string {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end);
  const line = `${text.slice(from, start)}‹${text.slice(start, end)}›${text.slice(end, to < 0 ? text.length : to)}`;
  return line.trim().replaceAll('\n', '⏎');
}

function describeOne(each: Diagnostic): string {
  const { source } = each.span;
  const { fix } = each;
  const isRight = fix && reported(applyFixes(source, [each], () => true)).length === 0;
  return [
    lineOf(each.span),
    `  ${each.message} [${each.code}]`,
    ...(each.help.includes('grammar/LANGUAGE.md') ? [] : [`  help: ${each.help}`]),
    ...each.related.map(({ message, span }) => `  see: ${message} ${lineOf(span)}`),
    ...(fix
      ? [`  ${fix.safe ? 'safe ' : ''}fix: ${fix.title}${isRight === true ? '' : ' More is told then.'}`]
      : []),
  ].join('\n');
}

/** One of each kind: what differs in names alone is told in the same way. */
function kindOf({ message, help, fix }: Diagnostic): string {
  return [message, help, fix?.title.replace(/ .*/, '')].join(' | ').replaceAll(/"[^"]*"/g, '"…"');
}

/** Sentences that ought to be others: productions without words, and an end that may not be there. They are not held fast. */
const UNSOUND = /^Expected (?:boundNames|labels|session), |, found an end there\.$/;

type Change = (before: string, token: string, after: string) => string;
const CHANGES: Readonly<Record<string, Change>> = {
  'left out': (before, _, after) => before + after,
  'written twice': (before, token, after) => `${before}${token} ${token}${after}`,
  'a comma in its place': (before, _, after) => `${before},${after}`,
  'a word in its place': (before, _, after) => `${before}nonsense${after}`,
  'a text in its place': (before, _, after) => `${before}"text"${after}`,
  'a number in its place': (before, _, after) => `${before}7${after}`,
  'a line break before it': (before, token, after) => `${before}\n${token}${after}`,
};

test('no part has a fault', () => {
  expect(PARTS.flatMap((part) => reported(HEAD + part).map(describeOne))).toEqual([]);
});

test.each(Object.entries(CHANGES))(
  'where one token is changed, each kind of fault stands once: %s',
  async (title, change) => {
    const seen = new Map<string, string>();
    for (const part of PARTS) {
      for (const { startOffset, image } of lex(part).tokens) {
        const end = startOffset + image.length;
        const [first] = reported(HEAD + change(part.slice(0, startOffset), image, part.slice(end)));
        const kind = first && !UNSOUND.test(first.message) ? kindOf(first) : undefined;
        if (first && kind !== undefined && !seen.has(kind)) seen.set(kind, describeOne(first));
      }
    }
    await expect(`${[...seen.values()].join('\n')}\n`).toMatchFileSnapshot(
      `${GOLDENS}/${title.replaceAll(' ', '-')}.txt`,
    );
  },
);
