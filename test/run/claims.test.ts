import { describe, expect, test } from 'vitest';
import { createScriptedAgent, type Script } from '../../src/agent/scripted/scripted-agent.ts';
import { findRuns } from '../../src/journal/find-runs.ts';
import { readJournal } from '../../src/journal/read-journal.ts';
import { createMemoryFileSystem } from '../../src/journal/memory-file-system.ts';
import type { ClaimsRecord } from '../../src/model/event-records.ts';
import { placeOfTask } from '../../src/model/place.ts';
import type { RunEvent } from '../../src/model/run-event.ts';
import { runViewOf } from '../../src/view/apply-event.ts';
import { checkedProgram } from '../helpers/checked-program.ts';
import { puppetShell } from '../helpers/performers.ts';
import { resume, script, start, testHost } from '../helpers/run-host.ts';
import {
  crashesOf,
  createCrashingFileSystem,
  PowerCut,
  type CrashingFileSystem,
} from '../journal/crashing-file-system.ts';

const ROOT = '/project';
const WARN: ClaimsRecord = { mode: 'warn', by: null };

type Answers = Readonly<Record<string, readonly (string | ReturnType<Script>)[]>>;

function programOf(text: string, maps: Readonly<Record<string, string>> = {}) {
  return checkedProgram(`map "A map"\n${text}`, maps, 'maps/test.wfmap');
}

/** Where each property was violated, as the journal has it: `name at place`, with the action that was taken. */
function violationsIn(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type !== 'property.violated') return [];
    const { property, action } = event.data;
    return [`${property} at ${placeOfTask(event.address)}${action === null ? '' : ` -> ${action}`}`];
  });
}

async function play(text: string, answers: Answers, maps: Readonly<Record<string, string>> = {}) {
  const { program, texts } = programOf(text, maps);
  const host = testHost(createMemoryFileSystem([ROOT]), ROOT, script(answers));
  const { state } = await start(host, program, { texts, claims: WARN });
  return { state, events: host.events };
}

const claude = (name: string, ...actions: readonly string[]): string =>
  [`claude ${name}`, `  prompt "Do."`, ...actions.map((each) => `  ${each}`)].join('\n');

const LOOP = [
  claude('Check', 'Again -> Check "again" at most 1 then Done', 'Good -> Done "good"'),
  'end Done',
].join('\n');

const ITEMS = `
foreach Work
  each item in ["a", "b"]
  concurrency 1
  body {
    ${claude('Look', 'Good -> Ship "good"', 'Skip -> Ship "skip"').replaceAll('\n', '\n    ')}
    ${claude('Ship', 'Yes -> Shipped "yes"', 'No -> Shipped "no"').replaceAll('\n', '\n    ')}
    end Shipped
  }
  -> Done always
end Done
`;

const INNER = `map "Inner"
property "never twice": at most 1 times Do
property "looked at": Look precedes Do
${claude('Do', 'Again -> Do "again"', 'Good -> Over "good"')}
${claude('Look', 'Good -> Do "good"')}
end Over`;

const OUTER = `
property "not the inner one": never Do
${claude('Do', 'Go -> Run "go"')}
workflow Run
  map "maps/inner.wfmap"
  -> Done always
end Done`;

describe('a run records that', () => {
  test.each<[law: string, text: string, answers: Answers, violated: readonly string[]]>([
    [
      'a property is violated by the entry of a task',
      `property "p": Look precedes Ship\n${claude('Start', 'Go -> Ship "go"', 'Wait -> Look "wait"')}\n${claude('Look', 'Good -> Ship "good"')}\n${claude('Ship', 'Good -> Done "good"')}\nend Done`,
      { Start: ['Go'], Ship: ['Good'] },
      ['p at Ship'],
    ],
    [
      'it is kept where the first comes first, as the action that leads to the second does',
      `property "p": Start takes Go precedes Ship\n${claude('Start', 'Go -> Ship "go"')}\n${claude('Ship', 'Good -> Done "good"')}\nend Done`,
      { Start: ['Go'], Ship: ['Good'] },
      [],
    ],
    [
      'an action is taken too often',
      `property "p": at most 1 times Check takes Again\n${LOOP.replace('at most 1', 'at most 5')}`,
      { Check: ['Again', 'Again', 'Good'] },
      ['p at Check -> Again'],
    ],
    [
      'an action that a bound sends elsewhere was not taken',
      `property "p": at most 1 times Check takes Again\n${LOOP}`,
      { Check: ['Again', 'Again'] },
      [],
    ],
    [
      'an item has the second without the first, whatever other items did',
      `property "p": Look takes Good precedes Ship\n${ITEMS}`,
      { Look: ['Good', 'Skip'], Ship: ['Yes'] },
      ['p at Work/1/Ship'],
    ],
    [
      'an item ends without what was to follow',
      `property "p": Look takes Skip leads to Ship takes No\n${ITEMS}`,
      { Look: ['Skip', 'Skip'], Ship: ['No', 'Yes'] },
      ['p at Work/1/Shipped'],
    ],
    [
      'a run ends without what must come, in any item',
      `property "p": eventually Ship takes No\nproperty "q": eventually Ship takes Yes\n${ITEMS}`,
      { Look: ['Good', 'Good'], Ship: ['Yes'] },
      ['p at Done'],
    ],
    [
      'a condition reads the result of the task whose action is taken, and what it bound',
      `property "p": never Check takes Good when result.score + seen.score == 4\n${LOOP.replace('claude Check', 'claude Check as seen\n  output { type: "object", properties: { score: { type: "integer" } }, required: ["score"] }')}`,
      { Check: [{ action: 'Good', output: { score: 2 } }] },
      ['p at Check -> Good'],
    ],
  ])('%s', async (_, text, answers, violated) => {
    const { events, state } = await play(text, answers);
    expect(violationsIn(events)).toEqual(violated);
    expect(state.finished?.outcome).toBe('Done');
  });

  test('a map inside of another violates its own properties, and the other names none of its tasks', async () => {
    const { events } = await play(
      OUTER.replace('"not the inner one": never Do', '"not the inner one": at most 1 times Do'),
      { Do: ['Go', 'Again', 'Good'] },
      { 'maps/inner.wfmap': INNER },
    );
    expect(violationsIn(events)).toEqual(['looked at at Run/map/Do', 'never twice at Run/map/Do']);
  });

  test('a task that fails leaves open what must still come', async () => {
    const { events, state } = await play(
      `property "p": eventually Look\nproperty "q": Check leads to Look\n${LOOP}\n${claude('Look', '-> Done')}`,
      {
        Check: [{ fail: 'permanent' }],
      },
    );
    expect([state.status, violationsIn(events)]).toEqual(['paused', []]);
  });

  test('its values are those that the condition read', async () => {
    const { events } = await play(
      `property "p": always Check when visits < 2\n${LOOP.replace('at most 1', 'at most 5')}`,
      { Check: ['Again', 'Good'] },
    );
    expect(events.find(({ type }) => type === 'property.violated')?.data).toEqual({
      property: 'p',
      map: 'maps/test.wfmap',
      claim: 'always Check when visits < 2',
      task: 'Check',
      action: null,
      reason: '"visits < 2" is not true.',
      values: { visits: 2 },
    });
  });
});

/** The command is not to run before the gate: a failure of the gate leads around it. */
const DEPLOY = `
property "approved": Gate takes Approve precedes Deploy
property "once": at most 1 times Deploy
${claude('Gate', 'Approve -> Deploy "approve"', 'Fail -> Deploy "fail"')}
shell Deploy
  command "deploy"
  idempotent
  -> Look always
${claude('Look', 'Again -> Deploy "again"', 'Good -> Done "good"')}
end Done`;

const DEPLOYED = { outcome: 'exited', exitCode: 0, stdout: '', durationMs: 1 } as const;
const ANSWERS: Answers = { Gate: ['Fail'], Look: ['Again', 'Good'] };

describe('a violated property', () => {
  async function paused() {
    const { program, texts } = programOf(DEPLOY);
    const fs = createMemoryFileSystem([ROOT]);
    const shell = puppetShell(DEPLOYED);
    const host = testHost(fs, ROOT, script(ANSWERS), { shell });
    return { program, fs, shell, host, ...(await start(host, program, { texts })) };
  }

  test('pauses the run before the work of the task that it is violated by', async () => {
    const { state, shell } = await paused();
    expect(shell.asked).toEqual([]);
    expect(state.paused).toEqual({
      reason: 'property',
      message:
        'The property "approved" is violated: Gate takes Approve precedes Deploy. "Deploy" happened; "Gate takes Approve" had not happened before.',
      exitCode: 6,
    });
  });

  test('pauses it again until a person accepts it; the journal says who did, and has each violation once', async () => {
    const { program, directory, host, shell } = await paused();
    const again = await resume(host, program, directory);
    expect([again.paused?.reason, shell.asked.length]).toEqual(['property', 0]);
    const by = { pid: 7, isGone: false, start: 'then', user: 'ann', terminal: 'pts/1' };
    const state = await resume(host, program, directory, { claims: { mode: 'warn', by } });
    expect([state.finished?.outcome, shell.asked.length]).toEqual(['Done', 2]);
    expect(violationsIn(host.events)).toEqual(['approved at Deploy', 'once at Deploy']);
    const chosen = host.events.flatMap(({ type, data }) => (type === 'run.resumed' ? [data.claims?.by] : []));
    expect(chosen).toEqual([undefined, by]);
  });

  test('is accepted once: a choice to pause holds for those that come later', async () => {
    const { program, directory, host } = await paused();
    await resume(host, program, directory, { claims: WARN, limits: (limits) => ({ ...limits, steps: 2 }) });
    const state = await resume(host, program, directory, {
      claims: { mode: 'pause', by: null },
      limits: (limits) => ({ ...limits, steps: 100 }),
    });
    expect([state.paused?.reason, state.paused?.message]).toEqual([
      'property',
      expect.stringContaining('"once"') as string,
    ]);
  });

  test('says nothing of a run that goes on at another task', async () => {
    const { program, directory, host } = await paused();
    const state = await resume(host, program, directory, { from: 'Deploy' });
    expect([state.finished?.outcome, violationsIn(host.events)]).toEqual(['Done', ['approved at Deploy']]);
    expect(runViewOf(host.events).unwatched).toMatchObject({ count: 2 });
  });

  test('is found by a resume where the version that drove the run did not look for it', async () => {
    const { program, texts } = programOf(DEPLOY);
    const silent = { ...program, map: { ...program.map, properties: [] } };
    const fs = createMemoryFileSystem([ROOT]);
    const host = testHost(fs, ROOT, script(ANSWERS), { shell: puppetShell({ ...DEPLOYED, exitCode: 1 }) });
    const { directory } = await start(host, silent, { texts, limits: { steps: 2 } });
    expect(violationsIn(host.events)).toEqual([]);
    const state = await resume(host, program, directory, { limits: (limits) => ({ ...limits, steps: 100 }) });
    expect([state.paused?.reason, violationsIn(host.events)]).toEqual(['property', ['approved at Deploy']]);
    await resume(host, program, directory);
    expect(violationsIn(host.events)).toEqual(['approved at Deploy']);
  });
});

describe('after a crash at any operation', () => {
  const { program, texts } = programOf(DEPLOY);
  /** By task and visit, so that who resumes answers as who was cut off would have. */
  const answers: Script = (task, visit) =>
    task === 'Gate' ? { action: 'Fail' } : { action: visit === 1 ? 'Again' : 'Good' };
  const hostOn = (fs: CrashingFileSystem) =>
    testHost(fs, ROOT, createScriptedAgent(answers), { shell: puppetShell(DEPLOYED) });

  test.each(['warn', 'pause'] as const)(
    'a resume violates the same properties, each once (%s)',
    async (mode) => {
      const claims: ClaimsRecord = { mode, by: null };
      const begin = (fs: CrashingFileSystem) => start(hostOn(fs), program, { texts, claims });
      const whole = createCrashingFileSystem(ROOT);
      await begin(whole);
      const expected = eventsOn(whole);
      expect(violationsIn(expected)).toEqual(
        mode === 'warn' ? ['approved at Deploy', 'once at Deploy'] : ['approved at Deploy'],
      );
      let met = 0;
      for (let cut = 0; cut < whole.operations(); cut += 1) {
        const fs = createCrashingFileSystem(ROOT);
        fs.cutAt(cut);
        await begin(fs).catch((thrown: unknown) => {
          if (!(thrown instanceof PowerCut)) throw thrown;
        });
        for (const disk of [fs.revive(), ...crashesOf(fs, 3)]) {
          const found = findRuns(disk, ROOT).find(({ started }) => started !== undefined);
          if (found === undefined) continue;
          const before = eventsOn(disk);
          const isOver = before.at(-1)?.type === 'run.finished';
          if (!isOver) await resume(hostOn(disk), program, found);
          expect(violationsIn(eventsOn(disk))).toEqual(violationsIn(expected));
          met += 1;
        }
      }
      expect(met).toBeGreaterThan(40);
    },
  );
});

function eventsOn(fs: CrashingFileSystem): readonly RunEvent[] {
  const found = findRuns(fs, ROOT).find(({ started }) => started !== undefined);
  return found === undefined ? [] : readJournal(fs, `${found.folder}/journal.jsonl`).events;
}
