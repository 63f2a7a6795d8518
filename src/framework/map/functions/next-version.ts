import type { Value } from '../../../model/value.ts';

const NUMBER = String.raw`(?:0|[1-9]\d{0,15})`;
const PART = String.raw`(?:${NUMBER}|\d*[A-Za-z-][0-9A-Za-z-]*)`;
const VERSION = new RegExp(
  String.raw`^(?<numbers>${NUMBER}\.${NUMBER}\.${NUMBER})(?:-(?<before>${PART}(?:\.${PART})*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$`,
);
/** Units: UTF-16. */
const MAX_LENGTH = 100;

/** Shape: `before` are the parts behind the `-` of a version that comes before the release with its numbers. */
interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  readonly before: readonly string[];
}

/**
 * The version that follows another: `bump` is `patch`, `minor`, `major`, or that version itself.
 *
 * Shape: empty where one of them is no version, or the new one is not after the current one.
 * Source: https://semver.org 2.0.0; what precedes a release becomes that release, as `npm version` has it.
 */
export function nextVersion(current: Value, bump: Value): string {
  const from = parseVersion(current);
  if (from === undefined) return '';
  const made = bumped(from, bump);
  if (made !== undefined) return made;
  const to = parseVersion(bump);
  return to !== undefined && typeof bump === 'string' && compare(to, from) > 0 ? bump : '';
}

function bumped({ major, minor, patch, before }: Version, bump: Value): string | undefined {
  const isBefore = before.length > 0;
  if (bump === 'patch') return `${major}.${minor}.${isBefore ? patch : patch + 1}`;
  if (bump === 'minor') return `${major}.${isBefore && patch === 0 ? minor : minor + 1}.0`;
  if (bump === 'major') return `${isBefore && minor === 0 && patch === 0 ? major : major + 1}.0.0`;
  return undefined;
}

function parseVersion(text: Value): Version | undefined {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined;
  const { numbers = '', before } = VERSION.exec(text)?.groups ?? {};
  const [major, minor, patch] = numbers.split('.').map(Number);
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  return { major, minor, patch, before: before === undefined ? [] : before.split('.') };
}

function compare(one: Version, other: Version): number {
  const numbers = one.major - other.major || one.minor - other.minor || one.patch - other.patch;
  if (numbers !== 0) return numbers;
  // Without such parts it is the release, which comes last.
  if (one.before.length === 0 || other.before.length === 0) return other.before.length - one.before.length;
  const at = one.before.findIndex((part, index) => part !== other.before[index]);
  if (at < 0) return one.before.length - other.before.length;
  return compareParts(one.before[at] ?? '', other.before[at]);
}

function compareParts(one: string, other: string | undefined): number {
  if (other === undefined) return 1;
  const [isNumber, isOtherNumber] = [one, other].map((part) => /^\d+$/.test(part));
  if (isNumber === true && isOtherNumber === true) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber === true ? -1 : 1;
  return one < other ? -1 : 1;
}
