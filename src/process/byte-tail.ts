/** Keeps the last bytes of a stream. */
export interface ByteTail {
  readonly push: (chunk: Uint8Array) => void;
  readonly text: () => string;
}

/** Makes a tail of at most `maxBytes`; a character cut at its start is left out. */
export function createByteTail(maxBytes: number): ByteTail {
  let bytes = Buffer.alloc(0);
  let cut = false;
  return {
    push: (chunk) => {
      cut ||= bytes.length + chunk.length > maxBytes;
      bytes = Buffer.concat([bytes, chunk.subarray(Math.max(0, chunk.length - maxBytes))]);
      // A copy, so that the whole of what was cut off can be freed.
      if (bytes.length > maxBytes) bytes = Buffer.from(bytes.subarray(bytes.length - maxBytes));
    },
    text: () => {
      const text = bytes.toString('utf8');
      return cut ? text.replace(/^\uFFFD+/, '') : text;
    },
  };
}
