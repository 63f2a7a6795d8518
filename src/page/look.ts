import { addressOf, type Route } from './route.ts';
import { NOW } from './model/run-model.ts';
import { STEP_TABS, type StepTab } from './step-tabs.ts';

/** What is looked at, as the address says it: a link leads to the same. */
export interface Look {
  readonly at: number;
  readonly step: number;
  readonly block: number;
  readonly isWhole: boolean;
  readonly tab: StepTab;
  readonly question: number;
  readonly middle: 'question' | 'story';
  readonly phone: 'now' | 'story' | 'map' | 'time';
}

export const PHONE_TABS = [
  ['now', 'Now'],
  ['story', 'Story'],
  ['map', 'Map'],
  ['time', 'Time'],
] as const;

export function lookOf({ options }: Route): Look {
  const count = (name: string): number => Math.max(0, Number(options.get(name)) || 0);
  const tab = STEP_TABS.map(([name]) => name).find((name) => name === options.get('tab'));
  const phone = PHONE_TABS.map(([name]) => name).find((name) => name === options.get('show'));
  return {
    at: options.has('q') ? Math.max(1, count('q')) : NOW,
    step: count('step'),
    block: count('block'),
    isWhole: options.has('whole'),
    tab: tab ?? 'why',
    question: count('question'),
    middle: options.get('middle') === 'story' ? 'story' : 'question',
    phone: phone ?? 'now',
  };
}

/** A change of what is looked at, by the names of the address; undefined leaves one out. */
export type Change = Readonly<Record<string, string | undefined>>;

/** Goes to another look at the same run or map, in place of this one. */
export function lookElsewhere(route: Route, screen: 'run' | 'map', change: Change): void {
  const options = new URLSearchParams(route.options);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) options.delete(name);
    else options.set(name, value);
  }
  location.replace(addressOf(screen, route.name, Object.fromEntries(options)));
}
