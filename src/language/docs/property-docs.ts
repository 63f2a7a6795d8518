import type { Docs } from './doc.ts';

export const PROPERTY_DOCS: Pick<Docs, 'property' | 'situation' | 'order' | 'atMost'> = {
  property: {
    title: 'Property',
    summary:
      'A claim about every run of the map: a description, and exactly one of the claims. Tests and runs judge it; nothing proves it.',
    examples: [{ precedes: { first: { task: 'Review' }, second: { task: 'Finished' } } }],
    fields: {
      description: {
        summary: 'What is claimed, for people who read the map.',
        examples: ['Nothing is finished without a review'],
      },
      always: {
        summary: 'At every moment that is named, the condition is true.',
        examples: [{ when: 'visits < 10' }],
      },
      never: { summary: 'Never happens.', examples: [{ task: 'Blocked' }] },
      eventually: { summary: 'Happens in every run that ends.', examples: [{ task: 'Review' }] },
      leadsTo: {
        summary: 'After the first, the second happens before the run ends.',
        examples: [{ first: { task: 'Code' }, second: { task: 'Review' } }],
      },
      precedes: {
        summary: 'The second happens only after the first.',
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
      'A moment of a run: a task is entered, or with `action` one of its actions is taken, while a condition is true. At least one of the three is required.',
    examples: [{ task: 'Review' }, { task: 'Review', action: 'Accept' }],
    fields: {
      task: { summary: 'The task that is entered, or whose action is taken.', examples: ['Review'] },
      action: { summary: 'The action that is taken.', examples: ['Accept'] },
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
