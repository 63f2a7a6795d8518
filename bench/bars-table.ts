import { ROWS, type Bar, type Row } from './bars.ts';
import { amountOf } from './judge.ts';

const [START, END] = ['<!-- bars: node bench/bars-page.ts -->', '<!-- end of bars -->'];

/** The page with the table of all bars between its two marks. Errors: throws where the page has no such marks. */
export function withBars(page: string): string {
  const [from, to] = [page.indexOf(START), page.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`The page has no "${START}" before an "${END}".`);
  return `${page.slice(0, from)}${START}\n${table()}${page.slice(to)}`;
}

function table(): string {
  const head = '| work, `npm run bench -- MEASURE` | at most | compared with |\n|---|---|---|\n';
  return head + ROWS.flatMap((row) => rowsOf(row)).join('');
}

function rowsOf({ work, measure, elsewhere, bars }: Row): readonly string[] {
  const title = measure === undefined ? work : `**${work}**: \`${measure}\``;
  return [`| ${title} | | ${elsewhere ?? ''} |\n`, ...bars.map(lineOf)];
}

function lineOf({ figure, most, unit, against, needs }: Bar): string {
  const flag = needs === undefined ? '' : `, with \`${needs}\``;
  return `| ${figure}${flag} | ${amountOf(most, unit)} | ${against} |\n`;
}
