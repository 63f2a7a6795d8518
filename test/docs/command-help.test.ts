import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGE, pageWithHelp } from '../config/command-help.mjs';

test('the page of the commands has the help of every command', () => {
  expect(readFileSync(PAGE, 'utf8'), 'write it with: node test/config/command-help.mjs').toBe(pageWithHelp());
});
