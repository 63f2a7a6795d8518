import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';

const FOLDER = `${import.meta.dirname}/../../grammar/output`;

/** What commands print as JSON, by the name of its schema: what is wrong with a value, "" for nothing. */
export function readOutputSchemas(): ReadonlyMap<string, (value: unknown) => string> {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true });
  return new Map(
    readdirSync(FOLDER).map((file) => {
      const fits = ajv.compile(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
      const faultOf = (value: unknown): string => (fits(value) ? '' : ajv.errorsText(fits.errors));
      return [file.replace('.schema.json', ''), faultOf];
    }),
  );
}
