const places = 'By place: a task\'s name, or a place such as "Build/ST-001/Act", of which the nearest counts';

const texts = { type: 'array', items: { type: 'string' } } as const;

const project = {
  type: 'object',
  description: 'What expressions read as "project"',
  additionalProperties: false,
  properties: {
    name: { type: 'string' },
    language: { enum: ['python', 'typescript', 'javascript', 'go', 'rust', 'unknown'] },
    keyDirs: { type: 'array', items: { type: 'string' }, maxItems: 5 },
    checks: { type: 'array', items: { type: 'string' } },
    build: { type: 'string' },
    test: { type: 'string' },
    lint: { type: 'string' },
  },
} as const;

const answer = {
  type: 'object',
  description: 'An answer of an agent, a command or a person',
  additionalProperties: false,
  properties: {
    action: { type: 'string', description: 'The action that an agent or a person chooses' },
    output: { description: 'What an agent gives back beside its choice' },
    fields: { type: 'object', description: 'What a person fills in' },
    reply: { type: 'string', description: "An agent's reply that is no answer" },
    exitCode: { type: 'integer', description: 'How a command ends; 0 where only stdout is given' },
    stdout: { type: 'string', description: 'What a command prints' },
    text: { type: 'string', description: "An agent's final message" },
    changes: {
      description:
        'What an agent or a command has changed: paths, or paths by kind; what it edits unless said',
      anyOf: [
        { type: 'array', items: { type: 'string' } },
        {
          type: 'object',
          additionalProperties: false,
          properties: { added: texts, modified: texts, deleted: texts, commits: texts },
        },
      ],
    },
    edits: {
      type: 'object',
      description:
        'The files that an agent or a command wrote, by path: all of the text, null for a deleted one. Written only into the throw-away copy of "files"',
      additionalProperties: { type: ['string', 'null'] },
    },
    commit: {
      type: 'string',
      description:
        'The message of a commit of all that is changed by then, in the throw-away copy of "files"',
    },
    conflicts: {
      type: 'array',
      items: { type: 'string' },
      description:
        'Of a task whose branches or items work in worktrees: the names or keys of those whose merge meets other changes',
    },
    fail: {
      enum: ['transport', 'permanent', 'limit'],
      description:
        'A fault: of the connection, for good, or the limit of a subscription; of a person, that nobody answers',
    },
    reason: { type: 'string', description: 'Why it fails' },
    resetsAt: { type: 'string', description: 'When the limit of a subscription ends, in ISO 8601' },
    ends: {
      const: true,
      description: 'A recorded run came no further: a person is waited for, an agent or a command is stopped',
    },
    costUsd: { type: 'number', minimum: 0, description: 'What the turn costs, in US dollars' },
    ms: {
      type: 'number',
      minimum: 0,
      description: 'How long it takes, in milliseconds of a clock that takes no time',
    },
  },
} as const;

const answers = {
  type: 'object',
  description: `Answers of the visits of a task in order; the last repeats. ${places}.`,
  additionalProperties: {
    type: 'array',
    minItems: 1,
    items: {
      description: 'An action, an answer, or the answers to several turns of one visit',
      anyOf: [
        { type: 'string' },
        { $ref: '#/$defs/answer' },
        {
          type: 'array',
          minItems: 1,
          items: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/answer' }] },
        },
      ],
    },
  },
} as const;

const expect = {
  type: 'object',
  description: 'What is to come of it; at least one thing',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    path: {
      type: 'array',
      items: { type: 'string' },
      description: 'The tasks of the map itself, in order of entry, its end included',
    },
    includes: {
      type: 'array',
      items: { type: 'string' },
      description: 'Places of tasks that are entered in this order, others between them',
    },
    visits: {
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 0 },
      description: 'How often tasks are entered, by place; in all blocks that a place means together',
    },
    asks: {
      type: 'object',
      additionalProperties: {
        type: 'array',
        minItems: 1,
        items: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      },
      description:
        'Texts that stand in the prompts (with the role), commands or questions of tasks: by place, of the visits in order; "" for none',
    },
    outcome: { type: 'string', description: 'The outcome of the end that is reached' },
    failed: { type: 'boolean', description: 'Whether that end is marked "failed"' },
    because: { type: 'string', description: 'A text that stands in the reason of that end' },
    result: { description: 'The result of that end: of objects, the members that are named' },
    bound: {
      type: 'object',
      description: 'Names that are bound in the map itself at the end, compared like the result',
    },
    paused: {
      type: 'object',
      description: 'That it pauses instead of coming to an end',
      additionalProperties: false,
      required: ['reason'],
      properties: {
        reason: {
          enum: ['human', 'failed', 'limit', 'interrupted'],
          description: '"interrupted": its answers end there, as those of a recorded run that has not ended',
        },
        at: { type: 'string', description: 'The place of a task that waits or failed' },
      },
    },
  },
} as const;

const shared = {
  fields: { type: 'object', description: 'The inputs of the map' },
  project: { $ref: '#/$defs/project' },
  branch: { type: 'string', description: 'The git branch that is checked out; "main" unless said' },
} as const;

/** The JSON Schema of a scenario file; `grammar/scenario.schema.json` is the same, for editors. */
export const SCENARIO_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Scenarios of a wfmap map',
  type: 'object',
  additionalProperties: false,
  required: ['map', 'scenarios'],
  properties: {
    $schema: { type: 'string' },
    map: { type: 'string', minLength: 1, description: "The map, from this file's folder; or a shipped one" },
    description: { type: 'string' },
    files: {
      type: 'object',
      description:
        'A small project, its texts by path: edits are played in a throw-away copy of it, and nowhere without it',
      additionalProperties: { type: 'string' },
    },
    ...shared,
    answers: { $ref: '#/$defs/answers' },
    scenarios: { type: 'array', minItems: 1, items: { $ref: '#/$defs/scenario' } },
  },
  $defs: {
    scenario: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'expect'],
      properties: {
        name: { type: 'string', minLength: 1, description: 'What is shown; unique in the file' },
        description: { type: 'string' },
        ...shared,
        answers: { $ref: '#/$defs/answers' },
        covers: {
          type: 'array',
          items: { type: 'string' },
          description: 'Names of what this is the proof of; carried into the report',
        },
        expect,
      },
    },
    project,
    answers,
    answer,
  },
} as const;
