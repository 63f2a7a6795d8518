/** The JSON of a map with tasks in a row, each of which can also go back to the first; `tasks` counts all but the end. */
export function chainMap(tasks: number, promptLength = 40): string {
  const definitions = Object.fromEntries(
    Array.from({ length: tasks }, (_, n) => [
      `Task ${n}`,
      {
        type: 'claude',
        promptTemplate: `Do part ${n} for \${storyId}. ${'x'.repeat(promptLength)}`,
        actions: {
          Next: { target: n + 1 < tasks ? `Task ${n + 1}` : 'End', choose: 'if the part is done' },
          Back: { target: 'Task 0', args: '--storyId=again', choose: 'if all must be done again' },
        },
      },
    ]),
  );
  const map = {
    description: 'Many tasks in a row',
    startTaskDefinition: 'Task 0',
    workslipFields: { storyId: { type: 'string', description: 'The story', required: true } },
    taskDefinitions: { ...definitions, End: { type: 'end' } },
  };
  return `${JSON.stringify(map, undefined, 2)}\n`;
}

/** 10,000 tasks with prompts that bring the file to the bound of a map, 16 MiB. */
export function largestMap(): string {
  const tasks = 10_000;
  const spare = 16 * 2 ** 20 - chainMap(tasks, 0).length;
  return chainMap(tasks, Math.floor(spare / tasks));
}

/** The JSON of a map whose one task repeats itself until it is told to end; `effects` are what it may change. */
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
  return {
    startTaskDefinition: 'Work',
    taskDefinitions: {
      Work: {
        type: 'claude',
        promptTemplate: 'Do it, for the ${visits}. time.',
        ...effects,
        actions: {
          Again: { target: 'Work', choose: 'if more is to do' },
          Done: { target: 'End', choose: 'if all is done' },
        },
      },
      End: { type: 'end' },
    },
  };
}
