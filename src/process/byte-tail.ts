/** Keeps the last bytes of a stream. */
export interface ByteTail {
  readonly push: (chunk: Uint8Array) => void;
  readonly text: () => string;
}

/** So many small pieces are joined: each costs memory of its own beside its bytes. */
const MAX_PIECES = 1024;

/**
 * Makes a tail of at most `maxBytes`; a character cut at its start is left out.
 *
 * The time is linear in the stream, the memory within a small multiple of the bound.
 */
export function createByteTail(maxBytes: number): ByteTail {
  let pieces: Uint8Array[] = [];
  let size = 0;
  let cut = false;
  const joined = (): Buffer => {
    const bytes = Buffer.concat(pieces, size);
    return bytes.subarray(Math.max(0, size - maxBytes));
  };
  return {
    push: (chunk) => {
      cut ||= size + chunk.length > maxBytes;
      // A copy of a part, so that the whole of what was cut off can be freed.
      const piece = chunk.length > maxBytes ? Uint8Array.from(chunk.subarray(-maxBytes)) : chunk;
      pieces.push(piece);
      size += piece.length;
      let gone = 0;
      for (const { length } of pieces) {
        if (size - length < maxBytes) break;
        size -= length;
        gone += 1;
      }
      if (gone > 0) pieces.splice(0, gone);
      if (pieces.length > MAX_PIECES) {
        pieces = [joined()];
        size = pieces[0]?.length ?? 0;
      }
    },
    text: () => {
      const text = joined().toString('utf8');
      return cut ? text.replace(/^\uFFFD+/, '') : text;
    },
  };
}
