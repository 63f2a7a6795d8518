/** A task that asks an agent; `actions` leads from a name to a target. */
export function ask(actions: Readonly<Record<string, string>>, more: object = {}): object {
  const targets = Object.entries(actions).map(([name, target]) => [name, { target }]);
  const prompt = 'promptTemplatePath' in more ? {} : { promptTemplate: 'Do it.' };
  return { type: 'claude', ...prompt, ...more, actions: Object.fromEntries(targets) };
}

/** A map that begins with its first task; ends come by themselves for `Done`. */
export function mapOf(tasks: Readonly<Record<string, object>>, more: object = {}): object {
  return {
    description: 'A map of the tests',
    startTaskDefinition: Object.keys(tasks)[0],
    workslipFields: {},
    ...more,
    taskDefinitions: { ...tasks, Done: { type: 'end' } },
  };
}

/** One task, `Work`, that can be done. */
export const ONE_TASK = mapOf({ Work: ask({ Complete: 'Done' }, { promptTemplate: 'Do the work.' }) });
