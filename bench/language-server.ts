import { mkdirSync, writeFileSync } from 'node:fs';
import '../src/framework/install-functions.ts';
import { convertMap } from '../src/print/convert.ts';
import { toLspDiagnostic } from '../src/lsp/documents/to-lsp-diagnostic.ts';
import { Workspace } from '../src/lsp/documents/workspace.ts';
import { startServer, stopServer } from '../test/lsp/helpers/start-server.ts';
import { chainMap } from './chain-map.ts';
import { median, text, type Figure, type Measure } from './measure.ts';
import { withScratch } from './scratch.ts';
import { PROGRAM } from './whole-process.ts';

const TASKS = 1000;
/** As many as an author has typed when the code is warm. */
const WARM_UP = 20;
const ROUNDS = 21;

/** From an edit in a map of 1,000 tasks to its diagnostics: in this process, and as an editor sees it. */
export const languageServer: Measure = {
  name: 'language-server',
  run: async () => {
    const json = chainMap(TASKS);
    const words = convertMap({ name: 'a.json', text: json }, 'wfmap', () => undefined) ?? '';
    const figures: Figure[] = [];
    for (const [form, map] of [
      ['json', json],
      ['wfmap', words],
    ] as const) {
      figures.push(figure(`1,000 tasks, .${form}: edit to diagnostics`, inProcess(map, form)));
      figures.push(figure(`1,000 tasks, .${form}: the same, over the wire`, await overTheWire(map, form)));
    }
    return figures;
  },
};

function figure(name: string, times: readonly number[]): Figure {
  const detail = `median of ${ROUNDS} edits; slowest ${text(Math.max(...times))} ms`;
  return { name, value: median(times), unit: 'ms', min: Math.min(...times), detail };
}

const WORDS = 'if the part is done';

/** Every edit changes some words in the middle. */
function edited(map: string, round: number): string {
  const at = map.indexOf(WORDS, map.length >> 1);
  const wanted = round % 2 === 0 ? 'if it is done' : 'if all of it is done';
  return map.slice(0, at) + wanted + map.slice(at + WORDS.length);
}

function inProcess(map: string, form: string): readonly number[] {
  const workspace = new Workspace();
  const uri = `file:///nowhere/map.${form}`;
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const changed = edited(map, round);
    const start = performance.now();
    workspace.put({ uri, languageId: form, version: round, text: changed });
    const analysis = workspace.analysisOf(uri);
    JSON.stringify(analysis?.checked.diagnostics.map((each) => toLspDiagnostic(each, () => uri)));
    if (round >= WARM_UP) times.push(performance.now() - start);
  }
  return times;
}

function overTheWire(map: string, form: string): Promise<readonly number[]> {
  return withScratch(async (folder) => {
    mkdirSync(`${folder}/workflows`);
    const path = `workflows/map.${form}`;
    writeFileSync(`${folder}/${path}`, map);
    const served = await startServer([PROGRAM, 'lsp'], folder);
    const { client } = served;
    await client.open(path, map);
    await client.diagnostics(path, 1);
    const times: number[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const { start, end } = wordRange(map);
      const word = round % 2 === 0 ? 'done' : 'made';
      await new Promise((resolve) => setTimeout(resolve, 150));
      const begun = performance.now();
      const version = await client.change(path, [{ range: { start, end }, text: word }]);
      await client.diagnostics(path, version);
      if (round >= WARM_UP) times.push(performance.now() - begun);
    }
    await stopServer(served);
    return times;
  });
}

/** A word of four letters in the middle of a map. */
function wordRange(map: string) {
  const at = map.indexOf('is done', map.length >> 1) + 'is '.length;
  const before = map.slice(0, at).split('\n');
  const [line, character] = [before.length - 1, before.at(-1)?.length ?? 0];
  return { start: { line, character }, end: { line, character: character + 'done'.length } };
}
