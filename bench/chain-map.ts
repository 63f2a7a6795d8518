/** What each task gives: as many schemas as a large map has, whose parts share them. */
function foundOf(n: number): object {
  return {
    type: 'object',
    properties: { ok: { type: 'boolean' }, score: { type: 'integer', maximum: 10 + (n % 100) } },
    required: ['ok', 'score'],
  };
}

/** What the task before gave, as its prompt says it. */
function after(n: number): string {
  return n === 0 ? '' : ` after \${found${(n - 1) % 50}.score}`;
}

/**
 * The JSON of a map with tasks in a row, each with a value in its template, a schema, a bound name and guards, and that
 * can go back to the first; `tasks` counts all but the end.
 */
export function chainMap(tasks: number, promptLength = 40): string {
  const definitions = Array.from({ length: tasks }, (_, n) => [
    `Task ${n}`,
    {
      type: 'claude',
      promptTemplate: `Do part ${n} for \${storyId}${after(n)}. Say if the part is done. ${'x'.repeat(promptLength)}`,
      writes: ['anything'],
      as: `found${n % 50}`,
      output: { schema: foundOf(n) },
      actions: {
        Next: { target: n + 1 < tasks ? `Task ${n + 1}` : 'End', when: 'result.ok' },
        Again: { target: `Task ${n}`, when: 'visits < 3 && result.score >= 5' },
        Back: { target: 'Task 0', args: '--storyId=again' },
      },
    },
  ]);
  const map = {
    description: 'Many tasks in a row',
    startTaskDefinition: 'Task 0',
    workslipFields: { storyId: { type: 'string', description: 'The story', required: true } },
    taskDefinitions: Object.fromEntries([...definitions, ['End', { type: 'end' }]]),
  };
  return `${JSON.stringify(map, undefined, 2)}\n`;
}

/** The JSON of a map whose one task repeats itself while what it gives says so; `effects` are what it may change. */
export function loopMap(effects: object = {}): string {
  return JSON.stringify({ description: 'One task again and again', ...loopOf(effects) });
}

/** The same in a branch beside another one, which ends at once. */
export function loopBesideMap(effects: object = {}): string {
  const other = { startTaskDefinition: 'End', taskDefinitions: { End: { type: 'end' } } };
  const both = {
    type: 'parallel',
    branches: { work: loopOf(effects), other },
    actions: { Done: { target: 'End' } },
  };
  return JSON.stringify({
    description: 'One task again and again, beside others',
    startTaskDefinition: 'Both',
    taskDefinitions: { Both: both, End: { type: 'end' } },
  });
}

function loopOf(effects: object) {
  const schema = {
    type: 'object',
    properties: { more: { type: 'boolean' }, score: { type: 'integer' } },
    required: ['more', 'score'],
  };
  return {
    startTaskDefinition: 'Work',
    taskDefinitions: {
      Work: {
        type: 'claude',
        promptTemplate: 'Do it, for the ${visits}. time.',
        as: 'found',
        output: { schema },
        ...effects,
        actions: { Again: { target: 'Work', when: 'result.more' }, Done: { target: 'End' } },
      },
      End: { type: 'end' },
    },
  };
}
