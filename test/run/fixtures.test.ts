import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/model/run-event.ts';
import type { Value } from '../../src/model/value.ts';
import type { CheckedProgram } from '../helpers/checked-program.ts';
import { readOutputSchemas } from '../helpers/output-schemas.ts';
import { start } from '../helpers/run-host.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';
import { answersOf, arrivals } from './answers.ts';
import { courseOf } from './course.ts';
import { readMap, readMaps } from './map-json.ts';
import { hostFor } from './nested-host.ts';
import { nestedProgram } from './nested-program.ts';
import { performersOf, type Performers } from './scripted-performers.ts';
import { play } from './reference-blocks.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/runs');

/**
 * A run as its law wants it, written before the code.
 *
 * Shape: the file is named after the law, and `cites` is the sentence of the format that it follows from; `answers` are those of
 * agents, commands and persons, by task, visit and turn; `expect` is the whole course as `course.ts` puts it;
 * `maps` are those that tasks of the map run, by path; `places` is how many may be at work at once; answers arrive one
 * at a time in the order in which they were asked for, those of the places in `late` after all others, the later in
 * the list the later. Blocks take turns, one task each. `costUsd` is what all agents cost, also those that nobody
 * waited for.
 * `prompts` what the tasks named there are prompted first, by visit; `reports` what the reasons of failures must name.
 */
interface Fixture {
  readonly cites: string;
  readonly fields?: Readonly<Record<string, Value>>;
  readonly templates?: Readonly<Record<string, string>>;
  readonly places?: number;
  readonly late?: readonly string[];
  readonly costUsd?: number;
  readonly answers: Readonly<Record<string, readonly unknown[]>>;
  readonly expect: readonly string[];
  readonly prompts?: Readonly<Record<string, readonly string[]>>;
  readonly reports?: readonly string[];
}

const KEYS = [
  'cites',
  'map',
  'maps',
  'fields',
  'templates',
  'places',
  'late',
  'answers',
  'expect',
  'costUsd',
];
KEYS.push('prompts', 'reports');

const laws = readdirSync(FOLDER)
  .toSorted()
  .map((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const fixture = JSON.parse(text) as Fixture;
    return { law: file.replace(/\.json$/, '').replaceAll('-', ' '), file, text, fixture, ...fixture };
  });

describe('the corpus', () => {
  test('holds the laws of the format', () => {
    expect(laws.length).toBeGreaterThanOrEqual(160);
  });

  test('cites a sentence for each, and says nothing that is not looked at', () => {
    const odd = laws.filter(
      ({ file, fixture }) =>
        !/^[a-z-]+[.]json$/.test(file) ||
        !/^\S+ \S/.test(fixture.cites) ||
        !/^(end|pause)/.test(fixture.expect.at(-1) ?? '') ||
        Object.keys(fixture).some((key) => !KEYS.includes(key)),
    );
    expect(odd.map(({ file }) => file)).toEqual([]);
  });
});

describe('the reference agrees that', () => {
  test.each(laws)('$law', ({ text, fixture: { answers, expect: lines, fields, templates, costUsd } }) => {
    const { program } = programOf(text, templates);
    const { spent } = play(program, answersOf(answers), lines, fields);
    // What was cancelled may have cost less than all its turns, or nothing.
    expect(spent.costUsd).toBeGreaterThan((costUsd ?? 0) - 1e-6);
  });
});

/** What is not as `grammar/output/event.schema.json` says. */
const faultOf = readOutputSchemas().get('event');

describe('a run obeys the law that', () => {
  test.each(laws)(
    '$law',
    async ({ text, fixture: { answers, late, fields = {}, expect: lines, ...more } }) => {
      const { program, texts } = programOf(text, more.templates);
      const performers = performersOf(answersOf(answers), arrivals(late));
      const host = hostFor(createCrashingFileSystem(), performers, more.places);
      const { state } = await start(host, program, { texts, fields });
      expect(courseOf(host.events)).toEqual(lines);
      for (const event of host.events)
        expect(faultOf?.(JSON.parse(JSON.stringify(event))), event.type).toBe('');
      if (more.costUsd !== undefined) expect(state.costUsd).toBeCloseTo(more.costUsd);
      for (const [task, reported] of Object.entries(more.prompts ?? {})) {
        expect(promptsOf(task, host.events, performers)).toEqual(reported);
      }
      const reasons = host.events.flatMap(({ type, data }) => (type === 'task.failed' ? [data.reason] : []));
      for (const part of more.reports ?? []) expect(reasons.join('\n')).toContain(part);
    },
  );
});

function programOf(text: string, templates: Fixture['templates']): CheckedProgram {
  const maps = Array.from(readMaps(text, 'maps'), ([path, each]) => [path, each.text] as const);
  return nestedProgram(readMap(text, 'map').text, { ...templates, ...Object.fromEntries(maps) });
}

/** What an agent got at its first turn of each execution, or what a person read. */
function promptsOf(task: string, events: readonly RunEvent[], { requests }: Performers): string[] {
  const asked = events.flatMap(({ type, data }) =>
    type === 'human.asked' && data.task === task ? [data.text] : [],
  );
  const turns = events.filter(({ type }) => type === 'agent.started');
  const prompted = requests.filter(({ task: name }, index) => {
    const turn = turns[index];
    return name === task && turn?.type === 'agent.started' && turn.data.purpose === 'prompt';
  });
  return [...asked, ...prompted.map(({ prompt }) => prompt)];
}
