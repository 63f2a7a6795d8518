/** A text for every field of the section. */
export const SIGNAL_SECTION_DOCS = {
  signalArtifacts: {
    title: 'Cycle files',
    summary:
      "What docs/context/current_cycle.md and its archives show of a run, which is one goal cycle. Expressions read the names of the map's own block; nothing is written before cycle has a value.",
    examples: [{ cycle: 'cycle', goal: 'goal', block: 'block' }],
    fields: {
      cycle: { summary: 'The id of the cycle, as YYYY-MM-DD-NNN. A CEL expression.', examples: ['next.id'] },
      goal: { summary: 'The goal, as text. A CEL expression.', examples: ['goal'] },
      state: {
        summary: 'Where things stood before the cycle, as text. A CEL expression.',
        examples: ['state'],
      },
      contextDocs: {
        summary: 'The documents that belong to the goal, a list of paths. A CEL expression.',
        examples: ["['docs/design.md']"],
      },
      pullRequest: {
        summary:
          'The number of the pull request that the name of the archive begins with, as text; without one it begins with the time. A CEL expression.',
        examples: ['opened.stdout'],
      },
      block: {
        summary:
          'The name to which decide tasks set each block that no agent gives: an object with role, result, summary, next and signature. A CEL expression.',
        examples: ['block'],
      },
      pauses: {
        summary:
          'The human tasks at which the cycle pauses: an archive that ends in _incomplete is written when one asks.',
        examples: [['Paused']],
      },
    },
  },
} as const;
