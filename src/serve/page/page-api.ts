import { graphOfMap } from '../../graph/graph-of-map.ts';
import type { WithinRecord } from '../../model/event-records.ts';
import type { Value } from '../../model/value.ts';
import { RAISES, type RaisedLimit } from '../../report/resume-line.ts';
import { runPageOf } from '../../report/run-page.ts';
import type {
  MapLine,
  MapPage,
  MapTask,
  RunGraph,
  RunList,
  ServerFacts,
  StartedRun,
} from '../../report/shapes.ts';
import { stepPageOf } from '../../report/step-page.ts';
import { editsText, streamText, wholeText, type TextPlace } from '../../report/task-texts.ts';
import { isObject } from '../../util/is-object.ts';
import type { Execution } from '../../view/run-view.ts';
import type { Control, Requester, StartRequest } from '../control/control.ts';
import { ControlError } from '../control/control-error.ts';
import type { OpenedRun } from './opened-run.ts';
import type { PageRuns } from './page-runs.ts';

/** The maps that can be run here. Errors: its methods throw ProjectError. */
export interface PageMaps {
  readonly list: () => readonly MapLine[];
  /** By its name in the list; undefined where that is not there. */
  readonly find: (name: string) => MapPage | undefined;
  /** A task of it, by its place; undefined where there is none, and where the map has errors. */
  readonly task: (name: string, place: string) => MapTask | undefined;
}

/** What the page asks of the server. */
export interface PageApi {
  readonly runs: PageRuns;
  readonly maps: PageMaps;
  readonly control: Control;
  readonly facts: ServerFacts;
  readonly workRoot: string;
}

/** A request. Shape: `of` reads a parameter of the query, or a member of the body. */
export interface PageRequest {
  readonly of: (name: string) => unknown;
  readonly within: () => readonly WithinRecord[];
}

type Answer = (api: PageApi, request: PageRequest) => unknown;

/** What can be asked, by method and path. Errors: throws ControlError, JournalError. */
export const PAGE_ROUTES: Readonly<Record<string, Answer>> = {
  'GET /api/facts': ({ facts }) => facts,
  'GET /api/runs': ({ runs }): RunList => runs.list(),
  'GET /api/run': (api, request) => runPageOf(openedRun(api, request).shown()),
  'GET /api/graph': (api, request): RunGraph => {
    const program = openedRun(api, request).program();
    return program === undefined ? null : graphOfMap(program, program.source.path);
  },
  'GET /api/rows': (api, request) =>
    openedRun(api, request).rowsSince(countOf(request.of('since'), Number.MAX_SAFE_INTEGER)),
  'GET /api/reasons': (api, request) =>
    openedRun(api, request).reasonsSince(countOf(request.of('since'), Number.MAX_SAFE_INTEGER)),
  'GET /api/step': (api, request) => {
    const opened = openedRun(api, request);
    return stepPageOf(opened.shown(), executionIn(opened, request));
  },
  'GET /api/prompt': (api, request) => wholeText(...textsOf(api, request), 'prompt'),
  'GET /api/change': (api, request) => wholeText(...textsOf(api, request), 'change'),
  'GET /api/edits': (api, request) => editsText(...textsOf(api, request)),
  'GET /api/stream': (api, request) =>
    streamText(...textsOf(api, request), countOf(request.of('from'), Number.MAX_SAFE_INTEGER)),
  'GET /api/maps': ({ maps }): readonly MapLine[] => maps.list(),
  'GET /api/map': ({ maps }, request): MapPage => {
    const name = textOf(request, 'map');
    return maps.find(name) ?? isMissing(`There is no map "${name}" here.`);
  },
  'GET /api/task': ({ maps }, request): MapTask => {
    const [name, place] = [textOf(request, 'map'), textOf(request, 'place')];
    return maps.task(name, place) ?? isMissing(`The map "${name}" has no task "${place}", or has errors.`);
  },
  'POST /api/start': async ({ control }, request): Promise<StartedRun> => ({
    run: await control.start(startRequestOf(request), requester(request)),
  }),
  'POST /api/answer': async ({ control }, request) => {
    const fields = request.of('fields');
    const start = startOf(request);
    await control.answer(
      { run: textOf(request, 'run'), start, action: textOf(request, 'action'), fields: valuesOf(fields) },
      requester(request),
    );
    return {};
  },
  'POST /api/stop': async ({ control }, request) => {
    await control.stop(textOf(request, 'run'), requester(request));
    return {};
  },
  'POST /api/resume': async ({ control }, request) => {
    const from = request.of('from');
    await control.resume(
      {
        run: textOf(request, 'run'),
        raise: raisedOf(request.of('raise')),
        from: typeof from === 'string' ? from : undefined,
      },
      requester(request),
    );
    return {};
  },
  'POST /api/steer': async ({ control }, request) => {
    const start = startOf(request);
    await control.steer(
      { run: textOf(request, 'run'), start, text: textOf(request, 'text') },
      requester(request),
    );
    return {};
  },
};

function isMissing(message: string): never {
  throw new ControlError('bad-request', message);
}

/** Limits that nobody sets are those of the command. */
function startRequestOf(request: PageRequest): StartRequest {
  const { of } = request;
  const [goal, agent, maxCostUsd] = [of('goal'), of('agent'), of('maxCostUsd')];
  const maxSteps = countOf(of('maxSteps'), Number.MAX_SAFE_INTEGER);
  return {
    map: textOf(request, 'map'),
    fields: valuesOf(of('fields')),
    goal: typeof goal === 'string' && goal.trim() !== '' ? goal : undefined,
    agent: agent === 'scripted' ? 'scripted' : 'claude',
    maxSteps: maxSteps > 0 ? maxSteps : undefined,
    maxCostUsd: typeof maxCostUsd === 'number' && maxCostUsd > 0 ? maxCostUsd : undefined,
  };
}

/** Who asks: the page, from wherever its browser runs. */
function requester({ within }: PageRequest): Requester {
  return { name: 'page', within: within() };
}

function openedRun({ runs }: PageApi, request: PageRequest): OpenedRun {
  const name = textOf(request, 'run');
  const opened = runs.open(name);
  if (opened === undefined) throw new ControlError('unknown-run', `There is no run "${name}".`);
  return opened;
}

function executionIn(opened: OpenedRun, request: PageRequest): Execution {
  const start = countOf(request.of('start'), Number.MAX_SAFE_INTEGER);
  const found = opened.followed.view().executions.find(({ seq }) => seq === start);
  if (found !== undefined) return found;
  throw new ControlError('bad-request', `${opened.followed.name} has no execution ${start}.`);
}

function textsOf(api: PageApi, request: PageRequest): [TextPlace, Execution] {
  const opened = openedRun(api, request);
  const place = { workRoot: api.workRoot, folder: opened.followed.entry.folder };
  return [place, executionIn(opened, request)];
}

function textOf({ of }: PageRequest, name: string): string {
  const value = of(name);
  if (typeof value === 'string' && value !== '') return value;
  throw new ControlError('bad-request', `"${name}" is missing.`);
}

/** The execution that is named; undefined where the only one is meant. */
function startOf({ of }: PageRequest): number | undefined {
  return of('start') === undefined ? undefined : countOf(of('start'), Number.MAX_SAFE_INTEGER);
}

/** A count, 0 where there is none. */
function countOf(value: unknown, max: number): number {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? Math.min(count, max) : 0;
}

function valuesOf(value: unknown): Readonly<Record<string, Value>> {
  if (value === undefined || value === null) return {};
  // It was read from JSON, so its members are values.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  if (isObject(value)) return value as Readonly<Record<string, Value>>;
  throw new ControlError('bad-request', '"fields" is not an object.');
}

/** The limits that are raised, as they are written. */
function raisedOf(value: unknown): Readonly<Partial<Record<RaisedLimit, string>>> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.keys(RAISES).flatMap((limit) => {
      const more = value[limit];
      return typeof more === 'string' ? [[limit, more] as const] : [];
    }),
  );
}
