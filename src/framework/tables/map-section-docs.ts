/** A text for every part and field of the section, and for what the artifacts of a map have beside it. */
export const MAP_SECTION_DOCS = {
  artifacts: {
    title: 'Artifacts',
    summary: 'Families of files that are made from the journal of a run.',
    examples: [{ map: { steps: { Act: '2.3', Monitor: '2.4' } } }],
    fields: {
      map: {
        summary: 'The files of the MAP framework in .map/<branch>/: grammar/ARTIFACTS.md lists them.',
        examples: [{ workflow: 'map-efficient', goal: 'story', blueprint: 'plan.blueprint' }],
      },
    },
  },
  mapArtifacts: {
    title: 'MAP artifacts',
    summary:
      "What of a run goes into the files of the MAP framework. Expressions read the names of the map's own block; while a name is unbound, what is made of it is left out.",
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
          'What the files call the map. Without it nothing is written: the rest then counts only for maps that run this one as a part of theirs.',
        examples: ['map-efficient'],
      },
      goal: { summary: 'What is to be reached, as a text. A CEL expression.', examples: ['story'] },
      blueprint: {
        summary:
          'The plan: an object with subtasks, also one under the key blueprint, or the list of subtasks. A CEL expression.',
        examples: ['plan.blueprint'],
      },
      verification: {
        summary:
          'What checks came to: a list of {id, status, summary}, or an object with a result for each check, which passes by passed, valid, exitCode or itself. A CEL expression.',
        examples: ['{build: build, tests: tests}'],
      },
      review: {
        summary: 'What a review came to: its verdict, or an object with verdict. A CEL expression.',
        examples: ['verdict'],
      },
      earlier: {
        summary:
          'What an earlier run wrote into state_<branch>.json: its subtasks keep their status until this run works on them. A CEL expression.',
        examples: ['state.json'],
      },
      subtasks: {
        summary: 'The foreach tasks whose items are subtasks; the key of an item is the id of its subtask.',
        examples: [['Build', 'Build In Waves']],
      },
      steps: {
        summary: 'Which step of the MAP framework a task is, by the name of the task.',
        examples: [{ Decompose: '1.0', Act: '2.3', Monitor: '2.4' }],
      },
      recipes: {
        summary:
          "Which check a shell task makes, by the name of the task: its last execution is that check's entry in verification_results_<branch>.json.",
        examples: [{ Build: 'build', Test: 'tests', Lint: 'lint' }],
      },
      stages: {
        summary:
          'Status words of stages in artifact_manifest.json, in place of those that the engine finds itself.',
        examples: [{ workflow_fit: "has(fit) ? 'recorded' : ''" }],
      },
      files: {
        summary: 'Further files, each written while its content has a value.',
        examples: [[{ path: 'spec_${run.branch}.md', content: 'spec', kind: 'spec' }]],
      },
      maxRetries: {
        summary: 'How often a rejected subtask is tried again, for step_state.json; 5 unless given.',
        examples: [3],
      },
    },
  },
  stages: {
    title: 'Stages',
    summary:
      'The status word of stages of a workflow, each a CEL expression that gives a text; the empty text leaves it to the engine.',
    examples: [{ spec: "has(spec) ? 'ready' : 'missing'" }],
    fields: {
      workflow_fit: { summary: 'Whether the work suits a workflow, and which.', examples: ["'recorded'"] },
      spec: { summary: 'What is to be built, written down.', examples: ["'ready'"] },
      plan: { summary: 'The subtasks.', examples: ["'ready'"] },
      test_contract: { summary: 'Tests that wait for an implementation.', examples: ["'contract_ready'"] },
      implementation: { summary: 'The work on the subtasks.', examples: ["'in_progress'"] },
      review: { summary: 'The review of the whole.', examples: ["'PROCEED'"] },
      verification: { summary: 'The checks at the end.', examples: ["'pass'"] },
      learn_handoff: { summary: 'What is kept for learning.', examples: ["'ready'"] },
    },
  },
  artifactFile: {
    title: 'Artifact file',
    summary: "A file of a map's own among the artifacts.",
    examples: [{ path: 'spec_${run.branch}.md', content: 'spec', kind: 'spec' }],
    fields: {
      path: {
        summary:
          'Where it lies in run.artifacts. A value put in with ${…} becomes a single part of the path.',
        examples: ['spec_${run.branch}.md'],
      },
      content: {
        summary: 'What is in it: a text as it is, any other value as JSON. A CEL expression.',
        examples: ['spec'],
      },
      schemaPath: {
        summary: 'A JSON Schema that the value must satisfy to be written, relative to the project.',
        examples: ['grammar/artifacts/workflow-fit.schema.json'],
      },
      kind: {
        summary:
          'What artifact_manifest.json calls it. spec, workflow_fit, review and the other names of stages put it into that stage.',
        examples: ['spec'],
      },
    },
  },
} as const;

/** The artifacts of a map, as an example of the field. */
export const ARTIFACTS_EXAMPLE = { map: { workflow: 'map-efficient', blueprint: 'plan.blueprint' } } as const;
