import type { RunEventOf } from '../../model/run-event.ts';
import type { Value } from '../../model/value.ts';
import type { Execution } from '../../view/run-view.ts';
import { ControlError } from '../control/control-error.ts';
import type { Control, Requester } from '../control/control.ts';
import type { RunEvents } from '../events/run-events.ts';
import type { Client, Session } from '../map/session.ts';
import { message, type AcpEvent } from './acp-event.ts';
import { askPerson, orNothing, reasonOf } from './ask-person.ts';
import { MapBeside } from './map-beside.ts';
import { hintOf, missingFields, readPrompt, RESUME, type Meant, type OfferedMap } from './offered-map.ts';
import { formRequest, formValues } from './questions.ts';

/** A project that sessions work in. */
export interface AcpProject {
  readonly workRoot: string;
  readonly events: RunEvents<AcpEvent>;
  readonly control: Control;
  readonly maps: readonly OfferedMap[];
  /** Takes up a client of the MAP protocol. */
  readonly openMap: (client: Client) => Session;
  /** What changed in files since the commit that is checked out, from the top. Of files that cannot be shown, such as large ones, nothing. Errors: none. */
  readonly diffsOf: (paths: readonly string[]) => Promise<readonly FileDiff[]>;
}

/** Shape: `path` is absolute; `oldText` is null for a new file. */
export interface FileDiff {
  readonly path: string;
  readonly oldText: string | null;
  readonly newText: string;
}

/** The other side, as a session needs it. */
export interface Editor {
  readonly update: (sessionId: string, update: object) => void;
  readonly request: (method: string, params: object) => Promise<unknown>;
  readonly hasForms: boolean;
  readonly requester: () => Requester;
}

/** How runs are started. */
export interface StartWishes {
  readonly agent: 'claude' | 'scripted' | undefined;
  readonly maxCostUsd: number | undefined;
}

export type StopReason = 'end_turn' | 'cancelled';

interface Turn {
  readonly end: (reason: StopReason) => void;
  readonly ended: Promise<StopReason>;
  isCancelled: boolean;
}

/**
 * A conversation of an editor about one run.
 *
 * A1. Each event of the run is shown once, in order, from the first on.
 * A2. A turn goes on as long as the run works or a question of it is put to the person.
 * A3. What a person did not choose is no answer: the question stays open.
 */
export class AcpSession {
  readonly id: string;
  readonly project: AcpProject;
  /** The MAP protocol, beside the conversation. */
  readonly map: MapBeside;
  readonly #editor: Editor;
  readonly #wishes: StartWishes;
  readonly #asked = new Set<number>();
  readonly #stop: () => void;
  #run: string | undefined;
  #shown = 0;
  #turn: Turn | undefined;

  constructor(id: string, project: AcpProject, editor: Editor, wishes: StartWishes) {
    this.id = id;
    this.project = project;
    this.#editor = editor;
    this.#wishes = wishes;
    this.map = new MapBeside({
      open: project.openMap,
      name: () => editor.requester().name,
      within: () => editor.requester().within,
      update: (update) => this.#update(update),
    });
    this.#stop = project.events.listen((events) => this.#take(events));
  }

  /** The commands that the person may type. */
  offerCommands(): void {
    const commands = [
      ...this.project.maps.map((map) => ({
        name: map.name,
        description: map.description,
        input: { hint: hintOf(map) || 'what to do' },
      })),
      { name: RESUME, description: 'Resume the run of this conversation where it stopped' },
    ];
    this.#update({ sessionUpdate: 'available_commands_update', availableCommands: commands });
  }

  /** Shows a run from its begin, and follows it from here on. */
  attach(run: string): void {
    this.#run = run;
    this.#shown = 0;
    const { events } = this.project;
    events.look();
    const isOf = ({ name }: { readonly name: string }): boolean => name === run;
    const past = events.replay({ limit: MAX_SHOWN, isOf, matches: () => true });
    this.#take(past.events);
  }

  /** Takes what a person typed. Shape: why the turn ended. */
  async prompt(text: string): Promise<StopReason> {
    const meant = readPrompt(text, this.project.maps);
    if (this.#turn !== undefined) return this.#tell(text);
    try {
      return await this.#do(meant);
    } catch (thrown) {
      if (!(thrown instanceof ControlError)) throw thrown;
      this.#say(reasonOf(thrown));
      return 'end_turn';
    } finally {
      this.#turn = undefined;
    }
  }

  /** Stops the run so that it can be resumed, and ends the turn. */
  async cancel(): Promise<void> {
    const turn = this.#turn;
    if (turn === undefined) return;
    turn.isCancelled = true;
    if (this.#run !== undefined) {
      // Where no process drives it there is nothing to stop.
      await this.project.control.stop(this.#run, this.#editor.requester()).catch(() => undefined);
    }
    turn.end('cancelled');
  }

  close(): void {
    this.#stop();
    this.map.close();
    this.#turn?.end('cancelled');
  }

  async #do(meant: Meant): Promise<StopReason> {
    if (meant.kind === 'start') return this.#start(meant);
    if (meant.kind === 'resume') return this.#resume();
    const about = this.#run === undefined ? undefined : `This conversation is about ${this.#run}.`;
    return this.#help(meant.kind === 'help' ? meant.why : about);
  }

  async #start(meant: Extract<Meant, { kind: 'start' }>): Promise<StopReason> {
    if (this.#run !== undefined && !this.#isOver()) {
      return this.#help(
        `This conversation is about ${this.#run}, which has not ended. Start another one for a new run, or type /${RESUME}.`,
      );
    }
    const given = await this.#complete(meant);
    if (given === undefined) return 'end_turn';
    const turn = this.#begin();
    const { control } = this.project;
    const { agent, maxCostUsd } = this.#wishes;
    const request = {
      map: meant.map.argument,
      fields: given,
      goal: meant.goal,
      agent,
      maxCostUsd,
      session: this.id,
    };
    this.attach(await control.start(request, this.#editor.requester()));
    this.#lookAtState();
    return turn.ended;
  }

  /** Asks for inputs that are missing, by a form where there are forms. Shape: undefined where they stay missing. */
  async #complete(
    meant: Extract<Meant, { kind: 'start' }>,
  ): Promise<Readonly<Record<string, Value>> | undefined> {
    const missing = missingFields(meant.map, meant.fields, meant.goal);
    if (missing.length === 0) return meant.fields;
    if (this.#editor.hasForms) {
      const text = `${meant.map.name}: ${meant.map.description}`;
      const form = formRequest(this.id, text, missing);
      const response = await orNothing(this.#editor.request('elicitation/create', form));
      const values = formValues(response);
      if (values !== undefined) return { ...meant.fields, ...values };
    }
    const names = missing.map(({ name, description }) => `- --${name}: ${description}`);
    this.#say(
      [
        `The map "${meant.map.name}" needs more:`,
        ...names,
        '',
        `/${meant.map.name} ${hintOf(meant.map)}`,
      ].join('\n'),
    );
    return undefined;
  }

  async #resume(): Promise<StopReason> {
    const run = this.#run;
    if (run === undefined) return this.#help('There is no run in this conversation yet.');
    const turn = this.#begin();
    this.#asked.clear();
    const [question] = this.#questions();
    // A run that waits for a person resumes with the answer.
    if (question === undefined) await this.project.control.resume({ run }, this.#editor.requester());
    else void this.#ask(question.seq);
    return turn.ended;
  }

  /** A text while the run works is a message to its agent. */
  async #tell(text: string): Promise<StopReason> {
    if (this.#run === undefined) return 'end_turn';
    try {
      await this.project.control.steer({ run: this.#run, text }, this.#editor.requester());
    } catch (thrown) {
      if (!(thrown instanceof ControlError)) throw thrown;
      this.#say(thrown.message);
    }
    return 'end_turn';
  }

  #begin(): Turn {
    const { promise, resolve } = Promise.withResolvers<StopReason>();
    const turn = { end: resolve, ended: promise, isCancelled: false };
    this.#turn = turn;
    return turn;
  }

  #help(why: string | undefined): StopReason {
    const lines = this.project.maps.map((map) => `- /${map.name} ${hintOf(map)} — ${map.description}`);
    this.#say([...(why === undefined ? [] : [why, '']), 'Type one of these:', ...lines].join('\n'));
    return 'end_turn';
  }

  #isOver(): boolean {
    return this.#run !== undefined && this.project.events.find(this.#run)?.isOver === true;
  }

  #take(events: readonly AcpEvent[]): void {
    for (const event of events) {
      if (event.of !== this.#run || event.seq <= this.#shown) continue;
      this.#shown = event.seq;
      for (const update of event.updates) this.#update(update);
      this.#follow(event);
    }
  }

  /** What an event means for the turn that is under way. */
  #follow({ event }: AcpEvent): void {
    if (this.#turn === undefined) return;
    if (event.type === 'changes.read') this.#showChanges(event);
    if (event.type === 'human.asked') void this.#ask(this.#seqOf(event.causedBy, event.seq));
    const isWaiting = event.type === 'run.paused' && event.data.reason === 'human' && this.#asked.size > 0;
    if (event.type !== 'run.finished' && (event.type !== 'run.paused' || isWaiting)) return;
    this.#turn.end(this.#turn.isCancelled ? 'cancelled' : 'end_turn');
  }

  #showChanges({ causedBy, data }: RunEventOf<'changes.read'>): void {
    const { added = [], modified = [] } = data.changes ?? {};
    if (causedBy !== null) void this.#showDiffs(causedBy, [...added, ...modified]);
  }

  /** Shows what a task changed, once it is read. */
  async #showDiffs(start: number, paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    const diffs = await this.project.diffsOf(paths.slice(0, MAX_DIFFS));
    if (diffs.length === 0) return;
    const content = diffs.map((diff) => ({ type: 'diff', ...diff }));
    this.#update({ sessionUpdate: 'tool_call_update', toolCallId: String(start), content });
  }

  /** The execution that asks. */
  #seqOf(causedBy: number | null, seq: number): number {
    const questions = this.#questions();
    return questions.find((each) => each.seq === causedBy)?.seq ?? questions.at(-1)?.seq ?? seq;
  }

  /** Where a run had come to rest before it was attached. */
  #lookAtState(): void {
    const followed = this.project.events.find(this.#run ?? '');
    const view = followed?.view();
    if (view === undefined || this.#turn === undefined) return;
    const isWaiting = view.status === 'paused' && view.paused?.reason === 'human' && this.#asked.size > 0;
    if (view.status !== 'running' && !isWaiting) this.#turn.end('end_turn');
  }

  /** Puts a question to the person. Where it stays open, the turn ends. */
  async #ask(start: number): Promise<void> {
    const run = this.#run;
    const execution = this.#questions().find(({ seq }) => seq === start);
    if (run === undefined || execution === undefined || this.#asked.has(start)) return;
    this.#asked.add(start);
    const turn = this.#turn;
    const { request, hasForms, requester } = this.#editor;
    const why = await askPerson(
      {
        sessionId: this.id,
        run,
        control: this.project.control,
        by: requester(),
        request,
        hasForms,
        isCancelled: () => turn?.isCancelled === true,
      },
      execution,
    );
    this.#asked.delete(start);
    if (why === undefined || turn === undefined || turn.isCancelled) return;
    this.#say(why);
    turn.end('end_turn');
  }

  /** The questions of the run that nobody has answered. */
  #questions(): readonly Execution[] {
    return [...(this.project.events.find(this.#run ?? '')?.view().questions ?? [])];
  }

  #say(text: string): void {
    this.#update(message(text));
  }

  #update(update: object): void {
    this.#editor.update(this.id, update);
  }
}

/** Units: files of one task whose changes are shown. */
const MAX_DIFFS = 20;

/** Units: events of a run that are shown when it is loaded. */
const MAX_SHOWN = 100_000;
