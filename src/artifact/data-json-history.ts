import { isUnderWay } from '../view/forget-ended.ts';
import type { Execution, RunView } from '../view/run-view.ts';
import { BETWEEN_ENTRIES, entryTextOf, type DataJsonPlace } from './data-json.ts';

/**
 * The history of a run as `data.json` has it: executions under way, and the text of those of which nothing changes any more. A
 * long run has a hundred thousand of these, and an execution takes three times its text.
 */
export class DataJsonHistory {
  readonly #view: RunView;
  readonly #place: Pick<DataJsonPlace, 'directoryPath'>;
  /** In the order of their starts. */
  #parts: (Execution | string)[] = [];
  readonly #room: number;
  /** How many of them are executions, and how many may be before it is looked which of them have ended. */
  #loose = 0;
  #most: number;

  /** `room`: how many executions it holds at least before it makes text of them. */
  constructor(view: RunView, place: Pick<DataJsonPlace, 'directoryPath'>, room = ROOM) {
    this.#view = view;
    this.#place = place;
    this.#room = room;
    this.#most = room;
  }

  /** Takes an execution that has just started. */
  add(execution: Execution): void {
    this.#parts.push(execution);
    this.#loose += 1;
    if (this.#loose > this.#most) this.#settle();
  }

  /** The texts of its entries, in order. */
  *texts(): Generator<string> {
    for (const part of this.#parts) yield typeof part === 'string' ? part : entryTextOf(part, this.#place);
  }

  #settle(): void {
    const parts: (Execution | string)[] = [];
    let texts: string[] = [];
    const close = (): void => {
      if (texts.length > 0) parts.push(texts.join(BETWEEN_ENTRIES));
      texts = [];
    };
    for (const part of this.#parts) {
      if (typeof part !== 'string' && !isUnderWay(this.#view, part)) {
        texts.push(entryTextOf(part, this.#place));
      } else if (typeof part === 'string' && part.length < LARGE) {
        texts.push(part);
      } else {
        close();
        parts.push(part);
      }
    }
    close();
    this.#parts = parts;
    this.#loose = parts.filter((part) => typeof part !== 'string').length;
    this.#most = 2 * this.#loose + this.#room;
  }
}

/** Units: executions. */
const ROOM = 1000;
/** A text that is not joined to others any more. Units: characters. */
const LARGE = 65_536;
