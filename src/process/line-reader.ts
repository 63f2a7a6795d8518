/** Cuts a stream of bytes into lines. */
export interface LineReader {
  readonly push: (chunk: Uint8Array) => void;
  /** Hands over a last line without a line break. */
  readonly end: () => void;
}

const LINE_FEED = 0x0a;

/**
 * Makes a reader that hands each line over as text, without its line break.
 *
 * A line longer than `maxBytes` is dropped whole and costs no memory beyond the bound. Bytes that are no UTF-8
 * become U+FFFD. Units: bytes.
 */
export function createLineReader(maxBytes: number, onLine: (line: string) => void): LineReader {
  let pieces: Uint8Array[] = [];
  let size = 0;
  let dropping = false;

  const add = (piece: Uint8Array): void => {
    if (dropping || piece.length === 0) return;
    size += piece.length;
    if (size > maxBytes) {
      dropping = true;
      pieces = [];
    } else {
      // Streams reuse no buffer that they gave away, so the piece need not be copied.
      pieces.push(piece);
    }
  };
  const finish = (): void => {
    if (!dropping && size > 0) onLine(Buffer.concat(pieces, size).toString('utf8'));
    pieces = [];
    size = 0;
    dropping = false;
  };

  return {
    push: (chunk) => {
      let start = 0;
      for (;;) {
        const at = chunk.indexOf(LINE_FEED, start);
        if (at < 0) break;
        add(chunk.subarray(start, at));
        finish();
        start = at + 1;
      }
      add(chunk.subarray(start));
    },
    end: finish,
  };
}
