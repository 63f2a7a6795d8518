import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createBench } from './bench.ts';
import type { Law } from './law.ts';

/**
 * A program that checks laws, or prints the script that the API is to play for them.
 *
 * Shape: words choose the laws whose titles hold them all; the README beside this folder has the rest. The exit code
 * is 1 on any deviation, 2 without a log of the API.
 */
export async function runLaws(all: readonly Law[]): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      script: { type: 'boolean', default: false },
      show: { type: 'boolean', default: false },
      main: { type: 'string', default: fileURLToPath(new URL('../../../dist/main.js', import.meta.url)) },
    },
  });
  const laws = all.filter(({ title }) => positionals.every((word) => title.includes(word)));
  const log = process.env['MOCK_LOG'];
  if (values.script) {
    const unplanned = { error: 400, message: 'No answer is planned for this request.' };
    console.log(JSON.stringify({ rules: laws.flatMap(({ answers }) => answers), default: unplanned }));
  } else if (log === undefined) {
    console.error('Name the request log of the API in MOCK_LOG.');
    process.exitCode = 2;
  } else {
    let failures = 0;
    for (const law of laws) if (!(await holds(law, { ...values, log }))) failures += 1;
    process.exitCode = failures === 0 && laws.length > 0 ? 0 : 1;
  }
}

interface CheckOptions {
  readonly main: string;
  readonly log: string;
  readonly show: boolean;
}

async function holds({ title, check }: Law, { main, log, show }: CheckOptions): Promise<boolean> {
  let shown = '';
  const bench = createBench({ main, log, show: (text) => (shown += text) });
  const began = performance.now();
  try {
    await check(bench);
    console.log(`ok   ${title} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    if (show) console.log(shown);
    return true;
  } catch (thrown) {
    console.log(`FAIL ${title}\n${thrown instanceof Error ? thrown.stack : String(thrown)}\n${shown}`);
    return false;
  } finally {
    bench.dispose();
  }
}
