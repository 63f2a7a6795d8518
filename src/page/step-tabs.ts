/** What is shown of one execution. */
export type StepTab = 'why' | 'stream' | 'prompt' | 'result' | 'files';

export const STEP_TABS: readonly (readonly [StepTab, string])[] = [
  ['why', 'Why'],
  ['stream', 'Stream'],
  ['prompt', 'Prompt'],
  ['result', 'Result'],
  ['files', 'Files'],
];
