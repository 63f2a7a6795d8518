import { expect, test } from 'vitest';
import { createStatusBlock } from '../../../src/cli/live/status-block.ts';

function terminal(columns = 40) {
  const writes: string[] = [];
  return { columns, write: (text: string) => writes.push(text), writes };
}

const line = (plain: string) => ({ plain, text: `<${plain}>` });

test('the cursor is hidden with the first lines, the same rows are written over, and all is taken back', () => {
  const stream = terminal();
  const block = createStatusBlock(stream);
  block.show([line('one'), line('two')]);
  block.show([line('three')]);
  block.show([]);
  block.show([]);
  expect(stream.writes).toEqual([
    '\u001b[?25l\u001b[?7l<one>\r\n<two>\u001b[?7h\r',
    '\r\u001b[1A\u001b[J\u001b[?7l<three>\u001b[?7h\r',
    '\r\u001b[J\u001b[?25h',
  ]);
});

test('a text comes to stand above the lines, in one write', () => {
  const stream = terminal();
  const block = createStatusBlock(stream);
  block.above('before\n', []);
  block.show([line('one'), line('two')]);
  block.above('a text\n', [line('three')]);
  expect([stream.writes[0], stream.writes[2]]).toEqual([
    'before\n',
    '\r\u001b[1A\u001b[Ja text\n\u001b[?7l<three>\u001b[?7h\r',
  ]);
});

test('lines that a narrower terminal has broken are taken back whole', () => {
  const stream = terminal(40);
  const block = createStatusBlock(stream);
  block.show([line('x'.repeat(39)), line('漢'.repeat(15)), line('last')]);
  stream.columns = 20;
  block.show([]);
  expect(stream.writes.at(-1)).toBe('\r\u001b[4A\u001b[J\u001b[?25h');
});
