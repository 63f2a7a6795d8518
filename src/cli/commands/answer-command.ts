import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Argv, CommandModule } from 'yargs';
import { printable } from '../../diagnostics/printable.ts';
import {
  answerNameOf,
  answerPathOf,
  createAnswerBox,
  type AnswerBox,
  type KeptAnswer,
} from '../../journal/answer-box.ts';
import { findRun } from '../../journal/find-run.ts';
import { findRuns } from '../../journal/find-runs.ts';
import { JournalError } from '../../journal/journal-error.ts';
import { nodeFileSystem } from '../../journal/node-file-system.ts';
import { createProjectFileSystem } from '../../journal/project-file-system.ts';
import { lookAtProcess } from '../../process/look-at-process.ts';
import { readConfig, type ProjectConfig } from '../../project/config.ts';
import { findWorkRoot } from '../../project/find-work-root.ts';
import { systemClock } from '../../run/clock.ts';
import { createMask, type Mask } from '../../run/mask.ts';
import type { Program } from '../../run/program.ts';
import { refuseAnswers } from '../../run/refuse-answers.ts';
import { secretsOf } from '../../run/secrets.ts';
import { WfmapError } from '../../util/error.ts';
import { agentToResume } from '../agent-to-resume.ts';
import { EXIT } from '../exit-code.ts';
import { formatCommand, toOneLine } from '../format.ts';
import { awaitTaken, type Receipt } from '../human/await-taken.ts';
import { refusalText } from '../human/answer-words.ts';
import { readAnswer } from '../human/read-answer.ts';
import { jsonText } from '../json-text.ts';
import { machineProcesses } from '../machine-processes.ts';
import { listQuestions, openQuestionsOf, type OpenQuestion } from '../open-questions.ts';
import { readRunOnDisk, type RunOnDisk } from '../open-run.ts';
import { pickQuestion } from '../pick-question.ts';
import { refuseInside } from '../refuse-inside.ts';
import { programToResume } from '../resume-program.ts';
import { recordedSettings, secretNames } from '../settings/take-settings.ts';
import { resumeHere, withResumeFlags, type ResumeFlags } from '../resume-here.ts';
import { signingFlags } from '../signed/signing-flags.ts';
import { writeJsonOut } from '../signed/write-json-out.ts';
import { UsageError } from '../usage-error.ts';

interface AnswerArguments extends ResumeFlags {
  readonly task?: string | undefined;
  readonly continue: boolean;
  readonly export: boolean;
  readonly sign?: string | undefined;
  readonly import?: string | undefined;
  readonly key?: string | undefined;
  readonly output?: string | undefined;
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
      .options(signingFlags)
      .example('wfmap answer Approve', 'the newest run')
      .example('wfmap answer my-map/slip-003 Reject --note="Too slow"', 'with a field')
      .example(
        'wfmap answer --export > question.json',
        'a question that needs a signature, for another machine',
      )
      .example('wfmap answer --sign question.json Approve > answer.json', 'there, where the key is')
      .example('wfmap answer --import answer.json', 'here again'),
  handler: async (argv) => {
    process.exitCode = await answer(argv);
  },
};

async function answer(argv: AnswerArguments): Promise<number> {
  const words = readWords(argv._.map(String).slice(1));
  if (argv.sign !== undefined) return signHere(argv.sign, argv, words);
  const isCarried = argv.export || argv.import !== undefined;
  // The one word beside a file names the run; the action stands in the file.
  const { name, action, tokens } = isCarried ? { ...words, name: runAlone(words), action: undefined } : words;
  const workFolder = process.cwd();
  const workRoot = findWorkRoot(workFolder);
  const run = findRun(nodeFileSystem, { workRoot, workFolder }, name);
  if (!argv.export) refuseInside(run, 'answer');
  const opened = readRunOnDisk(run);
  // Before anything is recorded.
  if (run.started !== undefined) agentToResume(argv.agent, run.started.data, run.name);
  const questions = openQuestionsOf(opened.events);
  if (questions.length === 0) return tellNothingAsked(argv, opened, workRoot);
  const goesOn = argv.continue && opened.pid === undefined;
  const asking = { argv, config: readConfig(workFolder), opened, questions, workRoot, goesOn };
  if (argv.import !== undefined) return give(asking, await carried(asking, argv.import));
  return answerOne(asking, { action, tokens });
}

/** Answers the question that is meant, or writes it out for who is to sign the answer. */
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

/** A run that asks, and somebody who is about to answer. */
interface Asking {
  readonly argv: AnswerArguments;
  readonly config: ProjectConfig;
  readonly opened: RunOnDisk;
  readonly questions: readonly OpenQuestion[];
  readonly workRoot: string;
  /** Whether this process is to go on with the run. */
  readonly goesOn: boolean;
}

/** An answer that fits its question. */
interface Read {
  readonly question: OpenQuestion;
  readonly answer: Omit<KeptAnswer, 'sender'>;
  readonly program: Program;
}

/** The answer of a command line, signed where that is asked for. */
async function written(
  asking: Asking,
  question: OpenQuestion,
  words: Pick<Words, 'tokens'> & { readonly action: string },
): Promise<Read> {
  const { argv, opened, questions, workRoot, goesOn } = asking;
  const flags = { ...argv, goesOn };
  const { program, ...read } = readAnswer({ ...words, question, opened, workRoot, flags });
  const answer = maskOf(asking).value(read);
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
  const { program } = programToResume(opened.run, workRoot, {
    acceptChanges: argv['accept-changes'],
    asStarted: argv['as-started'] || !goesOn,
  });
  return { ...brought, program };
}

function maskOf({ config, opened }: Asking): Mask {
  return createMask(secretsOf(process.env, secretNames(config, recordedSettings(opened.events))));
}

async function give(asking: Asking, { question, answer, program }: Read): Promise<number> {
  const { argv, config, opened, workRoot } = asking;
  const { run } = opened;
  const sender = { pid: process.pid, start: lookAtProcess(process.pid, run.folder)?.start ?? null };
  const giving: Giving = {
    argv,
    config,
    workRoot,
    opened,
    question,
    box: createAnswerBox(createProjectFileSystem(workRoot), run.folder, { holdsOpen: true }),
    answer: { ...answer, sender },
  };
  const refusal = await claim(giving, { program, mask: maskOf(asking) });
  if (refusal !== undefined) return tell(argv, opened, question, { isRecorded: false, message: refusal });
  return goOn(giving);
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

/** An answer on its way to the run. */
interface Giving {
  readonly argv: AnswerArguments;
  readonly config: ProjectConfig;
  readonly workRoot: string;
  readonly opened: RunOnDisk;
  readonly question: OpenQuestion;
  readonly box: AnswerBox;
  readonly answer: KeptAnswer;
}

/** How often what takes the place of an answer is waited for. Units: ms. */
const MAX_TURNS = 50;
const POLL_MS = 100;

/** Keeps the answer, unless it comes too late. Shape: why it did, as a sentence. */
async function claim(
  giving: Giving,
  { program, mask }: { readonly program: Program; readonly mask: Mask },
): Promise<string | undefined> {
  const { box, answer } = giving;
  const { run } = giving.opened;
  const { start, asked } = giving.question;
  const { task, deadline, nonce } = asked;
  const key = { start, nonce };
  const path = answerPathOf(run.folder, key);
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const before = box.find(key);
    const first = before !== undefined && 'answer' in before ? before.answer : undefined;
    if (first !== undefined && (await counts(giving.opened, giving.question, first))) {
      return alreadyAnswered(task, first, `${run.path}answers/${answerNameOf(key)}`);
    }
    if (deadline !== null && Date.parse(deadline) <= Date.now()) {
      return `The time to answer "${toOneLine(task)}" was over at ${deadline}; nothing was recorded.`;
    }
    if (before === undefined && box.claim(key, answer)) return undefined;
    if (before !== undefined) await makeRoom(giving, { program, mask });
  }
  return `Something takes the place of the answer to "${toOneLine(task)}" again and again: ${path}.`;
}

function alreadyAnswered(task: string, { action, sender }: KeptAnswer, path: string): string {
  const by = sender === null ? '' : ` by process ${sender.pid}, as it says`;
  return `"${toOneLine(task)}" is already answered with "${toOneLine(action)}"${by}; it is kept in ${path}.`;
}

/** Whether an answer that lies there already is one. */
async function counts(opened: RunOnDisk, question: OpenQuestion, first: KeptAnswer): Promise<boolean> {
  const { choices, signed } = question.asked;
  if (!choices.some(({ name }) => name === first.action)) return false;
  if (signed !== true) return true;
  return (await import('../signed/signed-question.ts')).isProved(opened, question, first);
}

/** Lets what is no answer be set aside: by the process that drives the run, or by this one where there is none. */
async function makeRoom(
  { workRoot, opened: { run }, box }: Giving,
  { program, mask }: { readonly program: Program; readonly mask: Mask },
): Promise<void> {
  const runId = run.started?.data.run;
  if (runId === undefined) return;
  const host = {
    fs: createProjectFileSystem(workRoot),
    clock: systemClock,
    processes: machineProcesses(),
    mask,
    answerBox: () => box,
    lookAt: lookAtProcess,
  };
  try {
    for (const { data } of await refuseAnswers(host, { slip: run, runId, program })) {
      process.stderr.write(`${printable(refusalText(data))}\n`);
    }
  } catch (thrown) {
    if (!(thrown instanceof JournalError) || thrown.code !== 'run-is-held') throw thrown;
    await sleep(POLL_MS);
  }
}

/** What becomes of the run now that it has an answer. Shape: the exit code. */
async function goOn(giving: Giving): Promise<number> {
  const { argv, config, opened, question, box, answer: given } = giving;
  const { run } = opened;
  const { start, asked } = question;
  const key = { start, nonce: asked.nonce };
  const path = answerPathOf(run.folder, key);
  // Not opened: who has the file open is taken for whoever gave it.
  const waiting = {
    start,
    file: answerNameOf(key),
    isThere: () => nodeFileSystem.kindOf(path) !== undefined,
  };
  const told = `Answered "${toOneLine(asked.task)}" with "${toOneLine(given.action)}".`;
  const say = (line: string): boolean => process.stderr.write(`${printable(line)}\n`);
  for (;;) {
    const receipt = await awaitTaken(run, waiting, say);
    if (receipt.kind !== 'abandoned') return tell(argv, opened, question, outcomeOf(giving, receipt));
    // From here on this process is known to itself.
    box.release();
    if (!argv.continue) {
      const resume = formatCommand(['wfmap', 'resume', run.name]);
      return tell(argv, opened, question, { isRecorded: true, message: `${told} Go on with: ${resume}` });
    }
    try {
      say(told);
      return await resumeHere({ ...argv, from: undefined }, run, [], { config, answerBox: () => box });
    } catch (thrown) {
      // Somebody else was quicker to take the run up, with this answer.
      if (!(thrown instanceof JournalError) || thrown.code !== 'run-is-held') throw thrown;
    }
  }
}

/** What the process that drives the run made of an answer. */
function outcomeOf(
  { question: { asked }, answer }: Giving,
  receipt: Exclude<Receipt, { kind: 'abandoned' }>,
): Outcome {
  const task = toOneLine(asked.task);
  const who = receipt.pid === undefined ? 'The run' : `Process ${receipt.pid}`;
  if (receipt.kind === 'refused') {
    const kept = receipt.kept === null ? '' : `; it is kept in ${receipt.kept}`;
    return {
      isRecorded: false,
      message: `${who} refused the answer to "${task}": ${toOneLine(receipt.reason)}${kept}.`,
    };
  }
  if (receipt.kind === 'lost') {
    return {
      isRecorded: false,
      message: `The answer to "${task}" was taken away by somebody; nothing was recorded.`,
    };
  }
  const { answered } = receipt;
  if (answered === undefined) {
    return { isRecorded: false, message: `"${task}" was closed without an answer.` };
  }
  if (!isSame(answered, answer)) {
    const message = `"${task}" was answered with "${toOneLine(answered.action)}" by somebody else.`;
    return { isRecorded: false, message };
  }
  const claimed = answered.origin === 'claimed' ? ` ${CLAIMED}` : '';
  return {
    isRecorded: true,
    message: `Answered "${task}" with "${toOneLine(answer.action)}". ${who} goes on with it.${claimed}`,
  };
}

const CLAIMED = 'It is recorded as claimed: this process has no terminal.';

function isSame(
  one: Pick<KeptAnswer, 'action' | 'fields'>,
  other: Pick<KeptAnswer, 'action' | 'fields'>,
): boolean {
  return one.action === other.action && isDeepStrictEqual(one.fields, other.fields);
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
