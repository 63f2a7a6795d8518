import { toolText } from '../../agent/claude/tool-line.ts';
import { toObject } from '../../agent/claude/json.ts';
import type { JudgedCall } from '../../view/run-view.ts';
import { toOneLine } from '../io/format.ts';

/** A tool call that a person was asked about, in words. `isDriven`: some process drives the run. */
export function judgedCall(call: JudgedCall, isDriven: boolean): string {
  return `${callText(call)}  (${verdictText({ ...call, isOver: call.isOver || !isDriven })})`;
}

/** Which tool is used, and on what. */
export function callText({ tool, input }: Pick<JudgedCall, 'tool' | 'input'>): string {
  return toOneLine(`${tool} ${toolText(toObject(input))}`, 160);
}

/** What a person said of a call. */
export function verdictText({ allow, reason, rule, isOver }: Omit<JudgedCall, 'tool' | 'input'>): string {
  switch (allow) {
    case 'once':
      return 'a person allowed it once';
    case 'task':
      return `a person allowed ${toOneLine(rule ?? '')} until the task ends`;
    case 'never':
      return reason === '' ? 'a person refused it' : `a person refused it: ${toOneLine(reason, 500)}`;
    case null:
      break;
  }
  return isOver ? 'nobody answered' : 'waits for a person at the terminal of the run';
}
