/** How an answer that needs a signature goes to its key and back. */
export const signingFlags = {
  export: {
    type: 'boolean',
    default: false,
    describe: 'Write a question that needs a signature as JSON, to take to the machine of the key',
  },
  sign: {
    type: 'string',
    nargs: 1,
    describe:
      'Sign the answer to the question in this file, on the machine of the key; - reads standard input',
  },
  import: {
    type: 'string',
    nargs: 1,
    describe: 'Give the signed answer in this file; - reads standard input',
  },
  key: {
    type: 'string',
    nargs: 1,
    describe: 'The private key that signs (default: your own, made by wfmap key new)',
  },
  output: {
    type: 'string',
    nargs: 1,
    alias: 'o',
    describe: 'Where --export and --sign write (default: standard output)',
  },
} as const;
