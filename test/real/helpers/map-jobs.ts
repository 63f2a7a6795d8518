import { give, type Answer } from './answers.ts';

/** The jobs of the MAP variants. Shape: the heading of the role's prompt, and of the job's. */
const JOBS = {
  fit: ['research agent', 'choose the way of working'],
  discover: ['research agent', 'see what is there before anything is planned'],
  'find places': ['research agent', 'find where this comes from'],
  mend: ['actor', 'mend this fault'],
  ask: ['research agent', 'ask what the specification needs'],
  specify: ['research agent', 'write the specification'],
  'review the specification': ['monitor', 'find what is wrong with this specification'],
  plan: ['task decomposer', 'plan the work'],
  'plan a search': ['task decomposer', 'plan how to find and mend this bug'],
  research: ['research agent', 'prepare a subtask'],
  'write tests': ['actor', 'write the tests of this subtask'],
  change: ['actor', 'make this change'],
  judge: ['monitor', 'judge this change'],
  investigate: ['actor', 'find the cause'],
  'judge findings': ['monitor', 'judge these findings'],
  predict: ['predictor', 'predict what this change does elsewhere'],
  score: ['evaluator', 'score this change'],
  merge: ['synthesizer', 'merge the variants'],
  verify: ['final verifier', 'verify the whole'],
  reflect: ['reflector', 'draw rules from this work'],
  'review as monitor': ['monitor', 'review this change'],
  'review as predictor': ['predictor', 'review this change'],
  'review as evaluator': ['evaluator', 'review this change'],
} as const;

export type Job = keyof typeof JOBS;

/** Where a job is done. Shape: `story` is a word of the goal, `words` stand elsewhere in the prompt. */
export interface JobPlace {
  readonly story: string;
  readonly subtask?: string;
  readonly words?: string;
}

/** The answers to a job, one after the other; each is given once. */
export function answersTo(job: Job, place: JobPlace, ...answers: readonly Answer[]): readonly Answer[] {
  const prompt = patternOf(job, place);
  return answers.map((answer) => ({ times: 1, prompt, ...answer }));
}

/** Whether a prompt is of a job. */
export function isOf(text: string, job: Job, place: JobPlace): boolean {
  return new RegExp(patternOf(job, place), 's').test(text);
}

/** The structured output that ends a job. */
export function report(output: object): Answer {
  return give({ output });
}

function patternOf(job: Job, { story, subtask, words }: JobPlace): string {
  const [role, heading] = JOBS[job];
  const current = subtask === undefined ? '' : String.raw`(?=.*## Current Subtask\n${subtask}:)`;
  const more = words === undefined ? '' : `(?=.*${words})`;
  return String.raw`^(?=.*# Role: ${role}\n)(?=.*# Job: ${heading}\n)(?=.*${story})${current}${more}`;
}
