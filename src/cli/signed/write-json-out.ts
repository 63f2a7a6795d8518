import type { AnswerFile, QuestionFile } from './question-file.ts';
import { writeNewText } from '../../project/write-text.ts';
import { jsonText } from '../io/json-text.ts';

/** Writes a question or an answer for another machine: to a file that must not exist yet, else to standard output. */
export function writeJsonOut(value: QuestionFile | AnswerFile, path: string | undefined): void {
  const text = `${jsonText(value, 'indented')}\n`;
  if (path === undefined) process.stdout.write(text);
  else writeNewText(path, text);
}
