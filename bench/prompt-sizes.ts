// How large the prompts of the shipped maps are: writes the tables of prompts/README.md and README.md again.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import '../src/framework/install-functions.ts';
import { withCosts, withSizes } from '../test/prompts/helpers/size-tables.ts';

const root = join(import.meta.dirname, '..');
for (const [page, withTables] of [
  ['prompts/README.md', withSizes],
  ['README.md', withCosts],
] as const) {
  const path = join(root, page);
  writeFileSync(path, withTables(readFileSync(path, 'utf8')));
}
