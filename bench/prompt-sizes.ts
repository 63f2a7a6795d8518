// How large the prompts of the shipped maps are: writes the tables of prompts/README.md again.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import '../src/framework/install-functions.ts';
import { withSizes } from '../test/prompts/helpers/size-tables.ts';

const page = join(import.meta.dirname, '../prompts/README.md');
writeFileSync(page, withSizes(readFileSync(page, 'utf8')));
