import type { SoundMap } from '../../check/map-reader.ts';
import type { ValueType } from '../../expression/types/value.ts';

/** What maps that run a map see of it, as plain data. Shape: `result` is JSON in a text. */
export type PackedSound = Pick<SoundMap, 'height'> &
  Pick<SoundMap['map'], 'fields'> & { readonly result: string };

/** Shape: undefined where JSON has no word for a number in it. */
export function packSound({ map: { fields, result }, height }: SoundMap): PackedSound | undefined {
  let isWhole = true;
  const pack = (_key: string, value: unknown): unknown => {
    if (typeof value === 'number' && !Number.isFinite(value)) isWhole = false;
    return value instanceof Map ? [...value] : value;
  };
  const packed = { fields, result: JSON.stringify(result, pack), height };
  JSON.stringify(fields, pack);
  return isWhole ? packed : undefined;
}

/** What {@link packSound} made. */
export function unpackSound({ fields, result, height }: PackedSound): Pick<SoundMap, 'map' | 'height'> {
  // Only the members of an object have this key: names of theirs are no keys here.
  const unpack = (key: string, value: unknown): unknown =>
    key === 'members' && Array.isArray(value)
      ? new Map(value as readonly (readonly [unknown, unknown])[])
      : value;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { map: { kind: 'sound', fields, result: JSON.parse(result, unpack) as ValueType }, height };
}
