/** How bad a finding is: in words of reviewers, or in those of compilers. */
export type FindingSeverity = keyof typeof SEVERITIES;

/** Each severity with its rank, 0 for the worst, and what SARIF and GitHub call it. */
export const SEVERITIES = {
  critical: { rank: 0, sarif: 'error', github: 'error' },
  high: { rank: 1, sarif: 'error', github: 'error' },
  error: { rank: 1, sarif: 'error', github: 'error' },
  medium: { rank: 2, sarif: 'warning', github: 'warning' },
  warning: { rank: 2, sarif: 'warning', github: 'warning' },
  low: { rank: 3, sarif: 'note', github: 'notice' },
  info: { rank: 3, sarif: 'note', github: 'notice' },
} as const;

/**
 * Something that is wrong at a place, whoever found it: a reviewer, or the checker of maps.
 *
 * Shape: `rule` is what kind of fault it is; `what` one sentence, `why` what comes of it, `mend` what to do, each empty where
 * nobody says; `foundBy` names the finder; `decision` is what a person answered, with a `note`. No text of it can be trusted.
 */
export interface Finding {
  readonly severity: FindingSeverity;
  readonly rule: string;
  readonly place: FindingPlace | undefined;
  readonly what: string;
  readonly why: string;
  readonly mend: string;
  readonly foundBy: string;
  readonly decision?: string;
  readonly note?: string;
}

/** Shape: `file` is a path within the project. Units: lines and columns from 1; the end is where the next character stands. */
export interface FindingPlace {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly endLine?: number | undefined;
  readonly endColumn?: number | undefined;
}

export function isSeverity(text: string): text is FindingSeverity {
  return Object.hasOwn(SEVERITIES, text);
}

/** The worst first; those that are alike as they came. */
export function worstFirst(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => SEVERITIES[a.severity].rank - SEVERITIES[b.severity].rank);
}

/** A place as people write it: `src/a.ts:3`; empty for none. */
export function placeText(place: FindingPlace | undefined): string {
  if (place === undefined) return '';
  return place.line === undefined ? place.file : `${place.file}:${place.line}`;
}
