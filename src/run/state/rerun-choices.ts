// What a person can say about a command that nobody knows to be safe to run a second time.

export const RUN_AGAIN = 'Run again';
export const TAKE_AS_FAILED = 'Take as failed';
