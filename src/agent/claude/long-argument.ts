import type { TurnFault } from './turn-fault.ts';

/** What Linux takes as one argument, with the zero at its end; others take more. */
const MAX_BYTES = 131_072 - 1;

/**
 * The fault of a command line with an argument that the system would refuse; undefined for none.
 *
 * Told before the start, because the system says only that the list is too long. The schema is what grows that far.
 */
export function longArgumentFault(args: readonly string[]): TurnFault | undefined {
  for (const arg of args) {
    const sizeBytes = Buffer.byteLength(arg);
    if (sizeBytes <= MAX_BYTES) continue;
    const flag = arg.split('=', 1)[0] ?? '';
    const isSchema = flag === '--json-schema';
    const what = isSchema ? 'The schema of the output' : `The value of ${flag}`;
    return {
      fault: 'permanent',
      resetsAt: undefined,
      reason: `${what} takes ${sizeBytes} bytes on the command line of Claude Code, which takes ${MAX_BYTES}.`,
      help: isSchema ? 'Shorten its descriptions, or ask for less in one task.' : 'Make it shorter.',
    };
  }
  return undefined;
}
