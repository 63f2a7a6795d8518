/**
 * Runs maps with the built wfmap, the real `claude` and a scripted API, and ends with 1 on any deviation.
 *
 * See the README beside this file.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createBench } from './helpers/bench.ts';
import type { Law } from './helpers/law.ts';
import { shippedMaps } from './laws/shipped-maps.ts';
import { prompts } from './laws/prompts.ts';
import { answers } from './laws/answers.ts';
import { apiFaults } from './laws/api-faults.ts';
import { costs } from './laws/costs.ts';
import { interruptions } from './laws/interruptions.ts';
import { permissions } from './laws/permissions.ts';
import { taskSettings } from './laws/task-settings.ts';

const LAWS: readonly Law[] = [
  ...shippedMaps,
  ...prompts,
  ...answers,
  ...permissions,
  ...taskSettings,
  ...interruptions,
  ...apiFaults,
  ...costs,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    script: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    main: { type: 'string', default: fileURLToPath(new URL('../../dist/main.js', import.meta.url)) },
  },
});
const laws = LAWS.filter(({ title }) => positionals.every((word) => title.includes(word)));

if (values.script) {
  const unplanned = { error: 400, message: 'No answer is planned for this request.' };
  console.log(JSON.stringify({ rules: laws.flatMap(({ answers }) => answers), default: unplanned }));
} else if (process.env['MOCK_LOG'] === undefined) {
  console.error('Name the request log of the API in MOCK_LOG.');
  process.exitCode = 2;
} else {
  process.exitCode = (await failuresOf(process.env['MOCK_LOG'])) === 0 && laws.length > 0 ? 0 : 1;
}

async function failuresOf(log: string): Promise<number> {
  let failures = 0;
  for (const { title, check } of laws) {
    let shown = '';
    const bench = createBench({ main: values.main, log, show: (text) => (shown += text) });
    const began = performance.now();
    try {
      await check(bench);
      console.log(`ok   ${title} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
      if (values.show) console.log(shown);
    } catch (thrown) {
      failures += 1;
      console.log(`FAIL ${title}\n${thrown instanceof Error ? thrown.stack : String(thrown)}\n${shown}`);
    } finally {
      bench.dispose();
    }
  }
  return failures;
}
