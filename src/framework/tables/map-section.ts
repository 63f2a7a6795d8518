import { SECTION_TASKS } from './section-tasks.ts';

/**
 * What a map says of the files of the MAP framework, as parts of the format: its section of the artifacts, and the parts in that.
 *
 * The map language says each field of the section by its kind: the `path` behind `artifacts`, expressions behind `with`,
 * all others behind their word.
 */
export const MAP_SECTION = {
  mapArtifacts: {
    fields: {
      workflow: { kind: 'path' },
      goal: { kind: 'expression' },
      blueprint: { kind: 'expression' },
      verification: { kind: 'expression' },
      review: { kind: 'expression' },
      earlier: { kind: 'expression' },
      subtasks: { kind: 'words', names: `${SECTION_TASKS.subtasks} task` },
      steps: {
        kind: 'texts',
        keys: 'task',
        values: ['1.0', '1.5', '1.55', '1.56', '1.6', '2.2', '2.25', '2.26', '2.3', '2.4'],
      },
      recipes: { kind: 'texts', keys: `${SECTION_TASKS.recipes} task` },
      stages: { kind: 'part', part: 'stages' },
      files: { kind: 'list', part: 'artifactFile', word: 'file' },
      maxRetries: { kind: 'number', isWhole: true, min: 0 },
    },
  },
  stages: {
    fields: {
      workflow_fit: { kind: 'expression' },
      spec: { kind: 'expression' },
      plan: { kind: 'expression' },
      test_contract: { kind: 'expression' },
      implementation: { kind: 'expression' },
      review: { kind: 'expression' },
      verification: { kind: 'expression' },
      learn_handoff: { kind: 'expression' },
    },
  },
} as const;
