import type { Field } from '../../../model/field.ts';
import type { MapDocument } from '../../../model/map-document.ts';
import { toCommandsRule } from '../../../model/permission-rule.ts';
import type { Span } from '../../../text/source.ts';
import { closest } from '../../../util/closest.ts';
import { tasksOf } from '../../blocks/blocks.ts';
import { NearNames } from '../../blocks/near-names.ts';
import type { Rule } from '../../blocks/rule.ts';

/** A permission rule that stands for commands stands for some: those of the project, or of inputs that are commands. */
export const unknownCommandRule: Rule = ({ document }, report) => {
  const { fields } = document.map;
  const known = new Map(fields.map((field) => [field.name, field]));
  const commands = new NearNames(fields.filter(({ isCommand }) => isCommand === true));
  const seen = new Set<number>();
  for (const task of tasksOf(document.map)) {
    for (const rule of task.type === 'claude' ? (task.allowedTools ?? []) : []) {
      const fault = faultOf(rule, known, commands);
      if (fault === undefined) continue;
      const span = placeOf(document, task, rule);
      // All tasks have what `defaults` says.
      if (seen.has(span.start)) continue;
      seen.add(span.start);
      report(
        'unknown-command-rule',
        span,
        { rule, problem: fault.problem },
        { fix: fixOf(span, rule, fault) },
      );
    }
  }
};

interface Fault {
  readonly problem: string;
  /** The rule that was probably meant. */
  readonly near: string | undefined;
}

const WORDS: readonly string[] = ['project', 'inputs'];

function faultOf(rule: string, fields: ReadonlyMap<string, Field>, commands: NearNames): Fault | undefined {
  const { word, name } = toCommandsRule(rule) ?? { word: 'inputs', name: undefined };
  if (!WORDS.includes(word))
    return { problem: `"@${word}" is no word for commands`, near: nearWord(word, name) };
  if (name === undefined || commands.has(name)) return undefined;
  if (word === 'project')
    return { problem: 'single commands of the project have no names', near: 'Bash(@project)' };
  const near = commands.nearest(name);
  const isThere = fields.has(name);
  const problem = isThere ? `the input "${name}" is not of the type command` : `there is no input "${name}"`;
  return { problem, near: near === undefined ? undefined : `Bash(@inputs.${near})` };
}

function nearWord(word: string, name: string | undefined): string | undefined {
  const near = closest(word, WORDS);
  if (near === undefined) return undefined;
  return near === 'inputs' && name !== undefined ? `Bash(@inputs.${name})` : `Bash(@${near})`;
}

/** The rule where the task or `defaults` says it; the task where its text spells it otherwise. */
function placeOf({ source, spanOf }: MapDocument, task: object, rule: string): Span {
  const own = spanOf(task, 'allowedTools');
  const inside = source.text.indexOf(rule, own.start);
  const start = inside >= 0 && inside < own.end ? inside : source.text.indexOf(rule);
  return start < 0 ? own : { source, start, end: start + rule.length };
}

/** Not safe: it lets agents run what they could not. */
function fixOf(span: Span, rule: string, { near }: Fault) {
  const isSpelled = span.source.text.slice(span.start, span.end) === rule;
  if (near === undefined || !isSpelled) return undefined;
  return { title: `Write "${near}".`, safe: false, edits: [{ span, newText: near }] };
}
