import type { Argv, CommandModule } from 'yargs';
import type { Answer } from '../../agent/human/asker.ts';
import { printable } from '../../diagnostics/printable.ts';
import { answerPathOf, createAnswerBox } from '../../journal/answer-box.ts';
import { findRun } from '../../journal/find-run.ts';
import { findRuns } from '../../journal/find-runs.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { createProjectFileSystem } from '../../journal/project-file-system.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { readConfig, type ProjectConfig } from '../../project/config.ts';
import { createMask } from '../../run/mask.ts';
import { secretsOf } from '../../run/secrets.ts';
import { WfmapError } from '../../util/error.ts';
import { agentToResume } from '../agent-to-resume.ts';
import { EXIT } from '../exit-code.ts';
import { formatCommand, toOneLine } from '../format.ts';
import { awaitTaken } from '../human/await-taken.ts';
import { readAnswer } from '../human/read-answer.ts';
import { jsonText } from '../json-text.ts';
import { listQuestions, openQuestionsOf, type OpenQuestion } from '../open-questions.ts';
import { readRunOnDisk, type RunOnDisk } from '../open-run.ts';
import { pickQuestion } from '../pick-question.ts';
import { recordedSettings, secretNames } from '../settings/take-settings.ts';
import { resumeHere, withResumeFlags, type ResumeFlags } from '../resume-here.ts';
import { UsageError } from '../usage-error.ts';

interface AnswerArguments extends ResumeFlags {
  readonly task?: string | undefined;
  readonly continue: boolean;
  readonly _: readonly (string | number)[];
}

export const answerCommand: CommandModule<object, AnswerArguments> = {
  command: 'answer',
  describe: 'Answer a question of a run that waits for a person, and go on with it',
  builder: (yargs: Argv) =>
    withResumeFlags(yargs)
      .usage(
        'wfmap answer [run] <Action> [--field=value …]\n\nAnswers a task that waits for a person (default: of the ' +
          'newest run) and goes on with the run as resume does. What the task asks for beside the choice is given ' +
          'by flags of the same names.',
      )
      .option('task', {
        type: 'string',
        nargs: 1,
        describe:
          'Which question, where several are open: its task, its place such as Review/impact/Ask, or either with /visit',
      })
      .option('continue', {
        type: 'boolean',
        default: true,
        describe: 'Go on with the run; --no-continue only keeps the answer',
      })
      .example('wfmap answer Approve', 'the newest run')
      .example('wfmap answer my-map/slip-003 Reject --note="Too slow"', 'with a field'),
  handler: async (argv) => {
    process.exitCode = await answer(argv);
  },
};

async function answer(argv: AnswerArguments): Promise<number> {
  const { name, action, tokens } = readWords(argv._.map(String).slice(1));
  const workFolder = process.cwd();
  const workRoot = findWorkRoot(workFolder);
  const opened = readRunOnDisk(findRun(nodeFileSystem, { workRoot, workFolder }, name));
  const [first] = opened.events;
  // Before anything is recorded.
  if (first?.type === 'run.started') agentToResume(argv.agent, first.data, opened.run.name);
  const questions = openQuestionsOf(opened.events);
  if (questions.length === 0) return tellNothingAsked(argv, opened, workRoot);
  const question = pickQuestion(questions, argv.task);
  if ('reason' in question) throw withQuestions(question.reason, opened, questions);
  if (action === undefined) throw withQuestions('No action is named.', opened, questions);
  const goesOn = argv.continue && opened.pid === undefined;
  const answered = readAnswer({ action, tokens, question, opened, workRoot, flags: { ...argv, goesOn } });
  const config = readConfig(workFolder);
  const refusal = claim(opened, question, answered, { workRoot, config });
  if (refusal !== undefined) return tell(argv, opened, question, { isRecorded: false, message: refusal });
  const told = `Answered "${toOneLine(question.asked.task)}" with "${toOneLine(answered.action)}".`;
  return goOn(argv, opened, question, { told, config });
}

/** Keeps the answer, unless it comes too late. Shape: why it did, as a sentence. */
function claim(
  { run, events }: RunOnDisk,
  { start, asked }: OpenQuestion,
  given: Answer,
  { workRoot, config }: { readonly workRoot: string; readonly config: ProjectConfig },
): string | undefined {
  const box = createAnswerBox(createProjectFileSystem(workRoot), run.folder);
  const before = box.find(start);
  const { task, deadline } = asked;
  if (before === undefined && deadline !== null && Date.parse(deadline) <= Date.now()) {
    return `The time to answer "${toOneLine(task)}" was over at ${deadline}; nothing was recorded.`;
  }
  const mask = createMask(secretsOf(process.env, secretNames(config, recordedSettings(events))));
  if (before === undefined && box.claim(start, mask.value(given))) return undefined;
  const first = before ?? box.find(start);
  if (first !== undefined)
    return `"${toOneLine(task)}" is already answered with "${toOneLine(first.action)}".`;
  return `The answer to "${toOneLine(task)}" cannot be read; remove ${answerPathOf(run.folder, start)} to answer anew.`;
}

/** What becomes of the run now that it has an answer. Shape: the exit code. */
async function goOn(
  argv: AnswerArguments,
  opened: RunOnDisk,
  question: OpenQuestion,
  { told, config }: { readonly told: string; readonly config: ProjectConfig },
): Promise<number> {
  const { run, pid } = opened;
  if (pid !== undefined) {
    const isTaken = await awaitTaken(run, question.start);
    if (isTaken !== 'abandoned') {
      return tell(argv, opened, question, {
        isRecorded: true,
        message: `${told} Process ${pid} goes on with it.`,
      });
    }
  }
  if (!argv.continue) {
    const resume = formatCommand(['wfmap', 'resume', run.name]);
    return tell(argv, opened, question, { isRecorded: true, message: `${told} Go on with: ${resume}` });
  }
  process.stderr.write(`${printable(told)}\n`);
  return resumeHere({ ...argv, from: undefined }, run, [], config);
}

interface Outcome {
  readonly isRecorded: boolean;
  readonly message: string;
}

function tell(
  { json }: AnswerArguments,
  { run }: RunOnDisk,
  question: OpenQuestion | undefined,
  { isRecorded, message }: Outcome,
): number {
  const of = question && { task: question.asked.task, visit: question.address.visit ?? 1 };
  if (json) process.stdout.write(`${jsonText({ run: run.name, ...of, recorded: isRecorded, message })}\n`);
  else (isRecorded ? process.stdout : process.stderr).write(`${printable(message)}\n`);
  return isRecorded ? EXIT.done : EXIT.failed;
}

/** A run that waits for nobody: maybe somebody was first, maybe another run is meant. */
function tellNothingAsked(argv: AnswerArguments, opened: RunOnDisk, workRoot: string): number {
  const last = opened.events.findLast((event) => event.type === 'human.answered');
  if (last?.type === 'human.answered') {
    const { task, action } = last.data;
    const message = `${opened.run.name} asks nothing any more: "${toOneLine(task)}" is already answered with "${toOneLine(action)}".`;
    return tell(argv, opened, undefined, { isRecorded: false, message });
  }
  const waiting = runsThatWait(workRoot);
  const help =
    waiting.length === 0 ? 'No run here waits for an answer.' : `These wait: ${waiting.join(', ')}.`;
  throw new UsageError(`${opened.run.name} asks nothing.`, { help });
}

/** Units: runs. More are nobody's to choose from. */
const MAX_NAMED = 5;

function runsThatWait(workRoot: string): readonly string[] {
  const waiting: string[] = [];
  for (const run of findRuns(nodeFileSystem, workRoot)) {
    try {
      if (openQuestionsOf(readRunOnDisk(run).events).length > 0) waiting.push(run.name);
    } catch (thrown) {
      // A damaged run is told by whoever opens it.
      if (!(thrown instanceof WfmapError)) throw thrown;
    }
    if (waiting.length === MAX_NAMED) break;
  }
  return waiting;
}

function withQuestions(message: string, { run }: RunOnDisk, questions: readonly OpenQuestion[]): UsageError {
  return new UsageError(message, { help: listQuestions(run.name, questions).join('\n  ') });
}

interface Words {
  readonly name: string | undefined;
  readonly action: string | undefined;
  readonly tokens: readonly string[];
}

/** The run and the action come before the fields. */
function readWords(words: readonly string[]): Words {
  const firstFlag = words.findIndex((word) => word.startsWith('--'));
  const named = firstFlag < 0 ? words : words.slice(0, firstFlag);
  const tokens = firstFlag < 0 ? [] : words.slice(firstFlag);
  const [first, second, third] = named;
  if (third !== undefined) {
    throw new UsageError(`"${third}" is one word too many.`, {
      help: 'Write an action of several words in quotes: wfmap answer [run] "Go on" [--field=value …]',
    });
  }
  if (second === undefined) return { name: undefined, action: first, tokens };
  return { name: first, action: second, tokens };
}
