import { BASH } from './bash.ts';
import { C_FAMILY } from './c-family.ts';
import { C_SHARP } from './c-sharp.ts';
import { ECMASCRIPT } from './ecmascript.ts';
import { GO } from './go.ts';
import { JAVA } from './java.ts';
import type { Language } from './language.ts';
import { PHP } from './php.ts';
import { PYTHON } from './python.ts';
import { RUBY } from './ruby.ts';
import { RUST } from './rust.ts';

/** The languages whose symbols are known. */
export const LANGUAGES: readonly Language[] = [
  ...ECMASCRIPT,
  PYTHON,
  GO,
  RUST,
  JAVA,
  RUBY,
  ...C_FAMILY,
  C_SHARP,
  PHP,
  BASH,
];

const BY_ENDING: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap((language) => language.endings.map((ending) => [ending, language] as const)),
);

/** The language of a file, by the end of its name. */
export function languageOf(path: string): Language | undefined {
  const dot = path.lastIndexOf('.');
  return dot < 0 ? undefined : BY_ENDING.get(path.slice(dot).toLowerCase());
}
