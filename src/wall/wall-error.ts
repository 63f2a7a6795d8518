import { WfmapError } from '../util/error.ts';

/** A confinement that cannot be enforced as it stands. */
export class WallError extends WfmapError {
  override readonly code: 'path-outside' | 'path-missing' | 'path-refused' | 'too-many-paths';
  override readonly retryable = false;

  constructor(code: WallError['code'], message: string, help: string) {
    super(message, { help });
    this.code = code;
  }
}
