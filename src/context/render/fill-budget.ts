import { estimateTokens, leastTokens } from './estimate-tokens.ts';

/** One line of an outline. Shape: `forms` has it in full, then shorter; `heading` is a line that comes once before those that share it. */
export interface OutlineItem {
  readonly forms: readonly string[];
  readonly heading?: string;
  /** What a tree is laid out by, and the item that must be there for this one to be. */
  readonly key?: string;
  readonly requires?: string;
}

/** A part of an outline. Shape: its items have the most important first; `share` is its part of the budget, against others. */
export interface OutlineSection<Name extends string> {
  readonly name: Name;
  readonly title: string;
  /** One of its items and several, in words. */
  readonly words: readonly [string, string];
  readonly share: number;
  readonly items: readonly OutlineItem[];
  /** How many there are beside these. */
  readonly more: number;
}

/** Units: `tokens` by {@link estimateTokens}. Shape: `shown` has the places of the items that are there, by section. */
export interface FilledOutline<Name extends string> {
  readonly text: string;
  readonly tokens: number;
  readonly shown: Readonly<Record<Name, readonly number[]>>;
  readonly leftOut: Readonly<Record<Name, number>>;
}

/** What less than these tokens could still hold is not looked for. */
const LEAST = 4;

interface Filling<Name extends string> {
  readonly section: OutlineSection<Name>;
  readonly lines: { readonly place: number; readonly text: string }[];
  readonly headings: Set<string>;
  readonly keys: Set<string>;
  used: number;
  next: number;
}

/**
 * Writes as much of some sections as a budget holds, and at the end what was left out. `title` is the first line.
 *
 * Each section gets of the budget by its share, and what it does not need goes to the others. Of each the items are taken
 * in their order; one that does not fit, in no form, is left out for what comes after it.
 */
export function fillBudget<Name extends string>(
  title: string,
  sections: readonly OutlineSection<Name>[],
  budget: number,
): FilledOutline<Name> {
  const head = estimateTokens(`${title}\n`);
  const whole = fill(sections, budget - head);
  if (sum(whole.map(leftIn)) === 0) return toFilled(title, whole);
  const all = Object.fromEntries(sections.map((each) => [each.name, each.items.length + each.more]));
  const reserve = estimateTokens(`\n${leftOutLine(sections, (name) => all[name] ?? 0)}\n`);
  return toFilled(title, fill(sections, budget - head - reserve));
}

function fill<Name extends string>(
  sections: readonly OutlineSection<Name>[],
  budget: number,
): readonly Filling<Name>[] {
  const fillings = sections.map((section): Filling<Name> => ({
    section,
    lines: [],
    headings: new Set(),
    keys: new Set(),
    used: 0,
    next: 0,
  }));
  let left = budget;
  while (left >= LEAST) {
    const open = fillings.filter(({ section, next }) => next < section.items.length);
    // What has nothing yet comes in the order of the shares.
    const first = open.toSorted((a, b) => filledOf(a) - filledOf(b) || b.section.share - a.section.share)[0];
    if (first === undefined) break;
    left -= takeNext(first, left);
  }
  return fillings;
}

function filledOf<Name extends string>({ used, section }: Filling<Name>): number {
  return used / section.share;
}

/** What the next item of a section costs; 0 where it is left out. */
function takeNext<Name extends string>(filling: Filling<Name>, left: number): number {
  const { section, lines, headings, keys } = filling;
  const place = filling.next;
  const item = section.items[place];
  filling.next += 1;
  if (item === undefined || (item.requires !== undefined && !keys.has(item.requires))) return 0;
  const before = [
    ...(lines.length === 0 ? ['', `## ${section.title}`] : []),
    ...(item.heading === undefined || headings.has(item.heading) ? [] : [item.heading]),
  ];
  for (const text of item.forms) {
    // Of thousands of items few fit.
    if (leastTokens(text) > left) continue;
    const cost = estimateTokens([...before, text, ''].join('\n'));
    if (cost > left) continue;
    lines.push({ place, text });
    if (item.heading !== undefined) headings.add(item.heading);
    if (item.key !== undefined) keys.add(item.key);
    filling.used += cost;
    return cost;
  }
  return 0;
}

function toFilled<Name extends string>(
  title: string,
  fillings: readonly Filling<Name>[],
): FilledOutline<Name> {
  const leftOf = new Map(fillings.map((each) => [each.section.name, leftIn(each)]));
  const blocks = fillings.filter(({ lines }) => lines.length > 0).map(blockOf);
  const note = leftOutLine(
    fillings.map(({ section }) => section),
    (name) => leftOf.get(name) ?? 0,
  );
  const text = `${[title, ...blocks, ...(note === '' ? [] : [note])].join('\n\n')}\n`;
  const shown = fillings.map(({ section, lines }) => [section.name, lines.map(({ place }) => place)]);
  return {
    text,
    tokens: estimateTokens(text),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are the names of the sections
    shown: Object.fromEntries(shown) as Record<Name, number[]>,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- and these
    leftOut: Object.fromEntries(leftOf) as Record<Name, number>,
  };
}

/** Lines under one heading stand together, where the first of them does; a tree is in the order of its paths. */
function blockOf<Name extends string>({ section, lines }: Filling<Name>): string {
  const items = lines.map(({ place, text }) => ({ text, item: section.items[place] }));
  if (items.some(({ item }) => item?.key !== undefined)) {
    items.sort((a, b) => ((a.item?.key ?? '') < (b.item?.key ?? '') ? -1 : 1));
  }
  const groups = new Map<string, string[]>();
  for (const { text, item } of items) {
    const heading = item?.heading ?? '';
    groups.set(heading, [...(groups.get(heading) ?? (heading === '' ? [] : [heading])), text]);
  }
  return [`## ${section.title}`, ...[...groups.values()].flat()].join('\n');
}

function leftOutLine<Name extends string>(
  sections: readonly OutlineSection<Name>[],
  leftOf: (name: Name) => number,
): string {
  const parts = sections.flatMap(({ name, words: [one, many] }) => {
    const left = leftOf(name);
    return left === 0 ? [] : [`${left} ${left === 1 ? one : many}`];
  });
  return parts.length === 0 ? '' : `Left out: ${parts.join(', ')}.`;
}

function leftIn<Name extends string>({ section, lines }: Filling<Name>): number {
  return section.items.length + section.more - lines.length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
