import { answerSchema } from '../../../src/agent/answer-schema.ts';
import type { Checked } from '../../../src/check/checked.ts';
import { ExpressionError } from '../../../src/expression/cel/expression-error.ts';
import type { ClaudeTask } from '../../../src/model/block.ts';
import type { Value } from '../../../src/model/value.ts';
import { renderTemplate } from '../../../src/prompt/render/render-template.ts';
import type { Template } from '../../../src/prompt/parse/template.ts';
import { tasksOf } from '../../../src/validate/blocks/blocks.ts';
import { EMPTY, USUAL } from './sample-values.ts';

/**
 * How much a task of an agent sends at its first turn.
 *
 * Shape: `role` and `job` are what is sent when all values are empty, `context` what the sample values add, `schema`
 * what the CLI is given of the report. Units: tokens, estimated as a quarter of the characters.
 */
export interface TaskSize {
  readonly task: string;
  readonly agent: string;
  readonly role: number;
  readonly job: number;
  readonly context: number;
  readonly schema: number;
}

const CHARACTERS_PER_TOKEN = 4;

/** The sizes of all tasks of a map that have a role and a prompt with parameters, in written order. */
export function taskSizesOf(checked: Checked): readonly TaskSize[] {
  const tasks = checked.document ? tasksOf(checked.document.map) : [];
  return tasks.flatMap((task) => (task.type === 'claude' ? sizeOf(task, checked) : []));
}

function sizeOf(task: ClaudeTask, { templates, roles, schemas }: Checked): readonly TaskSize[] {
  const template = templates.get(task.prompt);
  const role = task.agent && roles.get(task.agent.name);
  if (!template || !role || !task.agent) return [];
  const settings = Object.fromEntries(
    task.params.flatMap((param) => (param.kind === 'literal' ? [[param.name, param.value] as const] : [])),
  );
  const length = (values: Readonly<Record<string, Value>>, ...parts: readonly Template[]): number =>
    parts.reduce((sum, part) => sum + lengthOf(part, [template, role], { ...values, ...settings }), 0);
  const output = task.output && schemas.get(task.output);
  const body = { role: length(EMPTY, role), job: length(EMPTY, template) };
  return [
    {
      task: task.name,
      agent: task.agent.name,
      role: tokens(body.role),
      job: tokens(body.job),
      context: tokens(length(USUAL, role, template) - body.role - body.job),
      schema: output === undefined ? 0 : tokens(answerSchema({ actions: [], output })?.length ?? 0),
    },
  ];
}

function tokens(characters: number): number {
  return Math.max(0, Math.round(characters / CHARACTERS_PER_TOKEN));
}

const PROJECT = {
  name: 'wfx',
  language: 'typescript',
  keyDirs: [],
  checks: [],
  build: '',
  test: '',
  lint: '',
};

/** Where a part cannot be rendered with these values, because it reads names of its own map, its text counts as it is. */
function lengthOf(
  part: Template,
  declaring: readonly Template[],
  values: Readonly<Record<string, Value>>,
): number {
  const given: [string, Value | undefined][] = declaring
    .flatMap(({ parameters }) => parameters)
    .map(({ name, type, default: value }) => [name, value ?? NOTHING[type]]);
  const all = new Map<string, Value | undefined>([
    ['visits', 1],
    ['outline', ''],
    ['siblings', ''],
    ['earlierAttempts', ''],
    ['project', PROJECT],
    ['run', { id: '', branch: '', root: '', artifacts: '/.map/main' }],
    ...given,
    ...Object.entries(values),
  ]);
  const types = new Map(Array.from([...part.names, ...all.keys()], (name) => [name, 'any'] as const));
  try {
    return renderTemplate(part, { types, values: all }).length;
  } catch (thrown) {
    if (!(thrown instanceof ExpressionError)) throw thrown;
    return part.source.text.replace(/^---\n[^]*?\n---\n/, '').length;
  }
}

const NOTHING = { string: '', number: 0, boolean: false, array: [], object: {} } as const;
