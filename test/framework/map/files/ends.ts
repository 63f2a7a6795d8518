import { createMemoryFileSystem } from '../../../../src/journal/memory-file-system.ts';
import { GOOD_ANSWERS, playSample, textsBelow, type SampleOptions } from '../../../helpers/map-sample.ts';

const REJECTED = [{ output: { valid: false, recommendation: 'revise', issues: ['still wrong'] } }];
const PERSON = (action: string, fields = {}) => ({ ...GOOD_ANSWERS, 'Review Plan': [{ action, fields }] });

/** Every way in which a run of the sample comes to rest. */
export const ENDS: Readonly<Record<string, SampleOptions>> = {
  complete: {},
  'blocked in a subtask': { answers: { ...GOOD_ANSWERS, 'ST-001/Monitor': REJECTED } },
  'blocked by a gate': { answers: { ...GOOD_ANSWERS, Gate: [{ exitCode: 2, stdout: 'no' }] } },
  'called off': { answers: PERSON('Abort', { reason: 'We do not need it' }) },
  superseded: { answers: PERSON('Replace') },
  'contract ready': { fields: { tdd: true } },
  'waiting for a person': { answers: { ...GOOD_ANSWERS, 'Review Plan': [] } },
  'paused by a failure': { answers: { ...GOOD_ANSWERS, Act: [{ fail: 'permanent' }] } },
  'paused before the plan': { answers: { ...GOOD_ANSWERS, Decompose: [{ fail: 'permanent' }] } },
};

/** What stands below `/project` after one of them, but for the run's own folder. */
export async function artifactsOf(
  end: string,
  more: SampleOptions = {},
): Promise<Readonly<Record<string, string>>> {
  const fs = createMemoryFileSystem(['/project']);
  await playSample(fs, { ...ENDS[end], ...more });
  const texts = Object.entries(textsBelow(fs, '/project'));
  return Object.fromEntries(texts.filter(([path]) => !path.startsWith('.wfmap')));
}

/** An artifact of an end, read as JSON. */
export async function artifactOf(end: string, name: string): Promise<Readonly<Record<string, unknown>>> {
  const texts = await artifactsOf(end);
  const text = texts[`.map/main/${name}`];
  if (text === undefined) throw new Error(`There is no ${name} among ${Object.keys(texts).join(', ')}.`);
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}
