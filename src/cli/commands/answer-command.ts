import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import type { KeptAnswer } from '../../journal/answer-box.ts';
import { MAX_CLIENT } from '../../journal/drop-box.ts';
import { findRun } from '../../journal/find-run.ts';
import { findRuns } from '../../journal/find-runs.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { readConfig, type ProjectConfig } from '../../project/config.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { createMask, type Mask } from '../../run/host/mask.ts';
import type { Program } from '../../run/program/program.ts';
import { secretsOf } from '../../run/host/secrets.ts';
import { WfmapError } from '../../util/error.ts';
import { agentToResume } from '../flags/agent-to-resume.ts';
import { EXIT } from '../io/exit-code.ts';
import { toOneLine } from '../io/format.ts';
import { giveAnswer, type Outcome } from '../answer/give-answer.ts';
import { readAnswer } from '../answer/read-answer.ts';
import { jsonText } from '../io/json-text.ts';
import { listQuestions } from '../views/list-questions.ts';
import { openQuestionsOf, waitsForAnswer, type OpenQuestion } from '../../report/open-questions.ts';
import { readRunOnDisk } from '../views/open-run.ts';
import { eventsOf, type RunOnDisk } from '../../report/run-on-disk.ts';
import { readSummary } from '../../report/run-summary.ts';
import { calledBy } from '../views/pick-by-task.ts';
import { pickQuestion } from '../views/pick-question.ts';
import { requireSeen } from '../ask/require-seen.ts';
import { refuseInside } from '../io/refuse-inside.ts';
import { programToResume } from '../running/resume-program.ts';
import { secretNames } from '../settings/take-settings.ts';
import { withResumeFlags, type ResumeFlags } from '../running/resume-here.ts';
import { signingFlags } from '../signed/signing-flags.ts';
import { writeJsonOut } from '../signed/write-json-out.ts';
import { UsageError } from '../io/usage-error.ts';

interface AnswerArguments extends ResumeFlags {
  readonly task?: string | undefined;
  readonly continue: boolean;
  readonly export: boolean;
  readonly sign?: string | undefined;
  readonly import?: string | undefined;
  readonly key?: string | undefined;
  readonly output?: string | undefined;
  readonly 'serve-client'?: string | undefined;
  readonly _: readonly (string | number)[];
}

export const answerCommand: CommandModule<object, AnswerArguments> = {
  command: 'answer',
  describe: 'Answer a question of a run that waits for a person, and resume the run',
  builder: (yargs: Argv) =>
    withResumeFlags(yargs)
      .usage(
        'wfmap answer [run] <Action> [--field=value …]\n\nAnswers a task that waits for a person (default: of the ' +
          'newest run) and continues the run as resume does. What the task asks for beside the choice is given ' +
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
        describe: 'Resume the run; --no-continue only keeps the answer',
      })
      .options(signingFlags)
      // By `wfmap serve`: which of its clients answers.
      .option('serve-client', { type: 'string', nargs: 1, hidden: true })
      .example('wfmap answer Approve', 'the newest run')
      .example('wfmap answer my-map/slip-003 Reject --note="Too slow"', 'with a field')
      .example(
        'wfmap answer --export > question.json',
        'a question that needs a signature, for another machine',
      )
      .example('wfmap answer --sign question.json Approve > answer.json', 'on the machine that has the key')
      .example('wfmap answer --import answer.json', 'back on this machine'),
  handler: async (argv) => {
    process.exitCode = await answer(argv);
  },
};

async function answer(argv: AnswerArguments): Promise<number> {
  const words = readWords(argv._.map(String).slice(1));
  if (argv.sign !== undefined) return signHere(argv.sign, argv, words);
  const isCarried = argv.export || argv.import !== undefined;
  // The one word next to a file names the run; the action is in the file.
  const { name, action, tokens } = isCarried ? { ...words, name: runAlone(words), action: undefined } : words;
  const workFolder = process.cwd();
  const workRoot = findWorkRoot(workFolder);
  const run = findRun(nodeFileSystem, { workRoot, workFolder }, name);
  if (!argv.export) refuseInside(run, 'answer');
  const opened = readRunOnDisk(run);
  // Before anything is recorded.
  if (run.started !== undefined) agentToResume(argv.agent, run.started.data, run.name);
  const questions = openQuestionsOf(opened.view);
  if (questions.length === 0) return reportNothingAsked(argv, opened, workRoot);
  const goesOn = argv.continue && opened.pid === undefined;
  const asking = { argv, config: readConfig(workFolder), opened, questions, workRoot, goesOn };
  if (argv.import !== undefined) return give(asking, await carried(asking, argv.import));
  return answerOne(asking, { action, tokens });
}

/** Answers the question that is meant, or exports it for the person who signs the answer. */
async function answerOne(asking: Asking, { action, tokens }: Omit<Words, 'name'>): Promise<number> {
  const { argv, opened, questions } = asking;
  const question = pickQuestion(questions, argv.task);
  if ('reason' in question) throw withQuestions(question.reason, opened, questions);
  if (argv.export) {
    const { questionFileOf } = await import('../signed/signed-question.ts');
    writeJsonOut(questionFileOf(opened, question), argv.output);
    return EXIT.done;
  }
  if (action === undefined) throw withQuestions('No action is named.', opened, questions);
  return give(asking, await written(asking, question, { action, tokens }));
}

/** Signs a question of another machine: there need not be a run here. */
async function signHere(
  file: string,
  { key, output }: AnswerArguments,
  { name, action, tokens }: Words,
): Promise<number> {
  if (name !== undefined) throw tooMany(action ?? '');
  const { signQuestion } = await import('../signed/sign-question.ts');
  await signQuestion({ file, action, tokens, key, output });
  return EXIT.done;
}

/** A run that asks, and the command line that is about to answer. */
interface Asking {
  readonly argv: AnswerArguments;
  readonly config: ProjectConfig;
  readonly opened: RunOnDisk;
  readonly questions: readonly OpenQuestion[];
  readonly workRoot: string;
  /** Whether this process is to resume the run. */
  readonly goesOn: boolean;
}

/** An answer that fits its question. */
interface Read {
  readonly question: OpenQuestion;
  readonly answer: Omit<KeptAnswer, 'sender'>;
  readonly program: Program;
}

/** The answer of a command line, signed where the task requires it. */
async function written(
  asking: Asking,
  question: OpenQuestion,
  words: Pick<Words, 'tokens'> & { readonly action: string },
): Promise<Read> {
  const { argv, opened, questions, workRoot, goesOn } = asking;
  const flags = { ...argv, goesOn };
  const { program, ...read } = readAnswer({ ...words, question, opened, workRoot, flags });
  const client = argv['serve-client']?.slice(0, MAX_CLIENT) ?? '';
  const answer = maskOf(asking).value({ ...read, ...(client === '' ? {} : { client }) });
  if (question.asked.signed !== true) return { question, answer, program };
  const { proofOf } = await import('../signed/signed-question.ts');
  const proof = await proofOf(opened, question, { answer, key: argv.key, all: questions });
  return { question, answer: { ...answer, proof }, program };
}

/** An answer that was signed elsewhere. */
async function carried(asking: Asking, file: string): Promise<Read> {
  const { argv, opened, questions, workRoot, goesOn } = asking;
  const { readBrought } = await import('../signed/signed-question.ts');
  const brought = readBrought(file, opened, questions);
  const { program } = programToResume(opened, workRoot, {
    acceptChanges: argv['accept-changes'],
    asStarted: argv['as-started'] || !goesOn,
  });
  return { ...brought, program };
}

function maskOf({ config, opened }: Asking): Mask {
  return createMask(secretsOf(process.env, secretNames(config, opened.view.settings)));
}

/** Gives an answer, and resumes the run. Shape: the exit code. */
async function give(asking: Asking, { question, answer, program }: Read): Promise<number> {
  const { argv, config, opened, workRoot } = asking;
  if (question.asked.seen === true) requireSeen(argv, question.asked.task, opened.pid !== undefined);
  const giving = { argv, config, opened, question, workRoot, answer, program, mask: maskOf(asking) };
  const given = await giveAnswer(giving);
  return typeof given === 'number' ? given : report(argv, opened, question, given);
}

function runAlone({ name, action, tokens }: Words): string | undefined {
  const stray = name === undefined ? tokens[0] : action;
  if (stray === undefined) return action;
  throw tooMany(stray);
}

function tooMany(word: string): UsageError {
  return new UsageError(`"${word}" is one word too many.`, {
    help: 'Write: wfmap answer --export [run], wfmap answer --sign FILE <Action>, wfmap answer --import FILE [run]',
  });
}

/** What `wfmap answer --json` prints where the run does not continue. Shape: `task` and `visit` of the question; absent where nothing is asked. */
export interface AnswerReport {
  readonly run: string;
  readonly task?: string;
  readonly visit?: number;
  readonly recorded: boolean;
  readonly message: string;
}

function report(
  { json }: AnswerArguments,
  { run }: RunOnDisk,
  question: OpenQuestion | undefined,
  { isRecorded, message }: Outcome,
): number {
  const of = question && { task: question.asked.task, visit: question.address.visit ?? 1 };
  const told: AnswerReport = { run: run.name, ...of, recorded: isRecorded, message };
  if (json) process.stdout.write(`${jsonText(told)}\n`);
  else (isRecorded ? process.stdout : process.stderr).write(`${printable(message)}\n`);
  return isRecorded ? EXIT.done : EXIT.failed;
}

/** A run that waits for nobody: maybe somebody was first, maybe another run is meant. */
function reportNothingAsked(argv: AnswerArguments, opened: RunOnDisk, workRoot: string): number {
  const answered = eventsOf(nodeFileSystem, opened).filter((event) => event.type === 'human.answered');
  const meant = argv.task === undefined ? [] : calledBy(answered, argv.task);
  const last = meant.at(-1) ?? answered.at(-1);
  if (last !== undefined) {
    const { task, action } = last.data;
    const message = `${opened.run.name} asks nothing any more: "${toOneLine(task)}" is already answered with "${toOneLine(action)}".`;
    return report(argv, opened, undefined, { isRecorded: false, message });
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
      if (waitsForAnswer(readSummary(nodeFileSystem, run).questions)) waiting.push(run.name);
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
