import type { JSX } from 'preact';
import type { RunLine, RunPage } from '../report/shapes.ts';
import type { Source } from './api.ts';
import {
  firstParting,
  inputsThatDiffer,
  tasksThatDiffer,
  type ComparedRun,
  type ComparedStep,
  type FactRow,
  type TaskRow,
} from './model/compare.ts';
import { MarkLabel, MarkSign, STAND_MARKS } from './model/signs.tsx';
import { NOW } from './model/run-model.ts';
import { costWords, countWords, durationWords, tokenWords, wayWords } from './model/words.ts';
import { addressOf, runAddress, type Route } from './route.ts';
import { useRun, type OpenRun } from './use-source.ts';

interface CompareScreenProps {
  readonly source: Source;
  readonly route: Route;
  readonly lines: readonly RunLine[];
  readonly changes: (run: string) => number;
}

/** Two runs side by side: where they part first, and what they have not in common. */
export function CompareScreen({ source, route, lines, changes }: CompareScreenProps): JSX.Element {
  const other = route.options.get('with');
  return (
    <main class="runs" id="main">
      <h1>{other === null ? `Compare ${route.name} with` : `${route.name} and ${other}`}</h1>
      {other === null ? (
        <Choices run={route.name} lines={lines} />
      ) : (
        <Both {...{ source, changes }} runs={[route.name, other]} />
      )}
    </main>
  );
}

/** The other runs, those of the same map first. */
function Choices({ run, lines }: { readonly run: string; readonly lines: readonly RunLine[] }): JSX.Element {
  const map = lines.find((line) => line.run === run)?.map;
  const others = lines
    .filter((line) => line.run !== run)
    .toSorted((a, b) => Number(b.map === map) - Number(a.map === map));
  if (others.length === 0) return <p class="quiet">There is no other run.</p>;
  return (
    <ul class="list">
      {others.map((line) => (
        <li key={line.run}>
          <a class="map-row" href={addressOf('compare', run, { with: line.run })}>
            <code>{line.run}</code>
            <span class="row">
              <MarkSign mark={STAND_MARKS[line.stand]} />
              <span class="cut grow">{line.goal === '' ? line.reason : line.goal}</span>
              <span class="quiet">{line.map === map ? 'the same map' : line.map}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

interface BothProps {
  readonly source: Source;
  readonly runs: readonly [string, string];
  readonly changes: (run: string) => number;
}

function Both({ source, runs: [first, second], changes }: BothProps): JSX.Element {
  const opened = [useRun(source, first, changes(first)), useRun(source, second, changes(second))] as const;
  const [a, b] = [comparedOf(opened[0]), comparedOf(opened[1])];
  const error = opened.map((each) => each.error).find((each) => each !== '');
  if (error !== undefined) return <p role="alert">{error}</p>;
  if (a === undefined || b === undefined) return <p class="quiet">The runs are on their way.</p>;
  const tasks = tasksThatDiffer(a, b);
  return (
    <>
      <Parted a={a} b={b} />
      <section>
        <h2>What they came to</h2>
        <Facts rows={factsOf(a.page, b.page)} runs={[first, second]} />
      </section>
      <section>
        <h2>Inputs that differ</h2>
        <Facts rows={inputsThatDiffer(a, b)} runs={[first, second]} />
      </section>
      <section>
        <h2>Tasks that one entered more often</h2>
        <Facts rows={tasks.map(taskFact)} runs={[first, second]} />
      </section>
      <p class="quiet">Two runs are a hint, and prove nothing: agents do not do the same thing twice.</p>
    </>
  );
}

/** Without the reasons of one it would seem that they part where both went the same way. */
function comparedOf({ page, model, reasons, isExplained }: OpenRun): ComparedRun | undefined {
  return page === undefined || !isExplained ? undefined : { page, model, reasons };
}

/** Where they part first, with what each did there, and why. */
function Parted({ a, b }: { readonly a: ComparedRun; readonly b: ComparedRun }): JSX.Element {
  const parting = firstParting(a, b);
  if (parting === undefined) {
    return (
      <section>
        <h2>They took the same way</h2>
        <p class="quiet">Each step is the same, and led to the same.</p>
      </section>
    );
  }
  const { where, steps } = parting;
  const task = steps[0]?.span.task ?? steps[1]?.span.task ?? '';
  return (
    <section>
      <h2>They part first at {[...where, task].join(' / ')}</h2>
      <div class="two-sides">
        <Side run={a} step={steps[0]} />
        <Side run={b} step={steps[1]} />
      </div>
    </section>
  );
}

function Side({
  run: { page, model },
  step,
}: {
  readonly run: ComparedRun;
  readonly step: ComparedStep | undefined;
}): JSX.Element {
  const { run, stand, outcome } = page.line;
  return (
    <article class="finding">
      <p class="row">
        <a href={runAddress(run)}>
          <code>{run}</code>
        </a>
        <MarkLabel mark={STAND_MARKS[stand]} text={outcome === null ? undefined : `${stand}: ${outcome}`} />
      </p>
      {step === undefined ? (
        <p class="quiet">It did nothing there.</p>
      ) : (
        <>
          <p class="row">
            <MarkSign mark={model.markOf(step.span, NOW)} />
            <a href={runAddress(run, { step: String(step.span.seq) })}>
              <b>{step.span.task}</b> {step.span.visit > 1 ? step.span.visit : ''}
            </a>
            <span>{wayWords(step.reason?.way ?? step.span.reason ?? '')}</span>
          </p>
          {step.reason?.because.map((each) => (
            <code key={each} class="block">
              {each}
            </code>
          ))}
        </>
      )}
    </article>
  );
}

function Facts({
  rows,
  runs,
}: {
  readonly rows: readonly FactRow[];
  readonly runs: readonly [string, string];
}): JSX.Element {
  if (rows.length === 0) return <p class="quiet">None.</p>;
  return (
    <div class="wide">
      <table>
        <thead>
          <tr>
            <td />
            {runs.map((run) => (
              <th key={run} scope="col">
                {run}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, sides }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {sides.map((text, side) => (
                <td key={side}>{text === '' ? '–' : text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function taskFact({ task, sides }: TaskRow): FactRow {
  const [a, b] = sides.map(({ count, costUsd, ms }) =>
    count === 0
      ? ''
      : [`×${count}`, durationWords(ms), ...(costUsd > 0 ? [costWords(costUsd)] : [])].join(' · '),
  );
  return { name: task, sides: [a ?? '', b ?? ''] };
}

/** What is worth a look of two runs, also where it is the same. */
const FACTS: Readonly<Record<string, (page: RunPage) => string>> = {
  end: ({ line: { stand, outcome } }) => (outcome === null ? stand : `${stand}: ${outcome}`),
  why: ({ line }) => line.reason,
  'time at work': ({ line }) => durationWords(line.activeMs),
  cost: ({ line }) => costWords(line.costUsd, line.costIsPartial),
  tokens: ({ line }) => tokenWords(line.tokens),
  'agent calls': ({ line }) => countWords(line.turns, 'call'),
  branch: ({ branch }) => branch ?? '',
};

function factsOf(a: RunPage, b: RunPage): readonly FactRow[] {
  const rows = Object.entries(FACTS).map(([name, of]): FactRow => ({ name, sides: [of(a), of(b)] }));
  const isSame = a.mapDigest === b.mapDigest;
  const map: FactRow = {
    name: 'map',
    sides: [a.line.map, isSame ? b.line.map : `${b.line.map}, of another text`],
  };
  return [map, ...rows.filter(({ sides }) => sides.some((text) => text !== ''))];
}
