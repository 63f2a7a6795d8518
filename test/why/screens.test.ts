import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Agent, AgentReply } from '../../src/agent/agent.ts';
import { whyJson } from '../../src/cli/views/why-json.ts';
import { whyLines } from '../../src/cli/views/why-lines.ts';
import { openQuestionsOf } from '../../src/report/open-questions.ts';
import { summaryOf } from '../../src/report/run-summary.ts';
import type { RunHost } from '../../src/run/host/host.ts';
import { runViewOf } from '../../src/view/apply-event.ts';
import { accountOf } from '../../src/why/account.ts';
import { checkedProgram } from '../helpers/checked-program.ts';
import { broken, exited, puppetShell } from '../helpers/performers.ts';
import { answered, failed, puppetAgent, rejected } from '../helpers/puppet-agent.ts';
import { script, start, testHost } from '../helpers/run-host.ts';
import { createCrashingFileSystem } from '../journal/crashing-file-system.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/why');

/** A run that ends badly or stands still. Shape: `cause` is what was planted, as it must be on the screen. */
interface Case {
  readonly name: string;
  readonly map: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
  readonly more?: Partial<RunHost>;
  readonly limits?: Parameters<typeof start>[2];
  readonly cause: string;
}

const FAULTY = { action: 'Check', output: { faults: ['No criterion names R1.'] } };
const OUTPUT =
  '{ type: "object", required: ["faults"], properties: { faults: { type: "array", items: { type: "string" } } } }';

const CASES: readonly Case[] = [
  {
    name: 'a plan that stays faulty',
    map: `map "Plan"
claude Draft as drafted
  prompt "Draft."
  output ${OUTPUT}
  Check -> Check Plan
decide Check Plan
  faults = drafted.faults
  Faulty -> Draft when size(faults) > 0 at most 3 then Stopped
  Take -> Planned
end Planned
end Stopped failed`,
    agent: script({ Draft: [FAULTY] }),
    cause: 'No criterion names R1.',
  },
  {
    name: 'an end that says why itself',
    map: `map "Plan"
claude Draft as drafted
  prompt "Draft."
  output ${OUTPUT}
  Stop -> Stopped when size(result.faults) > 0
  Go -> Planned
end Planned
end Stopped failed because "The draft is faulty: " + drafted.faults[0]`,
    agent: script({ Draft: [{ output: FAULTY.output }] }),
    cause: 'The draft is faulty: No criterion names R1.',
  },
  {
    name: 'an agent that chose it',
    map: `map "Review"
claude Review
  prompt "Review."
  Accept -> Good
  Reject -> Rejected "it must not be merged"
end Good
end Rejected failed`,
    agent: script({ Review: ['Reject'] }),
    cause: '"Review" chose "Reject"',
  },
  {
    name: 'an item of a list',
    map: `map "Build"
shell List as listed
  command ["list"]
  Go -> Build
foreach Build as built
  each part in ["a", "b", "c"]
  key part
  body {
    claude Work
      prompt "Work on \${part}."
      Done -> Done
      Broken -> Broken
    end Done
    end Broken failed because "the part " + part + " has no owner"
  }
  Stopped -> Blocked when !result.all(each, each.outcome == "Done")
  Built -> Complete
end Complete
end Blocked failed`,
    agent: script({ Work: ['Done', 'Broken', 'Done'] }),
    cause: 'the part b has no owner',
  },
  {
    name: 'a map inside',
    map: `map "Outer"
workflow Inner as inner
  map inner.wfmap
  Failed -> Blocked when result.outcome == "Bad"
  Go -> Good
end Good
end Blocked failed`,
    files: {
      'inner.wfmap': `map "Inner"
shell Check as checked
  command ["check"]
  Bad -> Bad when result.exitCode != 0
  Good -> Good
end Good
end Bad failed`,
    },
    more: { shell: puppetShell(exited(7, 'no such table')) },
    cause: 'result.exitCode is 7',
  },
  {
    name: 'a task that is entered too often',
    map: `map "Loop"
claude Work
  prompt "Work."
  visits at most 2 then Given Up
  Again -> Look
claude Look
  prompt "Look."
  Again -> Work
end Given Up failed`,
    agent: script({ Work: ['Again'], Look: ['Again'] }),
    cause: '"Look" led to "Work" again, which is entered "at most 2" times',
  },
  {
    name: 'a name that is set from itself',
    map: `map "Count"
decide Start
  left = 100
  -> Spend
decide Spend
  left = left - 40
  Again -> Spend when left > 30 at most 1 then Done
  Stop -> Done when left <= 30
end Done failed = left`,
    cause: '"Spend" took "Stop": left is 20',
  },
  {
    name: 'a fault that the map goes on from',
    map: `map "Ship"
shell Ship
  command ["ship"]
  on error -> Not Shipped
  Go -> Shipped
end Shipped
end Not Shipped failed`,
    more: { shell: puppetShell(broken('permanent')) },
    cause: '"Ship" failed: It broke.',
  },
  {
    name: 'a value that is missing',
    map: `map "Choose"
shell Count as counted
  command ["count"]
  Many -> Done when has(result.json) && result.json.count > 4
  Few -> Done
end Done`,
    more: { shell: puppetShell(exited(3, '{}')) },
    cause: 'there is no "count" in it',
  },
  {
    name: 'replies that are no answer',
    map: `map "Ask"
claude Ask
  prompt "Ask."
  Go -> Done
  Stop -> Done
end Done`,
    agent: puppetAgent(...Array<AgentReply>(4).fill(rejected('Maybe.'))),
    cause: 'It names no action.',
  },
  {
    name: 'a service that is down',
    map: `map "Ask"
claude Ask
  prompt "Ask."
  retry 0
  Go -> Done
end Done`,
    agent: puppetAgent({ ...failed('transport'), reason: 'The API is overloaded.' } as AgentReply),
    cause: 'The API is overloaded.',
  },
  {
    name: 'the limit of steps',
    map: `map "Loop"
limits steps 3
claude Work
  prompt "Work."
  Again -> Work
end Done`,
    agent: script({ Work: ['Again'] }),
    cause: 'The limit of 3 steps is reached',
  },
  {
    name: 'the cost limit',
    map: `map "Loop"
limits costUsd 1
claude Think
  prompt "Think."
  Again -> Think
end Done`,
    agent: puppetAgent(answered('Again', { costUsd: 0.6 }), answered('Again', { costUsd: 0.6 })),
    cause: 'The cost limit of $1 is reached',
  },
  {
    name: 'a question to a person',
    map: `map "Gate"
claude Review as review
  prompt "Review."
  output ${OUTPUT}
  Ask -> Approve when size(result.faults) > 0
  Go -> Done
human Approve
  prompt "There are faults. Go on?"
  Go On -> Done
  Stop -> Stopped
end Done
end Stopped failed`,
    agent: script({ Review: [{ output: FAULTY.output }] }),
    cause: 'result.faults is ["No criterion names R1."]',
  },
];

describe('wfmap why', () => {
  test.each(CASES)(
    'names the cause: $name',
    async ({ name, map, files = {}, agent = script({}), more = {}, limits = {}, cause }) => {
      const { program } = checkedProgram(map, files, 'maps/test.wfmap');
      const host = testHost(createCrashingFileSystem('/repo'), '/repo', agent, more);
      await start(host, program, limits);
      const view = runViewOf(host.events);
      const run = { id: 'test/slip-001', branch: 'main', root: '/repo', artifacts: '/repo/.map' };
      const account = accountOf(host.events, view, { program, run });
      const questions = openQuestionsOf(view);
      const entry = { name: run.id, folder: '/repo/x', path: 'x', started: view.started } as never;
      const summary = summaryOf({ run: entry, view, questions, pid: undefined, unreadBytes: 0 });
      const screen = whyLines(summary, account).join('\n');
      await expect(`${screen}\n`).toMatchFileSnapshot(join(FIXTURES, `${name.replaceAll(' ', '-')}.out`));
      expect(screen).toContain(cause);
      expect(JSON.stringify(whyJson(summary, account))).toContain(JSON.stringify(cause).slice(1, -1));
    },
  );
});
