import type { Value } from '../../../model/value.ts';
import type { SubtaskRun } from '../follow/map-run.ts';
import { booleanIn, listIn, listOf, memberOf, numberIn, textIn, textsIn } from '../follow/member.ts';

/** A plan in full: what an agent left out of a subtask is filled in, so that every reader finds it. */
export interface Blueprint {
  readonly summary: string;
  readonly subtasks: readonly PlannedSubtask[];
  /** Parts that are only passed on. */
  readonly rest: Readonly<Record<string, Value>>;
}

export interface PlannedSubtask {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly dependencies: readonly string[];
  readonly riskLevel: string;
  readonly risks: readonly string[];
  readonly isSecurityCritical: boolean;
  readonly complexity: number;
  readonly criteria: readonly string[];
  readonly contract: string;
  /** Those that were planned, and with them those that it changed. */
  readonly plannedFiles: readonly string[];
  readonly files: readonly string[];
  readonly rest: Readonly<Record<string, Value>>;
}

/** Units: subtasks. */
const MAX_SUBTASKS = 10_000;

/**
 * Reads a plan, however it is wrapped: an object with `subtasks`, one under the key `blueprint`, or a bare list.
 *
 * The files of a subtask that has changed some are those it changed beside those that were planned.
 */
export function toBlueprint(value: Value, runs: ReadonlyMap<string, SubtaskRun>): Blueprint {
  const inner = memberOf(value, 'blueprint') ?? value;
  const all = Array.isArray(inner) ? listOf(inner) : listIn(inner, 'subtasks');
  const seen = new Set<string>();
  const subtasks: PlannedSubtask[] = [];
  for (const [index, each] of all.slice(0, MAX_SUBTASKS).entries()) {
    const subtask = toSubtask(each, index, runs);
    if (!seen.has(subtask.id)) subtasks.push(subtask);
    seen.add(subtask.id);
  }
  const analysis = memberOf(value, 'analysis') ?? memberOf(inner, 'analysis');
  return {
    summary: textIn(inner, 'summary') ?? '',
    subtasks,
    rest: {
      ...known('quality_requirements', memberOf(inner, 'quality_requirements')),
      ...known('analysis', analysis),
    },
  };
}

/** The content of `blueprint.json`: what it is for, in full, and the plan. */
export function blueprintJson({ summary, subtasks, rest }: Blueprint, goal: string): Value {
  return {
    summary,
    goal,
    ...rest,
    subtasks: subtasks.map((each) => ({
      id: each.id,
      title: each.title,
      description: each.description,
      dependencies: each.dependencies,
      risk_level: each.riskLevel,
      risks: each.risks,
      security_critical: each.isSecurityCritical,
      complexity_score: each.complexity,
      validation_criteria: each.criteria,
      aag_contract: each.contract,
      affected_files: each.files,
      ...each.rest,
    })),
  };
}

/** Members of a subtask that are passed on as they are, where they are of this type. */
const PASSED: Readonly<Record<string, 'text' | 'list' | 'object' | 'number'>> = {
  complexity_rationale: 'text',
  contracts: 'list',
  implementation_hint: 'text',
  test_strategy: 'object',
  revision: 'number',
  debug_type: 'text',
};

function toSubtask(value: Value, index: number, runs: ReadonlyMap<string, SubtaskRun>): PlannedSubtask {
  const id = textIn(value, 'id') ?? `ST-${String(index + 1).padStart(3, '0')}`;
  const title = textIn(value, 'title', 'description', 'goal') ?? id;
  const risk = textIn(value, 'risk_level') ?? '';
  const plannedFiles = textsIn(value, 'affected_files');
  const changed = textsIn(runs.get(id)?.result, 'files');
  return {
    id,
    title,
    description: textIn(value, 'description') ?? title,
    dependencies: [...textsIn(value, 'dependencies'), ...textsIn(value, 'depends_on')],
    riskLevel: ['low', 'medium', 'high'].includes(risk) ? risk : 'medium',
    risks: textsIn(value, 'risks'),
    isSecurityCritical: booleanIn(value, 'security_critical') ?? false,
    complexity: Math.min(10, Math.max(1, Math.round(numberIn(value, 'complexity_score') ?? 5))),
    criteria: [...textsIn(value, 'validation_criteria'), ...textsIn(value, 'acceptance_criteria')],
    contract: textIn(value, 'aag_contract') ?? '',
    plannedFiles,
    files: [...new Set([...plannedFiles, ...changed])],
    rest: Object.assign(
      {},
      ...Object.entries(PASSED).map(([name, type]) => {
        const member = memberOf(value, name);
        return member !== undefined && typeOf(member) === type ? { [name]: member } : {};
      }),
    ),
  };
}

function typeOf(value: Value): string {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  return typeof value;
}

function known(name: string, value: Value | undefined): Readonly<Record<string, Value>> {
  return value === undefined || typeOf(value) !== 'object' || value === null ? {} : { [name]: value };
}
