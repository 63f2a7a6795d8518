import type { ScriptedStage } from '../../agent/scripted/script.ts';
import type { ScriptedAnswer } from '../../agent/scripted/scripted-answer.ts';
import { realSleep } from '../../agent/scripted/delayed-reply.ts';
import { formatCount } from '../io/format.ts';
import { terminalStyle } from '../io/terminal-style.ts';
import { wrapWords } from '../io/wrap-words.ts';
import type { FoundScript } from './find-script.ts';
import { makeThrowAway, type ThrowAwayProject } from './throw-away-project.ts';

/** A script on its stage: how its time passes, and where its edits are made. */
export interface StagedStory extends Pick<ScriptedStage, 'sleep' | 'perform'> {
  readonly project: ThrowAwayProject | undefined;
}

/** How much of the time that answers take passes where nobody watches. */
const UNWATCHED = 1 / 1000;

/** Sets a script up; `say` receives what is said and done in it, a line each. */
export async function stageStory(
  { files, isStory, isScenario }: FoundScript,
  {
    isWatched,
    say,
    project: given,
  }: {
    readonly isWatched: boolean;
    readonly say: (line: string) => void;
    /** Default: one is made. */
    readonly project: ThrowAwayProject | undefined;
  },
): Promise<StagedStory> {
  const pace = isScenario && !(isStory && isWatched) ? UNWATCHED : 1;
  const project = given ?? (files === undefined ? undefined : await makeThrowAway(files));
  return {
    project,
    sleep: (ms, signal) => realSleep(ms * pace, signal),
    perform: async (answer) => {
      if (isStory) for (const line of linesOf(answer, isWatched)) say(line);
      if (answer.edits !== undefined) project?.edit(answer.edits);
      if (answer.commit !== undefined) await project?.commit(answer.commit);
    },
  };
}

/** Units: columns. */
const INDENT = 6;

function linesOf({ text, edits, commit }: ScriptedAnswer, isWatched: boolean): readonly string[] {
  const width = isWatched ? terminalStyle(process.stderr).width - INDENT : Infinity;
  const said = text === undefined ? [] : text.trimEnd().split('\n');
  const edited = Object.entries(edits ?? {}).map(([path, now]) =>
    now === null ? `deletes ${path}` : `writes ${path}, ${formatCount(linesIn(now), 'line')}`,
  );
  const all = [...said, ...edited, ...(commit === undefined ? [] : [`commits "${commit}"`])];
  return all
    .flatMap((line) => (line.length > width ? wrapWords(line, width) : [line]))
    .map((line) => ' '.repeat(INDENT) + line);
}

function linesIn(text: string): number {
  return text.trimEnd().split('\n').length;
}
