import { expect, test } from 'vitest';
import { startFaultOf } from '../../src/process/start-fault.ts';

/** As the system says it: an error with a code. */
function errorOf(code: string, message = `spawn tool ${code}`): Error {
  return Object.assign(new Error(message), { code });
}

test('why a program did not start is told by its code, with what helps', async () => {
  const folder = import.meta.dirname;
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['a missing folder', errorOf('ENOENT'), '/nowhere/work'],
    ['a file for a folder', errorOf('ENOTDIR'), '/dev/null'],
    ['a missing program', errorOf('ENOENT'), folder],
    ['a program below a file', errorOf('ENOTDIR'), folder],
    ...['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY'].map(
      (code) => [`a machine that is short: ${code}`, errorOf(code), folder] as const,
    ),
    ['words that are too long', errorOf('E2BIG'), folder],
    ['a NUL character', errorOf('ERR_INVALID_ARG_VALUE', 'It must be without null bytes.'), folder],
    ['no permission', errorOf('EACCES'), folder],
    ['an error without a code', new Error('broken.'), folder],
    ['what is no error', 'broken', folder],
  ];
  const reported = cases.map(([title, thrown, where]) => {
    const { kind, message, help, retryable } = startFaultOf(thrown, 'tool', where);
    return `${title}: ${kind}${retryable ? ', retryable' : ''}\n  ${message}\n  help: ${help}\n`;
  });
  await expect(reported.join('\n')).toMatchFileSnapshot('../fixtures/process/start-faults.txt');
});
