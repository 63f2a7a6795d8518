import type { Value } from '../../model/value.ts';
import { ControlError } from '../control/control-error.ts';
import type { Control, Requester } from '../control/control.ts';
import type { FollowedRun } from '../events/followed-run.ts';
import type { RunEvents } from '../events/run-events.ts';
import { message, type AcpEvent } from './acp-event.ts';
import { hintOf, missingFields, readPrompt, RESUME, type Meant, type OfferedMap } from './offered-map.ts';
import { chosenIn, fieldsAskedBy, formRequest, formValues, permissionRequest } from './questions.ts';

/** A project that sessions work in. */
export interface AcpProject {
  readonly workRoot: string;
  readonly events: RunEvents<AcpEvent>;
  readonly control: Control;
  readonly maps: readonly OfferedMap[];
  readonly isDriven: (run: FollowedRun<AcpEvent>) => boolean;
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
      this.#say(thrown.help === undefined ? thrown.message : `${thrown.message}\n${thrown.help}`);
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
    this.#turn?.end('cancelled');
  }

  async #do(meant: Meant): Promise<StopReason> {
    switch (meant.kind) {
      case 'help':
        return this.#help(meant.why);
      case 'text':
        return this.#help(this.#run === undefined ? undefined : `This conversation is about ${this.#run}.`);
      case 'resume':
        return this.#resume();
      case 'start':
        return this.#start(meant);
    }
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
      const response = await this.#editor
        .request('elicitation/create', formRequest(this.id, text, missing))
        .catch(() => undefined);
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
    const followed = this.project.events.find(run);
    const question = [...(followed?.view().questions ?? [])][0];
    // A run that waits for a person resumes with the answer.
    if (question === undefined) await this.project.control.resume(run, this.#editor.requester());
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
    if (event.type === 'human.asked') void this.#ask(this.#seqOf(event.causedBy, event.seq));
    if (event.type === 'run.finished') this.#turn.end(this.#turn.isCancelled ? 'cancelled' : 'end_turn');
    if (event.type === 'run.paused' && !(event.data.reason === 'human' && this.#asked.size > 0)) {
      this.#turn.end(this.#turn.isCancelled ? 'cancelled' : 'end_turn');
    }
  }

  /** The execution that asks. */
  #seqOf(causedBy: number | null, seq: number): number {
    const questions = [...(this.project.events.find(this.#run ?? '')?.view().questions ?? [])];
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

  /** Puts a question to the person, and gives the answer to the run. */
  async #ask(start: number): Promise<void> {
    const run = this.#run;
    const execution = [...(this.project.events.find(run ?? '')?.view().questions ?? [])].find(
      ({ seq }) => seq === start,
    );
    if (run === undefined || execution === undefined || this.#asked.has(start)) return;
    this.#asked.add(start);
    const turn = this.#turn;
    const { control } = this.project;
    const by = this.#editor.requester();
    try {
      if (execution.question?.signed === true || execution.question?.seen === true) {
        // It says which line a person types.
        await control.answer(
          { run, start, action: execution.question.choices[0]?.name ?? '', fields: {} },
          by,
        );
        return;
      }
      const response = await this.#editor
        .request('session/request_permission', permissionRequest(this.id, execution))
        .catch(() => undefined);
      const action = chosenIn(response);
      if (action === undefined || turn?.isCancelled === true) {
        this.#leave(
          start,
          turn,
          `"${execution.task}" still waits for an answer: type /${RESUME} to be asked again.`,
        );
        return;
      }
      const fields = await this.#fieldsFor(execution, action);
      if (fields === undefined) {
        this.#leave(
          start,
          turn,
          `"${execution.task}" needs more than that choice. In a terminal: wfmap answer '${run}' '${action}' --help`,
        );
        return;
      }
      await control.answer({ run, start, action, fields }, by);
      this.#asked.delete(start);
    } catch (thrown) {
      if (!(thrown instanceof ControlError)) throw thrown;
      this.#leave(
        start,
        turn,
        thrown.help === undefined ? thrown.message : `${thrown.message}\n${thrown.help}`,
      );
    }
  }

  async #fieldsFor(
    execution: Parameters<typeof fieldsAskedBy>[0],
    action: string,
  ): Promise<Readonly<Record<string, Value>> | undefined> {
    const names = fieldsAskedBy(execution, action);
    if (names.length === 0) return {};
    if (!this.#editor.hasForms) return undefined;
    const fields = names.map((name) => ({
      name,
      type: 'string' as const,
      description: name,
      enum: undefined,
    }));
    const response = await this.#editor
      .request('elicitation/create', formRequest(this.id, `${execution.task}: ${action}`, fields))
      .catch(() => undefined);
    return formValues(response);
  }

  /** The question stays open, and the turn ends. */
  #leave(start: number, turn: Turn | undefined, why: string): void {
    this.#asked.delete(start);
    if (turn === undefined || turn.isCancelled) return;
    this.#say(why);
    turn.end('end_turn');
  }

  #say(text: string): void {
    this.#update(message(text));
  }

  #update(update: object): void {
    this.#editor.update(this.id, update);
  }
}

/** Units: events of a run that are shown when it is loaded. */
const MAX_SHOWN = 100_000;
