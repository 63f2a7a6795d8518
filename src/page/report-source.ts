import type { RunReport } from '../report/shapes.ts';
import { Refused, type Source } from './api.ts';

/** The element of a report that has the run. */
const ELEMENT = 'run-report';

/** The run that this file has inside; undefined for the page of a server. */
export function reportInside(): RunReport | undefined {
  const text = document.querySelector(`#${ELEMENT}`)?.textContent;
  return text == null ? undefined : JSON.parse(text);
}

/** Gives what a report has; nothing can be done from there, and nothing changes. */
export function reportSource({ made, page, graph, rows, reasons, steps, texts }: RunReport): Source {
  const { version, project } = made;
  return {
    facts: () => Promise.resolve({ project, version, isReadOnly: true }),
    runs: () => Promise.resolve({ lines: [page.line], left: 0 }),
    run: (run) =>
      run === page.line.run
        ? Promise.resolve(page)
        : Promise.reject(new Refused(404, `This file has the run ${page.line.run} alone.`)),
    graph: () => Promise.resolve(graph),
    rows: (_, since) => Promise.resolve(since >= rows.version ? { ...rows, blocks: [], spans: [] } : rows),
    reasons: () => Promise.resolve({ seq: page.line.seq, reasons }),
    step: (_, start) => {
      const found = steps.find((each) => each.start === start);
      return found === undefined
        ? Promise.reject(new Refused(404, 'This file does not have that step: the run is too long.'))
        : Promise.resolve(found);
    },
    text: (kind, { start }) => {
      const text = texts[`${kind} ${start}`] ?? '[not in this file]';
      return Promise.resolve({ text, next: text.length, size: text.length });
    },
    maps: () => Promise.resolve([]),
    map: noMap,
    task: noMap,
    start: undefined,
    act: undefined,
    listen: () => () => undefined,
  };
}

function noMap(): Promise<never> {
  return Promise.reject(new Refused(404, 'This file has no maps beside that of its run.'));
}
