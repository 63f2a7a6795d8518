import type { Docs } from './doc.ts';

export const PROPERTY_DOCS: Pick<Docs, 'property' | 'situation' | 'order' | 'atMost'> = {
  property: {
    title: 'Property',
    summary: 'A claim about all paths of the map: a description, and exactly one of the claims.',
    examples: [{ precedes: { first: { task: 'Review' }, second: { task: 'Finished' } } }],
    fields: {
      description: {
        summary: 'What is claimed, for people who read the map.',
        examples: ['Nothing is finished without a review'],
      },
      always: { summary: 'True at every moment.', examples: [{ when: 'visits < 10' }] },
      never: { summary: 'True at no moment.', examples: [{ task: 'Blocked' }] },
      eventually: { summary: 'True at some moment of every run.', examples: [{ task: 'Review' }] },
      leadsTo: {
        summary: 'After the first, the second comes sooner or later.',
        examples: [{ first: { task: 'Code' }, second: { task: 'Review' } }],
      },
      precedes: {
        summary: 'The second comes only after the first.',
        examples: [{ first: { task: 'Review' }, second: { task: 'Finished' } }],
      },
      atMost: {
        summary: 'Happens at most so many times.',
        examples: [{ times: 3, of: { task: 'Review' } }],
      },
    },
  },
  situation: {
    title: 'Situation',
    summary:
      'A moment of a run: at a task, after one of its actions, while an expression is true. At least one of the three is required.',
    examples: [{ task: 'Review' }, { task: 'Review', action: 'Accept' }],
    fields: {
      task: { summary: 'The task that the run is at.', examples: ['Review'] },
      action: { summary: 'The action that was taken.', examples: ['Accept'] },
      when: {
        summary: 'A condition that is true at that moment. A CEL expression.',
        examples: ['visits > 3'],
      },
    },
  },
  order: {
    title: 'Order',
    summary: 'Two moments of a run.',
    examples: [{ first: { task: 'Review' }, second: { task: 'Finished' } }],
    fields: {
      first: { summary: 'The first moment.', examples: [{ task: 'Review' }] },
      second: { summary: 'The second moment.', examples: [{ task: 'Finished' }] },
    },
  },
  atMost: {
    title: 'Bound',
    summary: 'How often a moment may occur.',
    examples: [{ times: 3, of: { task: 'Review' } }],
    fields: {
      times: { summary: 'The maximum count.', examples: [3] },
      of: { summary: 'The moment that is counted.', examples: [{ task: 'Review' }] },
    },
  },
};
