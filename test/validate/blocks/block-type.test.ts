import { expect, test } from 'vitest';
import { MapReader } from '../../../src/check/map-reader.ts';
import { PlacedTexts } from '../../../src/check/placed-texts.ts';
import { PromptReader } from '../../../src/check/prompt-reader.ts';
import { collect } from '../../../src/diagnostics/diagnostic.ts';
import type { ValueType } from '../../../src/expression/types/value.ts';
import type { ReadTemplate } from '../../../src/model/template-lookup.ts';
import { blockNodesOf } from '../../../src/validate/blocks/blocks.ts';
import { environmentsOf } from '../../../src/validate/types/environments.ts';
import { mapOf, parsed } from '../../helpers/maps.ts';

function typeOf(tasks: object): ValueType {
  const { document } = parsed(mapOf(tasks));
  const [root] = document ? blockNodesOf(document.map) : [];
  if (!document || !root) throw new Error('the map has no block');
  const { source } = document;
  const none: ReadTemplate = (path) => ({ kind: 'missing', lookedIn: [path] });
  const maps = new MapReader(source, none, () => {
    throw new Error('there are no maps in it');
  });
  const reader = new PromptReader(document, maps, new PlacedTexts());
  return environmentsOf(reader.read(collect().report)).blockTypeOf(root);
}

const endOf = (outcome: string, result: ValueType) => ({
  kind: 'object',
  members: new Map([
    ['outcome', { type: { kind: 'literals', values: [outcome] }, required: true }],
    ['result', { type: result, required: true }],
  ]),
  isOpen: false,
});

test('a block comes to one of the ends that can be reached, by outcome', () => {
  const actions = { Good: { target: 'Good', when: 'result.exitCode == 0' }, Bad: { target: 'Bad' } };
  const tasks = {
    Work: { type: 'shell', command: ['true'], as: 'work', actions },
    Good: { type: 'end', outcome: 'good', result: 'work.exitCode' },
    Bad: { type: 'end', result: 'work.stdout' },
    Nowhere: { type: 'end', result: 'true' },
  };
  expect(typeOf(tasks)).toEqual({
    kind: 'union',
    of: [endOf('good', 'integer'), endOf('Bad', 'string')],
  });
});

test('ends with one outcome are one, with the results of all', () => {
  const actions = { A: { target: 'A', when: 'result.exitCode == 0' }, B: { target: 'B' } };
  const tasks = {
    Work: { type: 'shell', command: ['true'], actions },
    A: { type: 'end', outcome: 'done', result: '"text"' },
    B: { type: 'end', outcome: 'done' },
  };
  const result = { kind: 'union', of: [{ kind: 'literals', values: ['text'] }, 'null'] } as const;
  expect(typeOf(tasks)).toEqual(endOf('done', result));
});
