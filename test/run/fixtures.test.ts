import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createScriptedAgent } from '../../src/agent/scripted/scripted-agent.ts';
import { parseScenario, type Scenario } from '../../src/agent/scripted/scenario.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import type { Scalar } from '../../src/model/field.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import { checkedProgram } from '../helpers/checked-program.ts';
import { start, testHost } from '../helpers/run-host.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/runs');

interface Fixture {
  readonly map: object;
  readonly fields?: Readonly<Record<string, Scalar>>;
  readonly limits?: { readonly steps?: number; readonly costUsd?: number };
}

/** As `scripted-agent.ts` describes it: by task, visit and turn, the last of each repeating. */
function scriptOf({ answers }: Scenario): Parameters<typeof createScriptedAgent>[0] {
  return (task, visit, turn) => {
    const visits = answers.get(task) ?? [];
    const turns = visits[Math.min(visit, visits.length) - 1] ?? [];
    return turns[Math.min(turn, turns.length) - 1];
  };
}

/** One record a line, without what is the same in all or follows from the rest. */
function lineOf({ seq, type, address, causedBy, data }: RunEvent): string {
  const place = [address.task, address.visit, address.attempt].filter((part) => part !== undefined).join('/');
  const told = JSON.stringify(data, (key, value: unknown) => (FOLLOWS.has(key) ? undefined : value));
  return `${seq} <- ${causedBy ?? '-'} ${type} ${place === '' ? '-' : place} ${told}`;
}

const FOLLOWS = new Set([
  'digest',
  'sizeBytes',
  'template',
  'version',
  'wfmap',
  'run',
  'durationMs',
  'tokens',
]);

describe('a run leaves the journal that stands beside it:', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

  test('there are such runs', () => {
    expect(names.length).toBeGreaterThan(3);
  });

  test.each(names)('%s', async (name) => {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    const { map, fields = {}, limits = {} } = JSON.parse(text) as Fixture;
    const { program, texts } = checkedProgram(map);
    const fs = createCrashingFileSystem();
    const agent = createScriptedAgent(scriptOf(parseScenario(text, name)));
    const { slip } = await start(testHost(fs, '/project', agent), program, {
      texts,
      fields,
      limits: { steps: limits.steps, costUsd: limits.costUsd },
    });
    const { events } = readJournal(fs, join(slip.folder, 'journal.jsonl'));
    const journal = `${events.map(lineOf).join('\n')}\n`;
    await expect(journal).toMatchFileSnapshot(join(FOLDER, name.replace(/\.json$/, '.out')));
  });
});
