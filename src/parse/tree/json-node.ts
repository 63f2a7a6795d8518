/**
 * A JSON value with its place, in the order of the text.
 *
 * Units: half-open UTF-16 offsets; `start` and `end` of a value cover its whole token or bracket pair.
 */
export type JsonNode = JsonObject | JsonArray | JsonScalar;

/** Members in source order; of members with the same name only the first is kept. */
export interface JsonObject {
  readonly kind: 'object';
  readonly start: number;
  readonly end: number;
  readonly members: ReadonlyMap<string, JsonMember>;
}

export interface JsonArray {
  readonly kind: 'array';
  readonly start: number;
  readonly end: number;
  readonly items: readonly JsonNode[];
}

export interface JsonScalar {
  readonly kind: 'scalar';
  readonly start: number;
  readonly end: number;
  readonly value: string | number | boolean | null;
}

/** One `"name": value`. `nameStart` and `nameEnd` cover the quoted name. */
export interface JsonMember {
  readonly name: string;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly value: JsonNode;
}
