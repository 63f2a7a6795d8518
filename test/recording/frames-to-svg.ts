import type { Frame, Run, Size } from './terminal-frames.ts';

/** Units: pixels of the picture. */
const CELL = { width: 8.4, height: 18 };
const MARGIN = 14;
const BAR = 28;

/** Units: milliseconds. A screen stays so long at most, and the last one so long before it begins again. */
const LONGEST = 1_500;
const REST = 6_000;

/** The 16 colours of a terminal, for a dark ground. */
const COLORS =
  '#3b4252 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #d8dee9 #7f848e #f0878f #b5d99c #f0d399 #8cc5f5 #d7a1e8 #7fd0db #ffffff'.split(
    ' ',
  );

/**
 * Draws what a terminal showed as one picture that moves, without a script. Readers who want no movement see the last screen.
 *
 * Shape: a line that several screens have stands once.
 */
export function framesToSvg(frames: readonly Frame[], { columns, rows }: Size, title: string): string {
  const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
  const height = BAR + rows * CELL.height + 2 * MARGIN;
  const lines = new Map<string, number>();
  const screens = frames.map(({ lines: shown }, at) => {
    const uses = shown.map((line, row) => useOf(line, row, lines)).join('');
    return `<g transform="translate(0 ${at * height})">${uses}</g>`;
  });
  const stops = momentsOf(frames);
  const total = (stops.at(-1) ?? 0) + REST;
  const steps = stops.map(
    (at, index) => `${((at / total) * 100).toFixed(2)}%{transform:translateY(-${index * height}px)}`,
  );
  const last = (frames.length - 1) * height;
  const drawn = [...lines].map(([text, id]) => `<text id="l${id}">${text}</text>`).join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(title)}">
<title>${escape(title)}</title>
<style>
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;fill:#d8dee9;white-space:pre}
.b{font-weight:700}.d{opacity:.6}
${COLORS.map((color, at) => `.c${at}{fill:${color}}`).join('')}
#film{animation:film ${(total / 1000).toFixed(2)}s steps(1) infinite}
@keyframes film{${steps.join('')}100%{transform:translateY(-${last}px)}}
@media(prefers-reduced-motion:reduce){#film{animation:none;transform:translateY(-${last}px)}}
</style>
<defs>
${drawn}
<clipPath id="screen"><rect y="${BAR}" width="${width}" height="${height - BAR}"/></clipPath>
</defs>
<rect width="${width}" height="${height}" rx="8" fill="#1e222a"/>
<circle cx="18" cy="15" r="5" fill="#e06c75"/><circle cx="36" cy="15" r="5" fill="#e5c07b"/><circle cx="54" cy="15" r="5" fill="#98c379"/>
<g clip-path="url(#screen)"><g id="film">
${screens.join('\n')}
</g></g>
</svg>
`;
}

/** When each screen begins, where none stays longer than a reader needs. */
function momentsOf(frames: readonly Frame[]): readonly number[] {
  const moments: number[] = [];
  let now = 0;
  for (const [index, { at }] of frames.entries()) {
    now += Math.min(at - (frames[index - 1]?.at ?? at), LONGEST);
    moments.push(now);
  }
  return moments;
}

function useOf(line: readonly Run[], row: number, lines: Map<string, number>): string {
  if (line.every(({ text }) => text.trim() === '')) return '';
  const text = line.map(spanOf).join('');
  const id = lines.get(text) ?? lines.size;
  lines.set(text, id);
  const y = BAR + MARGIN + (row + 0.75) * CELL.height;
  return `<use href="#l${id}" x="${MARGIN}" y="${y}"/>`;
}

function spanOf({ text, color, isBold, isDim }: Run): string {
  const classes = [
    ...(color === undefined || color > 15 ? [] : [`c${color}`]),
    ...(isBold ? ['b'] : []),
    ...(isDim ? ['d'] : []),
  ];
  return classes.length === 0 ? escape(text) : `<tspan class="${classes.join(' ')}">${escape(text)}</tspan>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
