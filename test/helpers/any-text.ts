import fc from 'fast-check';

/** Texts of any UTF-16 units, halves of pairs among them; half of the units are ASCII. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  const unit = fc.oneof(fc.nat({ max: 0x7f }), fc.nat({ max: 0xffff }));
  return fc.array(unit, { maxLength }).map((units) => String.fromCharCode(...units));
}
