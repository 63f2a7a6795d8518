/** A text for every field of the section. */
export const SIGNAL_SECTION_DOCS = {
  signalArtifacts: {
    title: 'Cycle files',
    summary:
      "What docs/context/current_cycle.md and its archives show of a run, which is one goal cycle. Expressions read the names of the map's own block; nothing is written before cycle has a value.",
    examples: [{ cycle: '{"id": next.id, "goal": goal}', block: 'block' }],
    fields: {
      cycle: {
        summary:
          'What the file says of the cycle: an object with id (YYYY-MM-DD-NNN) and goal, and with any of state, contextDocs (a list of paths) and pullRequest (the number that the name of the archive begins with, as text; else it begins with the time). A CEL expression.',
        examples: ['{"id": next.id, "goal": goal}'],
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
