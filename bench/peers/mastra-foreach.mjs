// Does a foreach of Mastra over so many items, and prints what it took: node mastra-foreach.mjs <count>.
// In the figure: one workflow of one step whose schemas are those of zod, 8 items at once, nothing stored. Not in it: loading,
// making the workflow, a round of ten items before.
import { createStep, createWorkflow } from '@mastra/core/workflows';
import { z } from 'zod';

const CONCURRENCY = 8;
const count = Number(process.argv[2]);
const look = createStep({
  id: 'look',
  inputSchema: z.number(),
  outputSchema: z.object({ ok: z.boolean(), score: z.number() }),
  execute: ({ inputData }) => Promise.resolve({ ok: true, score: inputData }),
});
const workflow = createWorkflow({
  id: 'each',
  inputSchema: z.array(z.number()),
  outputSchema: z.array(z.object({ ok: z.boolean(), score: z.number() })),
})
  .foreach(look, { concurrency: CONCURRENCY })
  .commit();

async function run(length) {
  const made = await workflow.createRun();
  const { status, result } = await made.start({ inputData: Array.from({ length }, (_, index) => index) });
  if (status !== 'success' || result.length !== length) throw new Error(`Mastra ended with ${status}.`);
}

await run(10);
const before = process.memoryUsage.rss();
const start = process.cpuUsage();
await run(count);
const { user, system } = process.cpuUsage(start);
const ms = (user + system) / 1000;
console.log(JSON.stringify({ ms, rssMiB: (process.resourceUsage().maxRSS * 1024 - before) / 2 ** 20 }));
