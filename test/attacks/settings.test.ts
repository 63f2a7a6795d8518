import { describe } from 'vitest';
import { ask, mapOf } from '../e2e/helpers/maps.ts';
import { test } from '../e2e/helpers/project.ts';
import { tries } from '../helpers/tries.ts';

const OWN = 'echo own >> "$HOME/told"';
const EVIL = 'echo evil >> "$HOME/told"';

/** What stands there when the run begins, and what somebody makes of it meanwhile. */
const PLACES = [
  { name: 'a new wfmap.config.json', before: {}, file: 'wfmap.config.json', text: { notify: EVIL } },
  {
    name: 'another command in wfmap.config.json',
    before: { 'wfmap.config.json': { notify: OWN } },
    file: 'wfmap.config.json',
    text: { notify: EVIL },
  },
  {
    name: 'a new key of package.json',
    before: { 'package.json': { name: 'x' } },
    file: 'package.json',
    text: { name: 'x', wfmap: { notify: EVIL } },
  },
  {
    name: 'another command in the key of package.json',
    before: { 'package.json': { name: 'x', wfmap: { notify: OWN } } },
    file: 'package.json',
    text: { name: 'x', wfmap: { notify: EVIL } },
  },
  {
    name: 'a file of settings that comes before the key of package.json',
    before: { 'package.json': { name: 'x', wfmap: { notify: OWN } } },
    file: 'wfmap.config.json',
    text: { notify: EVIL },
  },
  {
    name: 'settings in a folder below, where a person goes on',
    before: { 'wfmap.config.json': { notify: OWN } },
    file: 'src/package.json',
    text: { wfmap: { notify: EVIL } },
    folder: 'src',
  },
];

/** Who writes it: the agent's own tool, or the code that a command of the map runs. */
const WRITERS = ['agent', 'command'] as const;

/** What a person does next. */
const NEXT = [['answer', 'Reject'], ['resume'], ['answer', 'Approve', '--task', 'Gate']] as const;

const attacks = PLACES.flatMap((place) =>
  WRITERS.flatMap((writer) => NEXT.map((next) => ({ ...place, writer, next }))),
);

describe('a command that somebody puts into the settings while a run goes on', () => {
  // Each 17th: every writer and every next step.
  const step = tries(1, 17);
  for (const attack of attacks.filter((_, index) => index % step === 0)) {
    const { name, before, file, text, writer, next, folder } = { folder: undefined, ...attack };
    test(`is reported and not run: ${name}, by the ${writer}, then wfmap ${next.join(' ')}`, async ({
      project,
      expect,
    }) => {
      for (const [path, settings] of Object.entries(before)) project.put(path, settings);
      const written = JSON.stringify(text);
      const write = `const fs = require('fs'); fs.writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(written)})`;
      const map = mapOf({
        Work: ask({ Complete: 'Build' }, { writes: ['anything'] }),
        Build: {
          type: 'shell',
          command: ['node', '-e', writer === 'command' ? write : ''],
          actions: { Go: { target: 'Gate' } },
        },
        Gate: {
          type: 'human',
          prompt: 'Deploy?',
          actions: { Approve: { target: 'Done' }, Reject: { target: 'Done' } },
        },
      });
      project.put('gate.json', map);
      project.script(writer === 'agent' ? { write: { [file]: written } } : {});
      const begun = await project.run(['run', 'gate.json', '--accept-settings']);
      expect([begun.code, project.read(file)], begun.reported).toEqual([4, written]);
      const went = await project.run(next, folder === undefined ? {} : { folder });
      expect(went.stderr).toContain('The setting "notify" has changed since the run started: it was ');
      expect(went.stderr).toContain(`and is now ${JSON.stringify(EVIL)}`);
      expect(went.stderr).toContain('--accept-settings');
      // What the run began with, it keeps: once for each time that it came to rest.
      const reported = project.has('../told') ? project.read('../told') : '';
      expect(reported).toBe(
        Object.values(before).some((each) => JSON.stringify(each).includes('own')) ? 'own\nown\n' : '',
      );
    });
  }

  test('has no effect on the process that goes on meanwhile', async ({ project, expect }) => {
    project.put('wfmap.config.json', { notify: OWN });
    project.put('one.json', mapOf({ Work: ask({ Complete: 'Done' }) }));
    project.script({ write: { 'wfmap.config.json': JSON.stringify({ notify: EVIL }) } });
    const { code, reported } = await project.run(['run', 'one.json', '--accept-settings']);
    expect([code, project.read('../told')], reported).toEqual([0, 'own\n']);
  });

  test('is not run by the next run either', async ({ project, expect }) => {
    project.put('wfmap.config.json', { notify: OWN });
    project.put('one.json', mapOf({ Work: ask({ Complete: 'Done' }) }));
    project.script({ write: { 'wfmap.config.json': JSON.stringify({ notify: EVIL }) } });
    await project.run(['run', 'one.json', '--accept-settings']);
    const next = await project.run(['run', 'one.json']);
    expect([next.code, project.read('../told')], next.reported).toEqual([0, 'own\n']);
    expect(next.stderr).toContain(`run a command when a run pauses or ends: ${JSON.stringify(EVIL)}`);
    expect(next.stderr).toContain(`The one accepted before: ${JSON.stringify(OWN)}`);
  });
});
