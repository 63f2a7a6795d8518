/** The long flag that sets a field: `selfMoa` and `self-moa` are both `--self-moa`. */
export function flagName(field: string): string {
  return field.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}
