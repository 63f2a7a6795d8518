/** A second framework, which only the tests have: the smallest one that uses all that a framework can. */
import type { FunctionTable } from '../../src/expression/functions/function-table.ts';
import type { Projection, Projections } from '../../src/run/host/projection.ts';

/** `shout("Go", 2)` is `"GO!!"`. */
export const SIGNAL_FUNCTIONS: FunctionTable = [
  {
    name: 'shout',
    parameters: [
      { name: 'text', type: 'string' },
      { name: 'marks', type: 'number' },
    ],
    typeOf: () => 'string',
    call: ([text = null, marks = null]) =>
      `${typeof text === 'string' ? text.toUpperCase() : ''}${'!'.repeat(typeof marks === 'number' ? marks : 0)}`,
  },
];

/** A line for each task that has finished, and the same in a file of all runs. */
const SIGNALS: Projection = {
  isOf: ({ description }) => !description.includes('quiet'),
  folderOf: (branch) => `.signals/${branch}`,
  keeps: ['.signals/**'],
  ignored: ['.signals'],
  carried: (fs, root, { from, to }) => {
    const source = `${root}/.signals/${from}/signals.md`;
    if (fs.kindOf(source) !== 'file') return [];
    return [{ path: `.signals/${to}/before.md`, text: Buffer.from(fs.read(source)).toString('utf8') }];
  },
  follow: ({ run, memories }) => {
    const signals: { readonly seq: number; readonly text: string }[] = [];
    let id = '';
    const earlier = memories.flatMap(({ signals: count }) => (typeof count === 'number' ? [count] : []));
    return {
      apply: (event) => {
        if (event.type === 'run.started') id = event.data.run;
        if (event.type !== 'task.finished') return;
        signals.push({ seq: event.seq, text: `${event.address.task} -> ${event.data.action}` });
      },
      files: () => ({
        files: [
          {
            path: `.signals/${run.branch}/signals.md`,
            text: [
              `# Signals after ${earlier.join(' and ') || 'none'}`,
              ...signals.map(({ text }) => text),
              '',
            ].join('\n'),
          },
        ],
        memory: { signals: signals.length },
      }),
      lines: {
        path: '.signals/all.jsonl',
        after: (after) =>
          signals
            .filter(({ seq }) => seq > after)
            .map(({ seq, text }) => ({ seq, text: `${JSON.stringify({ run: id, seq, text })}\n` })),
      },
    };
  },
};

export const SIGNAL_PROJECTIONS: Projections = {
  folderOf: (branch) => `.signals/${branch}`,
  all: [SIGNALS],
};
