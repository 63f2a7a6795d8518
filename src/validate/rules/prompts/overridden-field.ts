import { passedArgumentsOf } from '../../types/passed-arguments.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** An argument does not stand in for an input of the map. */
export const overriddenField: PromptRule = (subject, report) => {
  for (const { argument, target, declaration } of passedArgumentsOf(subject)) {
    if (declaration?.from !== 'field') continue;
    report('overridden-field', subject.document.spanOf(argument), {
      argument: argument.name,
      target: target.name,
    });
  }
};
