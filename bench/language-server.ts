import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
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

/** From an edit in a map to its diagnostics: of 1,000 tasks, in this process and as an editor sees it; and of each shipped map. */
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
      const uri = `file:///nowhere/map.${form}`;
      figures.push(figure(`1,000 tasks, .${form}: edit to diagnostics`, inProcess(map, uri, WORDS)));
      figures.push(figure(`1,000 tasks, .${form}: the same, over the wire`, await overTheWire(map, form)));
      figures.push(slowestShipped(form));
    }
    return figures;
  },
};

function figure(name: string, times: readonly number[]): Figure {
  const detail = `median of ${ROUNDS} edits; slowest ${text(Math.max(...times))} ms`;
  return { name, value: median(times), unit: 'ms', min: Math.min(...times), detail };
}

const WORDS = 'if the part is done';
const SHIPPED = resolve(import.meta.dirname, '../workflows');

/** Somebody types in the description of a task in the middle of each, in their project. */
function slowestShipped(form: string): Figure {
  const names = readdirSync(SHIPPED).filter((name) => name.endsWith(`.${form}`));
  const measured = names.map((name) => {
    const path = resolve(SHIPPED, name);
    const times = inProcess(readFileSync(path, 'utf8'), pathToFileURL(path).href, ' the ');
    return { name, times };
  });
  const slowest = measured.toSorted((a, b) => median(b.times) - median(a.times))[0];
  if (!slowest) throw new Error(`There is no .${form} in ${SHIPPED}.`);
  const found = figure(`slowest shipped map, .${form}: edit to diagnostics`, slowest.times);
  return { ...found, detail: `${slowest.name}; ${found.detail}` };
}

/** Every edit changes some words in the middle. */
function edited(map: string, words: string, round: number): string {
  const at = map.indexOf(words, map.length >> 1);
  if (at < 0) throw new Error(`There is no "${words}" in the second half of the map.`);
  const wanted = round % 2 === 0 ? ' as it is ' : ' as all of it is ';
  return map.slice(0, at) + wanted + map.slice(at + words.length);
}

function inProcess(map: string, uri: string, words: string): readonly number[] {
  const languageId = extname(uri).slice(1);
  const workspace = new Workspace();
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const changed = edited(map, words, round);
    const start = performance.now();
    workspace.put({ uri, languageId, version: round, text: changed });
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
