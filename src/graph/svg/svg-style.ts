import type { NodeKind } from '../map-graph.ts';

/** How a kind of node looks: what it is filled with, and its edge and sign. */
interface Look {
  readonly fill: string;
  readonly line: string;
}

export type LookName = Exclude<NodeKind, 'missing'> | 'failed' | 'missing';

interface Theme {
  readonly page: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly limit: string;
  readonly error: string;
  readonly frame: string;
  readonly looks: Readonly<Record<LookName, Look>>;
}

const LIGHT: Theme = {
  page: '#ffffff',
  text: '#1f2328',
  muted: '#59636e',
  line: '#818b98',
  limit: '#9a6700',
  error: '#cf222e',
  frame: '#ffffff',
  looks: {
    claude: { fill: '#fdf3ec', line: '#c9622c' },
    shell: { fill: '#f0f3f6', line: '#59636e' },
    human: { fill: '#fff8c5', line: '#9a6700' },
    decide: { fill: '#f5f0ff', line: '#8250df' },
    workflow: { fill: '#e8f4ff', line: '#0969da' },
    parallel: { fill: '#f6f8fa', line: '#818b98' },
    foreach: { fill: '#f6f8fa', line: '#818b98' },
    end: { fill: '#e6f9ea', line: '#1a7f37' },
    failed: { fill: '#ffefed', line: '#cf222e' },
    missing: { fill: '#ffefed', line: '#cf222e' },
  },
};

const DARK: Theme = {
  page: '#0d1117',
  text: '#e6edf3',
  muted: '#9198a1',
  line: '#7d8590',
  limit: '#d29922',
  error: '#f85149',
  frame: '#0d1117',
  looks: {
    claude: { fill: '#2b1b12', line: '#e8884f' },
    shell: { fill: '#1c2128', line: '#9198a1' },
    human: { fill: '#272115', line: '#d29922' },
    decide: { fill: '#1f1a2e', line: '#a371f7' },
    workflow: { fill: '#121d2f', line: '#4493f8' },
    parallel: { fill: '#151b23', line: '#7d8590' },
    foreach: { fill: '#151b23', line: '#7d8590' },
    end: { fill: '#12261e', line: '#3fb950' },
    failed: { fill: '#2d1619', line: '#f85149' },
    missing: { fill: '#2d1619', line: '#f85149' },
  },
};

/**
 * The style sheet of a picture: light, and dark where whoever looks at it wants that. Scoped by `.wfmap`, so that a page it
 * stands in keeps its own.
 */
export function svgStyle(): string {
  return [
    '.wfmap text{font:11px "Helvetica Neue",Helvetica,Arial,"Liberation Sans",sans-serif}',
    '.wfmap .name{font-size:13px}.wfmap .name.bold{font-weight:600}',
    '.wfmap .title{font-size:16px;font-weight:600}',
    '.wfmap .code,.wfmap .guard{font:10px ui-monospace,Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace}',
    '.wfmap .guard{font-size:9.5px}',
    '.wfmap path,.wfmap rect{stroke-width:1.2}',
    '.wfmap .way{fill:none;stroke-linejoin:round}',
    '.wfmap .way.limit{stroke-dasharray:5 3}.wfmap .way.error{stroke-dasharray:2 3}',
    '.wfmap .missing{stroke-dasharray:4 3}',
    '.wfmap .sign{fill:none;stroke-width:1.4;stroke-linecap:round;stroke-linejoin:round}',
    colors(LIGHT),
    `@media (prefers-color-scheme:dark){${colors(DARK)}}`,
  ].join('\n');
}

function colors({ page, text, muted, line, limit, error, frame, looks }: Theme): string {
  return [
    `.wfmap .page{fill:${page}}`,
    `.wfmap text{fill:${text}}`,
    `.wfmap .fact,.wfmap .code,.wfmap .guard,.wfmap .caption,.wfmap .about{fill:${muted}}`,
    `.wfmap .frame{fill:${frame};stroke:${line};stroke-opacity:.4}`,
    `.wfmap .way,.wfmap .head,.wfmap .mark{stroke:${line}}.wfmap .head,.wfmap .mark{fill:${line}}`,
    `.wfmap .way.limit,.wfmap .head.limit{stroke:${limit}}.wfmap .head.limit,.wfmap .label.limit{fill:${limit}}`,
    `.wfmap .way.error,.wfmap .head.error{stroke:${error}}.wfmap .head.error,.wfmap .label.error{fill:${error}}`,
    ...Object.entries(looks).map(
      ([name, look]) =>
        `.wfmap .${name}{fill:${look.fill};stroke:${look.line}}.wfmap .sign.${name}{fill:none}`,
    ),
    `.wfmap .open{fill:${looks.parallel.fill}}`,
  ].join('\n');
}
