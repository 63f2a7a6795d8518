/** What a text drawing is made of. */
export interface TextSigns {
  /** By the sides that a line goes to: 1 up, 2 right, 4 down, 8 left. */
  readonly lines: readonly string[];
  /** Straight up and down, and across, for ways that are no actions. */
  readonly broken: { readonly upright: string; readonly across: string };
  readonly down: string;
  readonly up: string;
  readonly to: string;
  readonly round: readonly [string, string, string, string];
  readonly start: string;
  readonly end: string;
  readonly failed: string;
  readonly again: string;
  readonly cut: string;
}

/** Source: Unicode, Box Drawing and Geometric Shapes. */
export const BOX_SIGNS: TextSigns = {
  lines: [' ', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼'],
  broken: { upright: '┊', across: '╌' },
  down: '▼',
  up: '▲',
  to: '─▶',
  round: ['╭', '╮', '╰', '╯'],
  start: '●',
  end: '✓ ',
  failed: '✗ ',
  again: '↺ ',
  cut: '…',
};

/** For terminals that show nothing else. */
export const ASCII_SIGNS: TextSigns = {
  lines: [' ', '|', '-', '+', '|', '|', '+', '+', '-', '+', '-', '+', '+', '+', '+', '+'],
  broken: { upright: ':', across: '-' },
  down: 'v',
  up: '^',
  to: '->',
  round: ['(', ')', '(', ')'],
  start: '*',
  end: 'end: ',
  failed: 'failed: ',
  again: '<-',
  cut: '...',
};
