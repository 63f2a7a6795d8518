const UNKNOWN = 0;
const IN = 1;
const OUT = 2;
const ASCII = 128;

/**
 * The characters that an atom of a pattern stands for, such as `a`, `\d`, `[^\p{L}-]` or `.`.
 *
 * V8 is asked about one character at a time, so the set is that of ECMAScript to the letter. What it says of ASCII is
 * remembered.
 */
export class CharacterSet {
  readonly #isIn: RegExp;
  readonly #known = new Uint8Array(ASCII);

  constructor(atom: string) {
    this.#isIn = new RegExp(`^${atom}$`, 'u');
  }

  has(codePoint: number): boolean {
    if (codePoint >= ASCII) return this.#ask(codePoint);
    const answer = this.#known[codePoint] ?? UNKNOWN;
    if (answer !== UNKNOWN) return answer === IN;
    const isIn = this.#ask(codePoint);
    this.#known[codePoint] = isIn ? IN : OUT;
    return isIn;
  }

  #ask(codePoint: number): boolean {
    return this.#isIn.test(String.fromCodePoint(codePoint));
  }
}
