import { isKnown } from '../../names/declarations.ts';
import { passedArgumentsOf } from '../../types/passed-arguments.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** An action passes only what its target declares. */
export const undeclaredArgument: PromptRule = (subject, report) => {
  for (const { argument, target, declaration } of passedArgumentsOf(subject)) {
    if (declaration || !isKnown(target, subject)) continue;
    report('undeclared-argument', subject.document.spanOf(argument), {
      argument: argument.name,
      target: target.name,
    });
  }
};
