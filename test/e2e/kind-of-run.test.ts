import { describe } from 'vitest';
import { ask, mapOf } from './helpers/maps.ts';
import { test } from './helpers/project.ts';

const GATE = mapOf({
  Work: ask({ Complete: 'Gate' }),
  Gate: { type: 'human', prompt: 'Go on?', actions: { Yes: { target: 'Last' } } },
  Last: ask({ Complete: 'Done' }),
});

/** Answers nothing at the gate, so that the simulation waits there. */
const PAUSES = { answers: { Work: ['Complete'] } };

describe('a run of a real agent', () => {
  for (const words of [
    ['resume', '--agent', 'scripted'],
    ['resume', '--from', 'Work', '--agent=scripted:play.json'],
    ['answer', 'Yes', '--agent', 'scripted'],
    ['answer', 'Yes', '--no-continue', '--agent', 'scripted:play.json'],
  ]) {
    test(`is not gone on with as a simulation, and nothing is touched: ${words.join(' ')}`, async ({
      project,
      expect,
    }) => {
      project.put('gate.json', GATE);
      project.put('play.json', PAUSES);
      expect((await project.run(['run', 'gate.json'])).code).toBe(4);
      const before = [project.records('gate/slip-001'), project.list('.wfmap/runs/gate/slip-001')];
      const { code, stderr } = await project.run(words);
      expect(code).toBe(2);
      expect(stderr).toContain('gate/slip-001 is the run of a real agent');
      expect(stderr).toContain('wfmap resume gate/slip-001');
      expect(stderr).toContain('wfmap run gate.json --agent scripted');
      expect([project.records('gate/slip-001'), project.list('.wfmap/runs/gate/slip-001')]).toEqual(before);
      expect((await project.run(['answer', 'Yes', '--agent', 'claude'])).code).toBe(0);
      expect(project.calls()).toHaveLength(2);
    });
  }
});

describe('a simulation', () => {
  test('is not gone on with by a real agent, and goes on as a simulation by itself', async ({
    project,
    expect,
  }) => {
    project.put('gate.json', GATE);
    project.put('play.json', PAUSES);
    const begun = await project.run(['run', 'gate.json', '--agent', 'scripted:play.json']);
    expect(begun.code, begun.reported).not.toBe(0);
    const before = project.records('gate/slip-001');
    for (const word of ['resume', 'answer'])
      for (const rest of [['--agent', 'claude'], ['--agent=claude']]) {
        const { code, stderr } = await project.run([word, ...(word === 'answer' ? ['Yes'] : []), ...rest]);
        expect([code, stderr]).toEqual([2, expect.stringContaining('gate/slip-001 is a simulation')]);
      }
    expect([project.records('gate/slip-001'), project.calls()]).toEqual([before, []]);
    const on = await project.run(['resume']);
    expect(on.code, on.reported).toBe(0);
    expect([on.stderr, project.calls()]).toEqual([expect.stringContaining('goes on as one'), []]);
  });
});
