// Writes the table of bars of CONTRIBUTING.md again.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBars } from './bars-table.ts';

const path = join(import.meta.dirname, '../CONTRIBUTING.md');
writeFileSync(path, withBars(readFileSync(path, 'utf8')));
