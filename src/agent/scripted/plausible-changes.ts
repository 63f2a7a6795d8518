import type { Value } from '../../model/value.ts';
import { isObject } from '../../util/is-object.ts';
import { hash } from './seeded.ts';
import type { Script } from './script.ts';

/**
 * Lets the agents of a walk change files: whatever texts their output lists, which may be the files that it reports, else
 * one file in most visits. From the fourth visit on they take turns, so whatever a guard asks for is soon there.
 *
 * Commands and people change nothing. A pure function of seed, task, visit and answer.
 */
export function withPlausibleChanges(script: Script, seed: number): Script {
  return (task, visit, turn, asked) => {
    const answer = script(task, visit, turn, asked);
    if (answer === undefined || asked.of !== 'agent') return answer;
    const listed = textsIn(answer.output);
    const isIdle = visit > 3 ? visit % 2 === 0 : hash(`${seed}/${task}/${visit}/changes`) % 100 < 25;
    return { ...answer, changes: listed.length > 0 || isIdle ? listed : ['example.txt'] };
  };
}

function textsIn(output: Value | undefined): readonly string[] {
  const lists = isObject(output) ? Object.values(output).filter((each) => Array.isArray(each)) : [];
  return lists.flat().filter((each) => typeof each === 'string');
}
