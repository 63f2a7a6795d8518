import type { Value } from '../../../model/value.ts';
import type { TaskNote } from './task-notes.ts';
import { complaintOf } from './complaint.ts';
import { lineOf, memberOf, textIn } from './member.ts';

/** Units: entries that are kept of a run; the first of them. */
const MAX_LESSONS = 60;
/** Units: UTF-16 of an entry. */
const MAX_TEXT = 500;

/** What went otherwise than planned: rejections, failures, and what people decided, in the order in which it happened. */
export type Lessons = string[];

/** A task that ended. Shape: `subtask` is the one that it worked on. */
export interface EndedTask {
  readonly task: string;
  readonly note: TaskNote | undefined;
  readonly subtask: string | undefined;
}

/** Keeps what a task came to, where it is an agent's or a check's rejection, or a person's decision. */
export function learnOfResult(
  lessons: Lessons,
  ended: EndedTask,
  action: string | null,
  result: Value,
): void {
  const { note } = ended;
  if (note?.isHuman === true) {
    const fields = memberOf(result, 'fields');
    const said = textIn(fields, 'reason', 'why', 'note', 'comment', 'feedback', 'answers');
    keep(lessons, ended, `a person chose ${action ?? ''}${said === undefined ? '' : `: ${said}`}`);
    return;
  }
  if (note?.role === undefined && note?.recipe === undefined) return;
  const complaint = complaintOf(result);
  if (complaint !== undefined) keep(lessons, ended, `rejected: ${complaint}`);
}

export function learnOfFailure(lessons: Lessons, ended: EndedTask, reason: string): void {
  keep(lessons, ended, `failed: ${reason}`);
}

function keep(lessons: Lessons, { task, subtask }: EndedTask, text: string): void {
  if (lessons.length >= MAX_LESSONS) return;
  lessons.push(lineOf(`${subtask === undefined ? '' : `${subtask}, `}${task} ${text}`, MAX_TEXT));
}
