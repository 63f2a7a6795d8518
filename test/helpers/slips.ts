import { readFileSync } from 'node:fs';

/** A map with something wrong in it. Shape: `codes` report it, any of them; none where nothing can, or the map is right. */
export interface Slip {
  readonly title: string;
  readonly text: string;
  readonly base: string;
  readonly codes: readonly string[];
  /** Whether it could be reported, and is not. */
  readonly isMissed: boolean;
  readonly isRight: boolean;
  /** Why nothing reports it, or what is to be said of it. */
  readonly remark: string;
  /** A line that the fix must give. */
  readonly meant: string | undefined;
}

/**
 * Reads a table of slips.
 *
 * Shape: `# name` and a map, then rows under `## title | codes => line`, with `not yet: ` before codes that do not report it so far:
 * lines of the map to leave out begin with `- `, those in their place with `+ `, remarks with `# `.
 */
export function readSlips(file: string): readonly Slip[] {
  const [, ...parts] = readFileSync(file, 'utf8').split(/^# .+\n(?=map )/mu);
  return parts.flatMap((part) => {
    const [base = '', ...rows] = part.split(/^## /mu);
    return rows.map((row) => slipOf(base, row));
  });
}

const MISSED = /^not yet: /u;

function slipOf(base: string, row: string): Slip {
  const [head = '', ...lines] = row.trimEnd().split('\n');
  const [title = '', told = ''] = head.split(' | ');
  const [codes = '', meant] = told.split(' => ');
  let text = base;
  let old: string[] = [];
  let fresh: string[] = [];
  const change = () => {
    if (old.length === 0) return;
    const [from, to] = [old.join('\n'), fresh.join('\n')];
    const at = placeOf(text, from);
    text = text.slice(0, at.start) + to + text.slice(at.end);
    [old, fresh] = [[], []];
  };
  for (const line of lines) {
    if (line.startsWith('- ')) {
      if (fresh.length > 0) change();
      old.push(line.slice(2));
    } else if (line.startsWith('+ ')) fresh.push(line.slice(2));
  }
  change();
  return {
    title,
    text,
    base,
    codes: codes === '-' || codes === 'ok' ? [] : codes.replace(MISSED, '').split(' '),
    remark: lines.flatMap((line) => (line.startsWith('# ') ? line.slice(2) : [])).join(' '),
    isMissed: MISSED.test(codes),
    isRight: codes === 'ok',
    meant: meant?.trim(),
  };
}

/** Where some lines or a part of one stand; indentation does not count. */
function placeOf(text: string, lines: string): { readonly start: number; readonly end: number } {
  const pattern = lines
    .split('\n')
    .map((line) => line.trim().replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`))
    .join(String.raw`\s*\n\s*`);
  const found = [...text.matchAll(new RegExp(pattern, 'gu'))];
  const [first] = found;
  if (first === undefined) throw new Error(`The map has no lines\n${lines}`);
  return { start: first.index, end: first.index + first[0].length };
}
