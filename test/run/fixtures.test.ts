import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/model/run-event.ts';
import type { Value } from '../../src/model/value.ts';
import { checkedProgram } from '../helpers/checked-program.ts';
import { start, testHost } from '../helpers/run-host.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';
import { answersOf } from './answers.ts';
import { courseOf } from './course.ts';
import { readMap } from './map-json.ts';
import { performersOf, type Performers } from './scripted-performers.ts';
import { play } from './reference.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/runs');

/**
 * A run as its law wants it, written before the code.
 *
 * Shape: the file is named after the law, and `cites` is the sentence that it follows from; `answers` are those of
 * agents, commands and persons, by task, visit and turn; `expect` is the whole course as `course.ts` puts it;
 * `prompts` what the tasks named there are told first, by visit; `tells` what the reasons of failures must name.
 */
interface Fixture {
  readonly cites: string;
  readonly fields?: Readonly<Record<string, Value>>;
  readonly templates?: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, readonly unknown[]>>;
  readonly expect: readonly string[];
  readonly prompts?: Readonly<Record<string, readonly string[]>>;
  readonly tells?: readonly string[];
}

const KEYS = ['cites', 'map', 'fields', 'templates', 'answers', 'expect', 'prompts', 'tells'];

const laws = readdirSync(FOLDER)
  .toSorted()
  .map((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const fixture = JSON.parse(text) as Fixture;
    return { law: file.replace(/\.json$/, '').replaceAll('-', ' '), file, text, fixture, ...fixture };
  });

describe('the corpus', () => {
  test('holds the laws of the format', () => {
    expect(laws.length).toBeGreaterThanOrEqual(60);
  });

  test('cites a sentence for each, and says nothing that is not looked at', () => {
    const odd = laws.filter(
      ({ file, fixture }) =>
        !/^[a-z-]+[.]json$/.test(file) ||
        !/^FORMAT \d+: ./.test(fixture.cites) ||
        !/^(end|pause)/.test(fixture.expect.at(-1) ?? '') ||
        Object.keys(fixture).some((key) => !KEYS.includes(key)),
    );
    expect(odd.map(({ file }) => file)).toEqual([]);
  });
});

describe('the reference agrees that', () => {
  test.each(laws)('$law', ({ text, answers, expect: lines, fields = {}, templates = {}, prompts = {} }) => {
    const course = play(readMap(text, 'map').map, answersOf(answers), { fields, templates });
    expect(course.lines).toEqual(lines);
    for (const [task, told] of Object.entries(prompts)) expect(course.prompts.get(task)).toEqual(told);
  });
});

describe('a run obeys the law that', () => {
  test.each(laws)('$law', async ({ text, answers, expect: lines, fields = {}, templates = {}, ...more }) => {
    const { program, texts } = checkedProgram(readMap(text, 'map').text, templates);
    const performers = performersOf(answersOf(answers));
    const host = testHost(createCrashingFileSystem(), '/project', performers.agent, performers);
    await start(host, program, { texts, fields });
    expect(courseOf(host.events)).toEqual(lines);
    for (const [task, told] of Object.entries(more.prompts ?? {})) {
      expect(promptsOf(task, host.events, performers)).toEqual(told);
    }
    const reasons = host.events.flatMap(({ type, data }) => (type === 'task.failed' ? [data.reason] : []));
    for (const part of more.tells ?? []) expect(reasons.join('\n')).toContain(part);
  });
});

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
