import { checkExpressions } from '../check-expressions.ts';
import { checkRoles } from '../check-roles.ts';
import { checkTemplates } from '../check-templates.ts';
import type { PromptRule, Rule } from '../rule.ts';
import { chooseBesideWhen } from './choose-beside-when.ts';
import { clashingFieldNames } from './clashing-field-names.ts';
import { conflictingBindings } from './conflicting-bindings.ts';
import { conflictingTemplateType } from './conflicting-template-type.ts';
import { conflictingTypes } from './conflicting-types.ts';
import { emptyName } from './empty-name.ts';
import { crossingTarget } from './crossing-target.ts';
import { endlessLoop } from './endless-loop.ts';
import { escapingArtifactPath } from './escaping-artifact-path.ts';
import { escapingTemplatePath } from './escaping-template-path.ts';
import { excessiveBlockDepth } from './excessive-block-depth.ts';
import { excessiveMapDepth } from './excessive-map-depth.ts';
import { idleLoop } from './idle-loop.ts';
import { inexhaustiveGuards } from './inexhaustive-guards.ts';
import { malformedActionName } from './malformed-action-name.ts';
import { missingActions } from './missing-actions.ts';
import { missingChoices } from './missing-choices.ts';
import { missingEnd } from './missing-end.ts';
import { missingInput } from './missing-input.ts';
import { missingKey } from './missing-key.ts';
import { missingMap } from './missing-map.ts';
import { missingSchema } from './missing-schema.ts';
import { missingTemplate } from './missing-template.ts';
import { overriddenField } from './overridden-field.ts';
import { paddedName } from './padded-name.ts';
import { recursiveMap } from './recursive-map.ts';
import { redirectCycle } from './redirect-cycle.ts';
import { reservedBoundName } from './reserved-bound-name.ts';
import { reservedFieldName } from './reserved-field-name.ts';
import { shadowedBinding } from './shadowed-binding.ts';
import { shadowedField } from './shadowed-field.ts';
import { sharedSession } from './shared-session.ts';
import { startAtEnd } from './start-at-end.ts';
import { unconventionalFieldName } from './unconventional-field-name.ts';
import { unfitDefault } from './unfit-default.ts';
import { undeclaredArgument } from './undeclared-argument.ts';
import { unfitArgument } from './unfit-argument.ts';
import { unfitEnumValue } from './unfit-enum-value.ts';
import { unfitInput } from './unfit-input.ts';
import { unguidedChoice } from './unguided-choice.ts';
import { uninterpolatedArgument } from './uninterpolated-argument.ts';
import { uninterpolatedSetup } from './uninterpolated-setup.ts';
import { unknownArtifactTask } from './unknown-artifact-task.ts';
import { unknownErrorTarget } from './unknown-error-target.ts';
import { unknownInput } from './unknown-input.ts';
import { unknownLimitTarget } from './unknown-limit-target.ts';
import { unknownReset } from './unknown-reset.ts';
import { unknownRole } from './unknown-role.ts';
import { unknownSessionTask } from './unknown-session-task.ts';
import { unknownSituation } from './unknown-situation.ts';
import { unknownStart } from './unknown-start.ts';
import { unknownTarget } from './unknown-target.ts';
import { unknownVisitsTarget } from './unknown-visits-target.ts';
import { unplaceableValue } from './unplaceable-value.ts';
import { unreachableGuard } from './unreachable-guard.ts';
import { unreachableJoin } from './unreachable-join.ts';
import { unreachableTask } from './unreachable-task.ts';
import { unreadableMap } from './unreadable-map.ts';
import { unreadableSchema } from './unreadable-schema.ts';
import { unreadableTemplate } from './unreadable-template.ts';
import { unsuppliedParam } from './unsupplied-param.ts';
import { unusableSchema } from './unusable-schema.ts';
import { unusableMap } from './unusable-map.ts';
import { wrongArgumentType } from './wrong-argument-type.ts';
import { wrongDefaultType } from './wrong-default-type.ts';

// One stage after the other; within a stage the order does not matter, since diagnostics are sorted by place.

/** What a map refers to exists, and its names can be written where they are needed. */
export const names: readonly Rule[] = [
  unknownStart,
  unknownTarget,
  unknownLimitTarget,
  unknownErrorTarget,
  unknownVisitsTarget,
  crossingTarget,
  excessiveBlockDepth,
  unknownReset,
  unknownSessionTask,
  unknownSituation,
  unknownArtifactTask,
  emptyName,
  paddedName,
  malformedActionName,
  reservedFieldName,
  clashingFieldNames,
  reservedBoundName,
  shadowedBinding,
  unconventionalFieldName,
  escapingTemplatePath,
  escapingArtifactPath,
];

/** What its paths look like. */
export const flow: readonly Rule[] = [
  unreachableTask,
  missingEnd,
  endlessLoop,
  redirectCycle,
  idleLoop,
  missingActions,
  missingChoices,
  startAtEnd,
  chooseBesideWhen,
  unreachableGuard,
  unreachableJoin,
  missingKey,
  sharedSession,
  uninterpolatedSetup,
];

/** What its expressions read, and whether all is there that it names. */
export const data: readonly PromptRule[] = [
  missingTemplate,
  unreadableTemplate,
  unknownRole,
  missingSchema,
  unreadableSchema,
  unusableSchema,
  missingMap,
  unreadableMap,
  unusableMap,
  recursiveMap,
  excessiveMapDepth,
  unknownInput,
  missingInput,
  checkExpressions,
  unplaceableValue,
  conflictingBindings,
];

/** What its guards say together; each of them makes sense by then. */
export const guards: readonly PromptRule[] = [inexhaustiveGuards];

/** What its prompts say, and whether they get what they need. */
export const prompts: readonly PromptRule[] = [
  shadowedField,
  conflictingTypes,
  conflictingTemplateType,
  wrongDefaultType,
  unfitEnumValue,
  unfitDefault,
  unsuppliedParam,
  undeclaredArgument,
  wrongArgumentType,
  unfitArgument,
  unfitInput,
  overriddenField,
  uninterpolatedArgument,
  unguidedChoice,
  checkTemplates,
  checkRoles,
];
