import { coerce } from '../../../prompt/values/coerce.ts';
import { passedArgumentsOf } from '../../types/passed-arguments.ts';
import type { PromptRule } from '../../blocks/rule.ts';

/** The text of an argument can be turned into what its target declares. */
export const wrongArgumentType: PromptRule = (subject, report) => {
  for (const { argument, target, declaration } of passedArgumentsOf(subject)) {
    if (argument.kind !== 'text' || !declaration) continue;
    if (coerce(argument.value, declaration.type) !== undefined) continue;
    const params = {
      argument: argument.name,
      value: argument.value,
      target: target.name,
      type: declaration.type,
    };
    report('wrong-argument-type', subject.document.spanOf(argument), params);
  }
};
