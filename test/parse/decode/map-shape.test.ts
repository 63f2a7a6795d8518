import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { GOOD_MAPS } from '../../helpers/maps.ts';

const ROOT = `${import.meta.dirname}/../../..`;

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

const schema: Schema = JSON.parse(readFileSync(`${ROOT}/grammar/map.schema.json`, 'utf8'));
const definitions = Object.entries(schema.$defs ?? {});

describe('the published schema', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true });
  const isMap = ajv.compile(schema);

  test.each(GOOD_MAPS)('accepts %s', (_, text) => {
    isMap(JSON.parse(text.replace(/^\ufeff/, '')));
    expect(isMap.errors ?? []).toEqual([]);
  });

  test.each(definitions)('accepts its own examples of %s', (name, definition) => {
    const isPart = ajv.compile({ $ref: `urn:wfmap:map#/$defs/${name}` });
    const fields = Object.entries(definition.properties ?? {}).flatMap(([field, { examples = [] }]) =>
      examples.map((example): [string, unknown] => [field, example]),
    );
    for (const example of definition.examples ?? []) {
      isPart(example);
      expect([example, isPart.errors ?? []]).toEqual([example, []]);
    }
    for (const [field, example] of fields) {
      const isField = ajv.compile({ $ref: `urn:wfmap:map#/$defs/${name}/properties/${field}` });
      isField(example);
      expect([field, example, isField.errors ?? []]).toEqual([field, example, []]);
    }
  });
});
