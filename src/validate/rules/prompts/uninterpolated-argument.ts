import { passedArgumentsOf } from '../../types/passed-arguments.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** Arguments are literal text, and look like it. */
export const uninterpolatedArgument: PromptRule = (subject, report) => {
  for (const { argument } of passedArgumentsOf(subject)) {
    if (argument.kind === 'expression' || !JSON.stringify(argument.value).includes('${')) continue;
    report('uninterpolated-argument', subject.document.spanOf(argument), { argument: argument.name });
  }
};
