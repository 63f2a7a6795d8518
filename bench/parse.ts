import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import '../src/framework/install-functions.ts';
import { check } from '../src/check/check.ts';
import { convertMap } from '../src/print/convert.ts';
import { chainMap } from './chain-map.ts';
import {
  exponentOf,
  interleave,
  median,
  ratioOf,
  text,
  type Figure,
  type Measure,
  type Pair,
} from './measure.ts';
import { threadTimed } from './parse-time.ts';

const ROUNDS = 5;
/** A large map takes seconds. */
const LARGE_ROUNDS = 1;
const [MIDDLE, LARGE] = [1000, 10_000];

/** From the text of a map, in either form, to a map that is checked, beside the JSON form read and held to its schema by ajv. */
export const parse: Measure = {
  name: 'parse',
  run: async () => {
    const validate = schemaCheck();
    const figures: Figure[] = [];
    for (const [form, name, textOf] of FORMS) {
      const [middle, large, json] = [textOf(MIDDLE), textOf(LARGE), chainMap(MIDDLE)];
      const ours = (): number => threadTimed(() => checkAs(name, middle));
      const beside = await interleave(ROUNDS, ours, () => threadTimed(() => validate(JSON.parse(json))));
      const growth = await interleave(LARGE_ROUNDS, () => threadTimed(() => checkAs(name, large)), ours);
      figures.push(ratioFigure(form, beside), growthFigure(form, growth, large));
    }
    return figures;
  },
};

const FORMS = [
  ['JSON', 'map.json', (tasks: number) => chainMap(tasks)],
  ['the language', 'map.wfmap', inLanguage],
] as const;

function ratioFigure(form: string, pair: Pair): Figure {
  return {
    name: `1,000 tasks of ${form} to a checked map`,
    ...ratioOf(pair),
    detail: `${text(median(pair.ours))} ms of CPU, every rule; JSON.parse + ajv with grammar/map.schema.json ${text(median(pair.limit), 2)} ms`,
  };
}

function growthFigure(form: string, { ours, limit }: Pair, map: string): Figure {
  const [ms, small] = [median(ours), median(limit)];
  return {
    name: `growth from 1,000 to 10,000 tasks of ${form}`,
    value: exponentOf({ size: MIDDLE, ms: small }, { size: LARGE, ms }),
    unit: '',
    detail: `exponent; ${text(small)} ms, then ${text(ms)} ms for ${text(map.length / 2 ** 20)} MiB`,
  };
}

function inLanguage(tasks: number): string {
  const map = convertMap({ name: 'map.json', text: chainMap(tasks) }, 'wfmap', () => undefined);
  if (map === undefined) throw new Error('The map has errors.');
  return map;
}

function checkAs(name: string, map: string): void {
  const { diagnostics } = check({ name, text: map }, () => ({ kind: 'missing', lookedIn: [] }));
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error !== undefined) throw new Error(`The map has an error: ${error.message}`);
}

/** As somebody has it who checks no more than the form: compiled before. Errors: throws where a map is not of the form. */
function schemaCheck(): (map: unknown) => void {
  const schema: unknown = JSON.parse(
    readFileSync(new URL('../grammar/map.schema.json', import.meta.url), 'utf8'),
  );
  const validate = new Ajv2020({ strict: false }).compile(schema as object);
  return (map) => {
    if (!validate(map)) throw new Error(`Not of the schema: ${JSON.stringify(validate.errors?.[0])}`);
  };
}
