/** A text for every part and field of the section, and for the fields of `artifacts` itself. */
export const MAP_SECTION_DOCS = {
  artifacts: {
    title: 'Artifacts',
    summary: 'Sets of files that are written from the journal of a run.',
    examples: [{ map: { steps: { Act: '2.3', Monitor: '2.4' } } }],
    fields: {
      map: {
        summary: 'The files of the MAP framework in .map/<branch>/: grammar/ARTIFACTS.md lists them.',
        examples: [{ workflow: 'map-efficient', goal: 'story', blueprint: 'plan.blueprint' }],
      },
      signals: {
        summary:
          'The file of a goal cycle in docs/context and its archives: docs/guide/signal-blocks.md describes them.',
        examples: [{ cycle: '{"id": next.id, "goal": goal}', block: 'block' }],
      },
    },
  },
  mapArtifacts: {
    title: 'MAP artifacts',
    summary:
      "What the files of the MAP framework show of a run. Expressions read the names of the map's own block; a part whose names are unbound is left out.",
    examples: [
      {
        workflow: 'map-efficient',
        goal: 'story',
        blueprint: 'plan',
        subtasks: ['Build'],
        steps: { Decompose: '1.0' },
      },
    ],
    fields: {
      workflow: {
        summary:
          'The name of the map in the files. Without it nothing is written: the other fields then apply only if another map runs this one.',
        examples: ['map-efficient'],
      },
      goal: { summary: 'The goal, as text. A CEL expression.', examples: ['story'] },
      blueprint: {
        summary:
          'The plan: an object with subtasks (or with such an object under the key blueprint), or the list of subtasks. A CEL expression.',
        examples: ['plan.blueprint'],
      },
      verification: {
        summary:
          'The results of checks: a list of {id, status, summary}, or an object with one result for each check; passed, valid, exitCode or the result itself says whether it passed. A CEL expression.',
        examples: ['{build: build, tests: tests}'],
      },
      review: {
        summary: 'The result of a review: its verdict, or an object with verdict. A CEL expression.',
        examples: ['verdict'],
      },
      earlier: {
        summary:
          'The content of state_<branch>.json from an earlier run: its subtasks keep their status until this run works on them. A CEL expression.',
        examples: ['state.json'],
      },
      subtasks: {
        summary: 'The foreach tasks whose items are subtasks; the key of an item is the id of its subtask.',
        examples: [['Build', 'Build In Waves']],
      },
      steps: {
        summary: 'The step of the MAP framework for each task, by the name of the task.',
        examples: [{ Decompose: '1.0', Act: '2.3', Monitor: '2.4' }],
      },
      recipes: {
        summary:
          "The check that each shell task runs, by the name of the task: its last execution is that check's entry in verification_results_<branch>.json.",
        examples: [{ Build: 'build', Test: 'tests', Lint: 'lint' }],
      },
      stages: {
        summary:
          'Status words of stages in artifact_manifest.json, instead of those that the engine derives.',
        examples: [{ workflow_fit: "has(fit) ? 'recorded' : ''" }],
      },
      files: {
        summary: 'Further files, each written while its content has a value.',
        examples: [[{ path: 'spec_${run.branch}.md', content: 'spec', kind: 'spec' }]],
      },
      maxRetries: {
        summary: 'How often a rejected subtask is retried, for step_state.json. Default: 5.',
        examples: [3],
      },
    },
  },
  stages: {
    title: 'Stages',
    summary:
      'Status words of stages of a workflow, each a CEL expression with a text as its value; for the empty text the engine derives the status.',
    examples: [{ spec: "has(spec) ? 'ready' : 'missing'" }],
    fields: {
      workflow_fit: { summary: 'Whether a workflow fits the work, and which one.', examples: ["'recorded'"] },
      spec: { summary: 'The specification.', examples: ["'ready'"] },
      plan: { summary: 'The subtasks.', examples: ["'ready'"] },
      test_contract: { summary: 'Tests that wait for an implementation.', examples: ["'contract_ready'"] },
      implementation: { summary: 'The work on the subtasks.', examples: ["'in_progress'"] },
      review: { summary: 'The review of the whole.', examples: ["'PROCEED'"] },
      verification: { summary: 'The checks at the end.', examples: ["'pass'"] },
      learn_handoff: { summary: 'The handoff for learning.', examples: ["'ready'"] },
    },
  },
  artifactFile: {
    title: 'Artifact file',
    summary: 'An additional artifact that the map defines.',
    examples: [{ path: 'spec_${run.branch}.md', content: 'spec', kind: 'spec' }],
    fields: {
      path: {
        summary:
          'Its path within run.artifacts. A value inserted with ${…} becomes a single segment of the path.',
        examples: ['spec_${run.branch}.md'],
      },
      content: {
        summary: 'Its content: a text is written unchanged, any other value as JSON. A CEL expression.',
        examples: ['spec'],
      },
      schemaPath: {
        summary:
          'A JSON Schema that the value must satisfy to be written. The path is relative to the project.',
        examples: ['grammar/artifacts/workflow-fit.schema.json'],
      },
      kind: {
        summary:
          'Its kind in artifact_manifest.json. spec, workflow_fit, review and the other names of stages assign it to that stage.',
        examples: ['spec'],
      },
    },
  },
} as const;

/** The artifacts of a map, as an example of the field. */
export const ARTIFACTS_EXAMPLE = { map: { workflow: 'map-efficient', blueprint: 'plan.blueprint' } } as const;
