/** A JSON object of somebody else's making: every property must be looked at before it is used. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The object that a value is; undefined for anything else, also for a list. */
export function toObject(value: unknown): JsonObject | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  // Own properties only, so that a missing one is never found on a prototype.
  return Object.assign(Object.create(null), value);
}

/** The object that a line of text holds; undefined for any other text. */
export function parseObject(line: string): JsonObject | undefined {
  try {
    return toObject(JSON.parse(line));
  } catch {
    return undefined;
  }
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A finite number from 0. */
export function toAmount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
