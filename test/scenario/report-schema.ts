const count = { type: 'integer', minimum: 0 } as const;
const texts = { type: 'array', items: { type: 'string' } } as const;

const scenario = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'line', 'covers', 'status', 'failures', 'path', 'tookMs'],
  properties: {
    name: { type: 'string' },
    line: { type: 'integer', minimum: 1 },
    covers: texts,
    status: { enum: ['passed', 'failed', 'skipped'], description: 'skipped: not played, after --bail' },
    failures: texts,
    path: { ...texts, description: 'The tasks of the map itself, in order of entry' },
    tookMs: count,
  },
} as const;

const transition = {
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'block', 'task', 'action', 'target'],
  properties: {
    kind: {
      enum: ['action', 'limit', 'visits', 'error'],
      description: 'An action; where its limit, the bound of a task\'s visits or its "onError" leads',
    },
    block: { type: 'string', description: 'The block around, as in Build/*; "" for that of the map' },
    task: { type: 'string' },
    action: { type: ['string', 'null'] },
    target: { type: 'string' },
  },
} as const;

/** The JSON Schema of what `wfmap test --json` prints; `grammar/test-report.schema.json` is the same. */
export const REPORT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'What wfmap test --json prints',
  type: 'object',
  additionalProperties: false,
  required: ['version', 'files', 'coverage', 'summary'],
  properties: {
    version: { const: 1 },
    files: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['file', 'faults', 'scenarios'],
        properties: {
          file: { type: 'string' },
          faults: { ...texts, description: 'Why the file cannot be used' },
          scenarios: { type: 'array', items: scenario },
        },
      },
    },
    coverage: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['map', 'transitions', 'taken', 'percent', 'missing'],
        properties: {
          map: { type: 'string' },
          transitions: count,
          taken: count,
          percent: { ...count, maximum: 100 },
          missing: { type: 'array', items: transition },
        },
      },
    },
    summary: {
      type: 'object',
      additionalProperties: false,
      required: ['files', 'unusable', 'passed', 'failed', 'skipped', 'coverage', 'tookMs'],
      properties: {
        files: count,
        unusable: count,
        passed: count,
        failed: count,
        skipped: count,
        coverage: { type: ['number', 'null'], description: 'The percentage that was asked for' },
        tookMs: count,
      },
    },
  },
} as const;
