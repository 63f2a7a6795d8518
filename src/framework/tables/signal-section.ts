import { SECTION_TASKS } from './section-tasks.ts';

/** What a map says of the files of a goal cycle, as a part of the format: its section of the artifacts. */
export const SIGNAL_SECTION = {
  signalArtifacts: {
    fields: {
      cycle: { kind: 'expression' },
      block: { kind: 'expression' },
      pauses: { kind: 'words', names: `${SECTION_TASKS.pauses} task` },
    },
  },
} as const;
