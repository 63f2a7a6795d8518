import '../../framework/install-functions.ts';
import { extname } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { check } from '../../check/check.ts';
import { byPlace } from '../../diagnostics/diagnostic.ts';
import { renderPretty } from '../../diagnostics/render-pretty.ts';
import type { MapGraph } from '../../graph/map-graph.ts';
import { drawText } from '../../graph/text/draw-text.ts';
import { findMapRoot } from '../../project/find-map-root.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { readText } from '../../project/read-text.ts';
import { resolveMap } from '../../project/resolve-map.ts';
import { templateReader } from '../../project/template-reader.ts';
import { writeText } from '../../project/write-text.ts';
import { drawPicture, graphOfChecked, PICTURE_FORMS, type PictureForm } from '../io/draw-map.ts';
import { terminalStyle } from '../io/terminal-style.ts';
import { UsageError } from '../io/usage-error.ts';
import { outputStyle, writeErr, writeOut } from '../io/write-out.ts';

interface GraphArguments {
  readonly to?: string | undefined;
  readonly output?: string | undefined;
  readonly deep: boolean;
  readonly ascii?: boolean | undefined;
  readonly map?: string | undefined;
}

type Form = PictureForm | 'text';

const MAX_MAP_BYTES = 16 * 1_048_576;
/** Lines of a text in a file are as long as those of code. */
const FILE_WIDTH = 110;

const FORM_OF_ENDING: Readonly<Record<string, Form>> = {
  '.svg': 'svg',
  '.mmd': 'mermaid',
  '.mermaid': 'mermaid',
  '.dot': 'dot',
  '.gv': 'dot',
  '.txt': 'text',
};

export const graphCommand: CommandModule<object, GraphArguments> = {
  command: 'graph [map]',
  describe: 'Draw a map: in the terminal, as SVG, Mermaid or Graphviz',
  builder: (yargs: Argv) =>
    yargs
      .usage(
        'wfmap graph <map> [-o FILE] [--to text|svg|mermaid|dot] [--deep]\n\nDraws the tasks of a map and the ways ' +
          'between them. Prints a drawing for a terminal, or a list where that would be too large; -o writes what the ' +
          'ending of FILE says: .svg, .mmd, .dot or .txt. Also draws a map with errors, as far as it can be read.',
      )
      .positional('map', { type: 'string', describe: 'The map: a file, or a shipped map' })
      .option('to', { choices: ['text', ...PICTURE_FORMS], describe: 'What to draw, whatever FILE ends in' })
      .option('output', { alias: 'o', type: 'string', nargs: 1, describe: 'The file to write; - prints it' })
      .option('deep', {
        type: 'boolean',
        default: false,
        describe: 'Draw the maps that tasks run in these tasks',
      })
      .option('ascii', { type: 'boolean', describe: 'Draw a text with ASCII signs alone' })
      .example('wfmap graph efficient', 'a shipped map, in the terminal')
      .example('wfmap graph review.wfmap -o review.svg', 'a picture for light and dark pages')
      .example('wfmap graph review.json --to mermaid', 'for a Markdown file'),
  handler: (argv) => {
    drawGraph(argv);
  },
};

function drawGraph({ map, to, output = '-', deep, ascii }: GraphArguments): void {
  if (map === undefined || map === '')
    throw new UsageError('No map is named.', { help: 'Write wfmap graph <map>' });
  const form = formOf(to, output);
  const graph = readGraph(map, deep);
  const isPrinted = output === '-';
  if (form === 'text') {
    const style = isPrinted ? outputStyle() : { color: false, width: FILE_WIDTH };
    const isAscii = ascii ?? (isPrinted && !showsBoxes());
    write(output, drawText(graph, { ...style, isAscii }));
    return;
  }
  const { text, notice } = drawPicture(graph, form);
  write(output, text);
  if (notice !== '') writeErr(`${notice}\n`);
}

function formOf(to: string | undefined, output: string): Form {
  const named = [...PICTURE_FORMS, 'text' as const].find((form) => form === to);
  if (named !== undefined) return named;
  if (output === '-') return 'text';
  const form = FORM_OF_ENDING[extname(output).toLowerCase()];
  if (form !== undefined) return form;
  throw new UsageError(`"${output}" does not say what to draw.`, {
    help: `Let it end in ${Object.keys(FORM_OF_ENDING).join(', ')}, or write --to svg.`,
  });
}

/** Errors: prints the diagnostics and throws {@link UsageError} where there is nothing to draw. */
function readGraph(argument: string, isDeep: boolean): MapGraph {
  const workFolder = process.cwd();
  const { path, name } = resolveMap(argument, workFolder);
  const workRoot = findWorkRoot(workFolder);
  const source = { name, text: readText(path, MAX_MAP_BYTES) };
  const checked = check(source, templateReader({ workRoot, mapRoot: findMapRoot(path), nameFrom: workRoot }));
  const graph = graphOfChecked(checked, name, isDeep);
  const errors = checked.diagnostics.filter(({ severity }) => severity === 'error').length;
  if (graph === undefined) {
    writeErr(renderPretty(checked.diagnostics.toSorted(byPlace), terminalStyle(process.stderr)));
    throw new UsageError(`"${name}" is not a map.`);
  }
  if (errors > 0) {
    const count = errors === 1 ? 'an error' : `${errors} errors`;
    writeErr(`"${name}" has ${count} (wfmap validate ${name}); the picture may lack something.\n`);
  }
  return graph;
}

function write(output: string, text: string): void {
  if (output === '-') writeOut(text);
  else writeText(output, text);
}

/** Whether the terminal, or the locale that is set, shows more than ASCII. */
function showsBoxes(): boolean {
  const { TERM, LC_ALL = '', LC_CTYPE = '', LANG = '' } = process.env;
  if (TERM === 'dumb') return false;
  const locale = [LC_ALL, LC_CTYPE, LANG].find((each) => each !== '') ?? '';
  return locale === '' || /utf-?8/i.test(locale);
}
