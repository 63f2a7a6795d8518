import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLiveView } from '../../../src/cli/live/create-live-view.ts';
import { applyEvent } from '../../../src/view/apply-event.ts';
import { createRunView } from '../../../src/view/run-view.ts';
import type { RunEvent } from '../../../src/model/run-event.ts';

beforeEach(() => {
  vi.stubEnv('TERM', 'xterm');
  vi.stubEnv('CI', '');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

class Terminal extends EventEmitter {
  isTTY = true;
  columns = 60;
  rows = 24;
  readonly writes: string[] = [];
  write = (text: string): boolean => {
    this.writes.push(text);
    return true;
  };
}

const address = { block: [], task: 'Act', visit: 1 };
const STARTED = {
  type: 'task.started',
  address,
  data: { task: 'Act', execution: 1 },
} as unknown as RunEvent;
const FINISHED = { type: 'task.finished', address, data: { task: 'Act' } } as unknown as RunEvent;
const PAUSED = { type: 'run.paused', address: { block: [] }, data: {} } as unknown as RunEvent;

function viewOn(stream: Terminal) {
  const run = createRunView();
  const live = createLiveView({ stream, color: false, isSimulation: false, view: run });
  return { ...live, see: (event: RunEvent) => live.see(event, applyEvent(run, event)) };
}

describe('the live view', () => {
  test.each([
    ['a pipe', {}, { isTTY: false }],
    ['a dumb terminal', { TERM: 'dumb' }, {}],
    ['continuous integration', { CI: 'true' }, {}],
  ])('on %s is nothing but the lines it is given', (_name, environment, more) => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const stream = Object.assign(new Terminal(), more);
    const view = viewOn(stream);
    view.see(STARTED);
    view.write('a line\n');
    view.seeAgent(address, { kind: 'text', text: 'working' });
    vi.advanceTimersByTime(5000);
    view.close();
    expect(stream.writes).toEqual(['a line\n']);
    expect(stream.listenerCount('resize')).toBe(0);
  });

  test('is drawn at most ten times a second, and each second for its clock', () => {
    const stream = new Terminal();
    const view = viewOn(stream);
    view.see(STARTED);
    for (let ms = 0; ms < 1000; ms += 1) {
      view.seeAgent(address, { kind: 'text', text: `line ${ms}` });
      vi.advanceTimersByTime(1);
    }
    expect(stream.writes.length).toBeGreaterThan(8);
    expect(stream.writes.length).toBeLessThan(12);
    vi.advanceTimersByTime(500);
    const before = stream.writes.length;
    vi.advanceTimersByTime(5000);
    expect(stream.writes.length - before).toBe(5);
    expect(stream.writes.at(-1)).toContain('[1] Act  6 s');
    view.close();
  });

  test('lines come above it at once, many of them without a drawing each', () => {
    const stream = new Terminal();
    const view = viewOn(stream);
    view.see(STARTED);
    for (let n = 0; n < 50; n += 1) view.write(`line ${n}\n`);
    expect(stream.writes.filter((text) => text.includes('[1] Act')).length).toBeLessThan(6);
    expect(stream.writes.join('')).toContain('line 48\nline 49\n');
    vi.advanceTimersByTime(100);
    expect(stream.writes.at(-1)).toContain('[1] Act');
    view.close();
  });

  test('stays where it is while one task ends, lines are said, and the next begins', () => {
    const stream = new Terminal();
    const view = viewOn(stream);
    view.see(STARTED);
    vi.advanceTimersByTime(500);
    stream.writes.length = 0;
    view.write('    -> Done\n');
    view.see(FINISHED);
    view.see({ ...STARTED, data: { task: 'Act', execution: 2 } } as RunEvent);
    view.write('[2] Act\n');
    vi.advanceTimersByTime(100);
    for (const text of stream.writes) expect(text).toContain('] Act  ');
    expect(stream.writes.at(-1)).toContain('[2] Act  0 s');
    view.close();
  });

  test('counts from when another process saw an event, and draws nothing before it is asked to', () => {
    const stream = new Terminal();
    const run = createRunView();
    const live = createLiveView({ stream, color: false, isSimulation: false, view: run });
    live.recall(STARTED, applyEvent(run, STARTED), 42_000);
    vi.advanceTimersByTime(500);
    expect(stream.writes).toEqual([]);
    live.restore();
    expect(stream.writes.at(-1)).toContain('[1] Act  42 s');
    live.close();
  });

  test('follows the size of the terminal, and leaves a row free', () => {
    const stream = new Terminal();
    const view = viewOn(stream);
    view.see(STARTED);
    vi.advanceTimersByTime(500);
    Object.assign(stream, { columns: 20, rows: 2 });
    stream.emit('resize');
    expect(stream.writes.at(-1)?.endsWith('[1] Act  0 s\u001b[?7h\r')).toBe(true);
    view.close();
  });

  test('leaves the terminal to a question, with the lines that come meanwhile', () => {
    const stream = new Terminal();
    const view = viewOn(stream);
    view.see(STARTED);
    const taken: string[] = [];
    view.suspend((text) => taken.push(text));
    expect(stream.writes.at(-1)?.endsWith('\u001b[J\u001b[?25h')).toBe(true);
    const written = stream.writes.length;
    view.write('a line\n');
    view.seeAgent(address, { kind: 'text', text: 'working' });
    stream.emit('resize');
    vi.advanceTimersByTime(5000);
    expect(taken).toEqual(['a line\n']);
    expect(stream.writes).toHaveLength(written);
    view.restore();
    vi.advanceTimersByTime(100);
    expect(stream.writes.at(-1)).toContain('[1] Act');
    view.close();
  });

  test('sets the beginning of a line off from its rest where there is colour', () => {
    const stream = new Terminal();
    const run = createRunView();
    const live = createLiveView({ stream, color: true, isSimulation: true, view: run });
    live.see(STARTED, applyEvent(run, STARTED));
    expect(stream.writes.at(-1)).toContain(
      '\u001b[1m[simulation] [1] Act\u001b[22m\u001b[2m  0 s\u001b[22m\r\n\u001b[1m[simulation] \u001b[22m\u001b[2mrun 0 s',
    );
    live.close();
    const plain = new Terminal();
    const another = createRunView();
    const other = createLiveView({ stream: plain, color: true, isSimulation: false, view: another });
    other.see(STARTED, applyEvent(another, STARTED));
    expect(plain.writes.at(-1)).toContain('\r\n\u001b[2mrun 0 s');
    other.close();
  });

  test('takes a terminal that does not know its size for one of 80 columns and 24 rows', () => {
    const drawn = (columns: number, rows: number): string | undefined => {
      const stream = Object.assign(new Terminal(), { columns, rows });
      const view = viewOn(stream);
      view.see(STARTED);
      vi.advanceTimersByTime(200);
      view.seeAgent(address, { kind: 'text', text: 'x'.repeat(200) });
      view.close();
      return stream.writes.at(-2)?.split('\r\n').at(-1);
    };
    expect(drawn(0, 0)).toBe(`${'x'.repeat(78)}…\u001b[?7h\r`);
    expect(drawn(80, 24)).toBe(drawn(0, 0));
    expect(drawn(81, 24)).toBe(`${'x'.repeat(79)}…\u001b[?7h\r`);
  });

  test('is drawn anew when the process goes on after it was put to sleep', () => {
    const stream = new Terminal();
    const signals = ['SIGCONT', 'SIGTSTP', 'SIGQUIT'] as const;
    const counts = (): readonly number[] => signals.map((signal) => process.listenerCount(signal));
    const listeners = counts();
    const view = viewOn(stream);
    view.see(STARTED);
    expect(counts()).toEqual(listeners.map((count) => count + 1));
    const before = stream.writes.length;
    // What Node itself calls, with no other listener of this test process.
    process.listeners('SIGCONT').at(-1)?.('SIGCONT');
    expect(stream.writes.slice(before)).toHaveLength(1);
    view.close();
    expect(counts()).toEqual(listeners);
  });

  test.each([
    ['no kind of terminal', { TERM: '' }],
    ['continuous integration of any kind', { CI: '1' }],
  ])('is nothing on %s', (_name, environment) => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const stream = new Terminal();
    const view = viewOn(stream);
    view.see(STARTED);
    expect(stream.writes).toEqual([]);
    view.close();
  });

  test('of a task that a person answers is taken away, and comes again for the next', () => {
    const stream = new Terminal();
    const view = viewOn(stream);
    view.see(STARTED);
    view.see({ type: 'human.asked', address, data: { task: 'Act' } } as unknown as RunEvent);
    vi.advanceTimersByTime(100);
    expect(stream.writes.at(-1)).toBe('\r\u001b[2A\u001b[J\u001b[?25h');
    const written = stream.writes.length;
    view.seeAgent(address, { kind: 'text', text: 'late' });
    vi.advanceTimersByTime(5000);
    expect(stream.writes).toHaveLength(written);
    view.see({ type: 'human.answered', address, data: { task: 'Act' } } as unknown as RunEvent);
    expect(stream.writes.at(-1)).toContain('[1] Act');
    view.close();
  });

  test('that is none hands lines over to a question as well', () => {
    const stream = Object.assign(new Terminal(), { isTTY: false });
    const view = viewOn(stream);
    const taken: string[] = [];
    view.suspend((text) => taken.push(text));
    view.write('one\n');
    view.restore();
    view.write('two\n');
    expect([taken, stream.writes]).toEqual([['one\n'], ['two\n']]);
  });

  test.each(['the end of the task', 'the end of the run', 'the end of the process', 'closing it, twice'])(
    '%s takes it away and shows the cursor',
    (how) => {
      const stream = new Terminal();
      const before = process.listenerCount('exit');
      const view = viewOn(stream);
      view.see(STARTED);
      if (how === 'the end of the task') view.see(FINISHED);
      if (how === 'the end of the task') vi.advanceTimersByTime(100);
      if (how === 'the end of the run') view.see(PAUSED);
      // What Node itself calls, with no other listener of this test process.
      if (how === 'the end of the process') process.listeners('exit').at(-1)?.call(process, 0);
      if (how === 'closing it, twice') view.close();
      expect(stream.writes.at(-1)?.endsWith('\u001b[J\u001b[?25h')).toBe(true);
      const written = stream.writes.length;
      view.close();
      vi.advanceTimersByTime(5000);
      view.seeAgent(address, { kind: 'text', text: 'late' });
      vi.advanceTimersByTime(5000);
      expect(stream.writes).toHaveLength(written);
      expect([process.listenerCount('exit'), stream.listenerCount('resize')]).toEqual([before, 0]);
    },
  );
});
