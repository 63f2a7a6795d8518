import { COUNT, type Part, type PartName } from './field.ts';

export const PROPERTY_PARTS = {
  property: {
    title: 'Property',
    summary: 'A claim about all paths of the map: a description, and exactly one of the claims.',
    examples: [{ precedes: { first: { task: 'Review' }, second: { task: 'Finished' } } }],
    fields: {
      description: {
        kind: 'text',
        summary: 'What is claimed, for people who read the map.',
        examples: ['Nothing is finished without a review'],
      },
      always: {
        kind: 'part',
        part: 'situation',
        need: 'exactly one',
        summary: 'Holds at every moment.',
        examples: [{ when: 'visits < 10' }],
      },
      never: {
        kind: 'part',
        part: 'situation',
        need: 'exactly one',
        summary: 'Holds at no moment.',
        examples: [{ task: 'Blocked' }],
      },
      eventually: {
        kind: 'part',
        part: 'situation',
        need: 'exactly one',
        summary: 'Holds at some moment of every run.',
        examples: [{ task: 'Review' }],
      },
      leadsTo: {
        kind: 'part',
        part: 'order',
        need: 'exactly one',
        summary: 'After the first, the second comes sooner or later.',
        examples: [{ first: { task: 'Code' }, second: { task: 'Review' } }],
      },
      precedes: {
        kind: 'part',
        part: 'order',
        need: 'exactly one',
        summary: 'The second comes only after the first.',
        examples: [{ first: { task: 'Review' }, second: { task: 'Finished' } }],
      },
      atMost: {
        kind: 'part',
        part: 'atMost',
        need: 'exactly one',
        summary: 'Happens no more often than that.',
        examples: [{ times: 3, of: { task: 'Review' } }],
      },
    },
  },
  situation: {
    title: 'Situation',
    summary:
      'A moment of a run: at a task, after an action of it, while an expression holds. It has at least one of the three.',
    examples: [{ task: 'Review' }, { task: 'Review', action: 'Accept' }],
    fields: {
      task: {
        kind: 'name',
        names: 'task of the map',
        need: 'at least one',
        summary: 'The task that the run is at.',
        examples: ['Review'],
      },
      action: {
        kind: 'name',
        names: 'action of the map',
        need: 'at least one',
        summary: 'The action that was taken.',
        examples: ['Accept'],
      },
      when: {
        kind: 'expression',
        need: 'at least one',
        summary: 'What holds then. A CEL expression.',
        examples: ['visits > 3'],
      },
    },
  },
  order: {
    title: 'Order',
    summary: 'Two moments of a run.',
    examples: [{ first: { task: 'Review' }, second: { task: 'Finished' } }],
    fields: {
      first: {
        kind: 'part',
        part: 'situation',
        need: 'always',
        summary: 'The one.',
        examples: [{ task: 'Review' }],
      },
      second: {
        kind: 'part',
        part: 'situation',
        need: 'always',
        summary: 'The other.',
        examples: [{ task: 'Finished' }],
      },
    },
  },
  atMost: {
    title: 'Bound',
    summary: 'How often something may happen.',
    examples: [{ times: 3, of: { task: 'Review' } }],
    fields: {
      times: { ...COUNT, need: 'always', summary: 'How often at most.', examples: [3] },
      of: {
        kind: 'part',
        part: 'situation',
        need: 'always',
        summary: 'What may happen.',
        examples: [{ task: 'Review' }],
      },
    },
  },
} satisfies Readonly<Partial<Record<PartName, Part>>>;
