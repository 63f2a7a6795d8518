import { JOBS, type Job } from './jobs.ts';
import { checkedJobs, taskNameOf } from './job-map.ts';
import { shippedMaps } from './shipped-maps.ts';
import { taskSizesOf, type TaskSize } from './task-sizes.ts';

/** What the seed says that a prompt of the agent has, in thousands of tokens; of others it says nothing. */
const SEED: Readonly<Record<string, number>> = {
  'task-decomposer': 1.5,
  actor: 2,
  monitor: 1.5,
  predictor: 1.5,
  evaluator: 2,
  reflector: 2,
  synthesizer: 2,
  'research-agent': 2,
};

/** Puts the tables of prompt sizes where `prompts/README.md` marks their place. Errors: throws where it marks none. */
export function withSizes(page: string): string {
  return withTables(page, 'sizes', [agentTable(), mapTable()]);
}

/** Puts what requests of some agents cost where the README marks its place. Errors: throws where it marks none. */
export function withCosts(page: string): string {
  return withTables(page, 'costs', [costTable(), PRICE_NOTE]);
}

function withTables(page: string, name: string, tables: readonly string[]): string {
  const opening = `<!-- ${name}: node bench/prompt-sizes.ts -->`;
  const closing = `<!-- end of ${name} -->`;
  const start = page.indexOf(opening);
  const end = page.indexOf(closing);
  if (start < 0 || end < start) throw new Error(`The page has no "${opening}" before a "${closing}".`);
  return `${page.slice(0, start)}${[opening, ...tables].join('\n\n')}\n\n${page.slice(end)}`;
}

/** The list price of input. Units: US dollars for a million tokens. */
const PRICE = {
  usd: 2,
  model: 'Claude Sonnet 5.5',
  date: '29 September 2026',
  source: 'https://github.com/uttamdeb/agent-telemetry/releases/tag/v1.6.4',
};

const PRICE_NOTE = [
  'An estimate: a token for four characters, context as in a small story, before caching, at',
  `[$${PRICE.usd} for a million input tokens](${PRICE.source}) of ${PRICE.model}, as reported on ${PRICE.date}.`,
  'What Claude Code itself adds, its system prompt and tools, is not in it.',
].join('\n');

/** The agents that a story of `efficient` goes through, each with its main job. */
const OF_A_STORY = ['decompose', 'research', 'act', 'monitor', 'verify'];

function costTable(): string {
  const known = new Map(taskSizesOf(checkedJobs()).map((size) => [size.task, size]));
  const rows = OF_A_STORY.map((prompt) => {
    const job = JOBS.find((each) => each.prompt === prompt);
    if (job === undefined) throw new Error(`There is no job "${prompt}".`);
    const { role, job: own, context, schema } = sizeOf(job, known);
    const tokens = role + own + context + schema;
    return [job.agent, `\`${prompt}\``, tokens, `$${((tokens * PRICE.usd) / 1e6).toFixed(4)}`];
  });
  return table(['agent', 'job', 'tokens', 'cost'], rows);
}

/** Every role with every job that it is written for. */
function agentTable(): string {
  const known = new Map(taskSizesOf(checkedJobs()).map((size) => [size.task, size]));
  const rows = JOBS.map((job) => {
    const { role, job: own, context, schema } = sizeOf(job, known);
    const seed = SEED[job.agent];
    const body = role + own;
    const sizes = [role, own, body, schema, context];
    return [agentOf(job), `\`${job.prompt}\``, ...sizes, ...againstSeed(seed, [body, body + schema])];
  });
  const head = [
    'agent',
    'job',
    'role',
    'job',
    'body',
    'report',
    'context',
    'seed',
    'body to it',
    'with report',
  ];
  return table(head, rows.toSorted(byText));
}

function sizeOf(job: Job, sizes: ReadonlyMap<string, TaskSize>): TaskSize {
  const size = sizes.get(taskNameOf(job));
  if (!size) throw new Error(`The job "${taskNameOf(job)}" has no size.`);
  return size;
}

function agentOf({ agent, settings = {} }: Job): string {
  const as = Object.entries(settings)
    .filter(([name]) => name !== 'variant_id' && name !== 'max_subtasks' && name !== 'tier_hint')
    .map(([name, value]) => (typeof value === 'string' ? value : name));
  return as.length === 0 ? agent : `${agent}, ${as.join(' ')}`;
}

/** The tasks of the shipped maps, a row for each agent of a map. */
function mapTable(): string {
  const rows = [...shippedMaps()].flatMap(([name, checked]) => {
    const byAgent = Map.groupBy(taskSizesOf(checked), ({ agent }) => agent);
    return [...byAgent].map(([agent, sizes]) => {
      const range = (of: (size: TaskSize) => number) => rangeOf(sizes.map(of));
      const tasks = [...new Set(sizes.map(({ task }) => task))].join(', ');
      const body = range(({ role, job }) => role + job);
      return [
        `\`${name}\``,
        agent,
        tasks,
        body,
        range(({ context }) => context),
        range(({ schema }) => schema),
      ];
    });
  });
  return table(['map', 'agent', 'tasks', 'body', 'context', 'report'], rows);
}

function rangeOf(values: readonly number[]): string {
  const least = Math.min(...values);
  const most = Math.max(...values);
  return least === most ? String(least) : `${least}-${most}`;
}

function againstSeed(seed: number | undefined, values: readonly number[]): readonly string[] {
  if (seed === undefined) return ['-', ...values.map(() => '')];
  return [`${seed}K`, ...values.map((value) => percent(value / (seed * 1000) - 1))];
}

function percent(part: number): string {
  return `${part < 0 ? '−' : '+'}${Math.round(Math.abs(part) * 100)} %`;
}

type Row = readonly (string | number)[];

function byText([a = '', b = '']: Row, [c = '', d = '']: Row): number {
  return `${a} ${b}` < `${c} ${d}` ? -1 : 1;
}

function table(head: readonly string[], rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
