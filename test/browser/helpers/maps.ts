import { ask, mapOf } from '../../e2e/helpers/maps.ts';

/** Builds, asks whether to release, and takes its time to do so. */
export const GATE = mapOf(
  {
    Build: {
      type: 'shell',
      command: ['sh', '-c', 'echo built'],
      actions: { Ask: { target: 'Ask', when: 'result.exitCode == 0' }, Broken: { target: 'Stopped' } },
    },
    Ask: {
      type: 'human',
      promptTemplate: '# Release ${what}?\nThere are 3 warnings.',
      fields: { note: { type: 'string', description: 'What the notes of the release say', required: false } },
      actions: {
        Ship: { target: 'Ship', choose: 'make the release' },
        Again: { target: 'Build', choose: 'build it once more' },
        Stop: { target: 'Stopped', choose: 'leave it' },
      },
    },
    Ship: {
      type: 'shell',
      command: ['sh', '-c', 'echo shipped'],
      actions: { Done: { target: 'Done', when: 'true' } },
    },
    Stopped: { type: 'end', failed: true },
  },
  { workslipFields: { what: { type: 'string', description: 'What is released', required: true } } },
);

/** Two items, one after another; an agent builds each, and another one may send it back. */
export const ITEMS = mapOf({
  List: {
    type: 'decide',
    set: { parts: '[{"key": "A-1", "title": "the first part"}, {"key": "A-2", "title": "the second part"}]' },
    actions: { Build: { target: 'Build', when: 'true' } },
  },
  Build: {
    type: 'foreach',
    items: 'parts',
    item: 'part',
    key: 'part.key',
    body: {
      startTaskDefinition: 'Act',
      taskDefinitions: {
        Act: ask({ Look: 'Monitor' }, { promptTemplate: 'Build ${part.key}.' }),
        Monitor: ask({ Rework: 'Act', Accept: 'Good' }, { promptTemplate: 'Look at ${part.key}.' }),
        Good: { type: 'end' },
      },
    },
    actions: { Done: { target: 'Done', when: 'true' } },
  },
});
