import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { check } from '../../src/check/check.ts';
import type { ReadTemplate } from '../../src/model/template-lookup.ts';
import { renderTemplate } from '../../src/prompt/render/render-template.ts';
import { invariant } from '../../src/util/invariant.ts';

const ROOT = `${import.meta.dirname}/../..`;
const read: ReadTemplate = (path) => ({
  kind: 'found',
  source: { name: path, text: readFileSync(`${ROOT}/${path}`, 'utf8') },
});

const REMINDER =
  '---\nsyntax: handlebars\n---\n{{> partials/checkpoint step="Act" goal=story ' +
  'last=refusal next="make the tests pass, then give your report"}}';
const MAP = {
  description: 'A map',
  workslipFields: {
    subtask: { type: 'object', description: 'The subtask', required: false },
    finished: { type: 'array', description: 'What is done', required: false },
    total: { type: 'number', description: 'How many there are', required: false },
    story: { type: 'string', description: 'What for', required: false },
    refusal: { type: 'string', description: 'What was refused', required: false },
  },
  startTaskDefinition: 'Act',
  taskDefinitions: {
    Act: {
      type: 'claude',
      prompt: 'Act.',
      reminder: REMINDER,
      actions: { Done: { target: 'End' } },
    },
    End: { type: 'end' },
  },
};

/** What the shipped partial makes of these values. */
function checkpointOf(values: Readonly<Record<string, never>> | object): string {
  const source = { name: 'map.json', text: JSON.stringify(MAP) };
  const { diagnostics, templates } = check(source, read);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  const template = [...templates.values()].find((each) => each.inclusions.length > 0);
  invariant(template, 'the reminder is a template');
  const types = new Map(
    ['subtask', 'finished', 'total', 'story', 'refusal'].map((name) => [name, 'any'] as const),
  );
  return renderTemplate(template, { types, values: new Map(Object.entries(values)) });
}

test('a checkpoint says the step, the subtask among all, what is done and what is next', () => {
  const text = checkpointOf({ subtask: { id: 'ST-003' }, finished: ['ST-001', 'ST-002'], total: 5 });
  expect(text).toBe(
    'Checkpoint. Step: Act. Subtask ST-003; 2 of 5 done: ST-001, ST-002.\n' +
      'Next, and nothing else: make the tests pass, then give your report\n',
  );
});

test('a checkpoint of a task without subtasks says the step and what is next', () => {
  expect(checkpointOf({})).toBe(
    'Checkpoint. Step: Act.\nNext, and nothing else: make the tests pass, then give your report\n',
  );
});

test('a checkpoint has the goal and what was refused last, in a line each, and cuts what is long', () => {
  const text = checkpointOf({
    story: `Reset\n${'x'.repeat(5000)}`,
    refusal: `No test.\n${'y'.repeat(5000)}`,
  });
  expect(text).toMatch(/^Goal: Reset x+…$/m);
  expect(text).toMatch(/^Refused last: No test\. y+…$/m);
  expect(text.length).toBeLessThanOrEqual(600);
});

test('a checkpoint late in a plan of thirty subtasks has at most 500 characters', () => {
  const finished = Array.from({ length: 29 }, (_, n) => `ST-${String(n + 1).padStart(3, '0')}`);
  const text = checkpointOf({ subtask: { id: 'ST-030' }, finished, total: 30 });
  expect(text.length).toBeLessThanOrEqual(500);
});
