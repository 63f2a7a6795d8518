import { renderPretty } from '../../src/diagnostics/render-pretty.ts';
import { isSameMap, type Mistake, outcomeOf } from './mistake.ts';

const INTRODUCTION = `# Mistakes

What people and models write at first, what was meant, and what \`wfmap validate\` says to it, to the letter. The lines of the
map that were meant otherwise are shown; the whole maps are in \`test/fixtures/mistakes\`, which this page is made from:
\`npx vitest run test/parse/mistakes.test.ts -u\`.
`;

/** The page of all mistakes. */
export function mistakesPage(mistakes: readonly Mistake[]): string {
  const contents = mistakes.map(({ name, title }) => `- [${title}](#${name})`);
  return [INTRODUCTION, `${contents.join('\n')}\n`, ...mistakes.map(chapterOf)].join('\n');
}

function chapterOf({ name, title, source, meant, diagnostics }: Mistake): string {
  const [written, wanted] = changedLines(source.text, meant);
  const isFine = isSameMap(source.text, meant);
  return [
    `## ${name}\n\n${title}${source.name.endsWith('.wfmap') ? '' : ` The file is called ${source.name}.`}\n`,
    fenced(written),
    ...(isFine || wanted === '' ? [] : [`Meant:\n\n${fenced(wanted)}`]),
    diagnostics.length === 0 ? 'Nothing is told.\n' : fenced(renderPretty(diagnostics)),
    ...(diagnostics.length === 0
      ? []
      : [`${outcomeOf({ source, meant, diagnostics }, '').split('\n', 1)[0] ?? ''}\n`]),
  ].join('\n');
}

/** The lines of two texts between what they begin and end with alike. */
function changedLines(one: string, other: string): readonly [string, string] {
  const [a, b] = [one.split('\n'), other.split('\n')];
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [a.slice(start, a.length - end).join('\n'), b.slice(start, b.length - end).join('\n')];
}

function fenced(text: string): string {
  return `\`\`\`\`text\n${text.replace(/\n$/, '')}\n\`\`\`\`\n`;
}
