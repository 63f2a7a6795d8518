import type { FieldName } from '../../language/parts.ts';
import type { Claim, Property, Situation } from '../../model/map.ts';
import { expressionIn } from './decode-expression.ts';
import type { Decoding } from './decoding.ts';
import { memberOf, numberOf, stringOf } from '../tree/json-fields.ts';
import type { JsonMember } from '../tree/json-node.ts';
import { reportAlternatives } from './report-alternatives.ts';

const CLAIMS = ['always', 'never', 'eventually', 'leadsTo', 'precedes', 'atMost'] as const;

/** Of a property that claims nothing, which is told. */
const NOWHERE: Situation = { task: undefined, action: undefined, when: undefined };

/** Reads a claim about all paths. Errors: reports `missing-alternative` and `conflicting-fields`. */
export function decodeProperty(member: JsonMember, decoding: Decoding): Property {
  const owner = `property "${member.name}"`;
  reportAlternatives({ part: member, owner, fields: CLAIMS }, decoding);
  const kind = CLAIMS.find((each) => memberOf(member.value, each));
  const found = kind && memberOf(member.value, kind);
  const claim = kind && found ? decodeClaim(kind, found, { owner, decoding }) : undefined;
  return decoding.places.addMember(
    { name: member.name, claim: claim ?? { kind: 'always', of: NOWHERE } },
    member,
  );
}

interface Within {
  readonly owner: string;
  readonly decoding: Decoding;
}

function decodeClaim(kind: (typeof CLAIMS)[number], member: JsonMember, { owner, decoding }: Within): Claim {
  const within = { owner: `"${kind}" of ${owner}`, decoding };
  return decoding.places.addMember(claimOf(kind, member, within), member);
}

function claimOf(kind: (typeof CLAIMS)[number], member: JsonMember, within: Within): Claim {
  const part = (name: FieldName) => {
    const found = memberOf(member.value, name);
    const owner = `"${name}" of ${within.owner}`;
    return found ? decodeSituation(found, { ...within, owner }) : NOWHERE;
  };
  if (kind === 'atMost') return { kind, times: numberOf(member.value, 'times') ?? 1, of: part('of') };
  if (kind === 'leadsTo' || kind === 'precedes') {
    return { kind, first: part('first'), second: part('second') };
  }
  return { kind, of: decodeSituation(member, within) };
}

function decodeSituation(member: JsonMember, { owner, decoding }: Within): Situation {
  const node = member.value;
  const parts = ['task', 'action', 'when'] as const;
  if (!parts.some((each) => memberOf(node, each))) {
    reportAlternatives({ part: member, owner, fields: parts }, decoding);
  }
  return decoding.places.addMember(
    {
      task: stringOf(node, 'task'),
      action: stringOf(node, 'action'),
      when: expressionIn(node, 'when', decoding),
    },
    member,
  );
}
