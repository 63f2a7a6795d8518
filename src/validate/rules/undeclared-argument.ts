import { isKnown } from '../declarations.ts';
import { passedArgumentsOf } from '../passed-arguments.ts';
import type { PromptRule } from '../rule.ts';

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
