/**
 * What of a value is read, wherever it goes.
 *
 * Shape: `isRead` where anything at all is asked of it, if only whether it is there; `isWhole` where all that is in it counts as
 * read; else `members` and `element` say what is read of its members by name, and of the entries of a list or of members
 * under names that nobody knows before a run.
 */
export interface Demand {
  readonly isRead: boolean;
  readonly isWhole: boolean;
  readonly members: ReadonlyMap<string, Demand>;
  readonly element: Demand | undefined;
}

const NO_MEMBERS: ReadonlyMap<string, Demand> = new Map();

export const UNREAD: Demand = { isRead: false, isWhole: false, members: NO_MEMBERS, element: undefined };
/** It is asked whether the value is there, how long it is, or whether it is null. */
export const ASKED: Demand = { ...UNREAD, isRead: true };
export const WHOLE: Demand = { ...ASKED, isWhole: true };

/** Units: members inside one another. What lies deeper counts as read. */
const MAX_DEPTH = 8;
/** Units: members of one value by name. With more, all count as read. */
const MAX_MEMBERS = 1000;

/** What is read of a value of which this is read of the member. */
export function inMember(name: string, demand: Demand): Demand {
  return { ...ASKED, members: new Map([[name, demand]]) };
}

/** What is read of a list of which this is read of each entry. */
export function inElement(demand: Demand): Demand {
  return { ...ASKED, element: demand };
}

/** What is read of a member. */
export function ofMember({ isWhole, members, element }: Demand, name: string): Demand {
  if (isWhole) return WHOLE;
  return joined(members.get(name) ?? UNREAD, element ?? UNREAD);
}

/** What is read of the entries of a list. */
export function ofElement({ isWhole, element, members }: Demand): Demand {
  if (isWhole) return WHOLE;
  return [...members.values()].reduce(joined, element ?? UNREAD);
}

/** All that is read by two readers. Gives the first itself where the second adds nothing. */
export function joined(a: Demand, b: Demand): Demand {
  return joinedAt(a, b, 0);
}

function joinedAt(a: Demand, b: Demand, depth: number): Demand {
  if (a === b || a.isWhole || !b.isRead) return a;
  if (!a.isRead || b.isWhole) return b;
  if (depth >= MAX_DEPTH) return WHOLE;
  const element = joinedElement(a.element, b.element, depth);
  const members = joinedMembers(a.members, b.members, depth);
  if (members === a.members && element === a.element) return a;
  return members.size > MAX_MEMBERS ? WHOLE : { ...ASKED, members, element };
}

function joinedMembers(a: Demand['members'], b: Demand['members'], depth: number): Demand['members'] {
  let members: Map<string, Demand> | undefined;
  for (const [name, demand] of b) {
    const before = a.get(name) ?? UNREAD;
    const after = joinedAt(before, demand, depth + 1);
    if (after === before) continue;
    members ??= new Map(a);
    members.set(name, after);
  }
  return members ?? a;
}

function joinedElement(a: Demand | undefined, b: Demand | undefined, depth: number): Demand | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return joinedAt(a, b, depth + 1);
}
