import { checkExpressions } from './checks/check-expressions.ts';
import { checkRoles } from './checks/check-roles.ts';
import { checkTemplates } from './checks/check-templates.ts';
import type { PromptRule, Rule } from './blocks/rule.ts';
import { chooseBesideWhen } from './rules/flow/choose-beside-when.ts';
import { clashingFieldNames } from './rules/names/clashing-field-names.ts';
import { conflictingBindings } from './rules/data/conflicting-bindings.ts';
import { conflictingTemplateType } from './rules/prompts/conflicting-template-type.ts';
import { conflictingTypes } from './rules/prompts/conflicting-types.ts';
import { emptyName } from './rules/names/empty-name.ts';
import { exceedingBudget } from './rules/flow/exceeding-budget.ts';
import { endlessLoop } from './rules/flow/endless-loop.ts';
import { escapingArtifactPath } from './rules/names/escaping-artifact-path.ts';
import { escapingTemplatePath } from './rules/names/escaping-template-path.ts';
import { excessiveBlockDepth } from './rules/names/excessive-block-depth.ts';
import { contradictoryWrites } from './rules/flow/contradictory-writes.ts';
import { unusableWritePath } from './rules/names/unusable-write-path.ts';
import { excessiveMapDepth } from './rules/data/excessive-map-depth.ts';
import { idleLoop } from './rules/flow/idle-loop.ts';
import { inexhaustiveGuards } from './rules/flow/inexhaustive-guards.ts';
import { malformedActionName } from './rules/names/malformed-action-name.ts';
import { missingActions } from './rules/flow/missing-actions.ts';
import { missingChoices } from './rules/flow/missing-choices.ts';
import { missingEnd } from './rules/flow/missing-end.ts';
import { missingInput } from './rules/data/missing-input.ts';
import { missingWrites } from './rules/prompts/missing-writes.ts';
import { missingKey } from './rules/flow/missing-key.ts';
import { overriddenField } from './rules/prompts/overridden-field.ts';
import { paddedName } from './rules/names/padded-name.ts';
import { pastedValue } from './rules/data/pasted-value.ts';
import { recursiveMap } from './rules/data/recursive-map.ts';
import { redirectCycle } from './rules/flow/redirect-cycle.ts';
import { reservedBoundName } from './rules/names/reserved-bound-name.ts';
import { reservedFieldName } from './rules/names/reserved-field-name.ts';
import { shadowedBinding } from './rules/names/shadowed-binding.ts';
import { shadowedField } from './rules/prompts/shadowed-field.ts';
import { sharedSession } from './rules/flow/shared-session.ts';
import { sharedTree } from './rules/flow/shared-tree.ts';
import { startAtEnd } from './rules/flow/start-at-end.ts';
import { unconventionalFieldName } from './rules/names/unconventional-field-name.ts';
import { unfitDefault } from './rules/prompts/unfit-default.ts';
import { undeclaredArgument } from './rules/prompts/undeclared-argument.ts';
import { unfitArgument } from './rules/prompts/unfit-argument.ts';
import { unfitEnumValue } from './rules/prompts/unfit-enum-value.ts';
import { unfitInput } from './rules/prompts/unfit-input.ts';
import { unguidedChoice } from './rules/prompts/unguided-choice.ts';
import { uninterpolatedArgument } from './rules/prompts/uninterpolated-argument.ts';
import { uninterpolatedText } from './rules/prompts/uninterpolated-text.ts';
import { uninterpolatedSetup } from './rules/flow/uninterpolated-setup.ts';
import { unknownArtifactTask } from './rules/names/unknown-artifact-task.ts';
import { unknownCommandRule } from './rules/names/unknown-command-rule.ts';
import { unknownInput } from './rules/data/unknown-input.ts';
import { contradictoryTools, unfamiliarValue } from './rules/names/unfamiliar-value.ts';
import { unknownReset } from './rules/names/unknown-reset.ts';
import { unknownRole } from './rules/data/unknown-role.ts';
import { unknownSessionTask } from './rules/names/unknown-session-task.ts';
import { unknownSituation } from './rules/names/unknown-situation.ts';
import { taskTargets } from './rules/names/task-targets.ts';
import { namedFiles } from './rules/data/named-files.ts';
import { unknownStart } from './rules/names/unknown-start.ts';
import { unplaceableValue } from './rules/data/unplaceable-value.ts';
import { unreachableGuard } from './rules/flow/unreachable-guard.ts';
import { unreachableJoin } from './rules/flow/unreachable-join.ts';
import { unreachableTask } from './rules/flow/unreachable-task.ts';
import { unreadOutline } from './rules/prompts/unread-outline.ts';
import { unboundedLoop } from './rules/flow/unbounded-loop.ts';
import { unsuppliedParam } from './rules/prompts/unsupplied-param.ts';
import { unusableSchema } from './rules/data/unusable-schema.ts';
import { unusableMap } from './rules/data/unusable-map.ts';
import { unworkableItems } from './rules/data/unworkable-items.ts';
import { wrongArgumentType } from './rules/prompts/wrong-argument-type.ts';
import { wrongDefaultType } from './rules/prompts/wrong-default-type.ts';

// One stage after the other; within a stage the order does not matter, since diagnostics are sorted by place.

/** What a map refers to exists, and its names can be written where they are needed. */
export const names: readonly Rule[] = [
  unknownStart,
  taskTargets,
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
  unusableWritePath,
  unknownCommandRule,
  unfamiliarValue,
  contradictoryTools,
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
  sharedTree,
  exceedingBudget,
  uninterpolatedSetup,
  contradictoryWrites,
];

/** What its expressions read, and whether all is there that it names. */
export const data: readonly PromptRule[] = [
  namedFiles,
  unknownRole,
  unusableSchema,
  unusableMap,
  recursiveMap,
  excessiveMapDepth,
  unknownInput,
  missingInput,
  checkExpressions,
  unplaceableValue,
  pastedValue,
  conflictingBindings,
  unworkableItems,
];

/** What its guards say together; each of them makes sense by then. */
export const guards: readonly PromptRule[] = [inexhaustiveGuards, unboundedLoop];

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
  uninterpolatedText,
  unguidedChoice,
  checkTemplates,
  checkRoles,
  missingWrites,
  unreadOutline,
];
